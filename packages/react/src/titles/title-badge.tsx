import { type BadgeInput, type BadgeKind, type Title, toBadge } from '@kinora/core'
import { Badge, type BadgeProps, type BadgeTone } from '../ui/status/badge.tsx'
import { type TitleTexts, useTitleTexts } from './texts.ts'

export interface TitleBadgeProps {
  title: Pick<Title, 'status' | 'videoStatus' | 'streamingLink' | 'errorType' | 'processing' | 'stuck'>
  /** The upload of this browser for the title, where there is one (E-5 rows 1 and 2). */
  localUpload?: BadgeInput['localUpload']
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

/** TITLE-31: the badge of a title by E-5, with what the server says of its progress or failure as its reason. */
export function TitleBadge(props: TitleBadgeProps) {
  return <TitleBadgeIn {...props} texts={useTitleTexts()} />
}

/**
 * The same with the texts of the list that it stands in: rows that ask for themselves cost a subscription each.
 * `beneath` shows the reason under the word as well.
 */
export function TitleBadgeIn({
  title,
  localUpload,
  beneath,
  texts: { text, textOf },
}: TitleBadgeProps & { texts: TitleTexts; beneath?: boolean }) {
  const badge = toBadge({ ...title, localUpload })
  const { processing } = title
  const percent = processing === null ? undefined : Math.round(processing.fraction * 100)
  const isStuck = title.stuck !== null && localUpload === undefined
  const live = processing !== null && !isStuck && badge.progress.kind === 'indeterminate'
  const words = isStuck
    ? textOf(title.stuck!.reason, 'stuck.other')
    : live
      ? text(`ui.status.${processing.step}`, { percent: percent ?? 0 })
      : undefined
  const failure = title.errorType ?? (badge.progress.kind === 'error' ? 'processing.failed' : undefined)
  const reason = failure === undefined ? words : textOf(failure, 'processing.failed')
  const word = (
    <Badge
      tone={isStuck ? 'warning' : tones[badge.kind]}
      progress={isStuck ? undefined : live ? processing.fraction : markOf(badge)}
      reason={reason}
    >
      {text(badge.text)}
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
