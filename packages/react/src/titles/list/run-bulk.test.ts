import { describe, expect, test } from 'vitest'
import { completed } from '../testing/fixtures.ts'
import { collectTitles, MATCHES_PAGE, runBulk } from './run-bulk.ts'

const titles = Array.from({ length: 10 }, (_, nth) => ({ ...completed, tag: `kn-${nth}` }))
const settings = {
  size: 1,
  concurrency: 3,
  signal: new AbortController().signal,
  onProgress: () => undefined,
}

describe('a bulk act over many titles', () => {
  test('one that fails never stops the others; no more than so many run at a time', async () => {
    let running = 0
    let most = 0
    const { done, failures, left } = await runBulk(titles, {
      ...settings,
      async work([title]) {
        most = Math.max(most, ++running)
        await new Promise(resolve => setTimeout(resolve, 0))
        running -= 1
        return {
          failures: title!.tag === 'kn-3' ? [{ title: title!, reason: 'No cover' }] : [],
          isHopeless: false,
        }
      },
    })
    expect([done.length, failures.map(({ title, reason }) => [title.tag, reason]), left]).toEqual([
      9,
      [['kn-3', 'No cover']],
      0,
    ])
    expect(most).toBe(3)
  })

  test('stopped: what is in flight ends, the rest is left', async () => {
    const controller = new AbortController()
    const told: number[] = []
    const { done, left } = await runBulk(titles, {
      ...settings,
      ...{ size: 4, concurrency: 1, signal: controller.signal, onProgress: count => told.push(count) },
      async work() {
        controller.abort()
        return { failures: [], isHopeless: false }
      },
    })
    expect([done.length, left, told]).toEqual([4, 6, [4]])
  })

  test('without a network the rest isn’t tried', async () => {
    const work = async ([title]: readonly (typeof titles)[number][]) => ({
      failures: [{ title: title!, reason: 'Offline' }],
      isHopeless: true,
    })
    const { failures, left } = await runBulk(titles, { ...settings, concurrency: 1, work: work as never })
    expect([failures.length, left]).toEqual([1, 9])
  })
})

describe('all titles that match', () => {
  const total = MATCHES_PAGE + 7
  const page = async (nth: number) => {
    // A title was deleted between two pages, another one stands on both.
    const from = (nth - 1) * MATCHES_PAGE - (nth === 1 ? 0 : 1)
    const data = Array.from({ length: Math.min(MATCHES_PAGE, total - from) }, (_, at) => ({
      ...completed,
      tag: `kn-${from + at}`,
    }))
    return { totalRecords: 1_000_000, totalPages: 1, page: nth, data }
  }

  test('come page by page, each once, however many the total says', async () => {
    const told: number[] = []
    const found = await collectTitles(page, { ...settings, onProgress: count => told.push(count) })
    expect(found?.length).toBe(total)
    expect(told).toEqual([MATCHES_PAGE, total])
    expect(Object.keys(found![0]!)).not.toContain('classDescription')
  })

  test('nothing is chosen where it is stopped', async () => {
    const controller = new AbortController()
    const answer = (nth: number) => {
      controller.abort()
      return page(nth)
    }
    expect(await collectTitles(answer, { ...settings, signal: controller.signal })).toBeUndefined()
  })
})
