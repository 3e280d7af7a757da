import type { Title } from '@kinora/core'
import type { ReactNode } from 'react'
import { CardGrid, type CardGridProps } from '../../ui/list/card-grid.tsx'
import type { TitleTexts } from '../texts.ts'
import { TitleCard } from './title-card.tsx'
import type { TitleListModel } from './use-title-list.ts'

export interface TitleLayoutProps {
  list: TitleListModel
  texts: TitleTexts
  titleHref: ((tag: string) => string) | undefined
  selection: CardGridProps<Title>['selection']
  menu: (title: Title) => ReactNode
  /** Has the name within open its title, where the host opens titles. */
  named: (title: Title, card: ReactNode) => ReactNode
}

const rowId = (title: Title) => title.tag
const size = { width: 220, below: 116 }

/** Titles by their covers, over the same address as the table. */
export function TitleCovers({ list, texts, titleHref, selection, menu, named }: TitleLayoutProps) {
  const { asked: state } = list
  return (
    <CardGrid
      label={texts.text('ui.nav.contentTitles')}
      rows={list.rows}
      rowId={rowId}
      selection={selection}
      size={size}
      total={list.total}
      offset={Math.max(0, state.page * state.take)}
      query={JSON.stringify(state)}
      card={title => named(title, <TitleCard {...{ title, texts, titleHref, menu }} />)}
    />
  )
}
