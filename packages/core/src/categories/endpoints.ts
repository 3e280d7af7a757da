import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Category } from './schema.ts'

export const categories = noun('categories', {
  list: post('/v4/category/list', {
    summary: 'Categories with their sub categories, in display order (API-34)',
    input: PageInput.extend({ tenantId: Id.optional() }),
    output: Paged(Category),
    allow: everyRole,
  }),
})
