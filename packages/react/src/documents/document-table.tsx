import { type Document, documents, toMegabytes } from '@kinora/core'
import { Download, FileText, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { ActiveState, useActiveFilter } from '../kernel/active.tsx'
import { useDeleteRows } from '../kernel/delete-rows.tsx'
import { type FormTexts, useFormTexts } from '../kernel/form-texts.ts'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora } from '../kernel/provider.tsx'
import { type RowColumn, RowList } from '../kernel/row-list.tsx'
import { createdColumn, type Dates, useDates } from '../kernel/use-dates.ts'
import {
  type ListPageProps,
  pagesOnly,
  toSearch,
  toSorted,
  useResourceList,
} from '../kernel/use-resource-list.ts'
import { Thumbnail, TitleCell } from '../ui/table/title-cell.tsx'
import type { DocumentListProps } from './documents.tsx'
import { type DocumentTexts, useDocumentTexts } from './texts.ts'
import { DownloadBars, useDownloads } from './use-downloads.tsx'

const rules: ListRules = {
  ...pagesOnly,
  filters: ['active'],
  values: { active: ['true', 'false'] },
  sorts: ['title', 'size', 'pages', 'createdDate'],
  start: { ...pagesOnly.start, sort: { id: 'title', descending: false } },
}
const rowId = (row: Document) => row.documentId
const rowName = (row: Document) => row.title
const icon = { size: 16, 'aria-hidden': true } as const

/** The table, of a tenant that is known. */
export function DocumentTable(props: DocumentListProps & { tenantId: string }) {
  const { tenantId, rowHref } = props
  const { text } = useDocumentTexts()
  const list = useResourceList(documents.list, {
    ...props,
    rules,
    input: state => ({ active: toSearch(state).isActive, ...toSorted<'title'>(state) }),
  })
  const of = { noun: 'documents', words: text } as const
  const downloads = useDownloads(tenantId)
  // API-116: deletes one or several, and says of each that stayed why.
  const deletion = useDeleteRows(documents.remove, {
    ...of,
    list,
    rowId,
    nameOf: rowName,
    input: ids => ({ tenantId, ids }),
    invalidates: ['documents', 'collections'],
  })
  const rowMenu = useRowMenu({ rowHref, download: downloads.start, ask: deletion.ask })
  return (
    <RowList
      {...of}
      {...deletion.bulk}
      part="document-list"
      host={props}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={useColumns()}
      rowMenu={rowMenu}
      searchLabel={text('ui.search.documents')}
      filters={[useActiveFilter()]}
    >
      <DownloadBars downloads={downloads} />
      {deletion.dialog}
    </RowList>
  )
}

function useColumns() {
  const { text, locale } = useDocumentTexts()
  const { text: form } = useFormTexts()
  const { baseUrl } = useKinora()
  const { day } = useDates()
  return useMemo(
    () => documentColumns({ text, locale, form, baseUrl, day }),
    [text, locale, form, baseUrl, day],
  )
}

interface RowActs {
  rowHref: ListPageProps['rowHref']
  download(row: Document): void
  ask(rows: readonly Document[]): void
}

function useRowMenu({ rowHref, download, ask }: RowActs) {
  const { text } = useDocumentTexts()
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
                  label: text('ui.edit'),
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
    return (row: Document) => () => groupsOf(row)
  }, [text, rowHref])
}

interface DocumentColumnOptions {
  text: DocumentTexts['text']
  locale: string
  form: FormTexts['text']
  /** Prefix for addresses of pictures. */
  baseUrl: string
  day: Dates['day']
}

/** DOC-01, DOC-05, VAL-27: its first page and title, whether members see it, how large it is, where it is shown. */
function documentColumns(options: DocumentColumnOptions): RowColumn<Document>[] {
  const { text, locale, form, baseUrl, day } = options
  return [
    {
      id: 'title',
      width: 280,
      grow: 3,
      sortable: true,
      cell: row => (
        <TitleCell
          name={row.title}
          detail={row.description || row.documentName}
          media={
            <Thumbnail
              src={baseUrl + row.previewLink}
              width={36}
              className="kn-document-thumb"
              fallback={<FileText size={16} aria-hidden="true" />}
            />
          }
        />
      ),
    },
    {
      id: 'active',
      header: form('ui.state'),
      width: 112,
      card: 'plain',
      cell: row => <ActiveState active={row.active} />,
    },
    {
      id: 'pages',
      header: text('ui.documents.columnPages'),
      width: 84,
      align: 'end',
      sortable: true,
      cell: row => row.pages,
    },
    {
      id: 'size',
      header: text('ui.size'),
      width: 104,
      align: 'end',
      sortable: true,
      cell: row => toMegabytes(row.size, locale),
    },
    {
      id: 'places',
      header: text('ui.documents.columnPlaces'),
      width: 200,
      grow: 1,
      cell: row => (
        <bdi>
          {text('ui.documents.places', {
            collections: text('ui.collections.count', { count: row.collectionCount }),
            titles: text('ui.titles.count', { count: row.titleCount }),
          })}
        </bdi>
      ),
    },
    createdColumn(text, { day }),
  ]
}
