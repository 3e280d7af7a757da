import {
  ALL_ROWS,
  CONTENT_PAGE_SIZE,
  IN_PROGRESS_REFRESH,
  type Input,
  metadata,
  needsRefresh,
  type Output,
  Role,
  type Title,
  titles,
} from '@kinora/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Kinora } from '../../kernel/kinora.ts'
import { type FixedFilter, useColumnState, useListState } from '../../kernel/list-state.ts'
import type { LocationAdapter } from '../../kernel/location.ts'
import { useActingTenant, useKinora, useSession } from '../../kernel/provider.tsx'
import { useListTexts } from '../../kernel/use-list-texts.ts'
import { useLiveRows } from '../../kernel/use-live-titles.ts'
import { nounOf, readOptions, useRead } from '../../kernel/use-read.ts'
import { type ListModel, withState } from '../../ui/list/list-model.ts'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import type { TableRows } from '../../ui/table/table-rows.ts'
import { useTitleTexts } from '../texts.ts'
import {
  fromViewAddress,
  nextSort,
  shownSort,
  type TitleFilters,
  type TitleListState,
  type TitleMode,
  titleRules,
  toCanonical,
  toFilter,
  toMode,
  toSorting,
  toViewAddress,
} from './filters.ts'

/** One for each fixed filter: what is asked of one list means little to another. */
const memoryOf = (filter: TitleListOptions['filter']) =>
  filter === undefined ? 'titles' : `titles ${JSON.stringify(filter)}`

export interface TitleListModel extends ListModel<Title, TitleListState> {
  /** What is searched for, without its page. */
  input: SearchInput
  /** The same as a text. */
  query: string
  metadata: ReturnType<typeof useRead<typeof metadata.view>>['data']
  mode: TitleMode
  /** The titles that are held now. */
  found: readonly Title[] | undefined
  /** What a lane of the board tells: how many titles it has, and how many lanes there are. */
  onLane: (lane: string, told: LaneTotal) => void
  /** None of the lanes has a title. */
  isBoardEmpty: boolean
  views: TitleViewModel
}

interface LaneTotal {
  query: string
  total: number
  of: number
}

/** What saved views need of the list. */
export interface TitleViewModel {
  /** Of an administrator who looks at one: the tenant. */
  tenant: string | undefined
  /** What is shown now, without its page. */
  address: string
  /** The same as a view keeps it: with the columns that the person has chosen. */
  toKeep: (columns: readonly DataTableColumn<Title>[]) => string
  /** An address of a view as the list writes it. */
  toCanonical: (address: string) => string
  open: (address: string) => void
  count: { noun: string; of: string; read: (address: string) => Promise<number> }
}

export interface TitleListOptions {
  /** Keeps search, filters, sorting and page in the host's address, and in the tab for when that is bare; in memory unless given. */
  location?: LocationAdapter | undefined
  /** What is always asked for. */
  filter?: FixedFilter<TitleFilters> | undefined
}

// TITLE-14, TITLE-28, SESS-16
/** The titles that a search finds: its state is in the address, rows change as files are processed. It takes the options, or the location alone. */
export function useTitleList(options: TitleListOptions | LocationAdapter = {}): TitleListModel {
  const { location, filter }: TitleListOptions = 'read' in options ? { location: options } : options
  const session = useSession()
  const tenant = useActingTenant()
  const texts = useTitleTexts()
  const role = session.kind === 'loggedIn' ? session.user.role : undefined
  const forget = role === Role.Admin ? forgottenByAdmins : undefined
  const [kept, change, fixed] = useListState(titleRules, {
    location,
    forget,
    filter,
    memory: location && memoryOf(filter),
  })
  /** Only an administrator has the selector of tenants, so an address of theirs narrows nobody else's list; a host's own does. */
  const state = useMemo((): typeof kept => {
    const { tenant: _, ...filters } = kept.filters
    return role === Role.Admin || fixed.includes('tenant') ? kept : { ...kept, filters }
  }, [kept, role, fixed])
  const [columnState, onColumnState] = useColumnState('titles')
  const always = useMemo(
    () => Object.fromEntries(fixed.map(id => [id, state.filters[id]])) as TitleListState['filters'],
    [fixed, state.filters],
  )
  const support = session.kind === 'loggedIn' && role === Role.Support
  const mode = toMode(state)
  const isLong = state.take === ALL_ROWS || mode === 'board'
  const tenantId = support ? tenant?.tenantId : undefined
  const input = useMemo(
    (): SearchInput => ({
      ...toFilter(state),
      ...(tenantId !== undefined && always.tenant === undefined && { tenant: tenantId }),
      ...toSorting(state),
    }),
    [state, tenantId, always],
  )
  const query = useMemo(() => JSON.stringify(input), [input])
  const lanes = useLaneTotals(input, query)
  // The lanes of a board read for themselves.
  const isBoard = mode === 'board'
  const long = useWindowedSearch(input, isLong && !isBoard)
  const search = useRead(
    titles.search,
    { ...input, page: state.page + 1, take: state.take || CONTENT_PAGE_SIZE },
    { keepPrevious: true, enabled: !isLong },
  )
  const error = isLong ? long.error : search.error
  const found = isLong ? long.seen : search.data?.data
  const refetch = isLong ? long.refetch : search.refetch
  const refreshing = found !== undefined && needsRefresh(found)
  useInterval(() => void refetch(), refreshing ? IN_PROGRESS_REFRESH : undefined)
  const live = useLiveRows(found)
  const rows = useMemo(
    () => (isBoard ? lanes.rows : isLong ? withLive(long.rows, live) : live),
    [isBoard, lanes.rows, isLong, long.rows, live],
  )
  const choices = useRead(metadata.view, {})
  const changeList = useCallback<typeof change>(
    part => change(part.sort === undefined ? part : { ...part, sort: nextSort(state, part.sort) }),
    [change, state],
  )
  const shown = useMemo(() => ({ ...state, sort: shownSort(state) }), [state])
  const count = useCount(tenantId, always)
  const open = useCallback(
    (address: string) => change({ ...fromViewAddress(address, always), take: state.take }),
    [change, state.take, always],
  )
  return withState({
    asked: shown,
    change: changeList,
    input,
    query,
    rows,
    total: isLong ? rows.length : (search.data?.totalRecords ?? 0),
    isLoading: isBoard ? lanes.loading : isLong ? long.loading : search.isPending || search.isPlaceholderData,
    error: error ? texts.error(error) : undefined,
    retry: () => void refetch(),
    all: ALL_ROWS,
    fixed,
    columnState,
    onColumnState,
    texts: useListTexts(),
    metadata: choices.data,
    mode,
    found,
    onLane: lanes.tell,
    isBoardEmpty: lanes.isEmpty,
    views: {
      tenant: state.filters.tenant?.[0],
      address: toViewAddress(state, always),
      toKeep: columns => toViewAddress(state, always, { state: columnState, columns }),
      toCanonical: address => toCanonical(address, always),
      open,
      count,
    },
  })
}

/** The titles of a board as the list has them: how many its lanes hold together. */
function useLaneTotals(input: SearchInput, query: string) {
  const { session } = useKinora()
  const [told, setTold] = useState({ query, of: 1, totals: {} as Readonly<Record<string, number>> })
  const tell = useCallback((lane: string, { query, total, of }: LaneTotal) => {
    setTold(before => {
      const totals = before.query === query ? before.totals : {}
      return { query, of, totals: { ...totals, [lane]: total } }
    })
  }, [])
  const all = Object.values(told.totals)
  const length = all.reduce((sum, total) => sum + total, 0)
  const loading = told.query !== query || all.length < told.of
  const rows = useMemo(
    (): TableRows<Title> => ({ length, at: () => undefined, load: loadOf(session, input) }),
    [length, session, input],
  )
  return { rows, loading, isEmpty: !loading && length === 0, tell }
}

/** Reads a stretch of all that a search finds. */
const loadOf =
  (session: Kinora['session'], input: SearchInput): TableRows<Title>['load'] =>
  async (first, end) => {
    const all = { ...input, page: 1, take: ALL_ROWS }
    return (await session.send(titles.search, all, { timeout: 0 })).data.slice(first, end)
  }

/** How many titles a view finds: its search with a page of one, whose total is what a page of the list says (decision 0006). */
function useCount(tenant: string | undefined, always: TitleListState['filters']): TitleViewModel['count'] {
  const { session } = useKinora()
  return useMemo(
    () => ({
      noun: nounOf(titles.search),
      of: JSON.stringify(always),
      async read(address) {
        const filter = toFilter(fromViewAddress(address, always))
        const isOfTenant = tenant !== undefined && always.tenant === undefined
        const asked = { ...filter, ...(isOfTenant && { tenant }), sort: 'createdDate' as const }
        return (await session.send(titles.search, { ...asked, page: 1, take: 1 })).totalRecords
      },
    }),
    [session, tenant, always],
  )
}

/** ROLE-13: an administrator's list starts without a provider, chosen the time before or named in its address. */
const forgottenByAdmins = ['providerId']

/** A long list with what the titles in sight have come to. */
function withLive(rows: TableRows<Title>, live: readonly Title[]): TableRows<Title> {
  const fresh = new Map(live.map(title => [title.tag, title]))
  return {
    ...rows,
    length: rows.length,
    at(index) {
      const row = rows.at(index)
      return row && (fresh.get(row.tag) ?? row)
    },
  }
}

export function useInterval(act: () => void, milliseconds: number | undefined): void {
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(act, milliseconds)
    return () => clearInterval(timer)
  }, [act, milliseconds])
}

/** A search without its page. */
export type SearchInput = Omit<Input<typeof titles.search>, 'page' | 'take'>

/** Milliseconds by which scrolling is debounced before pages are loaded. */
const SCROLL_DEBOUNCE = 120
/** Pages that are cached before and after those in view. */
const CACHED_PAGES = 15
/** Rows beyond those in view that are loaded with them. */
const PREFETCH_ROWS = 25

type PageCache = Map<number, readonly Title[]>

/**
 * All titles that a search finds, as one windowed list: only the pages in view are fetched and only those around
 * them are kept: a catalogue of any length takes the same memory (decision 0020). Keep the input stable.
 */
function useWindowedSearch(input: SearchInput, enabled: boolean) {
  const kinora = useKinora()
  const session = useSession()
  const tenantId = useActingTenant()?.tenantId
  const [range, show] = useThrottledRange(input)
  const isAsked = enabled && session.kind === 'loggedIn'
  const stretches = useMemo(() => (isAsked ? stretchesOf(range) : []), [isAsked, range])
  const { pages, loading, error, refetch } = useQueries({
    queries: stretches.map(stretch => ({
      ...readOptions(kinora, titles.search, pageOf(input, stretch), tenantId),
      gcTime: 0,
    })),
    combine,
  })
  const kept = useRef({ input, held: new Map() as PageCache, total: 0, rows: none })
  if (kept.current.input !== input) kept.current = { ...kept.current, input, held: new Map() }
  const rows = useMemo((): TableRows<Title> => {
    const { held } = kept.current
    for (const [nth, page] of pages.entries()) {
      if (page === undefined) continue
      held.set(stretches[nth]!, page.data)
      kept.current.total = page.totalRecords
    }
    if (held.size === 0) return kept.current.rows
    for (const stretch of held.keys()) if (isFar(stretch, stretches)) held.delete(stretch)
    return {
      length: kept.current.total,
      at: index => held.get(Math.floor(index / CONTENT_PAGE_SIZE))?.[index % CONTENT_PAGE_SIZE],
      show,
      load: loadOf(kinora.session, input),
    }
  }, [pages, stretches, input, kinora, show])
  kept.current.rows = rows
  /** Titles of the stretches in sight. */
  const seen = useMemo(() => pages.flatMap(page => page?.data ?? []), [pages])
  return { rows, seen, loading, error, refetch }
}

type Found = UseQueryResult<Output<typeof titles.search>>

/** The answers of the pages in view; the same values until one of them changes. */
const combine = (results: Found[]) => ({
  pages: results.map(({ data }) => data),
  loading: results.some(({ isPending }) => isPending),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  refetch() {
    for (const result of results) void result.refetch()
  },
})

const none: TableRows<Title> = []

const pageOf = (input: SearchInput, stretch: number) => ({
  ...input,
  page: stretch + 1,
  take: CONTENT_PAGE_SIZE,
})

type Range = readonly [first: number, last: number]
const start: Range = [0, 0]

function stretchesOf([first, last]: Range): number[] {
  const [from, to] = [first - PREFETCH_ROWS, last + PREFETCH_ROWS].map(row =>
    Math.floor(Math.max(0, row) / CONTENT_PAGE_SIZE),
  )
  return Array.from({ length: to! - from! + 1 }, (_, nth) => from! + nth)
}

const isFar = (stretch: number, seen: readonly number[]): boolean =>
  stretch < (seen[0] ?? 0) - CACHED_PAGES || stretch > (seen.at(-1) ?? 0) + CACHED_PAGES

const isEqual = (one: Range, other: Range): boolean => one[0] === other[0] && one[1] === other[1]

/** The rows in sight, throttled: a drag through the whole list doesn't ask for all that it passes. */
function useThrottledRange(what: SearchInput): [Range, (first: number, last: number) => void] {
  const [settled, setSettled] = useState({ what, range: start })
  const latest = useRef(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(
    (first: number, last: number) => {
      latest.current = [first, last]
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        setSettled(before => {
          const range = latest.current
          return before.what === what && isEqual(before.range, range) ? before : { what, range }
        })
      }, SCROLL_DEBOUNCE)
    },
    [what],
  )
  return [settled.what === what ? settled.range : start, show]
}
