import * as z from 'zod'
import { KinoraError } from './errors.ts'
import { LimitedText } from './fields.ts'
import { ALL_ROWS, PAGE_SIZE } from './page-sizes.ts'

const MAX_PAGE = 2_147_483_647

const Row = z.int().min(1).max(MAX_PAGE).optional()

/**
 * B-2: which page of a list; `take` −1 means all of it (C-08). CONST-36: the same page by its rows, counted from 1:
 * `from` with `to`, or `from` with `count`.
 */
export const PageInput = z.object({
  page: z.int().min(1).max(MAX_PAGE).default(1),
  take: z.int().min(-1).max(ALL_ROWS).default(PAGE_SIZE),
  from: Row,
  to: Row,
  count: Row,
})
export type PageInput = z.infer<typeof PageInput>

/** The same of a short list: all of it unless a page is asked for. */
export const ShortPageInput = PageInput.extend({ take: z.int().min(-1).max(ALL_ROWS).default(-1) })

/** Of a list that can be sorted. */
export const Direction = z.enum(['asc', 'desc'])

/** A page of the rows that hold a text and are active or not. */
export const SearchInput = PageInput.extend({
  query: LimitedText().optional(),
  isActive: z.boolean().optional(),
})
export type SearchInput = z.infer<typeof SearchInput>

/** A page of what became of each item, or only of those with a problem. */
export const ResultsInput = PageInput.extend({ problems: z.boolean().optional() })
export type ResultsInput = z.infer<typeof ResultsInput>

/** How long a list is, and which page of it this is. */
export const PageCounts = z.object({ totalRecords: z.int(), totalPages: z.int(), page: z.int() })

/** B-2: one page of a list. */
export function Paged<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), ...PageCounts.shape })
}

export interface Page<T> {
  data: T[]
  totalRecords: number
  totalPages: number
  page: number
}

/** CONST-36: a page told by its rows as page and take; where no rows are told, the input as it is. Throws `invalid`. */
export function withPage<T extends object>(input: T): T {
  const { from = 1, to, count = to === undefined ? undefined : to - from + 1 } = input as Partial<PageInput>
  if (count === undefined) return input
  if (count < 1)
    throw new KinoraError('invalid', {
      issues: [{ path: 'to', code: 'validation.lastRow', params: { from } }],
    })
  if ((from - 1) % count !== 0)
    throw new KinoraError('invalid', {
      issues: [{ path: 'from', code: 'validation.firstRow', params: { count, second: count + 1 } }],
    })
  return { ...input, page: (from - 1) / count + 1, take: Math.min(count, ALL_ROWS) }
}

/** One page of a list that is there as a whole. */
export function pageOf<T>(all: readonly T[], { page, take }: Pick<PageInput, 'page' | 'take'>): Page<T> {
  const data = take < 1 ? [...all] : all.slice((page - 1) * take, page * take)
  return toPage(data, all.length, { page, take })
}

/** Wraps the rows of one page; everything is the first page when `take` is not positive, and an empty list has none. */
export function toPage<T>(data: T[], totalRecords: number, input: Pick<PageInput, 'page' | 'take'>): Page<T> {
  const totalPages = totalRecords === 0 ? 0 : input.take < 1 ? 1 : Math.ceil(totalRecords / input.take)
  const isBeyond = input.take < 1 && input.page > 1
  return { data: isBeyond ? [] : data, totalRecords, totalPages, page: input.page }
}
