import { type CommonKey, type FieldName, type MessageKey, toSourceSet, wordTexts } from '@kinora/core'
import { useMemo } from 'react'
import { AddLink } from '../ui/frame/page-header.tsx'
import { type ListHost, ResourceList, type ResourceListProps } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { NamedRow } from '../ui/table/row-name.tsx'
import { Thumbnail, type ThumbnailProps } from '../ui/table/title-cell.tsx'
import { type NounWords, type UnlessInNavigation, useTexts } from './message.ts'
import { useKinora } from './provider.tsx'
import type { ListPageProps } from './use-resource-list.ts'

/** A column; its header is a text, that of its field, `field.<id>`, unless given. */
export type RowColumn<Row> =
  | (DataTableColumn<Row> & { headerKey?: undefined })
  | (Omit<DataTableColumn<Row>, 'header'> & { header?: undefined } & (
        | { headerKey: MessageKey }
        | { headerKey?: undefined; id: FieldName }
      ))

interface RowListOptions<Row, N extends string>
  extends NounWords<N, 'text' | 'add' | 'count' | 'emptyTitle' | 'emptyText'>,
    Omit<ResourceListProps<Row>, 'title' | 'count' | 'empty' | 'rowId' | 'columns' | 'host'> {
  /** What the host makes of it, and where its rows and tabs are: the props of the list. */
  host?: (ListHost<Row> & ListPageProps) | undefined
  columns: readonly RowColumn<Row>[]
  /** That of the host unless given, be it that there is none. */
  addHref?: string | undefined
  /** Where the name of a row leads, which is the first column; the host's `rowHref` unless given. Keep it stable. */
  hrefOf?: ((row: Row) => string | undefined) | undefined
  /** Said where there are none; the noun's unless given. */
  emptyText?: string
}

export type RowListProps<Row, N extends string> = RowListOptions<Row, N> &
  UnlessInNavigation<N, 'title'> &
  ({ rowId: (row: Row) => string } | { idKey: keyof Row & string })

/** The list of a noun, with the way to its rows and to a new one; its texts are the noun's. */
export function RowList<Row, N extends string>(props: RowListProps<Row, N>) {
  const {
    noun,
    words,
    addHref,
    emptyText,
    actions,
    hrefOf: ownHrefOf,
    ...list
  } = { addHref: props.host?.addHref, ...(props as RowListOptions<Row, N>) }
  const { text } = useTexts(wordTexts)
  const { rowHref, tabs } = props.host ?? {}
  const { rowId, idKey } = props as { rowId?: (row: Row) => string; idKey?: keyof Row }
  const idOf = useMemo(() => rowId ?? ((row: Row) => String(row[idKey!])), [rowId, idKey])
  const hrefOf = useMemo(
    () => ownHrefOf ?? (rowHref && ((row: Row) => rowHref(idOf(row)))),
    [ownHrefOf, rowHref, idOf],
  )
  const columns = useMemo(
    () =>
      list.columns.map(({ header, headerKey, cell, ...rest }, nth) => ({
        ...rest,
        header: header ?? text((headerKey ?? `field.${rest.id}`) as CommonKey),
        cell:
          nth > 0 || hrefOf === undefined
            ? cell
            : (row: Row) => <NamedRow href={hrefOf(row)}>{cell(row)}</NamedRow>,
      })),
    [list.columns, text, hrefOf],
  )
  const add = <AddLink href={addHref}>{words(`ui.${noun}.add`)}</AddLink>
  return (
    <ResourceList
      text={words(`ui.${noun}.text`)}
      title={text(`ui.nav.${noun}` as 'ui.nav.tenants')}
      tabs={tabs}
      {...list}
      rowId={idOf}
      columns={columns}
      actions={
        <>
          {actions}
          {add}
        </>
      }
      count={count => words(`ui.${noun}.count`, { count })}
      empty={
        <EmptyState
          title={words(`ui.${noun}.emptyTitle`)}
          text={emptyText ?? words(`ui.${noun}.emptyText`)}
          actions={add}
        />
      }
    />
  )
}

export interface StoredPictureProps extends Omit<ThumbnailProps, 'src' | 'srcSet'> {
  /** As the row has it. */
  link: string | null | undefined
}

/** A picture of a row, in the width that is shown where the platform keeps several. */
export function StoredPicture({ link, ...look }: StoredPictureProps) {
  const { baseUrl } = useKinora()
  const address = link ? baseUrl + link : null
  return <Thumbnail {...look} src={address} srcSet={toSourceSet(address)} />
}
