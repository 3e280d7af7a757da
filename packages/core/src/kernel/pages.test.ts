import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from './issues.ts'
import { Paged, PageInput, toPage } from './pages.ts'

describe('B-2 paging', () => {
  it('starts at the first page of 50 (C-08)', () =>
    expect(parseInput(PageInput, {})).toEqual({ page: 1, take: 50 }))
  test.each([{ page: 0 }, { take: -2 }, { page: 1.5 }])('refuses %j', input =>
    expect(PageInput.safeParse(input).success).toBe(false),
  )
  test.each([
    [101, 50, 3],
    [100, 50, 2],
    [0, 50, 0],
    [7, -1, 1],
    [0, -1, 0],
  ])('%i records by %i make %i pages', (total, take, pages) => {
    const page = toPage([], total, { page: 1, take })
    expect(page).toEqual({ data: [], totalRecords: total, totalPages: pages, page: 1 })
    expect(parseInput(Paged(z.string()), page)).toEqual(page)
  })
})
