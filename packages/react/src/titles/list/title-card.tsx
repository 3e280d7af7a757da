import { type Title, toSourceSet } from '@kinora/core'
import { memo, type ReactNode } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { RowName } from '../../ui/table/row-name.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useVideoUpload } from '../../uploads/use-upload-state.ts'
import { toLength } from '../length.ts'
import type { TitleTexts } from '../texts.ts'
import { TitleBadgeIn } from '../title-badge.tsx'

interface TitleCardProps {
  title: Title
  texts: TitleTexts
  titleHref: ((tag: string) => string) | undefined
  /** The row menu. */
  menu: (title: Title) => ReactNode
  /** The width of the cover; as wide as the card unless given. */
  coverWidth?: number
}

/** A title as a card: cover, name, state and next step in words; drawn again where something of it changes, not with each step of scrolling. */
export const TitleCard = memo(function TitleCard({
  title,
  texts,
  titleHref,
  menu,
  coverWidth,
}: TitleCardProps) {
  const { baseUrl } = useKinora()
  const cover = title.imageLink && baseUrl + title.imageLink
  const detail = [title.classCategory, title.channelName].filter(Boolean).join(' · ')
  return (
    <div className="kn-title-card" data-wide={coverWidth === undefined ? '' : undefined}>
      <Thumbnail
        src={cover}
        srcSet={toSourceSet(cover)}
        width={coverWidth ?? '100%'}
        corner={title.durationSecond > 0 ? toLength(title.durationSecond) : undefined}
      />
      <div className="kn-title-card-words">
        <RowName href={titleHref?.(title.tag)} lang={title.classLanguageCode ?? undefined}>
          {title.className || texts.text('ui.titles.untitled')}
        </RowName>
        {detail === '' ? null : <span className="kn-cell-soft">{detail}</span>}
        <TitleBadgeIn title={title} texts={texts} upload={useVideoUpload(title.tag)} />
      </div>
      <span className="kn-title-card-menu">{menu(title)}</span>
    </div>
  )
})
