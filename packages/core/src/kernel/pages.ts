import * as z from 'zod'
import { limits } from './fields.ts'

/** C-08: rows of an admin list unless its noun says otherwise. */
export const PAGE_SIZE = 50

/** CONST-01: what clients send for all rows. */
const ALL = 99_999
const MAX_PAGE = 2_147_483_647

/** B-2: which page of a list; `take` −1 means all of it (C-08). */
export const PageInput = z.object({
  page: z.int().min(1).max(MAX_PAGE).default(1),
  take: z.int().min(-1).max(ALL).default(PAGE_SIZE),
})
export type PageInput = z.infer<typeof PageInput>

/** A page of the rows that hold a text and are active or not. */
export const SearchInput = PageInput.extend({
  query: z.string().max(limits.text).optional(),
  isActive: z.boolean().optional(),
})
export type SearchInput = z.infer<typeof SearchInput>

/** B-2: one page of a list. */
export function Paged<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), totalRecords: z.int(), totalPages: z.int(), page: z.int() })
}

export interface Page<T> {
  data: T[]
  totalRecords: number
  totalPages: number
  page: number
}

/** Wraps the rows of one page; everything is one page when `take` is not positive, and an empty list has none. */
export function toPage<T>(data: T[], totalRecords: number, input: PageInput): Page<T> {
  const totalPages = totalRecords === 0 ? 0 : input.take < 1 ? 1 : Math.ceil(totalRecords / input.take)
  return { data, totalRecords, totalPages, page: input.page }
}
