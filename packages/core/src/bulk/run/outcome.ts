import type { Issue } from '../../kernel/errors.ts'
import { createMessages, en, type MessageKey } from '../../messages/index.ts'
import {
  isPublishReady,
  missingToPublish,
  type Title,
  TitleStatus,
  titleStatusName,
  toPublishFailure,
} from '../../titles/index.ts'
import { type Processing, toTrailerProcessing, toVideoProcessing } from '../../uploads/index.ts'
import { bulkText } from '../texts.ts'
import type { Entry, RowRecord } from './record.ts'

export type Result = Omit<Extract<Entry, { kind: 'result' }>, 'kind' | 'id'>

/** What is to be done about a title that was sent: look again later, publish it, or note how it ended. */
export type Verdict =
  | { kind: 'wait' }
  | { kind: 'idle' }
  /** It has stood longer than it may. `queued`: perhaps only because the server has much to do. */
  | { kind: 'stuck'; queued: boolean; result: Result }
  | { kind: 'publish' }
  | { kind: 'result'; result: Result }

const messages = createMessages(en)
const wait: Verdict = { kind: 'wait' }
const settled: ReadonlySet<number> = new Set([
  TitleStatus.Completed,
  TitleStatus.Published,
  TitleStatus.Unpublished,
])

/** E-1 to E-3 read for one row: its video and trailer have to be through, then the wish to publish decides. */
export function judge(title: Title, record: RowRecord, publish: boolean): Verdict {
  const works: Work[] = []
  if (record.stored.file !== undefined) works.push({ work: toVideoProcessing(title), stuck: title.stuck })
  if (record.stored.trailer !== undefined)
    works.push({ work: toTrailerProcessing(title), stuck: title.trailerStuck })
  for (const { work, stuck } of works) {
    if (stuck !== null)
      return { kind: 'stuck', queued: stuck.reason === 'stuck.waiting', result: standing(stuck) }
    if (work.kind === 'failed') return ended(failed(sentence(work.issue)))
    if (work.kind === 'cancelled') return ended(failed(messages.text('upload.cancelled')))
    if (work.kind === 'replaced') return ended(failed(messages.text('upload.another')))
    if (work.kind === 'idle') return { kind: 'idle' }
    if (work.kind === 'working') return wait
  }
  if (record.stored.file === undefined) return ended(publish ? notReady(title) : saved())
  if (title.status === TitleStatus.Error)
    return ended(failed(bulkText('run.processing', { why: title.errorType ?? '' })))
  if (!settled.has(title.status)) return wait
  if (title.status === TitleStatus.Published) return ended(good('published'))
  if (!publish) return ended(good('completed'))
  return isPublishReady(title) ? { kind: 'publish' } : ended(notReady(title))
}

interface Work {
  work: Processing
  stuck: Title['stuck']
}

/** TITLE-22 to 25 */
export function toPublishResult(error: unknown): Result {
  const failure = toPublishFailure(error)
  const why = 'words' in failure ? failure.words : messages.text(failure.key)
  return { state: 'completed', problem: why, next: 'next.publish', retry: false }
}

export function failed(problem: string, retry = true): Result {
  return { state: 'failed', problem, next: 'next.retry', retry }
}

export function toFailure(error: unknown): Result {
  return failed(messages.error(error), false)
}

export function refused(count: number): Result {
  return {
    state: 'refused',
    problem: bulkText('run.rowRefused', { count }),
    next: 'next.correct',
    retry: false,
  }
}

export function idle(title: Title): Result {
  return failed(bulkText('run.processingStuck', { status: titleStatusName(title.status) }))
}

/** What has stood longer than it may: the server says why and names the way out, which trying again takes. */
function standing({ reason }: NonNullable<Title['stuck']>): Result {
  const why = reason in en ? messages.text(reason as MessageKey) : reason
  return { state: 'failed', problem: why, next: 'next.retry', retry: true }
}

export function gone(): Result {
  return failed(messages.text('title.notFound'), false)
}

export const good = (state: 'published' | 'completed'): Result => ({
  state,
  problem: '',
  next: '',
  retry: false,
})

const saved = (): Result => ({ state: 'saved', problem: '', next: 'next.file', retry: false })

function notReady(title: Title): Result {
  const missing = missingToPublish(title).map(sentence)
  if (title.fileName === null) missing.push(messages.text('required.file'))
  const state =
    title.status === TitleStatus.Completed || title.status === TitleStatus.Unpublished ? 'completed' : 'saved'
  const problem = bulkText('run.notPublishReady', { missing: missing.join(', ') })
  return { state, problem, next: 'next.publish', retry: false }
}

const sentence = (issue: Issue): string => messages.issue(issue)
const ended = (result: Result): Verdict => ({ kind: 'result', result })
