import type { Issue } from '../kernel/errors.ts'
import { isKinoraError, KinoraError, toKinoraError } from '../kernel/errors.ts'
import type { Messages } from '../kernel/messages.ts'
import { isRemoved, type Removal } from '../kernel/removal.ts'
import type { Title } from './schema.ts'
import { TitleStatus, titleStatus } from './status.ts'

export type FailureText = { key: 'title.checkData' | 'error.500' } | { words: string }

/** TITLE-22 to 25, C-27: what a failed publish says; the specific rule beats the general choice of message. */
export function toPublishFailure(error: unknown): FailureText {
  const failure = toKinoraError(error)
  if (failure.status === 601) return { key: 'title.checkData' }
  if (failure.status === 400)
    return failure.detail !== undefined && isKinoraError(error)
      ? { words: failure.detail }
      : { key: 'title.checkData' }
  if (failure.status === 500) return { key: 'title.checkData' }
  return { key: 'error.500' }
}

/**
 * The same in words: what is wrong, and how to mend it where that isn't clear already.
 */
export function toPublishWords(
  error: unknown,
  messages: Pick<Messages, 'text' | 'issue' | 'advise'>,
): string {
  const said = toPublishFailure(error)
  const sentence = 'words' in said ? said.words : messages.text(said.key)
  const more = toKinoraError(error).issues.filter(issue => !sentence.includes(messages.issue(issue)))
  if (more.length === 0) return sentence
  return `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`} ${messages.advise(more)}`
}

/** † Whether a title still waits for its file or the processing of it, so that it can be published when that has ended. */
export const canPublishWhenReady = ({ status }: Pick<Title, 'status'>): boolean =>
  status !== TitleStatus.Error &&
  status !== TitleStatus.Published &&
  status !== TitleStatus.PublishQueued &&
  !titleStatus.can(status as TitleStatus, 'publish')

/** † That a title publishes itself when it is ready, or why it could not. */
export function toWhenReadyWords(
  { whenReady }: Partial<Pick<Title, 'whenReady'>>,
  messages: Pick<Messages, 'text' | 'advise'>,
): string | undefined {
  if (whenReady == null) return undefined
  if (whenReady.state === 'asked') return messages.text('title.whenReady')
  return messages.text('title.whenReadyRefused', { reason: messages.advise(whenReady.issues as Issue[]) })
}

/** TITLE-28: whether the list must poll, every `IN_PROGRESS_REFRESH` milliseconds. */
export function needsRefresh(
  titles: readonly { status: number; trailerLinkWeb: string | null; trailerLinkMobile: string | null }[],
): boolean {
  return titles.some(
    title =>
      title.status === TitleStatus.EncodingQueued ||
      title.status === TitleStatus.NormalisationQueued ||
      (title.trailerLinkWeb !== null && title.trailerLinkMobile === null),
  )
}

/** CONST-09, milliseconds */
export const IN_PROGRESS_REFRESH = 180_000
/** C-65, milliseconds: refresh while an event encodes */
export const EVENT_ENCODING_REFRESH = 100_000
/** TITLE-27, CONST-11, milliseconds */
export const DELETE_REFETCH_DELAY = 3_000
/** TITLE-21, C-31, milliseconds */
export const UPDATE_ERROR_DISPLAY = 1_500

export type DeletionResult =
  | { kind: 'deleted'; text: 'success.itemDeleted' | 'success.deleted'; succeeded: number }
  | {
      kind: 'mixed'
      text: 'title.deleteMixed'
      succeeded: number
      failed: number
      params: { s: number; f: number }
    }

/** TITLE-26, ERR-17, C-73: what the per-item answers mean; when all failed it is a 400 with "Delete failed". */
export function toDeletionResult(items: readonly Removal[]): DeletionResult {
  const succeeded = items.filter(isRemoved).length
  const failed = items.length - succeeded
  if (failed === 0)
    return { kind: 'deleted', text: succeeded === 1 ? 'success.itemDeleted' : 'success.deleted', succeeded }
  if (succeeded === 0)
    throw new KinoraError('refused', { issues: [{ path: 'status', code: 'title.deleteFailed' }] })
  return { kind: 'mixed', text: 'title.deleteMixed', succeeded, failed, params: { s: succeeded, f: failed } }
}
