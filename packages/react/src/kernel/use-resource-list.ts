import { ALL_ROWS, type Endpoint, type Input, type Output, PAGE_SIZE, type Page } from '@kinora/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type ListModel, type ListState, withState } from '../ui/list/list-model.ts'
import type { ListHost } from '../ui/list/resource-list.tsx'
import {
  type FixedFilter,
  type ListRules,
  type ListStateOptions,
  useColumnState,
  useListState,
} from './list-state.ts'
import type { LocationAdapter } from './location.ts'
import { useTexts } from './message.ts'
import { useToldRead } from './use-events.ts'
import { useListTexts } from './use-list-texts.ts'

/** The rows of a call that answers with pages. */
type RowOf<E extends Endpoint> =
  Output<E> extends Pick<Page<infer Row>, 'data' | 'totalRecords'> ? Row : never

/** What the call is asked beside `page` and `take`: the search, the filters, the sorting. */
type InputOf<E extends Endpoint, Given extends string = never> = (
  state: ListState,
) => Omit<Input<E>, 'page' | 'take' | Given>

/** The tenant whose rows they are, where the call asks for one. */
type OfTenant<E extends Endpoint> =
  | { tenantId?: undefined; input?: InputOf<E> }
  | ('tenantId' extends keyof Input<E> ? { tenantId: string; input?: InputOf<E, 'tenantId'> } : never)

interface ListOptions<E extends Endpoint> extends ListStateOptions {
  /** Names what is remembered of its columns; the endpoint's id unless given. */
  id?: string
  /** Keep it at module scope; left out, the list has pages and nothing else. */
  rules?: ListRules
  /** False while something that the call needs isn't chosen. */
  enabled?: boolean
  /** Milliseconds until the next poll of what was found; false for none. */
  refetchInterval?: (rows: readonly RowOf<E>[]) => number | false
  // HOOK-05
  /** Families of events, `batch title`, that tell of what would be polled for: it is read again then, and polled only where they aren’t told. */
  toldBy?: string
}

export type ResourceListOptions<E extends Endpoint> = ListOptions<E> & OfTenant<E>

/** C-08: pages of 50. */
export const pagesOnly: ListRules = {
  filters: [],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

/** A list that has the rows of one page. */
export interface ResourceListModel<Row> extends ListModel<Row> {
  rows: readonly Row[]
}

/** Binds a list to its call: the query is in the address, and the last result stays until the next one arrives. */
export function useResourceList<E extends Endpoint>(
  endpoint: E,
  options: ResourceListOptions<E> = {} as ResourceListOptions<E>,
): ResourceListModel<RowOf<E>> {
  const { rules = pagesOnly, enabled, refetchInterval, toldBy = '', id = endpoint.id } = options
  const { tenantId, input } = options
  const texts = useTexts()
  const [state, change, fixed] = useListState(rules, options)
  const [columnState, onColumnState] = useColumnState(id)
  const [interval, setInterval] = useState<number | false>(false)
  const asked = {
    ...(tenantId && { tenantId }),
    ...input?.(state),
    page: state.page + 1,
    take: state.take,
  } as Input<E>
  const read = useToldRead(endpoint, asked, {
    keepPrevious: true,
    enabled,
    refetchInterval: interval,
    toldBy,
  })
  const page = read.data as Pick<Page<RowOf<E>>, 'data' | 'totalRecords'> | undefined
  const rows = useMemo(() => page?.data ?? [], [page])
  const wanted = refetchInterval?.(rows) ?? false
  if (wanted !== interval) setInterval(wanted)
  return withState({
    asked: state,
    change,
    rows,
    total: page?.totalRecords ?? 0,
    isLoading: read.isPending || read.isPlaceholderData,
    error: read.error ? texts.error(read.error) : undefined,
    retry: () => void read.refetch(),
    all: rules.all,
    fixed,
    columnState,
    onColumnState,
    texts: useListTexts(),
  })
}

/** What a list takes from its page, whatever the noun. */
export interface ListPageProps {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** Where a row's form is; keep it stable. */
  rowHref?: ((id: string) => string) | undefined
  /** Given, a button leads to the page that adds a row. */
  addHref?: string | undefined
  /** The tabs of the section. */
  tabs?: ReactNode
}

/** The props of a ready-made list: `Row` is what it lists, `Filters` its filters by id with their values. */
export interface ListProps<Row, Filters extends object = object> extends ListPageProps, ListHost<Row> {
  /** What is always asked for, in the rows and in all that is counted, exported or done to what matches. Nobody can take it off, and it isn't offered. It narrows what is shown and protects nothing. */
  filter?: FixedFilter<Filters> | undefined
}

/** Of a list with a search and the filter for active rows. */
export const searchRules: ListRules = {
  filters: ['active'],
  values: { active: ['true', 'false'] },
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

/** What such a list asks, as core's `SearchInput` has it. */
export const toSearch = ({ query, filters: { active = [] } }: ListState) => ({
  query: query || undefined,
  isActive: active.length === 1 ? active[0] === 'true' : undefined,
})

/** A list with that search and filter. */
export const searched = { rules: searchRules, input: toSearch }

/** What a list asks that can be searched and sorted. */
export const toSorted = <Sort extends string>({ query, sort }: ListState) => ({
  query: query || undefined,
  sort: sort?.id as Sort | undefined,
  dir: sort?.descending ? ('desc' as const) : ('asc' as const),
})
