import { ALL_ROWS, type Document, documents, PAGE_SIZE } from '@kinora/core'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { DeleteRowsDialog } from '../kernel/delete-rows-dialog.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora } from '../kernel/provider.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'
import { useDates } from '../kernel/use-dates.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AddLink } from '../ui/list/add-link.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { useListSelection } from '../ui/list/use-list-selection.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { documentColumns } from './document-columns.tsx'
import { DownloadBars } from './download-bars.tsx'
import { useDocumentTexts } from './texts.ts'
import { useDeleteDocuments } from './use-delete-documents.ts'
import { useDownloads } from './use-downloads.ts'

const rules: ListRules = {
  filters: ['active'],
  sorts: ['title', 'size', 'pages', 'createdDate'],
  start: {
    query: '',
    filters: {},
    page: 0,
    take: PAGE_SIZE,
    sort: { id: 'title', descending: false },
  },
  all: ALL_ROWS,
}
const rowId = (row: Document) => row.documentId
const icon = { size: 16, 'aria-hidden': true } as const

/** What is below the gate of a tenant. */
export function DocumentEntries({
  location,
  rowHref,
  addHref,
  tenantId,
}: ListPageProps & { tenantId: string }) {
  const { text } = useDocumentTexts()
  const { text: form } = useFormTexts()
  const list = useResourceList(documents.list, {
    location,
    rules,
    input: ({ query, filters: { active = [] }, sort }) => ({
      tenantId,
      query: query || undefined,
      active: active.length === 1 ? active[0] === 'true' : undefined,
      sort: sort?.id as 'title' | undefined,
      dir: sort?.descending ? ('desc' as const) : ('asc' as const),
    }),
  })
  const rows = list.rows as readonly Document[]
  const downloads = useDownloads(tenantId)
  const selection = useListSelection(rows, rowId, JSON.stringify(list.state))
  const deletion = useDeleteDocuments(tenantId, selection.clear)
  const rowActions = useRowActions({ rowHref, download: downloads.start, ask: deletion.ask })
  const rowLabel = useCallback((row: Document) => text('ui.documents.select', { name: row.title }), [text])
  const add = <AddLink href={addHref}>{text('ui.documents.add')}</AddLink>
  return (
    <ResourceList
      title={text('ui.documents.title')}
      text={text('ui.documents.text')}
      actions={add}
      list={{ ...list, rows }}
      rowId={rowId}
      columns={useColumns(rowHref)}
      rowActions={rowActions}
      searchLabel={text('ui.documents.search')}
      filters={[
        {
          id: 'active',
          name: form('ui.form.state'),
          options: [
            { value: 'true', label: form('ui.form.active') },
            { value: 'false', label: form('ui.form.inactive') },
          ],
        },
      ]}
      count={count => text('ui.documents.count', { count })}
      bulk={{
        selection,
        rowLabel,
        actions: (
          <Button icon={<Trash2 {...icon} />} onClick={() => deletion.ask(selection.chosen)}>
            {text('ui.documents.deleteMany', { count: selection.chosen.length })}
          </Button>
        ),
      }}
      result={deletion.result}
      onResultClose={deletion.clearResult}
      empty={
        <EmptyState
          title={text('ui.documents.emptyTitle')}
          text={text('ui.documents.emptyText')}
          actions={add}
        />
      }
    >
      <DownloadBars downloads={downloads} />
      <DeleteRowsDialog
        deletion={deletion}
        title={count => text('ui.documents.deleteTitle', { count })}
        text={text('ui.documents.deleteText')}
        label={count => text('ui.documents.deleteMany', { count })}
      />
    </ResourceList>
  )
}

function useColumns(rowHref: ListPageProps['rowHref']) {
  const { text } = useDocumentTexts()
  const { text: form } = useFormTexts()
  const { baseUrl } = useKinora()
  const { day } = useDates()
  return useMemo(
    () => documentColumns({ text, form, rowHref, baseUrl, day }),
    [text, form, rowHref, baseUrl, day],
  )
}

interface RowActs {
  rowHref: ListPageProps['rowHref']
  download(row: Document): void
  ask(rows: readonly Document[]): void
}

function useRowActions({ rowHref, download, ask }: RowActs) {
  const { text } = useDocumentTexts()
  const { rowActions: label } = useListTexts()
  const latest = useRef({ download, ask })
  latest.current = { download, ask }
  return useMemo(() => {
    const groupsOf = (row: Document) => [
      {
        actions: [
          ...(rowHref === undefined
            ? []
            : [
                {
                  label: text('ui.documents.edit'),
                  icon: <Pencil {...icon} />,
                  href: rowHref(row.documentId),
                },
              ]),
          {
            label: text('ui.documents.download'),
            icon: <Download {...icon} />,
            onSelect: () => latest.current.download(row),
          },
        ],
      },
      {
        actions: [
          {
            label: text('ui.documents.delete'),
            icon: <Trash2 {...icon} />,
            tone: 'negative' as const,
            onSelect: () => latest.current.ask([row]),
          },
        ],
      },
    ]
    return {
      label,
      width: 52,
      render: (row: Document) => (
        <Menu
          trigger={
            <IconButton
              label={text('ui.documents.acts', { name: row.title })}
              icon={<EllipsisIcon size={16} />}
            />
          }
          groups={() => groupsOf(row)}
        />
      ),
    }
  }, [text, label, rowHref])
}
