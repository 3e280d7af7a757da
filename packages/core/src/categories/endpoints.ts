import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Category } from './schema.ts'

export const categories = noun('categories', {
  list: post('/v4/category/list', {
    summary: 'Categories with their sub categories, in display order (API-34)',
    input: z.object({
      tenantId: z.string().optional(),
      page: z.int().min(1).default(1),
      take: z.int().min(-1).default(50),
    }),
    output: z.object({ data: z.array(Category), totalRecords: z.int(), totalPages: z.int(), page: z.int() }),
    allow: everyRole,
  }),
})
