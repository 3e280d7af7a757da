import type { Title } from '@kinora/core'
import type { ReactNode } from 'react'
import { ListCards } from '../../ui/list/list-cards.tsx'
import { useListRoot } from '../../ui/list/list-context.ts'
import { useTitleTexts } from '../texts.ts'
import { TitleCard } from './title-card.tsx'

export interface TitleLayoutProps {
  /** Where a title is edited; without it names are buttons where the root has `onOpen`, else words. Keep it stable. */
  titleHref?: ((tag: string) => string) | undefined
  /** Shown while there are no titles at all. */
  empty?: ReactNode
}

const size = { width: 220, below: 116 }
const nothing = () => null

/** Titles by their covers, in a `ListRoot`. */
export function TitleCovers({ titleHref, empty }: TitleLayoutProps) {
  const texts = useTitleTexts()
  const { end } = useListRoot<Title>()
  return (
    <ListCards<Title>
      label={texts.text('ui.nav.contentTitles')}
      size={size}
      empty={empty}
      card={title => <TitleCard {...{ title, texts, titleHref }} menu={end?.render ?? nothing} />}
    />
  )
}
