import { type Title, titleViewTexts, wordTexts } from '@kinora/core'
import { Kanban, LayoutGrid, Table2 } from 'lucide-react'
import { useTexts } from '../../kernel/message.ts'
import { useListRoot } from '../../ui/list/list-context.ts'
import { Segments } from '../../ui/segments.tsx'
import { titleModes } from './filters.ts'
import type { TitleListModel } from './use-title-list.ts'

/** The list of the root around, which has to be one of titles. */
export function useTitleRoot(): TitleListModel {
  const list: object = useListRoot<Title>().list
  if (!isOfTitles(list))
    throw new Error('Parts of titles stand in a <ListRoot> with the list of useTitleList')
  return list
}

const isOfTitles = (list: object): list is TitleListModel => 'onLane' in list

const icons = { table: Table2, covers: LayoutGrid, board: Kanban } as const

/** How the titles are shown, in a `ListRoot` of `useTitleList`: the address says it. */
export function TitleModes() {
  const { mode, change, asked } = useTitleRoot()
  const { text } = useTexts(titleViewTexts)
  const words = useTexts(wordTexts)
  const items = (['table', ...titleModes] as const).map(id => {
    const Icon = icons[id]
    return { id, label: text(`ui.titles.mode.${id}`), icon: <Icon size={16} aria-hidden="true" /> }
  })
  return (
    <Segments
      label={words.text('ui.layout')}
      items={items}
      selected={mode}
      onSelect={id => change({ mode: id === 'table' ? undefined : id, page: asked.page })}
    />
  )
}
