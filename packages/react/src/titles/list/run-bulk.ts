import type { Output, Title, titles } from '@kinora/core'
import { ALL } from './filters.ts'

/** What a bulk act needs to know of a title: all that match may be many. */
export type ChosenTitle = Pick<Title, 'tag' | 'className' | 'status' | 'tenants'>

export interface TitleFailure {
  title: ChosenTitle
  reason: string
}

/** What became of a group: those that failed, and whether no other can succeed either, as without a network. */
export interface GroupResult {
  failures: readonly TitleFailure[]
  isHopeless: boolean
}

export interface BulkRun {
  /** Titles in one call of `work`. */
  size: number
  /** Calls at a time. */
  concurrency: number
  work: (group: readonly ChosenTitle[]) => Promise<GroupResult>
  /** Ends the run after the calls in flight. */
  signal: AbortSignal
  onProgress: (done: number) => void
}

export interface BulkOutcome {
  done: readonly ChosenTitle[]
  failures: readonly TitleFailure[]
  /** How many were not tried. */
  left: number
}

/** Works through titles in groups; stops between two when asked to, or when no other can succeed. Never throws. */
export async function runBulk(all: readonly ChosenTitle[], run: BulkRun): Promise<BulkOutcome> {
  const tried: ChosenTitle[] = []
  const failures: TitleFailure[] = []
  let next = 0
  let isHopeless = false
  const worker = async () => {
    while (next < all.length && !run.signal.aborted && !isHopeless) {
      const group = all.slice(next, next + run.size)
      next += group.length
      const result = await run.work(group)
      tried.push(...group)
      failures.push(...result.failures)
      isHopeless ||= result.isHopeless
      run.onProgress(tried.length)
    }
  }
  await Promise.all(Array.from({ length: run.concurrency }, worker))
  const failed = new Set(failures.map(({ title }) => title))
  return { done: tried.filter(title => !failed.has(title)), failures, left: all.length - tried.length }
}

/** Titles in one page of those that match. */
export const MATCHES_PAGE = 500

/**
 * All titles that match, page by page. Ask in an order that new titles come last in; what changes meanwhile is the
 * server's to judge when something is done to it. Undefined where it was stopped.
 */
export async function collectTitles(
  readPage: (page: number) => Promise<Output<typeof titles.search>>,
  { signal, onProgress }: Pick<BulkRun, 'signal' | 'onProgress'>,
): Promise<readonly ChosenTitle[] | undefined> {
  const found = new Map<string, ChosenTitle>()
  for (let page = 1; found.size < ALL; page += 1) {
    const { data } = await readPage(page)
    if (signal.aborted) return undefined
    for (const { tag, className, status, tenants } of data)
      found.set(tag, { tag, className, status, tenants })
    onProgress(found.size)
    if (data.length < MATCHES_PAGE) break
  }
  return [...found.values()]
}
