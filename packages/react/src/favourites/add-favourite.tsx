import { favouriteTexts, titles } from '@kinora/core'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useRead } from '../kernel/use-read.ts'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { FavouriteTitle } from './use-favourites.ts'

export interface AddFavouriteProps {
  tenantId: string
  onChoose: (title: FavouriteTitle) => void
}

/** Titles that are offered for one search. */
const TAKE = 20

/** Finds a title that the tenant’s site shows and that is no favourite yet. */
export function AddFavourite({ tenantId, onChoose }: AddFavouriteProps) {
  const { text } = useTexts(favouriteTexts)
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const found = useRead(
    titles.classChooser,
    // Whatever is neither video nor audio means both.
    { Tenant: tenantId, query, contentType: 'all', take: TAKE },
    { keepPrevious: true },
  )
  const offered = (found.data?.data ?? []).filter(title => !title.isFavourite)
  return (
    <Combobox
      aria-label={text('ui.favourites.add')}
      className="kn-favourites-add"
      value={null}
      placeholder={text('ui.favourites.add')}
      searchLabel={text('ui.favourites.searchTitles')}
      emptyText={text('ui.noMatch')}
      loading={found.isFetching}
      onSearch={setWords}
      options={offered.map(({ tag, className, channelName }) => ({
        ...{ value: tag, label: className, help: channelName },
      }))}
      onChange={tag => {
        const title = offered.find(one => one.tag === tag)
        if (title !== undefined) onChoose({ tag, name: title.className })
      }}
    />
  )
}
