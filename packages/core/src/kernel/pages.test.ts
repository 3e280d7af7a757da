import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from './issues.ts'
import { Paged, PageInput, pageOf, toPage, withPage } from './pages.ts'

describe('CONST-36, B-2 paging by rows', () => {
  test.each([
    [
      { from: 51, to: 100 },
      { page: 2, take: 50 },
    ],
    [
      { from: 1, count: 20 },
      { page: 1, take: 20 },
    ],
    [{ to: 10 }, { page: 1, take: 10 }],
    [{ count: 7 }, { page: 1, take: 7 }],
    [
      { page: 3, take: 25 },
      { page: 3, take: 25 },
    ],
  ])('%j', (asked, page) => expect(withPage(parseInput(PageInput, asked))).toMatchObject(page))
  test.each([
    [{ from: 10, to: 9 }, 'to'],
    [{ from: 2, count: 50 }, 'from'],
    [{ from: 0, count: 50 }, 'from'],
  ])('%j is refused at %s', (asked, path) =>
    expect(() => withPage(parseInput(PageInput, asked))).toThrow(
      expect.objectContaining({ code: 'invalid', issues: [expect.objectContaining({ path })] }),
    ),
  )
})

describe('B-2 paging', () => {
  test('starts at the first page of 50 (C-08)', () =>
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

  test('a list that is asked for as a whole has nothing on a second page', () => {
    expect(toPage(['a'], 1, { page: 2, take: -1 })).toEqual({
      data: [],
      totalRecords: 1,
      totalPages: 1,
      page: 2,
    })
    expect(pageOf(['a'], { page: 1, take: 0 }).data).toEqual(['a'])
    expect(pageOf(['a'], { page: 2, take: 0 }).data).toEqual([])
  })
})
