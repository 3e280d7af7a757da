import {
  type DeletedTitle,
  deletedTitles,
  deletedTitleTexts,
  listTexts,
  type Output,
  quotaTexts,
  Role,
  titleTexts,
  wordTexts,
} from '@kinora/core'
import { useCallback, useMemo } from 'react'
import type { ListStateOptions } from '../../kernel/list-state.ts'
import { useTexts } from '../../kernel/message.ts'
import { useKinora, useUser } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { type ListProps, type ResourceListModel, useResourceList } from '../../kernel/use-resource-list.ts'
import { useWrite, type WriteResult } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { BackLink } from '../../ui/frame/page-header.tsx'
import { ResourceList } from '../../ui/list/resource-list.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import { Thumbnail, TitleCell } from '../../ui/table/title-cell.tsx'

export interface DeletedTitleListProps
  extends Omit<ListProps<DeletedTitle>, 'filter' | 'rowHref' | 'addHref'> {
  /** Where the list of titles is; given, a link leads back to it. */
  listHref?: string
}

const rowId = (row: DeletedTitle) => row.tag

// decision 0043
/** Titles that were deleted in the last 30 days, and the way to restore them. */
export function DeletedTitleList(props: DeletedTitleListProps) {
  const { listHref, tabs } = props
  const { text } = useDeletedTitleTexts()
  const list = useDeletedTitleList(props)
  const columns = useColumns()
  const { restore } = list
  const nameOf = useCallback((row: DeletedTitle) => row.className || text('ui.titles.untitled'), [text])
  const rowActions = useMemo(() => {
    const render = (row: DeletedTitle) => (
      <Button
        size="compact"
        aria-label={text('ui.restoreNamed', { name: nameOf(row) })}
        onClick={() => void restore(row)}
      >
        {text('ui.restore')}
      </Button>
    )
    return { width: 104, render }
  }, [text, nameOf, restore])
  return (
    <ResourceList
      part="deleted-title-list"
      host={props}
      tabs={tabs}
      back={<BackLink href={listHref}>{text('ui.nav.contentTitles')}</BackLink>}
      title={text('ui.page.deletedTitles')}
      text={text('ui.deleted.text')}
      list={list}
      rowId={rowId}
      rowName={nameOf}
      columns={columns}
      searchLabel={text('ui.deleted.search')}
      count={count => text('ui.deleted.count', { count })}
      empty={<EmptyState title={text('ui.deleted.emptyTitle')} text={text('ui.deleted.emptyText')} />}
      rowActions={rowActions}
    />
  )
}

export interface DeletedTitleListModel extends ResourceListModel<DeletedTitle> {
  /** Puts it back; what was published comes back unpublished. */
  restore: (row: Pick<DeletedTitle, 'tag'>) => Promise<WriteResult<Output<typeof deletedTitles.restore>>>
}

/** Titles that were deleted in the last 30 days. */
export function useDeletedTitleList({
  location,
}: Pick<ListStateOptions, 'location'> = {}): DeletedTitleListModel {
  const { text } = useDeletedTitleTexts()
  const list = useResourceList(deletedTitles.list, {
    location,
    input: ({ query }) => ({ query: query || undefined }),
  })
  const { send } = useWrite(deletedTitles.restore, {
    parallel: true,
    invalidates: ['deleted-titles', 'titles'],
    success: ({ className: name, wasPublished }) =>
      text(wasPublished ? 'ui.deleted.restoredUnpublished' : 'ui.restored', { name }),
  })
  const restore = useCallback(({ tag }: Pick<DeletedTitle, 'tag'>) => send({ tag }), [send])
  return { ...list, restore }
}

function useColumns(): readonly DataTableColumn<DeletedTitle>[] {
  const { moment } = useDates()
  const { text } = useDeletedTitleTexts()
  const { baseUrl } = useKinora()
  const { role } = useUser()
  return useMemo(() => {
    const columns: DataTableColumn<DeletedTitle>[] = [
      {
        id: 'name',
        header: text('field.className'),
        width: 240,
        grow: 3,
        cell: row => (
          <TitleCell
            name={row.className || text('ui.titles.untitled')}
            detail={row.tag}
            media={<Thumbnail src={row.imageLink && baseUrl + row.imageLink} width={64} />}
          />
        ),
      },
      {
        id: 'published',
        header: text('field.status'),
        width: 140,
        card: 'plain',
        cell: row => (row.wasPublished ? <Badge>{text('ui.deleted.wasPublished')}</Badge> : null),
      },
      {
        id: 'provider',
        header: text('field.providerId'),
        width: 112,
        grow: 1,
        cell: row => <bdi>{row.provider}</bdi>,
      },
      {
        id: 'by',
        header: text('ui.deleted.by'),
        width: 140,
        grow: 1,
        cell: row => <bdi>{row.deletedBy}</bdi>,
      },
      {
        id: 'deleted',
        header: text('ui.deletedOn'),
        width: 150,
        align: 'end',
        cell: row => <bdi>{moment(row.deletedDate)}</bdi>,
      },
      {
        id: 'until',
        header: text('ui.restorableUntil'),
        width: 150,
        align: 'end',
        cell: row => <bdi>{moment(row.restorableUntil)}</bdi>,
      },
    ]
    return columns.filter(({ id }) => id !== 'provider' || role === Role.Admin)
  }, [text, baseUrl, role, moment])
}

const useDeletedTitleTexts = () => useTexts(deletedTitleTexts, quotaTexts, listTexts, titleTexts, wordTexts)
