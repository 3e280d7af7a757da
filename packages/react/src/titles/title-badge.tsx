import {
  leadingStuck,
  type PhraseInput,
  phraseTones,
  type Title,
  toBadge,
  toFailureKey,
  toTitlePhrase,
  toWhenReadyWords,
} from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { Badge, type BadgeProps } from '../ui/status/badge.tsx'
import { processingWords } from '../uploads/processing-words.ts'
import { type TitleTexts, useTitleTexts } from './texts.ts'

export interface TitleBadgeProps {
  title: PhraseInput & Pick<Title, 'errorType'> & Partial<Pick<Title, 'whenReady'>>
  /** This browser's upload of the title's video, where there is one (E-5 rows 1 and 2). */
  upload?: UploadItem | undefined
}

/** E-5, UPLOAD-10: of an upload without its own progress, how far it counts as being; what is whole has its dot. */
function markOf({ progress }: ReturnType<typeof toBadge>): BadgeProps['progress'] {
  if (progress.kind === 'error' || progress.kind === 'indeterminate') return progress.kind
  return progress.kind === 'marker' && progress.percent < 100 ? progress.percent / 100 : undefined
}

export interface TitleBadgeInProps extends TitleBadgeProps {
  texts: TitleTexts
  /** Shows the reason under the word as well. */
  beneath?: boolean | undefined
}

/** The status of a title as a badge, with its progress or the reason of a failure (TITLE-31, C-143, E-5). */
export function TitleBadge(props: TitleBadgeProps) {
  return <TitleBadgeIn {...props} texts={useTitleTexts()} />
}

/** Loaded with the first upload. */
const UploadBadge = lazyPart(async () => ({ default: (await import('./upload-badge.tsx')).UploadBadge }))

/** The same with the texts of the list that it stands in: rows that ask for themselves cost a subscription each. */
export function TitleBadgeIn(props: TitleBadgeInProps) {
  const kind = props.upload?.state.kind
  if (kind === undefined || kind === 'complete' || kind === 'cancelled') return <ServerBadge {...props} />
  return (
    <LazyBoundary fallback={<ServerBadge {...props} />}>
      <UploadBadge {...props} />
    </LazyBoundary>
  )
}

/** What the server says of a title. */
function ServerBadge({ title, beneath, texts }: TitleBadgeInProps) {
  const { text, textOf } = texts
  const { stuck, processing } = title
  const { key, params } = toTitlePhrase(title)
  const leading = leadingStuck(title)
  const badge = toBadge(title)
  const isFailed = title.errorType !== null || badge.progress.kind === 'error'
  const why = isFailed ? textOf(toFailureKey(title), 'processing.failed') : undefined
  const isLive = leading === null && processing !== null && badge.progress.kind === 'indeterminate'
  const now = isLive
    ? processingWords(processing, texts)
    : stuck
      ? textOf(stuck.reason, 'stuck.other')
      : undefined
  return (
    <BadgeCell
      beneath={beneath}
      tone={phraseTones[key]}
      progress={leading === null ? (isLive ? processing.fraction : markOf(badge)) : undefined}
      reason={[why ?? now, toWhenReadyWords(title, texts)].filter(Boolean).join(' · ') || undefined}
      register={text(badge.text)}
    >
      {text(key, params)}
    </BadgeCell>
  )
}

interface BadgeCellProps extends BadgeProps {
  beneath?: boolean | undefined
}

/** A badge, with its reason below it if asked for; `register` is the status as the API names it (E-5). */
export function BadgeCell({ beneath, ...given }: BadgeCellProps) {
  const { reason } = given
  const badge = { ...given, className: 'kn-badge-phrase' }
  if (!beneath || reason === undefined) return <Badge {...badge} />
  return (
    <span className="kn-badge-cell">
      <Badge {...badge} />
      <span className="kn-badge-reason kn-truncate" aria-hidden="true">
        {reason}
      </span>
    </span>
  )
}
