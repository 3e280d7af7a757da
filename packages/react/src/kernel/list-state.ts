import { TYPED_PAGE_SIZE_MAX } from '@kinora/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ListState } from '../ui/list/list-model.ts'
import type { ColumnState, DataTableSort } from '../ui/table/data-table-columns.ts'
import { type LocationAdapter, useLocationState } from './location.ts'
import { useKinora, useSession } from './provider.tsx'
import { readStoredListState, storeListState } from './tab-storage.ts'

const none: readonly string[] = []

/** What a list can be asked for. Keep it at module scope. */
export interface ListRules<
  Filter extends string = string,
  Sort extends DataTableSort | null = DataTableSort | null,
> {
  /** Ids of the filters, which are their keys in the address. */
  filters: readonly Filter[]
  /** Ids of the columns that the server sorts by. */
  sorts: readonly NonNullable<Sort>['id'][]
  start: ListState<Filter, Sort>
  /** The `take` that means everything. */
  all: number
  /** The ways in which its rows are shown beside the first one. */
  modes?: readonly string[]
  /** Ids of the columns that an address may name; `any` where hosts have some of their own: those that aren’t there are passed over. */
  columns?: readonly string[] | 'any'
  /** Filters of which the call takes one value; a fixed filter with several is refused. */
  single?: readonly string[]
  /** All that a filter can be, where that is known; another value is passed over in an address, and refused as a fixed filter. */
  values?: { readonly [Id in Filter]?: readonly string[] }
}

/** The list's state as address parameters: short, readable, shareable; what is as at the start is left out. */
export function toListParams<F extends string, S extends DataTableSort | null>(
  state: ListState<F, S>,
  { filters, start }: ListRules<F, S>,
): URLSearchParams {
  const params = new URLSearchParams()
  if (state.query !== '') params.set('q', state.query)
  for (const id of filters) if (state.filters[id]?.length) params.set(id, state.filters[id].join(','))
  if (state.sort !== null && toWord(state.sort) !== toWord(start.sort)) params.set('sort', toWord(state.sort))
  if (state.page > 0) params.set('page', String(state.page + 1))
  if (state.take !== start.take) params.set('take', String(state.take))
  if (state.mode !== undefined) params.set('view', state.mode)
  if (state.columns !== undefined) params.set('columns', state.columns.join(','))
  return params
}

/** The state that an address describes; what cannot be read falls back to the start. */
export function fromListParams<F extends string, S extends DataTableSort | null>(
  params: URLSearchParams,
  { filters, sorts, start, all, modes = none, columns = none, values: allowed = {} }: ListRules<F, S>,
): ListState<F, S> {
  const named = [...new Set(params.get('columns')?.split(',').filter(Boolean))]
  const known = columns === 'any' ? named : named.filter(id => columns.includes(id))
  const entries = filters.map(id => {
    const known: readonly string[] | undefined = (allowed as Partial<Record<F, readonly string[]>>)[id]
    const mayBe = (value: string) => value !== '' && (known === undefined || known.includes(value))
    return [id, params.get(id)?.split(',').filter(mayBe)] as const
  })
  const sort = sorts
    .flatMap(id => [
      { id, descending: false },
      { id, descending: true },
    ])
    .find(one => toWord(one) === params.get('sort'))
  const page = Number(params.get('page') ?? '1')
  const take = Number(params.get('take') ?? start.take)
  return {
    query: params.get('q') ?? start.query,
    filters: Object.fromEntries(entries.filter(([, values]) => values?.length)) as ListState<F, S>['filters'],
    sort: (sort as S | undefined) ?? start.sort,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    take:
      take === all
        ? all
        : Number.isInteger(take) && take > 0
          ? Math.min(take, TYPED_PAGE_SIZE_MAX)
          : start.take,
    mode: modes.find(mode => mode === params.get('view')),
    columns: known.length === 0 ? undefined : known,
  }
}

const toWord = (sort: DataTableSort | null): string =>
  sort === null ? '' : `${sort.id}-${sort.descending ? 'desc' : 'asc'}`

export interface ListStateOptions {
  /** Keeps the state in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  // SESS-16
  /** Given, this tab takes its last state up again when the address is bare: the key that it is stored under. */
  memory?: string | undefined
  // ROLE-13
  /** What each load of the list leaves out, such as a provider. */
  forget?: readonly string[]
  /** What is always asked for: it stands over the address, and never in it. */
  filter?: FixedFilter | undefined
}

/** Values by the id of a filter: one, or several of which one fits. `Values` has what each may be. */
export type FixedFilter<Values extends object = Record<string, string>> = {
  readonly [Id in keyof Values]?: Values[Id] | readonly [Values[Id], ...Values[Id][]]
}

/** The parameters of a page; given a key, this tab takes the last ones up again when the address is bare (SESS-16). */
export function useTabStorage(
  memory: string | undefined,
  { location, forget = none }: Pick<ListStateOptions, 'location' | 'forget'>,
): [URLSearchParams, LocationAdapter['write']] {
  const { tabStore } = useKinora()
  const session = useSession()
  const userId = session.kind === 'loggedIn' ? session.user.userId : ''
  const [params, write] = useLocationState(location)
  const isBare = params.size === 0
  const stored = memory !== undefined && isBare ? readStoredListState(tabStore, userId, memory) : undefined
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    if (!restored) {
      const before = new URLSearchParams(stored ?? params)
      for (const key of forget) before.delete(key)
      if (before.size !== params.size) write(before, { replace: true })
    }
    setRestored(true)
  }, [restored, stored, params, write, forget])
  const text = params.toString()
  useEffect(() => {
    if (restored && memory !== undefined) storeListState(tabStore, userId, memory, text)
  }, [restored, memory, tabStore, userId, text])
  return [params, write]
}

/** What is asked of a list, by a person and always, and the way to ask something else; last the ids of what is always asked. */
export function useListState<F extends string, S extends DataTableSort | null>(
  rules: ListRules<F, S>,
  { location, memory, forget = none, filter }: ListStateOptions = {},
): [ListState<F, S>, (next: Partial<ListState<F, S>>) => void, readonly F[]] {
  const [params, write] = useTabStorage(memory, { location, forget })
  const text = params.toString()
  const always = JSON.stringify(filter ?? {}, (_, value) => value ?? null)
  const fixed = useMemo(() => toFixed<F>(JSON.parse(always), rules), [always, rules])
  const state = useMemo(
    () => withFixed(fromListParams(new URLSearchParams(text), rules), fixed),
    [text, rules, fixed],
  )
  const change = useCallback(
    (next: Partial<ListState<F, S>>) =>
      write(toListParams(withoutFixed({ ...state, page: 0, ...next }, fixed), rules)),
    [state, rules, fixed, write],
  )
  return [state, change, useMemo(() => Object.keys(fixed) as F[], [fixed])]
}

type Filters<F extends string> = ListState<F>['filters']

/** A filter that the call can't ask for as it is would let too much through: the list fails instead. */
function toFixed<F extends string>(
  filter: FixedFilter,
  { filters, single = [], values: allowed = {} }: Pick<ListRules<F, never>, 'filters' | 'single' | 'values'>,
): Filters<F> {
  const entries = Object.entries(filter).map(([id, value]) => [id, [value].flat()] as const)
  for (const [id, values] of entries) {
    if (!filters.some(known => known === id))
      throw new Error(`This list has no filter “${id}”; it has ${filters.join(', ')}`)
    if (values.length === 0 || !values.every(Boolean))
      throw new Error(`The fixed filter “${id}” has no value: leave it out to ask for all`)
    if (values.length > 1 && single.some(known => known === id))
      throw new Error(`The fixed filter “${id}” takes one value, not ${values.join(', ')}`)
    const known: readonly (string | undefined)[] | undefined = allowed[id as F]
    const unknown = known && values.find(value => !known.includes(value))
    if (known !== undefined && unknown !== undefined)
      throw new Error(`The fixed filter “${id}” can’t be “${unknown}”; it can be ${known.join(', ')}`)
  }
  return Object.fromEntries(entries) as Filters<F>
}

/** What is always asked for goes before what an address says. */
export const withFixed = <State extends ListState<never>>(state: State, fixed: State['filters']): State => ({
  ...state,
  filters: { ...state.filters, ...fixed },
})

/** What a person asked for alone. */
export const withoutFixed = <State extends ListState<never>>(
  state: State,
  fixed: State['filters'],
): State => ({
  ...state,
  filters: Object.fromEntries(Object.entries(state.filters).filter(([id]) => !(id in fixed))),
})

/** What a person changed about the columns of one list, remembered in this browser. */
export function useColumnState(list: string): [ColumnState, (state: ColumnState) => void] {
  const { store } = useKinora()
  const key = `kinora.columns.${list}`
  const [state, setState] = useState(() => readColumnState(store.getItem(key)))
  const change = useCallback(
    (next: ColumnState) => {
      setState(next)
      store.setItem(key, JSON.stringify(next))
    },
    [store, key],
  )
  return [state, change]
}

/** Which of several ways to show its rows a person has chosen for a list, remembered in this browser: the first one unless they have. */
export function useLayout<L extends string>(
  list: string,
  layouts: readonly [L, ...L[]],
): [L, (layout: L) => void] {
  const { store } = useKinora()
  const key = `kinora.layout.${list}`
  const [layout, setLayout] = useState(() => layouts.find(one => one === store.getItem(key)) ?? layouts[0])
  const change = useCallback(
    (next: L) => {
      setLayout(next)
      store.setItem(key, next)
    },
    [store, key],
  )
  return [layout, change]
}

/** A store is open to everyone: whatever isn't a column's state counts as none. */
function readColumnState(text: string | null): ColumnState {
  try {
    const { columnVisibility, columnOrder, columnSizing, density } = JSON.parse(text ?? '{}') as ColumnState
    const isKnown =
      Object.values(columnVisibility ?? {}).every(value => typeof value === 'boolean') &&
      (columnOrder ?? []).every(id => typeof id === 'string') &&
      Object.values(columnSizing ?? {}).every(width => Number.isFinite(width))
    if (!isKnown) return {}
    return {
      columnVisibility,
      columnOrder,
      columnSizing,
      ...(density === 'compact' && { density }),
    }
  } catch {
    return {}
  }
}
