import {
  ALL_ROWS,
  fromWireDate,
  PAGE_SIZE,
  type Text,
  toDay,
  translations,
  writeTranslations,
} from '@kinora/core'
import { SquarePen, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { saveFile } from '../adapters/download.ts'
import { ExportButton } from '../kernel/export-button.tsx'
import { type ListRules, type ListStateOptions, useColumnState, useListState } from '../kernel/list-state.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import type { ListProps } from '../kernel/use-resource-list.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { useFileChooser } from '../ui/form/file-drop.tsx'
import { BackLink } from '../ui/frame/page-header.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { type ListModel, withState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { useOpening } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TextDialog } from './text-dialog.tsx'
import { TextImport } from './text-import.tsx'
import {
  findTextRows,
  formsOf,
  type TextRow,
  type TranslationTextsOf,
  toTextRows,
  useTranslationTexts,
} from './text-rows.ts'

const rowId = (row: TextRow) => row.key

export interface TextListProps extends Omit<ListProps<TextRow, { replaced: 'true' }>, 'rowHref' | 'addHref'> {
  /** Where the admin area is. */
  backHref?: string
}

// I18N-03
/**
 * Every text with what replaces it, for administrators: found, edited, put back, exported and imported. It needs all
 * catalogues, which come with it alone.
 */
export function TextList(props: TextListProps) {
  const { backHref, tabs } = props
  const texts = useTranslationTexts()
  const { text } = texts
  const list = useTextList(props)
  const editing = useOpening<string>()
  const imported = useOpening<File>()
  const columns = useMemo(() => textColumns(texts), [texts])
  const openEditor = editing.open
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: ({ key }: TextRow) => (
        <IconButton
          label={text('ui.texts.edit', { key })}
          icon={<SquarePen size={16} aria-hidden="true" />}
          onClick={() => openEditor(key)}
        />
      ),
    }),
    [text, openEditor],
  )
  const chooser = useFileChooser({
    accept: '.json',
    onFiles: ([chosen]) => chosen && imported.open(chosen),
  })
  const replaced = list.everything.flatMap(row => row.replaced ?? [])
  const row = list.everything.find(({ key }) => key === editing.subject)
  return (
    <ResourceList
      part="text-list"
      host={props}
      tabs={tabs}
      title={text('ui.page.texts')}
      text={text('ui.admin.textsText')}
      back={<BackLink href={backHref}>{text('ui.nav.admin')}</BackLink>}
      actions={
        <>
          {chooser.input}
          <Button
            icon={<Upload size={16} aria-hidden="true" />}
            disabled={list.isLoading}
            onClick={chooser.choose}
          >
            {text('ui.texts.import')}
          </Button>
          <ExportButton
            disabled={replaced.length === 0}
            onClick={() => void saveTexts(writeTranslations(replaced))}
          />
        </>
      }
      selectors={
        list.fixed?.includes('replaced') ? null : (
          <Checkbox
            label={text('ui.texts.filterReplaced')}
            checked={list.onlyReplaced}
            onChange={event =>
              list.change({ filters: { replaced: event.target.checked ? ['true'] : undefined } })
            }
          />
        )
      }
      list={list}
      rowId={rowId}
      columns={columns}
      rowActions={rowActions}
      searchLabel={text('ui.texts.search')}
      count={count => text('ui.texts.count', { count })}
      empty={<EmptyState title={text('ui.texts.emptyTitle')} />}
    >
      {row === undefined ? null : (
        <TextDialog
          key={editing.nth}
          row={row}
          open={editing.isOpen}
          refresh={list.refresh}
          onClose={editing.close}
        />
      )}
      {imported.subject === undefined ? null : (
        <TextImport
          key={imported.nth}
          file={imported.subject}
          replaced={replaced}
          open={imported.isOpen}
          onClose={imported.close}
        />
      )}
    </ResourceList>
  )
}

const saveTexts = (json: string): Promise<string> =>
  saveFile({ body: json, contentType: 'application/json' }, 'texts.json')

/** Key, what the catalogue says, what is shown instead, and who changed it. */
function textColumns({ text, issue, locale }: TranslationTextsOf): DataTableColumn<TextRow>[] {
  const changed = ({ replaced }: TextRow): string => {
    if (replaced === undefined) return '—'
    const date = fromWireDate(replaced.updatedDate)
    return [date && toDay(date, 'UTC', locale), replaced.updatedBy].filter(Boolean).join(' · ')
  }
  return [
    {
      id: 'key',
      header: text('ui.texts.columnKey'),
      width: 200,
      grow: 2,
      cell: ({ key }) => (
        <bdi className="kn-truncate kn-texts-key" dir="ltr" title={key}>
          {key}
        </bdi>
      ),
    },
    {
      id: 'original',
      header: text('ui.texts.columnOriginal'),
      width: 220,
      grow: 3,
      cell: ({ original }) =>
        original === undefined ? (
          <span className="kn-truncate">{text('ui.texts.gone')}</span>
        ) : (
          <Forms of={original} />
        ),
    },
    {
      id: 'replacement',
      header: text('ui.texts.replacement'),
      width: 220,
      grow: 3,
      cell: ({ replaced, problem }) =>
        replaced === undefined ? (
          '—'
        ) : (
          <span className="kn-texts-words">
            <Forms of={replaced.text} />
            {problem === undefined ? null : (
              <span className="kn-texts-problem" title={issue(problem)}>
                {text('ui.texts.broken')} {issue(problem)}
              </span>
            )}
          </span>
        ),
    },
    {
      id: 'changed',
      header: text('ui.changedOn'),
      width: 150,
      grow: 1,
      wideOnly: true,
      cell: row => <span className="kn-truncate">{changed(row)}</span>,
    },
  ]
}

/** In one line; a text by number as its two forms. */
function Forms({ of }: { of: Text }) {
  const words = formsOf(of).join(' | ')
  return (
    <span className="kn-truncate" dir="auto" title={words}>
      {words}
    </span>
  )
}

const rules: ListRules = {
  filters: ['replaced'],
  values: { replaced: ['true'] },
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

interface TextListModel extends ListModel<TextRow> {
  /** Every text, found or not. */
  everything: readonly TextRow[]
  onlyReplaced: boolean
  /** Reads all of them again; the one of that key. */
  refresh(key: string): Promise<TextRow | undefined>
}

/** The catalogue with what replaces it, searched and paged on the page itself: it has all of it. */
function useTextList({ location, filter }: Pick<ListStateOptions, 'location' | 'filter'>): TextListModel {
  const { error } = useTranslationTexts()
  const [state, change, fixed] = useListState(rules, { location, filter })
  const [columnState, onColumnState] = useColumnState(translations.list.id)
  const read = useRead(translations.list, {})
  const everything = useMemo(() => (read.data === undefined ? [] : toTextRows(read.data.data)), [read.data])
  const onlyReplaced = (state.filters.replaced?.length ?? 0) > 0
  const found = useMemo(
    () => findTextRows(everything, state.query, onlyReplaced),
    [everything, state.query, onlyReplaced],
  )
  const { page, take } = state
  const rows = useMemo(
    () => (take === rules.all ? found : found.slice(page * take, (page + 1) * take)),
    [found, page, take],
  )
  return withState({
    asked: state,
    change,
    rows,
    total: found.length,
    everything,
    onlyReplaced,
    refresh: key =>
      read
        .refetch({ throwOnError: true })
        .then(({ data }) => toTextRows(data?.data ?? []).find(row => row.key === key)),
    isLoading: read.isPending,
    error: read.error ? error(read.error) : undefined,
    retry: () => void read.refetch(),
    all: rules.all,
    fixed,
    columnState,
    onColumnState,
    texts: useListTexts(),
  })
}
