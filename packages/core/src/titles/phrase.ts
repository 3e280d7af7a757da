import type { MessageParams } from '../messages/catalogue.ts'
import type { titleTexts } from '../messages/titles.ts'
import { type BadgeInput, toBadge } from './badge.ts'
import { checkPublish, missingToPublish } from './completeness.ts'
import type { StuckState, Title, TitleDraft } from './schema.ts'
import {
  isVideoFailure,
  TitleStatus,
  type TrailerFields,
  titleStatus,
  toTrailerState,
  VideoStatus,
} from './status.ts'
import { damageWaysOut, isStalled } from './stuck.ts'

export type PhraseKey = Extract<keyof typeof titleTexts, `phrase.${string}`>

/** State and next step of a title, as key and values of its words. */
export interface TitlePhrase {
  key: PhraseKey
  params?: MessageParams
}

export type PhraseInput = BadgeInput &
  Pick<Title, 'processing' | 'stuck' | 'fileDigest' | 'publishChannel' | 'foreignNames'> &
  Partial<TitleDraft> &
  Partial<Pick<Title, 'siteDates'>>

/** A failed or cancelled title whose file is still stored can be processed again; what it says follows from the same (VIDEO-12). */
export const canProcessAgain = (title: Pick<Title, 'status' | 'videoStatus' | 'fileDigest'>): boolean =>
  title.fileDigest !== null &&
  titleStatus.can(title.status as TitleStatus, 'encode') &&
  isVideoFailure(title.videoStatus)

/** A title that only another file helps: one that failed or was cancelled without its file, or whose original is damaged (VIDEO-12). */
export const needsNewFile = (
  title: Pick<Title, 'status' | 'videoStatus' | 'fileDigest' | 'stuck'>,
): boolean =>
  leadingStuck(title)?.reason === damageWaysOut.original.reason ||
  (!canProcessAgain(title) && (isVideoFailure(title.videoStatus) || title.status === TitleStatus.Error))

/** The same of a trailer: one that was refused as it came has left no file (UPLOAD-17, API-20). */
export function canEncodeTrailerAgain(title: TrailerFields & Pick<Title, 'trailerErrorType'>): boolean {
  if (toTrailerState(title) !== 'error') return false
  const { trailerErrorType: reason } = title
  return reason === null || (reason.startsWith('processing.') && reason !== 'processing.missing')
}

/** Key of the sentence that says why a title failed; it asks to try again only where that is possible. */
export const toFailureKey = (
  title: Pick<Title, 'status' | 'videoStatus' | 'fileDigest' | 'errorType'>,
): string => failureKey(title.errorType, canProcessAgain(title))

/** The same of its trailer. */
export const toTrailerFailureKey = (title: TrailerFields & Pick<Title, 'trailerErrorType'>): string =>
  failureKey(title.trailerErrorType, canEncodeTrailerAgain(title))

function failureKey(reason: string | null, isRetryable: boolean): string {
  if (reason !== null && (isRetryable || !askToRetry.has(reason))) return reason
  return isRetryable ? 'processing.failed' : 'processing.failedNoFile'
}

const askToRetry: ReadonlySet<string> = new Set([
  'processing.failed',
  'processing.timeout',
  'processing.stalled',
])

/**
 * What leads before the title's own state: work that doesn't get on, and an original or a stream that is damaged where the title
 * hasn't failed. A damaged trailer or caption track is said beside it.
 */
export function leadingStuck({
  stuck,
  status,
  videoStatus,
}: Pick<Title, 'stuck' | 'status' | 'videoStatus'>): StuckState | null {
  const hasFailed = status === TitleStatus.Error || videoStatus === VideoStatus.Failed
  const isGrave =
    stuck?.reason === damageWaysOut.original.reason || stuck?.reason === damageWaysOut.stream.reason
  return isStalled(stuck) || (isGrave && !hasFailed) ? stuck : null
}

/**
 * C-143: what leads in lists, editor, home, tray and CLI, the same for every role; the badge's own text (E-5) stays
 * `Badge.text`. Total: an unknown code has words too.
 */
export function toTitlePhrase(title: PhraseInput): TitlePhrase {
  const stuck = leadingStuck(title)
  if (stuck !== null) return { key: `phrase.stuck.${stuck.wayOut}` }
  const { kind } = toBadge(title)
  switch (kind) {
    case 'Published':
      return { key: published[title.siteDates?.state ?? 'on'] }
    case 'Unpublished':
      return publishing(title, 'unpublished')
    case 'Completed':
      return publishing(title, 'ready')
    case 'Uploading':
      return { key: 'phrase.uploading' }
    case 'Uploaded':
      return { key: title.processing === null ? 'phrase.uploaded' : steps[title.processing.step] }
    case 'Error':
      return failed(title)
    case 'Incomplete':
      return incomplete(title)
    default:
      return { key: title.processing === null ? waits[kind](title) : steps[title.processing.step] }
  }
}

/** C-144 */
const published = {
  off: 'phrase.publishedOff',
  notYet: 'phrase.publishedNotYet',
  on: 'phrase.published',
  over: 'phrase.publishedOver',
} as const satisfies Record<Title['siteDates']['state'], PhraseKey>

const steps = {
  queued: 'phrase.waiting',
  blocked: 'phrase.waiting',
  normalise: 'phrase.normalising',
  encode: 'phrase.encoding',
  cover: 'phrase.finishing',
  finish: 'phrase.finishing',
} as const satisfies Record<NonNullable<Title['processing']>['step'], PhraseKey>

const waits = {
  EncodingQueued: () => 'phrase.waiting',
  NormalisationQueued: () => 'phrase.normalising',
  Normalizing: () => 'phrase.normalising',
  Processing: ({ status }) =>
    status === TitleStatus.PublishQueued
      ? 'phrase.publishing'
      : status === TitleStatus.Encoded
        ? 'phrase.finishing'
        : 'phrase.encoding',
} as const satisfies Record<string, (title: PhraseInput) => PhraseKey>

/** What `checkPublish` says of a title that has its file: nothing, what is missing, or what it names and may not. */
function publishing(title: PhraseInput, state: 'ready' | 'unpublished'): TitlePhrase {
  const issues = checkPublish(title, title)
  const params = { count: issues.length }
  if (issues.length === 0) return { key: `phrase.${state}` }
  if (missingToPublish(title).length > 0) return { key: `phrase.${state}Details`, params }
  if (issues.every(({ path }) => path === 'channelId')) return { key: `phrase.${state}Channel` }
  return { key: `phrase.${state}Change`, params }
}

const failed = (title: PhraseInput): TitlePhrase => ({
  key: canProcessAgain(title) ? 'phrase.failedRetry' : 'phrase.failed',
})

function incomplete(title: PhraseInput): TitlePhrase {
  const { status, videoStatus } = title
  if (status === TitleStatus.Error) return failed(title)
  if (status !== TitleStatus.Incomplete && status !== TitleStatus.None) return { key: 'phrase.unknown' }
  if (videoStatus === VideoStatus.Canceled)
    return { key: canProcessAgain(title) ? 'phrase.cancelledRetry' : 'phrase.cancelled' }
  return isVideoFailure(videoStatus) ? failed(title) : { key: 'phrase.noFile' }
}

/** How a title’s phrase looks: good, not as it should be, asking for something, or just so. */
export type PhraseTone = 'positive' | 'negative' | 'warning' | 'info'

/** C-143: the same in lists, editor, home, tray and CLI. What failed or is damaged is negative, what waits for a person a warning. */
export const phraseTones: Readonly<Record<PhraseKey, PhraseTone>> = {
  'phrase.uploading': 'info',
  'phrase.uploaded': 'info',
  'phrase.waiting': 'info',
  'phrase.normalising': 'info',
  'phrase.encoding': 'info',
  'phrase.finishing': 'info',
  'phrase.publishing': 'info',
  'phrase.published': 'positive',
  'phrase.publishedOff': 'warning',
  'phrase.publishedNotYet': 'info',
  'phrase.publishedOver': 'warning',
  'phrase.unpublished': 'negative',
  'phrase.unpublishedDetails': 'negative',
  'phrase.unpublishedChannel': 'negative',
  'phrase.unpublishedChange': 'negative',
  'phrase.ready': 'info',
  'phrase.readyDetails': 'warning',
  'phrase.readyChannel': 'warning',
  'phrase.readyChange': 'warning',
  'phrase.noFile': 'warning',
  'phrase.cancelled': 'warning',
  'phrase.cancelledRetry': 'warning',
  'phrase.failed': 'negative',
  'phrase.failedRetry': 'negative',
  'phrase.stuck.retry': 'warning',
  'phrase.stuck.takeBack': 'warning',
  'phrase.stuck.publish': 'warning',
  'phrase.stuck.encode': 'negative',
  'phrase.stuck.upload': 'negative',
  'phrase.status.none': 'warning',
  'phrase.status.encodingQueued': 'info',
  'phrase.status.failed': 'negative',
  'phrase.status.incomplete': 'warning',
  'phrase.status.unpublished': 'negative',
  'phrase.status.completed': 'info',
  'phrase.unknown': 'warning',
}

/** A status alone, without the next step, which depends on the title: for filters. Total, as `toTitlePhrase` is. */
export const toStatusKey = (status: number): (typeof statusKeys)[TitleStatus] | 'phrase.unknown' =>
  statusKeys[status as TitleStatus] ?? 'phrase.unknown'

/** By code, as literals: read when a page begins, before other parts of it are there. */
const statusKeys = {
  0: 'phrase.status.none',
  1: 'phrase.status.encodingQueued',
  2: 'phrase.finishing',
  3: 'phrase.publishing',
  4: 'phrase.published',
  5: 'phrase.status.failed',
  6: 'phrase.status.incomplete',
  7: 'phrase.status.unpublished',
  8: 'phrase.status.completed',
  9: 'phrase.uploading',
  10: 'phrase.uploaded',
  11: 'phrase.normalising',
} as const satisfies Readonly<Record<TitleStatus, PhraseKey>>
