import { ALL_ROWS, type Metadata, Role, type Title, type TitleAct, titleViewTexts } from '@kinora/core'
import { Download, Kanban, LayoutGrid, Plus, Sheet, Table2, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useChooseForSheet } from '../../intake/kept.ts'
import type { LocationAdapter } from '../../kernel/location.ts'
import { useTexts } from '../../kernel/message.ts'
import { useIdle, useKinora, useUser } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CancelWhileLoading, LazyMount } from '../../ui/lazy-mount.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ListFilter } from '../../ui/list/list-filters.tsx'
import { ResourceList } from '../../ui/list/resource-list.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { type ListSelection, useListSelection } from '../../ui/table/use-selection.ts'
import type { TitleChoice } from '../jobs/bulk-dialog.tsx'
import { useRecentPlays } from '../numbers/use-recent-plays.ts'
import { useNumberTexts } from '../numbers/words.ts'
import { type TitleTexts, useTitleTexts } from '../texts.ts'
import { filterIds, filterNames, optionsOf, titleModes, toCanonical } from './filters.ts'
import type { RemoveFromSiteDialogProps } from './remove-from-site-dialog.tsx'
import type { CellField } from './title-cell-editor.tsx'
import { playColumns, titleColumns } from './title-columns.tsx'
import { TitleRowMenu } from './title-menu.tsx'
import { canAskWhenReady, useTitleActions } from './use-title-actions.ts'
import { type SearchInput, type TitleListModel, useTitleList } from './use-title-list.ts'

export interface TitleListProps {
  /** Keeps search, filters, sorting and page in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Keep it stable: rows render again when it changes. */
  titleHref?: (tag: string) => string
  /** Given, a button leads to the page that adds a title. */
  addHref?: string
  /** Given, a link leads to the titles that were deleted. */
  deletedHref?: string
  /** Given, titles that are chosen can be edited in a sheet, which is there. */
  sheetHref?: string
  /** Given, a button leads to the sheet of new classes. */
  intakeHref?: string
  /** Given, a link leads to one’s bulk changes. */
  jobsHref?: string
  /** The tabs of the section (NAV-58). */
  tabs?: ReactNode
  /**
   * Called with what is selected and what can be done to it, so that a host’s commands can act on it; nothing where nothing is.
   */
  onSelection?: (selection: TitleSelection | undefined) => void
}

export interface TitleSelection {
  count: number
  /** Opens the dialog that shows first what would be done. */
  act: (act: TitleAct) => void
  /** TITLE-29 */
  exportCsv: () => void
  /** Puts them into the sheet that edits what exists; undefined where they aren’t known one by one. */
  toSheet: (() => void) | undefined
}

const ViewTabs = lazyPart(async () => ({ default: (await import('../../views/view-tabs.tsx')).ViewTabs }))
const TitleCovers = lazyPart(async () => ({ default: (await import('./title-covers.tsx')).TitleCovers }))
const TitleBoard = lazyPart(async () => ({ default: (await import('./title-board.tsx')).TitleBoard }))
const TitleCellEditor = lazyPart(async () => ({
  default: (await import('./title-cell-editor.tsx')).TitleCellEditor,
}))
const UploadPanel = lazyPart(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }))
const TitleSelectors = lazyPart(async () => ({
  default: (await import('./title-selectors.tsx')).TitleSelectors,
}))
const BulkDialog = lazyPart(async () => ({ default: (await import('../jobs/bulk-dialog.tsx')).BulkDialog }))
const TitleJobPanel = lazyPart(async () => ({
  default: (await import('../jobs/title-job-panel.tsx')).TitleJobPanel,
}))
const RemoveFromSiteDialog = lazyPart(async () => ({
  default: (await import('./remove-from-site-dialog.tsx')).RemoveFromSiteDialog,
}))

const rowId = (row: Title) => row.tag
const inPage = (tag: string): string => `#${tag}`

/** The list of content titles: search, filters, sorting, pages, badges with live progress, and acts on one or many. */
export function TitleList({
  location,
  titleHref = inPage,
  addHref,
  deletedHref,
  sheetHref,
  intakeHref,
  jobsHref,
  tabs,
  onSelection,
}: TitleListProps) {
  const texts = useTitleTexts()
  const { text } = texts
  const list = useTitleList(location)
  const actions = useTitleActions()
  const selection = useListSelection(list.rows, rowId, list.query)
  const [uploading, setUploading] = useState(false)
  const [asked, setAsked] = useState<RemoveFromSiteDialogProps['asked']>()
  const [act, setAct] = useState<TitleAct>()
  const [isStarted, setStarted] = useState(false)
  const isIdle = useIdle()
  const columns = useColumns(list, texts, titleHref)
  const isMore = list.total > list.rows.length && list.total <= ALL_ROWS
  const isPageChosen = list.rows.length > 0 && selection.chosen.length === list.rows.length
  const { chosen, isAll } = selection
  const { state, total } = list
  const chooseForSheet = useChooseForSheet()
  useEffect(() => {
    const tags = isAll ? undefined : chosen.map(rowId)
    const count = tags?.length ?? total
    const exportCsv = () => void actions.exportCsv(state, tags)
    const toSheet = tags && (() => chooseForSheet(tags))
    onSelection?.(count > 0 ? { count, act: setAct, exportCsv, toSheet } : undefined)
    return () => onSelection?.(undefined)
  }, [onSelection, isAll, chosen, total, state, actions, chooseForSheet])
  const toSheet = sheetHref !== undefined && !isAll ? <EditInSheet href={sheetHref} chosen={chosen} /> : null
  const offer =
    isMore && isPageChosen && !selection.isAll
      ? {
          label: text('ui.list.selectMatching', { count: list.total }),
          onSelect: selection.chooseAll,
        }
      : undefined
  const rowLabel = useCallback((row: Title) => text('ui.selectNamed', { name: row.className }), [text])
  const rowActions = useMemo(() => {
    const render = (title: Title) => (
      <TitleRowMenu {...{ title, texts, actions, titleHref }} onRemoveFromSite={setAsked} />
    )
    return { width: 52, render }
  }, [texts, actions, titleHref])
  const bulk = {
    selection,
    rowLabel,
    offer,
    count: selection.isAll ? list.total : undefined,
    actions: (
      <>
        {toSheet}
        <TitleBulkActions isLater={chosen.some(canAskWhenReady)} onAct={setAct} />
      </>
    ),
  }
  const Layout = list.mode === 'covers' ? TitleCovers : list.mode === 'board' ? TitleBoard : undefined
  const content = Layout && (
    <Suspense fallback={<Skeleton height={320} />}>
      <Layout
        {...{ list, texts, titleHref }}
        selection={{ ...selection, rowLabel, allLabel: list.texts.selectAll }}
        menu={rowActions.render}
      />
    </Suspense>
  )
  const isSheetFirst = intakeHref !== undefined
  const add = addHref ? (
    <ButtonLink
      variant={isSheetFirst ? 'secondary' : 'primary'}
      href={addHref}
      icon={<Plus size={16} aria-hidden="true" />}
    >
      {text('ui.titles.add')}
    </ButtonLink>
  ) : null
  const newOnes = (
    <>
      {add}
      {isSheetFirst ? (
        <ButtonLink variant="primary" href={intakeHref}>
          {text('ui.add.classes')}
        </ButtonLink>
      ) : null}
    </>
  )
  return (
    <ResourceList
      title={text('ui.nav.contentTitles')}
      actions={
        <>
          {jobsHref ? <ButtonLink href={jobsHref}>{text('ui.page.jobs')}</ButtonLink> : null}
          {deletedHref ? <ButtonLink href={deletedHref}>{text('ui.deleted')}</ButtonLink> : null}
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => void actions.exportCsv(list.state)}
          >
            {text('ui.export')}
          </Button>
          <Button icon={<Upload size={16} aria-hidden="true" />} onClick={() => setUploading(true)}>
            {text('ui.uploads.upload')}
          </Button>
          {newOnes}
        </>
      }
      tabs={tabs}
      selectors={
        <LazyMount when={isIdle}>
          <TitleSelectors list={list} texts={texts} />
        </LazyMount>
      }
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.search.titles')}
      filters={titleFilters(texts, list.metadata)}
      count={count =>
        text(list.state.sort === null ? 'ui.titles.countByRelevance' : 'ui.titles.count', { count })
      }
      empty={
        <EmptyState
          title={text('ui.titles.emptyTitle')}
          text={text('ui.titles.emptyText')}
          actions={newOnes}
        />
      }
      rowActions={rowActions}
      bulk={bulk}
      modes={{
        choice: <TitleModes list={list} />,
        content,
        isEndless: list.mode === 'board',
      }}
      summary={
        <>
          <LazyMount when={isIdle || isStarted}>
            <TitleJobPanel titleHref={titleHref} />
          </LazyMount>
          <div className="kn-views-place">
            <LazyMount when={isIdle}>
              <ViewTabs
                list="titles"
                {...list.views}
                toCanonical={toCanonical}
                onOpen={list.views.open}
                total={list.loading ? undefined : list.total}
              />
            </LazyMount>
          </div>
        </>
      }
    >
      <LazyMount when={uploading} onCancel={() => setUploading(false)}>
        <UploadPanel
          open={uploading}
          onClose={() => setUploading(false)}
          metadata={list.metadata}
          titleHref={titleHref}
        />
      </LazyMount>
      {act === undefined ? null : (
        <Suspense fallback={<CancelWhileLoading onCancel={() => setAct(undefined)} />}>
          <BulkDialog
            act={act}
            choice={toChoice(list.input, selection, list.total)}
            metadata={list.metadata}
            aside={toSheet}
            onClose={() => setAct(undefined)}
            onStarted={() => {
              setAct(undefined)
              setStarted(true)
              selection.clear()
            }}
          />
        </Suspense>
      )}
      <LazyMount when={asked !== undefined} onCancel={() => setAsked(undefined)}>
        <RemoveFromSiteDialog {...{ asked, actions }} onDone={() => setAsked(undefined)} />
      </LazyMount>
    </ResourceList>
  )
}

/** What is chosen, as a job takes it: everything that the search finds, or titles by their tags. */
function toChoice(
  { sort: _, dir: __, ...filter }: SearchInput,
  { isAll, chosen }: ListSelection<Title>,
  total: number,
): TitleChoice {
  if (isAll) return { titles: { filter }, count: total }
  return { titles: { tags: chosen.map(rowId) }, count: chosen.length }
}

function useColumns(list: TitleListModel, texts: TitleTexts, titleHref: (tag: string) => string) {
  const { baseUrl } = useKinora()
  const { role } = useUser()
  const { day } = useDates()
  const numberTexts = useNumberTexts()
  const viewTexts = useTexts(titleViewTexts)
  const { metadata } = list
  const { columnVisibility } = list.columnState
  const plays = useRecentPlays(
    list.found,
    list.mode === 'table' && playColumns.some(id => columnVisibility?.[id] === true),
  )
  return useMemo(() => {
    const edit = (field: CellField) => (title: Title, done: (isLeft?: boolean) => void) => (
      <Suspense fallback={<Skeleton height={32} />}>
        <TitleCellEditor title={title} field={field} metadata={metadata} onDone={done} />
      </Suspense>
    )
    return titleColumns({ texts, titleHref, baseUrl, day, plays, numberTexts, viewTexts, edit }).filter(
      column => column.id !== 'provider' || role === Role.Admin,
    )
  }, [texts, titleHref, baseUrl, day, plays, numberTexts, viewTexts, metadata, role])
}

const modeIcons = { table: Table2, covers: LayoutGrid, board: Kanban } as const

/** How the titles are shown: the address says it. */
function TitleModes({ list: { mode, change, state } }: { list: TitleListModel }) {
  const { text } = useTexts(titleViewTexts)
  const items = (['table', ...titleModes] as const).map(id => {
    const Icon = modeIcons[id]
    return { id, label: text(`ui.titles.mode.${id}`), icon: <Icon size={16} aria-hidden="true" /> }
  })
  return (
    <Segments
      label={text('ui.titles.modes')}
      items={items}
      selected={mode}
      onSelect={id => change({ mode: id === 'table' ? undefined : id, page: state.page })}
    />
  )
}

const acts = [
  { act: 'edit', label: 'ui.titles.editMany' },
  { act: 'publish', label: 'ui.publish' },
  { act: 'publishWhenReady', label: 'ui.titles.publishWhenReady' },
  { act: 'unpublish', label: 'ui.titles.unpublish' },
  { act: 'delete', label: 'ui.titles.delete' },
] as const

/** What can be done to the selected titles; which of them it fits is shown before it is done. */
function TitleBulkActions({ isLater, onAct }: { isLater: boolean; onAct: (act: TitleAct) => void }) {
  const { text } = useTitleTexts()
  const shown = acts.filter(({ act }) => isLater || act !== 'publishWhenReady')
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

/** The filters of the list with their choices (TITLE-14). */
const titleFilters = ({ text }: TitleTexts, metadata: Metadata | undefined): ListFilter[] =>
  filterIds.map(id => ({
    id,
    name: text(filterNames[id]),
    options: metadata && optionsOf(id, metadata, text),
  }))
