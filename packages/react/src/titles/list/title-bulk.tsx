import { ALL_ROWS, type Title, type TitleAct } from '@kinora/core'
import { Sheet } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useChooseForSheet } from '../../intake/stored-sheet.ts'
import { useMay, useUser } from '../../kernel/provider.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { ListSelection } from '../../ui/table/use-selection.ts'
import type { TitleChoice } from '../jobs/bulk-dialog.tsx'
import { useTitleTexts } from '../texts.ts'
import { canAskWhenReady, type TitleActions } from './use-title-actions.ts'
import type { SearchInput, TitleListModel } from './use-title-list.ts'

/** What is chosen in the list, and what can be done to it. */
export interface TitleSelection {
  count: number
  /** Opens the dialog that shows first what would be done. */
  act: (act: TitleAct) => void
  /** Saves them as a file of comma-separated values. */
  exportCsv: () => void
  /** Puts them into the sheet that edits what exists; undefined where they aren’t known one by one. */
  toSheet: (() => void) | undefined
}

const rowId = (row: Title) => row.tag

interface Chosen {
  list: TitleListModel
  selection: ListSelection<Title>
  onAct: (act: TitleAct) => void
}

/** Tells the host what is chosen, so that its commands can act on it. */
export function useTellSelection(
  onSelection: ((selection: TitleSelection | undefined) => void) | undefined,
  { list: { asked: state, total }, selection, actions, onAct }: Chosen & { actions: TitleActions },
) {
  const { chosen, isAll } = selection
  const chooseForSheet = useChooseForSheet()
  const tell = useRef(onSelection)
  tell.current = onSelection
  useEffect(() => {
    const tags = isAll ? undefined : chosen.map(rowId)
    const count = tags?.length ?? total
    const exportCsv = () => void actions.exportCsv(state, tags)
    const toSheet = tags && (() => chooseForSheet(tags))
    tell.current?.(count > 0 ? { count, act: onAct, exportCsv, toSheet } : undefined)
    return () => tell.current?.(undefined)
  }, [isAll, chosen, total, state, actions, onAct, chooseForSheet])
}

/** The bar of what is chosen: its acts, and the offer to choose everything that the list finds. */
export function useBulk({ list, selection, sheetHref, onAct }: Chosen & { sheetHref: string | undefined }) {
  const { text } = useTitleTexts()
  const { chosen, isAll } = selection
  const isMore = list.total > list.rows.length && list.total <= ALL_ROWS
  const isPageChosen = list.rows.length > 0 && chosen.length === list.rows.length
  const toSheet = sheetHref !== undefined && !isAll ? <EditInSheet href={sheetHref} chosen={chosen} /> : null
  return {
    selection,
    toSheet,
    rowLabel: useCallback((row: Title) => text('ui.selectNamed', { name: row.className }), [text]),
    offer:
      isMore && isPageChosen && !isAll
        ? { label: text('ui.list.selectMatching', { count: list.total }), onSelect: selection.chooseAll }
        : undefined,
    count: isAll ? list.total : undefined,
    actions: (
      <>
        {toSheet}
        <TitleBulkActions isLater={chosen.some(canAskWhenReady)} onAct={onAct} />
      </>
    ),
  }
}

/** What is chosen, as a job takes it: everything that the search finds, or titles by their tags. */
export function toChoice(
  { sort: _, dir: __, ...filter }: SearchInput,
  { isAll, chosen }: ListSelection<Title>,
  total: number,
): TitleChoice {
  if (isAll) return { titles: { filter }, count: total }
  return { titles: { tags: chosen.map(rowId) }, count: chosen.length }
}

const acts = [
  { act: 'edit', feature: 'edit', label: 'ui.titles.editMany' },
  { act: 'publish', feature: 'publish', label: 'ui.publish' },
  { act: 'publishWhenReady', feature: 'publish', label: 'ui.titles.publishWhenReady' },
  { act: 'unpublish', feature: 'publish', label: 'ui.titles.unpublish' },
  { act: 'delete', feature: 'delete', label: 'ui.titles.delete' },
] as const

/** What can be done to the selected titles; which of them it fits is shown before it is done. */
function TitleBulkActions({ isLater, onAct }: { isLater: boolean; onAct: (act: TitleAct) => void }) {
  const { text } = useTitleTexts()
  const { embed } = useUser()
  const may = useMay()
  // KEY-06: what a page lets do with one title it may not with many.
  const isForMany = embed?.rights.includes('bulk') ?? true
  const shown = acts.filter(
    ({ act, feature }) => isForMany && may(feature) && (isLater || act !== 'publishWhenReady'),
  )
  return shown.map(({ act, label }) => (
    <Button
      key={act}
      size="compact"
      variant={act === 'delete' ? 'danger' : undefined}
      onClick={() => onAct(act)}
    >
      {text(label)}
    </Button>
  ))
}

function EditInSheet({ href, chosen }: { href: string; chosen: readonly Title[] }) {
  const { text } = useTitleTexts()
  const choose = useChooseForSheet()
  return (
    <ButtonLink
      size="compact"
      variant="primary"
      icon={<Sheet size={16} aria-hidden="true" />}
      href={href}
      onClick={() => choose(chosen.map(rowId))}
    >
      {text('ui.titles.editInSheet')}
    </ButtonLink>
  )
}
