import type { Metadata } from '@kinora/core'
import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { FilterChip } from '../../ui/picker/filter-chip.tsx'
import { useTitleTexts } from '../texts.ts'
import { type FilterId, filterIds, type ListState, optionsOf } from './filters.ts'

export interface TitleFiltersProps {
  state: ListState
  onChange: (next: Partial<ListState>) => void
  metadata: Metadata | undefined
}

/** Milliseconds of quiet before a search is asked. */
const SEARCH_DELAY = 250

/** Search box, filters as chips, and the menu that adds one. */
export function TitleFilters({ state, onChange, metadata }: TitleFiltersProps) {
  const { text } = useTitleTexts()
  const [added, setAdded] = useState<FilterId>()
  const shown = filterIds.filter(id => id === added || (state.filters[id]?.length ?? 0) > 0)
  const set = (id: FilterId, values: string[] | undefined) =>
    onChange({ filters: { ...state.filters, [id]: values } })
  const name = (id: FilterId) => text(`ui.titles.filter.${id}`)
  return (
    <>
      <DelayedSearch value={state.query} onChange={query => onChange({ query })} />
      {shown.map(id => (
        <FilterChip
          key={id}
          subject={text('ui.titles.filterIs', { name: name(id) })}
          value={state.filters[id] ?? []}
          options={optionsOf(id, metadata, text)}
          startOpen={id === added}
          loading={metadata === undefined}
          searchLabel={text('ui.titles.searchFilter', { name: name(id).toLowerCase() })}
          emptyText={text('ui.noMatch')}
          removeLabel={text('ui.titles.removeFilter', { name: name(id) })}
          onChange={values => set(id, values)}
          onRemove={() => {
            setAdded(undefined)
            if (state.filters[id]) set(id, undefined)
          }}
        />
      ))}
      <Menu
        trigger={
          <Button size="compact" variant="quiet" icon={<ListFilter size={16} aria-hidden="true" />}>
            {text('ui.titles.addFilter')}
          </Button>
        }
        placement="bottom-start"
        groups={[
          {
            actions: filterIds
              .filter(id => !shown.includes(id))
              .map(id => ({ label: name(id), onSelect: () => setAdded(id) })),
          },
        ]}
      />
      {shown.length > 1 ? (
        <Button size="compact" variant="quiet" onClick={() => onChange({ filters: {} })}>
          {text('ui.titles.clearFilters')}
        </Button>
      ) : null}
    </>
  )
}

function DelayedSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { text } = useTitleTexts()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <SearchInput
      label={text('ui.titles.search')}
      clearLabel={text('ui.titles.clearSearch')}
      value={typed}
      onChange={setTyped}
    />
  )
}
