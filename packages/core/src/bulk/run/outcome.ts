import type { Issue } from '../../kernel/errors.ts'
import { createMessages } from '../../kernel/messages.ts'
import { en } from '../../messages/en.ts'
import { checkPublish } from '../../titles/completeness.ts'
import { toFailureKey, toStatusKey, toTrailerFailureKey } from '../../titles/phrase.ts'
import { toPublishWords } from '../../titles/publishing.ts'
import type { Title } from '../../titles/schema.ts'
import { TitleStatus } from '../../titles/status.ts'
import { isStalled } from '../../titles/stuck.ts'
import { type Processing, toTrailerProcessing, toVideoProcessing } from '../../uploads/index.ts'
import { type Problem, toReasons } from '../check/problem.ts'
import { bulkText } from '../texts.ts'
import type { Entry, RowRecord } from './record.ts'

export type Result = Omit<Extract<Entry, { kind: 'result' }>, 'kind' | 'id'>

/** What to do about a title whose files are sent: poll again, publish it, or record its result. */
type Outcome =
  | { kind: 'wait' }
  | { kind: 'idle' }
  /** It exceeds the time limit of its status. `queued`: perhaps only because the queue is long. */
  | { kind: 'stuck'; queued: boolean; result: Result }
  | { kind: 'publish' }
  | { kind: 'result'; result: Result }

const messages = createMessages(en)
const wait: Outcome = { kind: 'wait' }
const statusWords = (status: number) => messages.text(toStatusKey(status))
const finalStatuses: ReadonlySet<number> = new Set([
  TitleStatus.Completed,
  TitleStatus.Published,
  TitleStatus.Unpublished,
])

/** E-1 to E-3 for one row: video and trailer must be processed, then `publish` decides. What failed is told once neither moves, all of it. */
export function toOutcome(title: Title, record: RowRecord, publish: boolean): Outcome {
  const works = worksOf(title, record)
  if (works.some(({ fault }) => fault !== undefined)) {
    if (works.some(({ kind, stuck }) => kind === 'working' && !isStalled(stuck))) return wait
    const problems = works.flatMap(({ fault, stuck }) => fault ?? (isStalled(stuck) ? stuckWords(stuck) : []))
    const result = failedResult(problems.join(' '))
    return works.some(isStillToCome) ? { kind: 'stuck', queued: true, result } : finished(result)
  }
  for (const { kind, stuck } of works) {
    if (isStalled(stuck))
      return { kind: 'stuck', queued: stuck.reason === 'stuck.waiting', result: stuckResult(stuck) }
    if (kind === 'idle') return { kind: 'idle' }
    if (kind === 'working') return wait
  }
  if (record.stored.file === undefined) {
    if (title.status === TitleStatus.Published) return finished(successResult('published'))
    if (!publish) return finished(unchangedResult(title))
    if (title.fileName === null) return finished(notReady(title))
    if (isStalled(title.stuck)) return finished(stuckResult(title.stuck))
  }
  if (title.status === TitleStatus.Error)
    return finished(failedResult(messages.textOf(toFailureKey(title), 'processing.failed')))
  if (!finalStatuses.has(title.status)) return wait
  if (title.status === TitleStatus.Published) return finished(successResult('published'))
  if (!publish) return finished(successResult('completed'))
  return checkPublish(title, title).length === 0 ? { kind: 'publish' } : finished(notReady(title))
}

/** It will move: a long queue is no fault of a file. */
const isStillToCome = ({ kind, stuck }: Work): boolean =>
  isStalled(stuck) ? stuck.reason === 'stuck.waiting' : kind === 'idle'

interface Work {
  kind: Processing['kind']
  stuck: Title['stuck']
  /** Why it has ended without a result. */
  fault: string | undefined
}

/** The files of a row that were sent. */
function worksOf(title: Title, { stored }: RowRecord): Work[] {
  const works: Work[] = []
  if (stored.file !== undefined) {
    const { kind } = toVideoProcessing(title)
    works.push({ kind, stuck: title.stuck, fault: faultOf(kind, toFailureKey(title)) })
  }
  if (stored.trailer !== undefined) {
    const { kind } = toTrailerProcessing(title)
    const why = faultOf(kind, toTrailerFailureKey(title))
    const fault = why && bulkText('run.trailer', { why })
    works.push({ kind, stuck: title.trailerStuck, fault })
  }
  return works
}

function faultOf(kind: Processing['kind'], key: string): string | undefined {
  if (kind === 'failed') return messages.textOf(key, 'processing.failed')
  if (kind === 'cancelled') return messages.text('upload.cancelled')
  return kind === 'replaced' ? messages.text('upload.another') : undefined
}

/** TITLE-22 to 25 */
export function toPublishResult(error: unknown): Result {
  return { state: 'completed', problem: toPublishWords(error, messages), next: 'next.publish', retry: false }
}

export function failedResult(problem: string, retry = true): Result {
  return { state: 'failed', problem, next: 'next.retry', retry }
}

export function toFailure(error: unknown): Result {
  return failedResult(messages.error(error), false)
}

export function refusedResult(problems: readonly Problem[]): Result {
  return {
    state: 'refused',
    problem: bulkText('run.rowRefused', { reasons: toReasons(problems, messages) }),
    next: 'next.correct',
    retry: false,
  }
}

export function idleResult(title: Title): Result {
  return failedResult(bulkText('run.processingStuck', { status: statusWords(title.status) }))
}

/** The result of a stuck title: the server gives the reason, and a retry takes the way out. */
function stuckResult(stuck: NonNullable<Title['stuck']>): Result {
  return { state: 'failed', problem: stuckWords(stuck), next: 'next.retry', retry: true }
}

const stuckWords = ({ reason }: NonNullable<Title['stuck']>): string => messages.textOf(reason, 'stuck.other')

export function deletedResult(): Result {
  return failedResult(messages.text('title.notFound'), false)
}

export const successResult = (state: 'published' | 'completed'): Result => ({
  state,
  problem: '',
  next: '',
  retry: false,
})

/** A row without a file leaves the title where it is. */
function unchangedResult({ status, fileName }: Title): Result {
  if (status === TitleStatus.Completed || status === TitleStatus.Unpublished)
    return successResult('completed')
  return { state: 'saved', problem: '', next: fileName === null ? 'next.file' : '', retry: false }
}

function notReady(title: Title): Result {
  const missing = checkPublish(title, title).map(sentence)
  if (title.fileName === null) missing.push(messages.text('required.file'))
  const state =
    title.status === TitleStatus.Completed || title.status === TitleStatus.Unpublished ? 'completed' : 'saved'
  const problem = bulkText('run.notPublishReady', { missing: missing.join(', ') })
  return { state, problem, next: 'next.publish', retry: false }
}

const sentence = (issue: Issue): string => messages.issue(issue)
const finished = (result: Result): Outcome => ({ kind: 'result', result })

/**
 * Whether people have changed the title since a run settled its row: its fields, its file, or whether it is on sites. What the platform
 * does by itself, such as processing, is no change.
 */
export function isChangedElsewhere(record: RowRecord, title: Title): boolean {
  const [, version, status] = /^(\d+) \S+ (\d+)$/.exec(record.stamp ?? '') ?? []
  if (version === undefined) return false
  const digest = record.stored.file?.digest
  const isOtherFile = digest !== undefined && title.fileDigest !== null && title.fileDigest !== digest
  return title.version !== Number(version) || isOtherFile || isWithdrawn(title.status, Number(status))
}

/** Published before and no longer, or unpublished meanwhile. */
const isWithdrawn = (now: number, before: number): boolean =>
  now !== before && (before === TitleStatus.Published || now === TitleStatus.Unpublished)

/** The record with all steps open that bring the title back to what its row says. */
export function toOverwritten(record: RowRecord, title: Title): RowRecord {
  const { file, ...others } = record.stored
  const hasFile = title.fileDigest === null || title.fileDigest === file?.digest
  const stored = hasFile ? record.stored : others
  return { ...record, stored, saved: '', state: 'failed' }
}

/** The result of the row of such a title. */
export function changedResult(title: Title): Result {
  return {
    state: 'changed',
    problem: bulkText('run.changed', { status: statusWords(title.status) }),
    next: 'next.force',
    retry: false,
  }
}

/** What an undo compares to detect changes that people made since. */
export const toStamp = ({ version, updatedDate, status }: Title): string =>
  `${version} ${updatedDate} ${status}`

export const isUnchanged = (title: Title, stamp: string): boolean => stamp === toStamp(title)

/** Whether the title's state after an earlier run is known; it isn't while the row is being processed. */
export const isSettled = (record: RowRecord): boolean =>
  record.tag !== '' && Boolean(record.stamp) && !['waiting', 'working', 'processing'].includes(record.state)
