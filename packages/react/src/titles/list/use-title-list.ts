import {
  ALL_ROWS,
  CONTENT_PAGE_SIZE,
  IN_PROGRESS_REFRESH,
  isVideoInProgress,
  metadata,
  needsRefresh,
  Role,
  type Title,
  titles,
} from '@kinora/core'
import { useCallback, useEffect, useMemo } from 'react'
import { useColumnState, useListState } from '../../kernel/list-state.ts'
import type { LocationAdapter } from '../../kernel/location.ts'
import { useActingTenant, useSession } from '../../kernel/provider.tsx'
import { useListTexts } from '../../kernel/use-list-texts.ts'
import { useLiveTitles } from '../../kernel/use-live-titles.ts'
import { useRead } from '../../kernel/use-read.ts'
import type { ListModel } from '../../ui/list/list-model.ts'
import type { TableRows } from '../../ui/table/table-rows.ts'
import { useTitleTexts } from '../texts.ts'
import { nextSort, shownSort, type TitleListState, titleRules, toFilter, toSorting } from './filters.ts'
import { type SearchInput, useWindowedSearch } from './use-windowed-search.ts'

const MEMORY_KEY = 'titles'

export interface TitleListModel extends ListModel<Title, TitleListState> {
  /** What is searched for, without its page. */
  input: SearchInput
  /** The same as a text. */
  query: string
  metadata: ReturnType<typeof useRead<typeof metadata.view>>['data']
}

/** State of the title list: search, filters, sorting, paging in the address, live progress (TITLE-14, TITLE-28, SESS-16). */
export function useTitleList(location?: LocationAdapter): TitleListModel {
  const session = useSession()
  const tenant = useActingTenant()
  const texts = useTitleTexts()
  const role = session.kind === 'loggedIn' ? session.user.role : undefined
  const forget = role === Role.Admin ? forgottenByAdmins : undefined
  const [state, change] = useListState(titleRules, { location, memory: MEMORY_KEY, forget })
  const [columnState, onColumnState] = useColumnState('titles')
  const support = session.kind === 'loggedIn' && role === Role.Support
  const isLong = state.take === ALL_ROWS
  const tenantId = support ? tenant?.tenantId : undefined
  const input = useMemo(
    (): SearchInput => ({
      ...toFilter(state),
      ...(tenantId !== undefined && { tenant: tenantId }),
      ...toSorting(state),
    }),
    [state, tenantId],
  )
  const long = useWindowedSearch(input, isLong)
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
  const rows = useMemo(() => (isLong ? withLive(long.rows, live) : live), [isLong, long.rows, live])
  const choices = useRead(metadata.view, {})
  const query = useMemo(() => JSON.stringify(input), [input])
  const changeList = useCallback<typeof change>(
    part => change(part.sort === undefined ? part : { ...part, sort: nextSort(state, part.sort) }),
    [change, state],
  )
  const shown = useMemo(() => ({ ...state, sort: shownSort(state) }), [state])
  return {
    state: shown,
    change: changeList,
    input,
    query,
    rows,
    total: isLong ? long.rows.length : (search.data?.totalRecords ?? 0),
    loading: isLong ? long.loading : search.isPending || search.isPlaceholderData,
    error: error ? texts.error(error) : undefined,
    retry: () => void refetch(),
    all: ALL_ROWS,
    columnState,
    onColumnState,
    texts: useListTexts(),
    metadata: choices.data,
  }
}

/** ROLE-13: an administrator's list starts without a provider, chosen the time before or named in its address. */
const forgottenByAdmins = ['providerId']

/** Follows just the titles that are in progress and shows what they have come to. */
function useLiveRows(found: readonly Title[] | undefined): readonly Title[] {
  const tags = useMemo(() => (found ?? []).filter(isUnderWay).map(title => title.tag), [found])
  const live = useLiveTitles(tags)
  return useMemo(() => (found ?? []).map(title => live.get(title.tag) ?? title), [found, live])
}

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

const isUnderWay = (title: Title): boolean =>
  isVideoInProgress(title.videoStatus) || title.processing !== null

function useInterval(act: () => void, milliseconds: number | undefined): void {
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(act, milliseconds)
    return () => clearInterval(timer)
  }, [act, milliseconds])
}
