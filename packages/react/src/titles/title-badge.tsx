import { type BadgeKind, type Title, toBadge } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { Badge, type BadgeProps, type BadgeTone } from '../ui/status/badge.tsx'
import { type FileStanding, toFileStanding } from '../uploads/file-standing.ts'
import { type TitleTexts, useTitleTexts } from './texts.ts'

export interface TitleBadgeProps {
  title: Pick<
    Title,
    'status' | 'videoStatus' | 'streamingLink' | 'errorType' | 'processing' | 'fileDigest' | 'stuck'
  >
  /** This browser's upload of the title's video, where there is one (E-5 rows 1 and 2). */
  upload?: UploadItem | undefined
}

const tones: Record<BadgeKind, BadgeTone> = {
  Uploading: 'info',
  Uploaded: 'info',
  Incomplete: 'warning',
  Error: 'negative',
  Published: 'positive',
  Unpublished: 'negative',
  Completed: 'info',
  EncodingQueued: 'info',
  NormalisationQueued: 'info',
  Normalizing: 'info',
  Processing: 'info',
}

/** E-5: of an upload without its own progress, how far it counts as being. */
function markOf({ kind, progress }: ReturnType<typeof toBadge>): BadgeProps['progress'] {
  if (progress.kind === 'error' || progress.kind === 'indeterminate') return progress.kind
  return kind === 'Uploading' ? 0.8 : undefined
}

/** TITLE-31: the badge of a title by E-5, with its progress or failure as its reason. */
export function TitleBadge(props: TitleBadgeProps) {
  return <TitleBadgeIn {...props} texts={useTitleTexts()} />
}

/**
 * The same with the texts of the list that it stands in: rows that ask for themselves cost a subscription each.
 * `beneath` shows the reason under the word as well.
 */
export function TitleBadgeIn({
  title,
  upload,
  beneath,
  texts,
}: TitleBadgeProps & { texts: TitleTexts; beneath?: boolean }) {
  const standing = toFileStanding(upload, title, texts)
  const badge = toBadge({ ...title, localUpload: standing.localUpload })
  const { tone, progress, reason } = standing.isHere
    ? lookHere(badge, standing)
    : lookThere(badge, standing, title, texts)
  const word = (
    <Badge tone={tone} progress={progress} reason={reason}>
      {texts.text(badge.text)}
    </Badge>
  )
  if (!beneath || reason === undefined) return word
  return (
    <span className="kn-badge-cell">
      {word}
      <span className="kn-badge-reason kn-truncate" aria-hidden="true">
        {reason}
      </span>
    </span>
  )
}

type Look = Pick<BadgeProps, 'tone' | 'progress' | 'reason'>

/** This browser uploads: what its tray says. A file that is out does not stop being out while another one comes. */
function lookHere(
  { kind }: ReturnType<typeof toBadge>,
  { words, tone, fraction, localUpload }: FileStanding,
): Look {
  return {
    tone: tone ?? tones[kind],
    progress: localUpload === undefined ? 'error' : (fraction ?? 'indeterminate'),
    reason: words,
  }
}

function lookThere(
  badge: ReturnType<typeof toBadge>,
  { words, fraction }: FileStanding,
  title: TitleBadgeProps['title'],
  { textOf }: TitleTexts,
): Look {
  const { stuck } = title
  const failure = title.errorType ?? (badge.progress.kind === 'error' ? 'processing.failed' : undefined)
  const why = failure === undefined ? undefined : textOf(failure, 'processing.failed')
  if (stuck !== null) return { tone: 'warning', reason: why ?? textOf(stuck.reason, 'stuck.other') }
  const isLive = words !== undefined && badge.progress.kind === 'indeterminate'
  return {
    tone: tones[badge.kind],
    progress: isLive ? fraction : markOf(badge),
    reason: why ?? (isLive ? words : undefined),
  }
}
