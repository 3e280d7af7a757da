import { type Metadata, Role, type Title, type TitleAct, type TitleEdit, titleViewTexts } from '@kinora/core'
import { Plus, Upload } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ExportButton } from '../../kernel/export-button.tsx'
import { type FormFields, isFrozen } from '../../kernel/form-fields.ts'
import { useTexts } from '../../kernel/message.ts'
import { useIdle, useKinora, useMay, useUser } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import type { ListProps } from '../../kernel/use-resource-list.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CancelWhileLoading, LazyMount } from '../../ui/lazy-mount.tsx'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { useListRoot } from '../../ui/list/list-context.ts'
import type { ListFilter } from '../../ui/list/list-filters.tsx'
import { ResourceList } from '../../ui/list/resource-list.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useListSelection } from '../../ui/table/use-selection.ts'
import { useNumberTexts, useRecentPlays } from '../numbers/recent-plays.tsx'
import { type TitleTexts, useTitleTexts } from '../texts.ts'
import { filterIds, filterNames, optionsOf, type TitleFilters } from './filters.ts'
import type { RemoveFromSiteDialogProps } from './remove-from-site-dialog.tsx'
import { type TitleSelection, toChoice, useBulk, useTellSelection } from './title-bulk.tsx'
import type { CellDrafts } from './title-cell-editor.tsx'
import { type CellField, cellFields, playColumns, titleColumns } from './title-columns.tsx'
import { titleMenuGroups } from './title-menu.tsx'
import { TitleModes } from './title-modes.tsx'
import { useTitleActions } from './use-title-actions.ts'
import { type TitleListModel, useTitleList } from './use-title-list.ts'

export interface TitleListProps extends Omit<ListProps<Title, TitleFilters>, 'rowHref'> {
  /** Where a title is edited. Keep it stable: rows render again when it changes. */
  titleHref?: ((tag: string) => string) | undefined
  /** Given, a link leads to the titles that were deleted. */
  deletedHref?: string
  /** Given, titles that are chosen can be edited in a sheet, which is there. */
  sheetHref?: string
  /** Given, a button leads to the sheet of new classes. */
  intakeHref?: string
  /** What is hidden or read-only can be changed neither in its row nor in the dialog that edits many titles. */
  fields?: FormFields<keyof TitleEdit> | undefined
  /** Given, a link leads to one’s bulk changes. */
  jobsHref?: string
  /**
   * Called with what is selected and what can be done to it, so that a host’s commands can act on it; nothing where nothing is.
   */
  onSelection?: (selection: TitleSelection | undefined) => void
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
const rowName = (row: Title) => row.className
const inPage = (tag: string): string => `#${tag}`

/** The list of content titles: search, filters, sorting, pages, badges with live progress, and acts on one or many. */
export function TitleList(props: TitleListProps) {
  const { titleHref: given, addHref, sheetHref, tabs, onSelection, onOpen } = props
  const titleHref = given ?? inPage
  // Where the host opens titles and has no address for them, their names are buttons.
  const rowHref = onOpen === undefined ? titleHref : given
  const texts = useTitleTexts()
  const { text } = texts
  const list = useTitleList(props)
  const actions = useTitleActions()
  const selection = useListSelection(list.rows, rowId, list.query)
  const [isUploading, setUploading] = useState(false)
  const [asked, setAsked] = useState<RemoveFromSiteDialogProps['asked']>()
  const [act, setAct] = useState<TitleAct>()
  const [isStarted, setStarted] = useState(false)
  const columns = useColumns(list, texts, rowHref, props.fields)
  useTellSelection(onSelection, { list, selection, actions, onAct: setAct })
  const { toSheet, ...bulk } = useBulk({ list, selection, sheetHref, onAct: setAct })
  const latest = useRef(onOpen)
  latest.current = onOpen
  const isOpened = onOpen !== undefined
  const rowMenu = useMemo(() => {
    const open = isOpened ? (title: Title) => latest.current?.(title) : undefined
    const options = { texts, actions, titleHref, onOpen: open, isInList: true, onRemoveFromSite: setAsked }
    return (title: Title) => () => titleMenuGroups(title, options)
  }, [texts, actions, titleHref, isOpened])
  const newOnes = <NewTitles addHref={addHref} intakeHref={props.intakeHref} />
  return (
    <ResourceList
      part="title-list"
      host={props}
      title={text('ui.nav.contentTitles')}
      actions={
        <ListActions
          {...props}
          newOnes={newOnes}
          onExport={() => void actions.exportCsv(list.asked)}
          onUpload={() => setUploading(true)}
        />
      }
      tabs={tabs}
      selectors={<Selectors list={list} texts={texts} />}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      searchLabel={text('ui.search.titles')}
      filters={titleFilters(texts, list.metadata)}
      count={count =>
        text(list.asked.sort === null ? 'ui.titles.countByRelevance' : 'ui.titles.count', { count })
      }
      empty={
        <EmptyState
          title={text('ui.titles.emptyTitle')}
          text={text('ui.titles.emptyText')}
          actions={newOnes}
        />
      }
      rowMenu={rowMenu}
      bulk={bulk}
      modes={{
        choice: <TitleModes />,
        content: layoutOf(list, rowHref),
        isEndless: list.mode === 'board',
      }}
      summary={<Summary {...{ list, titleHref, isStarted }} />}
    >
      <LazyMount when={isUploading} onCancel={() => setUploading(false)}>
        <UploadPanel
          open={isUploading}
          onClose={() => setUploading(false)}
          metadata={list.metadata}
          titleHref={titleHref}
        />
      </LazyMount>
      {act === undefined ? null : (
        <LazyBoundary fallback={<CancelWhileLoading onCancel={() => setAct(undefined)} />}>
          <BulkDialog
            act={act}
            choice={toChoice(list.input, selection, list.total)}
            metadata={list.metadata}
            fields={props.fields}
            aside={toSheet}
            onClose={() => setAct(undefined)}
            onStarted={() => {
              setAct(undefined)
              setStarted(true)
              selection.clear()
            }}
          />
        </LazyBoundary>
      )}
      <LazyMount when={asked !== undefined} onCancel={() => setAsked(undefined)}>
        <RemoveFromSiteDialog {...{ asked, actions }} onDone={() => setAsked(undefined)} />
      </LazyMount>
    </ResourceList>
  )
}

/** The sheet of new classes comes first where there is one. */
function NewTitles({ addHref, intakeHref }: Pick<TitleListProps, 'addHref' | 'intakeHref'>) {
  const { text } = useTitleTexts()
  const may = useMay()
  const isSheetFirst = intakeHref !== undefined
  if (!may('create')) return null
  return (
    <>
      {addHref ? (
        <ButtonLink
          variant={isSheetFirst ? 'secondary' : 'primary'}
          href={addHref}
          icon={<Plus size={16} aria-hidden="true" />}
        >
          {text('ui.titles.add')}
        </ButtonLink>
      ) : null}
      {isSheetFirst ? (
        <ButtonLink variant="primary" href={intakeHref}>
          {text('ui.add.classes')}
        </ButtonLink>
      ) : null}
    </>
  )
}

interface ListActionsProps extends Pick<TitleListProps, 'jobsHref' | 'deletedHref'> {
  newOnes: ReactNode
  onExport: () => void
  onUpload: () => void
}

/** What can be done from the list whatever is chosen. */
function ListActions({ jobsHref, deletedHref, newOnes, onExport, onUpload }: ListActionsProps) {
  const { text } = useTitleTexts()
  const may = useMay()
  return (
    <>
      {jobsHref ? <ButtonLink href={jobsHref}>{text('ui.page.jobs')}</ButtonLink> : null}
      {deletedHref ? <ButtonLink href={deletedHref}>{text('ui.deleted')}</ButtonLink> : null}
      {may('download') ? <ExportButton onClick={onExport} /> : null}
      {may('create') && may('upload') ? (
        <Button icon={<Upload size={16} aria-hidden="true" />} onClick={onUpload}>
          {text('ui.uploads.upload')}
        </Button>
      ) : null}
      {newOnes}
    </>
  )
}

function Selectors(props: { list: TitleListModel; texts: TitleTexts }) {
  return (
    <LazyMount when={useIdle()}>
      <TitleSelectors {...props} />
    </LazyMount>
  )
}

/** Covers or a board in place of the table. */
function layoutOf({ mode }: TitleListModel, titleHref: TitleListProps['titleHref']) {
  const Layout = mode === 'covers' ? TitleCovers : mode === 'board' ? TitleBoard : undefined
  return (
    Layout && (
      <LazyBoundary fallback={<Skeleton height={320} />}>
        <Layout titleHref={titleHref} />
      </LazyBoundary>
    )
  )
}

interface SummaryProps {
  list: TitleListModel
  titleHref: (tag: string) => string
  /** A job was started from this list, so that it is shown at once. */
  isStarted: boolean
}

/** Above the rows: the bulk changes that are at work, and saved views. */
function Summary({ list: { views, isLoading: loading, total }, titleHref, isStarted }: SummaryProps) {
  const isIdle = useIdle()
  const { columns } = useListRoot<Title>()
  // KEY-06: views and jobs are those of the staff.
  const { embed } = useUser()
  if (embed !== undefined) return null
  return (
    <>
      <LazyMount when={isIdle || isStarted}>
        <TitleJobPanel titleHref={titleHref} />
      </LazyMount>
      <div className="kn-views-place">
        <LazyMount when={isIdle}>
          <ViewTabs
            list="titles"
            {...views}
            toKeep={views.toKeep(columns)}
            onOpen={views.open}
            total={loading ? undefined : total}
          />
        </LazyMount>
      </div>
    </>
  )
}

/** A new category leaves the old sub category behind. */
const isEditable = (fields: TitleListProps['fields'], field: CellField): boolean =>
  !isFrozen(fields, field) && !(field === 'classCategoryId' && isFrozen(fields, 'classSubCategoryId'))

function useColumns(
  list: TitleListModel,
  texts: TitleTexts,
  titleHref: TitleListProps['titleHref'],
  fields: TitleListProps['fields'],
) {
  const { baseUrl } = useKinora()
  const { role } = useUser()
  const { day } = useDates()
  const numberTexts = useNumberTexts()
  const viewTexts = useTexts(titleViewTexts)
  const [drafts] = useState((): CellDrafts => new Map())
  const { metadata } = list
  const { columnState, asked: state } = list
  const isShown = (id: string) => state.columns?.includes(id) ?? columnState.columnVisibility?.[id] === true
  const plays = useRecentPlays(list.found, list.mode === 'table' && playColumns.some(isShown))
  // A host may make its object anew each time.
  const editable = cellFields.filter(field => isEditable(fields, field)).join()
  return useMemo(() => {
    const edit = (field: CellField) =>
      editable.includes(field) && {
        edit: (title: Title, done: (isLeft?: boolean) => void) => (
          <LazyBoundary fallback={<Skeleton height={32} />}>
            <TitleCellEditor {...{ title, field, metadata, drafts }} onDone={done} />
          </LazyBoundary>
        ),
        hasDraft: ({ tag }: Title) => drafts.has(`${tag} ${field}`),
      }
    return titleColumns({ texts, titleHref, baseUrl, day, plays, numberTexts, viewTexts, edit }).filter(
      column => column.id !== 'provider' || role === Role.Admin,
    )
  }, [texts, titleHref, baseUrl, day, plays, numberTexts, viewTexts, metadata, role, drafts, editable])
}

/** The filters of the list with their choices (TITLE-14). */
const titleFilters = ({ text }: TitleTexts, metadata: Metadata | undefined): ListFilter[] =>
  filterIds.map(id => ({
    id,
    name: text(filterNames[id]),
    options: metadata && optionsOf(id, metadata, text),
  }))
