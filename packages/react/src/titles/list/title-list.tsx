import { Role, type Title } from '@kinora/core'
import { Download, Plus, SearchX, Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { LocationAdapter } from '../../kernel/location.ts'
import { useKinora, useUser } from '../../kernel/provider.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Toolbar } from '../../ui/frame/toolbar.tsx'
import { EmptyState, ErrorState } from '../../ui/status/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SelectionBar } from '../../ui/table/selection-bar.tsx'
import { useTitleTexts } from '../texts.ts'
import { ALL } from './filters.ts'
import { titleColumns } from './title-columns.tsx'
import { TitleFilters } from './title-filters.tsx'
import { TitleRowMenu } from './title-row-menu.tsx'
import { useChosenTitles } from './use-chosen-titles.ts'
import { canPublish, canUnpublish, type TitleActions, useTitleActions } from './use-title-actions.ts'
import { type TitleListModel, useTitleList } from './use-title-list.ts'

export interface TitleListProps {
  /** Keeps search, filters, sorting and page in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Keep it stable: rows are drawn again when it changes. */
  titleHref?: (tag: string) => string
  /** Given, a button leads to the page that adds a title. */
  addHref?: string
}

const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }))
const DeleteTitlesDialog = lazy(async () => ({
  default: (await import('./delete-titles-dialog.tsx')).DeleteTitlesDialog,
}))

const none: ReadonlySet<string> = new Set()
const rowId = (row: Title) => row.tag
const inPage = (tag: string): string => `#${tag}`

/** The list of content titles: search, filters, sorting, pages, badges with live progress, and acts on one or many. */
export function TitleList({ location, titleHref = inPage, addHref }: TitleListProps) {
  const texts = useTitleTexts()
  const { text } = texts
  const { baseUrl } = useKinora()
  const user = useUser()
  const model = useTitleList(location)
  const actions = useTitleActions()
  const [selected, setSelected] = useState<ReadonlySet<string>>(none)
  const [uploading, setUploading] = useState(false)
  const [deleting, setDeleting] = useState<readonly Title[]>([])
  const { state, change, rows, total } = model
  const columns = useMemo(
    () =>
      titleColumns({ texts, titleHref, baseUrl }).filter(
        column => column.id !== 'provider' || user.role === Role.Admin,
      ),
    [texts, titleHref, baseUrl, user.role],
  )
  const rowLabel = useCallback((row: Title) => text('ui.titles.select', { name: row.className }), [text])
  const rowActions = useMemo(
    () => ({
      label: text('ui.titles.actions'),
      width: 52,
      render: (row: Title) => (
        <TitleRowMenu
          title={row}
          texts={texts}
          actions={actions}
          titleHref={titleHref}
          onDelete={title => setDeleting([title])}
        />
      ),
    }),
    [texts, text, actions, titleHref],
  )
  const { chosen, remember } = useChosenTitles(rows, selected)
  const add = addHref ? (
    <ButtonLink variant="primary" href={addHref} icon={<Plus size={16} aria-hidden="true" />}>
      {text('ui.titles.add')}
    </ButtonLink>
  ) : null
  return (
    <div className="kn-titles">
      <PageHeader
        title={text('ui.titles.title')}
        actions={
          <>
            <Button
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => void actions.exportCsv(state)}
            >
              {text('ui.titles.export')}
            </Button>
            <Button icon={<Upload size={16} aria-hidden="true" />} onClick={() => setUploading(true)}>
              {text('ui.uploads.upload')}
            </Button>
            {add}
          </>
        }
      />
      <Toolbar count={model.loading && rows.length === 0 ? '' : text('ui.titles.count', { count: total })}>
        <TitleFilters state={state} onChange={change} metadata={model.metadata} />
      </Toolbar>
      <DataTable
        label={text('ui.titles.title')}
        rows={rows}
        rowId={rowId}
        columns={columns}
        sort={state.sort}
        onSort={sort => change({ sort: sort as typeof state.sort })}
        selection={{
          selected,
          onChange(next, changed) {
            remember(changed)
            setSelected(next)
          },
          allLabel: text('ui.titles.selectAll'),
          rowLabel,
        }}
        rowActions={rowActions}
        total={total}
        offset={state.page * state.take}
        loading={model.loading}
        loadingText={text('ui.loading')}
        empty={<Nothing model={model} add={add} />}
        error={
          model.error ? (
            <ErrorState
              title={text('ui.failedToLoad')}
              text={texts.error(model.error)}
              onRetry={model.retry}
              retryLabel={text('ui.retry')}
            />
          ) : undefined
        }
        maxHeight="max(320px, calc(100dvh - 236px))"
      />
      <Pages model={model} />
      <Chosen
        chosen={chosen}
        actions={actions}
        onClear={() => setSelected(none)}
        onDelete={() => setDeleting(chosen)}
      />
      <Suspense>
        <WhenFirst wanted={uploading}>
          <UploadPanel open={uploading} onClose={() => setUploading(false)} metadata={model.metadata} />
        </WhenFirst>
      </Suspense>
      <Suspense>
        <WhenFirst wanted={deleting.length > 0}>
          <DeleteTitlesDialog
            titles={deleting}
            actions={actions}
            onDone={deleted => {
              setDeleting([])
              if (deleted) setSelected(none)
            }}
          />
        </WhenFirst>
      </Suspense>
    </div>
  )
}

/** Nothing until it is wanted for the first time; then it stays, so that it can close in its own way. */
function WhenFirst({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [was, setWas] = useState(false)
  if (wanted && !was) setWas(true)
  return wanted || was ? children : null
}

function Nothing({ model, add }: { model: TitleListModel; add: ReactNode }) {
  const { text } = useTitleTexts()
  const filtered =
    model.state.query !== '' || Object.values(model.state.filters).some(values => values.length > 0)
  if (!filtered)
    return (
      <EmptyState title={text('ui.titles.emptyTitle')} text={text('ui.titles.emptyText')} actions={add} />
    )
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden="true" />}
      title={text('ui.titles.noMatchTitle')}
      text={text('ui.titles.noMatchText')}
      actions={
        <Button onClick={() => model.change({ query: '', filters: {} })}>
          {text('ui.titles.clearFilters')}
        </Button>
      }
    />
  )
}

/** CONST-03 */
function Pages({ model }: { model: TitleListModel }) {
  const { text } = useTitleTexts()
  const { state, change, total } = model
  return (
    <Pagination
      page={state.page}
      pageSize={state.take === ALL ? 'all' : state.take}
      total={total}
      onPage={page => change({ page })}
      onPageSize={size => change({ take: size === 'all' ? ALL : size })}
      texts={{
        label: text('ui.pages.label'),
        pageSize: text('ui.pages.size'),
        all: text('ui.pages.all'),
        previous: text('ui.pages.previous'),
        next: text('ui.pages.next'),
        range: range => text('ui.pages.range', range),
      }}
    />
  )
}

interface ChosenProps {
  chosen: readonly Title[]
  actions: TitleActions
  onClear: () => void
  onDelete: () => void
}

function Chosen({ chosen, actions, onClear, onDelete }: ChosenProps) {
  const { text } = useTitleTexts()
  const publishable = chosen.filter(canPublish)
  const published = chosen.filter(canUnpublish)
  return (
    <SelectionBar
      count={chosen.length}
      countText={text('ui.titles.selected', { count: chosen.length })}
      label={text('ui.titles.selection')}
      clearLabel={text('ui.titles.clearSelection')}
      onClear={onClear}
      actions={
        <>
          <Button
            size="compact"
            disabled={publishable.length === 0}
            onClick={() => void actions.publish(publishable, true)}
          >
            {text('ui.titles.publish')} {publishable.length || ''}
          </Button>
          <Button
            size="compact"
            disabled={published.length === 0}
            onClick={() => void actions.publish(published, false)}
          >
            {text('ui.titles.unpublish')} {published.length || ''}
          </Button>
          <Button size="compact" variant="danger" onClick={onDelete}>
            {text('ui.titles.delete')}
          </Button>
        </>
      }
    />
  )
}
