import { ALL_ROWS, type Favourite, favourites, favouriteTexts, PAGE_SIZE, toSourceSet } from '@kinora/core'
import { StarOff } from 'lucide-react'
import { useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { type Texts, useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail, TitleCell } from '../ui/table/title-cell.tsx'
import { AddFavourite } from './add-favourite.tsx'
import { useFavourites } from './use-favourites.ts'

export interface FavouriteListProps {
  /** Keeps the search in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Where a title of the tenant's own is edited; keep it stable. */
  titleHref?: (tag: string) => string
}

const rules: ListRules = {
  filters: [],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}
const rowId = (row: Favourite) => row.ContentId

/** FAV-03: the favourites of the tenant that is acted for; one adds and removes them here. */
export function FavouriteList(props: FavouriteListProps) {
  return <TenantGate>{({ tenantId }) => <Favourites {...props} tenantId={tenantId} />}</TenantGate>
}

function Favourites({ location, titleHref, tenantId }: FavouriteListProps & { tenantId: string }) {
  const texts = useTexts(favouriteTexts)
  const { text } = texts
  const { baseUrl } = useKinora()
  const { day } = useDates()
  const change = useFavourites(tenantId)
  const list = useResourceList(favourites.list, {
    location,
    rules,
    input: ({ query }) => ({ tenantId, query: query || undefined }),
  })
  const columns = useMemo(
    () => favouriteColumns({ texts, titleHref, baseUrl, day }),
    [texts, titleHref, baseUrl, day],
  )
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: ({ ContentId: tag, className: name }: Favourite) => (
        <IconButton
          label={text('ui.favourites.remove', { name })}
          icon={<StarOff size={16} aria-hidden="true" />}
          onClick={() => void change({ tag, name }, 'remove')}
        />
      ),
    }),
    [text, change],
  )
  return (
    <ResourceList
      title={text('ui.favourites.title')}
      text={text('ui.favourites.text')}
      selectors={<AddFavourite tenantId={tenantId} onChoose={title => void change(title, 'add')} />}
      list={list}
      rowId={rowId}
      columns={columns}
      rowActions={rowActions}
      searchLabel={text('ui.favourites.search')}
      count={count => text('ui.favourites.count', { count })}
      empty={<EmptyState title={text('ui.favourites.emptyTitle')} text={text('ui.favourites.emptyText')} />}
    />
  )
}

interface ColumnOptions {
  texts: Pick<Texts<keyof typeof favouriteTexts>, 'text'>
  titleHref: ((tag: string) => string) | undefined
  /** Prefix for media addresses of a server on another origin. */
  baseUrl: string
  day: Dates['day']
}

function favouriteColumns({
  texts: { text },
  titleHref,
  baseUrl,
  day,
}: ColumnOptions): DataTableColumn<Favourite>[] {
  return [
    {
      id: 'title',
      header: text('ui.favourites.columnTitle'),
      width: 240,
      grow: 3,
      cell: ({ ContentId, className, classLanguageCode, imageLink, isOwn }) => (
        <TitleCell
          href={isOwn ? titleHref?.(ContentId) : undefined}
          lang={classLanguageCode ?? undefined}
          name={className}
          detail={ContentId}
          media={
            <Thumbnail
              src={imageLink && baseUrl + imageLink}
              srcSet={toSourceSet(imageLink && baseUrl + imageLink)}
              width={64}
            />
          }
        />
      ),
    },
    {
      id: 'channel',
      header: text('ui.favourites.columnChannel'),
      width: 140,
      grow: 2,
      cell: ({ channelName }) => <span className="kn-truncate">{channelName || '—'}</span>,
    },
    {
      id: 'provider',
      header: text('ui.favourites.columnProvider'),
      width: 140,
      grow: 2,
      cell: ({ provider }) => <span className="kn-truncate">{provider || '—'}</span>,
    },
    {
      id: 'added',
      header: text('ui.favourites.columnAdded'),
      width: 124,
      align: 'end',
      cell: ({ addedDate }) => <span className="kn-truncate">{day(addedDate) || '—'}</span>,
    },
  ]
}
