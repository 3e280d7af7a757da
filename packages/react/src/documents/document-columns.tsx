import { type Document, toMegabytes } from '@kinora/core'
import { FileText } from 'lucide-react'
import { ActiveState } from '../kernel/active.tsx'
import type { FormTexts } from '../kernel/form-texts.ts'
import type { Dates } from '../kernel/use-dates.ts'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { DocumentTexts } from './texts.ts'

export interface DocumentColumnOptions {
  text: DocumentTexts['text']
  form: FormTexts['text']
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  day: Dates['day']
}

/** DOC-01, DOC-05, VAL-27: its first page and title, whether members see it, how large it is, where it is shown. */
export function documentColumns(options: DocumentColumnOptions): DataTableColumn<Document>[] {
  const { text, form, rowHref, baseUrl, day } = options
  return [
    {
      id: 'title',
      header: text('ui.documents.columnTitle'),
      width: 280,
      grow: 3,
      sortable: true,
      cell: row => (
        <TitleCell
          href={rowHref?.(row.documentId)}
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
      header: form('ui.form.state'),
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
      header: text('ui.documents.columnSize'),
      width: 104,
      align: 'end',
      sortable: true,
      cell: row => toMegabytes(row.size),
    },
    {
      id: 'places',
      header: text('ui.documents.columnPlaces'),
      width: 200,
      grow: 1,
      cell: row => (
        <span className="kn-truncate">
          {text('ui.documents.places', {
            collections: text('ui.documents.collectionCount', { count: row.collectionCount }),
            titles: text('ui.documents.titleCount', { count: row.titleCount }),
          })}
        </span>
      ),
    },
    {
      id: 'createdDate',
      header: text('ui.documents.columnCreated'),
      width: 124,
      align: 'end',
      sortable: true,
      wideOnly: true,
      cell: row => day(row.createdDate),
    },
  ]
}
