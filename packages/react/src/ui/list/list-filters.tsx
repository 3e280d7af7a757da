import { ListFilter as FilterIcon } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Menu } from '../overlay/menu.tsx'
import { FilterChip } from '../picker/filter-chip.tsx'
import type { Option } from '../picker/option.tsx'
import { useListAround } from './list-context.ts'
import type { ListModel, ListState, ListTexts } from './list-model.ts'

export interface ListFilter {
  /** Its key in the address. */
  id: string
  name: string
  /** Undefined while they load. */
  options: readonly Option[] | undefined
}

export interface ListFiltersProps {
  filters: readonly ListFilter[]
  /** In a `ListRoot` the list's, as `onChange` and `texts` are. */
  state?: ListState
  onChange?: (next: Partial<ListState>) => void
  texts?: ListTexts
}

/** Filters as chips, the menu that adds one, and the way to be rid of several. */
export function ListFilters({ filters, ...own }: ListFiltersProps) {
  const list = useListAround()
  const state = own.state ?? list?.asked
  const texts = own.texts ?? list?.texts
  const onChange = own.onChange ?? list?.change
  if (state === undefined || texts === undefined || onChange === undefined) return null
  const offered = filters.filter(({ id }) => !list?.fixed?.includes(id))
  return <Filters {...{ state, texts, onChange }} filters={offered} fixed={list?.fixed} />
}

interface FiltersProps extends Required<ListFiltersProps> {
  /** Ids of those that nobody can take off. */
  fixed: ListModel<unknown>['fixed']
}

function Filters({ filters, state, onChange, texts, fixed = [] }: FiltersProps) {
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
  const isEmpty = !Object.entries(state.filters).some(([id, values]) => !fixed.includes(id) && values?.length)
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
