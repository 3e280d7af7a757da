import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { noun, post, put } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Category, CategoryDraft, CategoryFilter } from './schema.ts'

/** F-2, C-84 */
const allow = [Role.Admin, Role.Tenant, Role.Support]
/** An administrator has no tenant: its categories are the platform’s. */
const ofTenant = z.object({ tenantId: Id.optional() })
const { name, ...rest } = CategoryDraft.shape

export const categories = noun('categories', {
  list: post('/v4/category/list', {
    summary: 'Categories with their sub categories, in display order, the platform’s first (API-34)',
    input: PageInput.extend(ofTenant.shape).extend(CategoryFilter.shape),
    output: Paged(Category),
    allow: everyRole,
  }),
  create: post('/v4/category/add', {
    summary: 'Adds a category at the end of the display order and answers with its id (API-35)',
    input: ofTenant.extend({ name }).extend(z.object(rest).partial().shape),
    output: z.object({ categoryId: Id }),
    allow,
    status: 201,
  }),
  update: put('/v4/category/update', {
    summary:
      'Changes a category; what is left out stays. Of its sub categories, those with an id are changed, those without one added, all others stay (API-36)',
    input: ofTenant
      .extend({ categoryId: Id.min(1) })
      .extend(CategoryDraft.partial().shape)
      .extend(KnownVersion.shape),
    output: Category,
    allow,
  }),
  reorder: post('/v4/portal/category/reorder', {
    summary: 'Puts categories into this order; those left out keep their places (API-37)',
    input: ofTenant.extend({ categoryIds: z.array(Id.min(1)).min(1).max(limits.filter) }),
    output: Done,
    allow,
  }),
})
