import { ListFilter as FilterIcon } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Menu } from '../overlay/menu.tsx'
import { FilterChip } from '../picker/filter-chip.tsx'
import type { Option } from '../picker/option.tsx'
import type { ListState, ListTexts } from './list-model.ts'

export interface ListFilter {
  /** Its key in the address. */
  id: string
  name: string
  /** Undefined while they load. */
  options: readonly Option[] | undefined
}

export interface ListFiltersProps {
  filters: readonly ListFilter[]
  state: ListState
  onChange: (next: Partial<ListState>) => void
  texts: ListTexts
}

/** Filters as chips, the menu that adds one, and the way to be rid of several. */
export function ListFilters({ filters, state, onChange, texts }: ListFiltersProps) {
  const [added, setAdded] = useState<string>()
  const shown = filters.filter(({ id }) => id === added || (state.filters[id]?.length ?? 0) > 0)
  const hidden = filters.filter(filter => !shown.includes(filter))
  const add = useRef<HTMLButtonElement>(null)
  useFocusAfterRemoval(shown.length, add)
  const isEmptied = useRef(false)
  const set = (id: string, values: string[] | undefined) => {
    isEmptied.current = !values?.length
    onChange({ filters: { ...state.filters, [id]: values } })
  }
  const isEmpty = !Object.values(state.filters).some(values => values?.length)
  // A chip whose last value was taken off stays for another; cleared from elsewhere it goes.
  useEffect(() => {
    if (isEmpty && !isEmptied.current) setAdded(undefined)
  }, [isEmpty])
  return (
    <>
      {shown.map(({ id, name, options }) => (
        <FilterChip
          key={id}
          subject={texts.filterIs(name)}
          value={state.filters[id] ?? []}
          options={options ?? []}
          startOpen={id === added}
          loading={options === undefined}
          searchLabel={texts.searchFilter(name)}
          emptyText={texts.noOption}
          removeLabel={texts.removeFilter(name)}
          onChange={values => set(id, values)}
          onRemove={() => {
            setAdded(undefined)
            if (state.filters[id]) set(id, undefined)
          }}
        />
      ))}
      <Menu
        trigger={
          <Button ref={add} size="compact" variant="quiet" icon={<FilterIcon size={16} aria-hidden="true" />}>
            {texts.addFilter}
          </Button>
        }
        placement="bottom-start"
        groups={[{ actions: hidden.map(({ id, name }) => ({ label: name, onSelect: () => setAdded(id) })) }]}
      />
      {shown.length > 1 ? (
        <Button size="compact" variant="quiet" onClick={() => onChange({ filters: {} })}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </>
  )
}

/** A chip that goes takes the focus with it: the next one is the button that adds filters. */
function useFocusAfterRemoval(count: number, target: RefObject<HTMLElement | null>) {
  const before = useRef(count)
  useLayoutEffect(() => {
    const fell = count < before.current
    before.current = count
    if (!fell) return
    const take = () => {
      if (document.activeElement === document.body) target.current?.focus()
    }
    take()
    // The choices of a chip give the focus back a moment later, to a chip that is gone.
    const frame = requestAnimationFrame(take)
    return () => cancelAnimationFrame(frame)
  }, [count, target])
}
