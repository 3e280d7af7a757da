import {
  canEncodeTrailerAgain,
  canProcessAgain,
  en,
  isStalled,
  leadingStuck,
  Role,
  type Title,
  TitleStatus,
  toFailureKey,
  toTitlePhrase,
  toTrailerFailureKey,
  toTrailerState,
  toWhenReadyWords,
  VideoStatus,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { quoted } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import { toTime } from '../kernel/progress.ts'

/** AUTH-08: the long name of a role. */
export const roleName = (role: Role): string => en[`role.long.${role}`]

const roleValues: Readonly<Record<Role, string>> = {
  [Role.Admin]: 'admin',
  [Role.Provider]: 'provider',
  [Role.Tenant]: 'tenant',
  [Role.Support]: 'support',
}
/** The name of a role as `--json` has it: `tenant`. */
export const roleValue = (role: Role): string => roleValues[role] ?? 'unknown'

const titleStatusValues: Readonly<Record<TitleStatus, string>> = {
  [TitleStatus.None]: 'none',
  [TitleStatus.EncodingQueued]: 'encoding-queued',
  [TitleStatus.Encoded]: 'encoded',
  [TitleStatus.PublishQueued]: 'publish-queued',
  [TitleStatus.Published]: 'published',
  [TitleStatus.Error]: 'error',
  [TitleStatus.Incomplete]: 'incomplete',
  [TitleStatus.Unpublished]: 'unpublished',
  [TitleStatus.Completed]: 'completed',
  [TitleStatus.Uploading]: 'uploading',
  [TitleStatus.Uploaded]: 'uploaded',
  [TitleStatus.NormalisationQueued]: 'normalisation-queued',
}
const videoStatusValues: Readonly<Record<VideoStatus, string>> = {
  [VideoStatus.Uploading]: 'uploading',
  [VideoStatus.Uploaded]: 'uploaded',
  [VideoStatus.Normalizing]: 'normalizing',
  [VideoStatus.Normalized]: 'normalized',
  [VideoStatus.Processing]: 'processing',
  [VideoStatus.Completed]: 'completed',
  [VideoStatus.Failed]: 'failed',
  [VideoStatus.Canceled]: 'canceled',
}
/** The status of a title or its trailer as flags and `--json` have it: `encoding-queued`. */
export const titleStatusValue = (status: number): string =>
  titleStatusValues[status as TitleStatus] ?? `unknown-${status}`
/** That of its video. */
export const videoStatusValue = (status: number): string =>
  videoStatusValues[status as VideoStatus] ?? `unknown-${status}`

/** Statuses as flags take them. */
export const statusValues: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(titleStatusValues).map(([code, name]) => [name, Number(code)]),
)

export const contentTypeValues = { video: 1, audio: 2 } as const
export const contentTypeName = (type: number): keyof typeof contentTypeValues =>
  type === contentTypeValues.audio ? 'audio' : 'video'

const steps: Readonly<Record<NonNullable<Title['processing']>['step'], string>> = {
  queued: 'Queued',
  blocked: 'Waiting for ffmpeg on the server',
  normalise: 'Normalizing audio',
  encode: 'Encoding',
  cover: 'Creating the cover',
  finish: 'Finishing up',
}

/** C-143: state and next step, or what the server does right now: `Encoding 43%`. */
export function stateText(title: Title): string {
  const { processing } = title
  const { key, params } = toTitlePhrase(title)
  if (processing === null || leadingStuck(title) !== null) return messages.text(key, params)
  return `${steps[processing.step]} ${Math.floor(processing.fraction * 100)}%`
}

/** VIDEO-14: why processing failed, as text. */
export function failureText(title: Title): string | undefined {
  if (title.status !== TitleStatus.Error && title.videoStatus !== VideoStatus.Failed) return undefined
  return messages.textOf(toFailureKey(title), 'processing.failed')
}

/** VIDEO-14: why the trailer's failed, as text. */
export function trailerFailureText(title: Title): string | undefined {
  if (toTrailerState(title) !== 'error') return undefined
  return messages.textOf(toTrailerFailureKey(title), 'processing.failed')
}

/** That a title publishes itself when it is ready, or why it could not. */
export const whenReadyText = (title: Title): string | undefined => toWhenReadyWords(title, messages)

/** C-144: when its dates let a site show it, in UTC. */
export function onSiteText({ siteDates }: Pick<Title, 'siteDates'>): string | undefined {
  const { state, from, until } = siteDates
  const at = (wire: string) => `${wire.slice(0, 16).replace('T', ' ')} UTC`
  const words = [from && `from ${at(from)}`, until && `until ${at(until)}`].filter(Boolean).join(' ')
  if (state === 'off') return 'off while it is inactive'
  if (words === '') return undefined
  return { notYet: `${words} (not yet)`, on: words, over: `${words} (over)` }[state]
}

/** The command that gets such a file on: a retry where it stands still or the server keeps what was sent, else another upload. */
export function wayOn(title: Title, role: 'video' | 'trailer', context = ''): string {
  const isRetryable =
    role === 'video'
      ? isStalled(title.stuck) || canProcessAgain(title)
      : isStalled(title.trailerStuck) || canEncodeTrailerAgain(title)
  const which = `${quoted(title.tag)}${role === 'trailer' ? ' --trailer' : ''}`
  return isRetryable
    ? safe`Retry processing with: kinora titles retry ${which}${context}`
    : safe`Upload the file again: kinora titles upload FILE --tag ${which}${context}`
}

/** Why the title or its trailer is stuck, as text. */
export function stuckText({
  stuck,
  trailerStuck,
}: Pick<Title, 'stuck' | 'trailerStuck'>): string | undefined {
  if (stuck !== null) return messages.textOf(stuck.reason, 'stuck.other')
  if (trailerStuck === null) return undefined
  return safe`Trailer: ${messages.textOf(trailerStuck.reason, 'stuck.other')}`
}

export const durationText = (title: Pick<Title, 'durationSecond'>): string =>
  title.durationSecond === 0 ? '' : toTime(title.durationSecond)
