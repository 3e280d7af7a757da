import type { titleTexts } from '../messages/titles.ts'
import { TitleStatus as S, VideoStatus as V } from './status.ts'

export type BadgeKind =
  | 'Uploading'
  | 'Uploaded'
  | 'Incomplete'
  | 'Error'
  | 'Published'
  | 'Unpublished'
  | 'Completed'
  | 'EncodingQueued'
  | 'NormalisationQueued'
  | 'Normalizing'
  | 'Processing'

export type BadgeProgress =
  | { kind: 'none' }
  | { kind: 'marker'; percent: 80 | 99 | 100 }
  | { kind: 'indeterminate'; percent: 99 }
  | { kind: 'error' }

export interface Badge {
  kind: BadgeKind
  text: Extract<keyof typeof titleTexts, `badge.${string}`>
  progress: BadgeProgress
}

export interface BadgeInput {
  status: number
  videoStatus: number | null
  streamingLink: string | null
  /** The upload record of this browser for the title, where there is one. */
  localUpload?: 'uploading' | 'uploaded'
}

const none: BadgeProgress = { kind: 'none' }
const waiting: BadgeProgress = { kind: 'indeterminate', percent: 99 }
const marker = (percent: 80 | 99 | 100): BadgeProgress => ({ kind: 'marker', percent })

const uploading: Badge = { kind: 'Uploading', text: 'badge.upload', progress: marker(80) }
const uploaded: Badge = { kind: 'Uploaded', text: 'badge.uploaded', progress: marker(99) }
const incomplete: Badge = { kind: 'Incomplete', text: 'badge.incomplete', progress: none }

/** E-5 in its order: the first row that matches wins. */
const rows: readonly [(input: BadgeInput) => boolean, Badge][] = [
  [input => input.localUpload === 'uploading', uploading],
  [input => input.localUpload === 'uploaded', uploaded],
  [input => input.status === S.Error && Boolean(input.streamingLink), incomplete],
  [input => input.status === S.Error, { kind: 'Error', text: 'badge.na', progress: { kind: 'error' } }],
  [
    input => input.status === S.Published,
    { kind: 'Published', text: 'badge.published', progress: marker(100) },
  ],
  [
    input => input.status === S.Unpublished,
    { kind: 'Unpublished', text: 'badge.unpublished', progress: none },
  ],
  [
    input => input.status === S.Completed,
    { kind: 'Completed', text: 'badge.complete', progress: marker(100) },
  ],
  [
    input => input.status === S.EncodingQueued,
    { kind: 'EncodingQueued', text: 'badge.na', progress: waiting },
  ],
  [
    input => input.status === S.NormalisationQueued,
    { kind: 'NormalisationQueued', text: 'badge.na', progress: waiting },
  ],
  [input => input.status === S.Uploading || (isOpen(input) && input.videoStatus === V.Uploading), uploading],
  [input => input.status === S.Uploaded || (isOpen(input) && input.videoStatus === V.Uploaded), uploaded],
  [
    input => isOpen(input) && (input.videoStatus === V.Normalizing || input.videoStatus === V.Normalized),
    { kind: 'Normalizing', text: 'badge.na', progress: waiting },
  ],
  [
    input =>
      input.status === S.Encoded ||
      input.status === S.PublishQueued ||
      (isOpen(input) && input.videoStatus === V.Processing),
    { kind: 'Processing', text: 'badge.na', progress: waiting },
  ],
  [input => input.status === S.Incomplete, incomplete],
]

/** TITLE-31: the badge of a title. Total: an unknown code is Incomplete with "NA" (row 15). */
export function toBadge(input: BadgeInput): Badge {
  return (
    rows.find(([matches]) => matches(input))?.[1] ?? { kind: 'Incomplete', text: 'badge.na', progress: none }
  )
}

function isOpen(input: BadgeInput): boolean {
  return input.status === S.Incomplete || input.status === S.None
}
