import { type Favourite, favourites, favouriteTexts, titles, validationTexts, wordTexts } from '@kinora/core'
import { StarOff } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { StoredPicture } from '../kernel/row-list.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { type ListProps, useResourceList } from '../kernel/use-resource-list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { type FavouriteTitle, useFavourites } from './favourite-toggle.tsx'

export interface FavouriteListProps extends Omit<ListProps<Favourite>, 'filter' | 'rowHref' | 'addHref'> {
  /** Where a title of the tenant's own is edited; keep it stable. */
  titleHref?: (tag: string) => string
}

const rowId = (row: Favourite) => row.contentId
const rowName = (row: Favourite) => row.className

// FAV-03
/** The favourites of the tenant that is acted for; one adds and removes them here. */
export const FavouriteList = ofTenant<FavouriteListProps>(Favourites)

function Favourites({ tenantId, ...props }: FavouriteListProps & { tenantId: string }) {
  const { location, titleHref, tabs } = props
  const { text } = useFavouriteTexts()
  const { day } = useDates()
  const change = useFavourites(tenantId)
  const list = useResourceList(favourites.list, {
    location,
    input: ({ query }) => ({ tenantId, query: query || undefined }),
  })
  const columns = useMemo(() => favouriteColumns({ text, titleHref, day }), [text, titleHref, day])
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: ({ contentId: tag, className: name }: Favourite) => (
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
      part="favourite-list"
      host={props}
      tabs={tabs}
      title={text('ui.page.favourites')}
      text={text('ui.favourites.text')}
      selectors={<AddFavourite tenantId={tenantId} onChoose={title => void change(title, 'add')} />}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      rowActions={rowActions}
      searchLabel={text('ui.favourites.search')}
      count={count => text('ui.favourites.count', { count })}
      empty={<EmptyState title={text('ui.favourites.emptyTitle')} text={text('ui.favourites.emptyText')} />}
    />
  )
}

const useFavouriteTexts = () => useTexts(favouriteTexts, validationTexts, wordTexts)

interface ColumnOptions {
  text: ReturnType<typeof useFavouriteTexts>['text']
  titleHref: ((tag: string) => string) | undefined
  day: Dates['day']
}

function favouriteColumns({ text, titleHref, day }: ColumnOptions): DataTableColumn<Favourite>[] {
  return [
    {
      id: 'title',
      header: text('field.title'),
      width: 240,
      grow: 3,
      cell: ({ contentId, className, classLanguageCode, imageLink, isOwn }) => (
        <TitleCell
          href={isOwn ? titleHref?.(contentId) : undefined}
          lang={classLanguageCode ?? undefined}
          name={className}
          detail={contentId}
          media={<StoredPicture link={imageLink} width={64} />}
        />
      ),
    },
    {
      id: 'channel',
      header: text('field.channelId'),
      width: 140,
      grow: 2,
      cell: ({ channelName }) => <span className="kn-truncate">{channelName || '—'}</span>,
    },
    {
      id: 'provider',
      header: text('field.providerId'),
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

interface AddFavouriteProps {
  tenantId: string
  onChoose: (title: FavouriteTitle) => void
}

/** Titles that are offered for one search. */
const TAKE = 20

/** Finds a title that the tenant’s site shows and that is no favourite yet. */
function AddFavourite({ tenantId, onChoose }: AddFavouriteProps) {
  const { text } = useTexts(favouriteTexts, wordTexts)
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const found = useRead(
    titles.classChooser,
    // Whatever is neither video nor audio means both.
    { tenantId, query, contentType: 'all', take: TAKE },
    { keepPrevious: true },
  )
  const offered = (found.data?.data ?? []).filter(title => !title.isFavourite)
  return (
    <Combobox
      aria-label={text('ui.favourites.add')}
      className="kn-favourites-add"
      value={null}
      placeholder={text('ui.favourites.add')}
      searchLabel={text('ui.search.titles')}
      emptyText={text('ui.noMatch')}
      loading={found.isFetching}
      onSearch={setWords}
      options={offered.map(({ tag, className, channelName }) => ({
        value: tag,
        label: className,
        help: channelName,
      }))}
      onChange={tag => {
        const title = offered.find(one => one.tag === tag)
        if (title !== undefined) onChoose({ tag, name: title.className })
      }}
    />
  )
}
