import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Category } from './schema.ts'

export const categories = noun('categories', {
  list: post('/v4/category/list', {
    summary: 'Categories with their sub categories, in display order (API-34)',
    input: PageInput.extend({ tenantId: z.string().optional() }),
    output: Paged(Category),
    allow: everyRole,
  }),
})
