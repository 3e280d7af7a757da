import {
  CONTENT_PAGE_SIZE,
  IN_PROGRESS_REFRESH,
  isVideoInProgress,
  metadata,
  needsRefresh,
  Role,
  type Title,
  titles,
} from '@kinora/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type LocationAdapter, useLocationState } from '../../kernel/location.ts'
import { useKinora, useSession } from '../../kernel/provider.tsx'
import { useActingTenant } from '../../kernel/use-acting-tenant.ts'
import { useRead } from '../../kernel/use-read.ts'
import type { TableRows } from '../../ui/table/table-rows.ts'
import { ALL, fromParams, type ListState, toFilter, toParams } from './filters.ts'
import { type SearchInput, useLongSearch } from './use-long-search.ts'

const MEMORY_KEY = 'kinora.titles'
/** Milliseconds between looks at the titles that are being worked on. */
const LIVE_REFRESH = 2_500

export interface TitleListModel {
  state: ListState
  change(next: Partial<ListState>): void
  rows: TableRows<Title>
  total: number
  loading: boolean
  error: unknown
  retry(): void
  metadata: ReturnType<typeof useRead<typeof metadata.view>>['data']
}

/** The title list without looks: search, filters, sorting, paging in the address, live progress (TITLE-14, TITLE-28, SESS-16). */
export function useTitleList(location?: LocationAdapter): TitleListModel {
  const [state, change] = useListState(location)
  const session = useSession()
  const tenant = useActingTenant()
  const support = session.kind === 'loggedIn' && session.user.role === Role.Support
  const isLong = state.take === ALL
  const input: SearchInput = {
    ...toFilter(state),
    ...(support && tenant ? { tenant: tenant.tenantId } : {}),
    sort: state.sort.id,
    dir: state.sort.descending ? 'desc' : 'asc',
  }
  const long = useLongSearch(input, isLong)
  const search = useRead(
    titles.search,
    { ...input, page: state.page + 1, take: state.take || CONTENT_PAGE_SIZE },
    { keepPrevious: true, enabled: !isLong },
  )
  const found = isLong ? long.seen : search.data?.data
  const refetch = isLong ? long.refetch : search.refetch
  const refreshing = found !== undefined && needsRefresh(found)
  useInterval(() => void refetch(), refreshing ? IN_PROGRESS_REFRESH : undefined)
  const live = useLiveRows(found)
  const rows = useMemo(() => (isLong ? withLive(long.rows, live) : live), [isLong, long.rows, live])
  const choices = useRead(metadata.view, {})
  return {
    state,
    change,
    rows,
    total: isLong ? long.rows.length : (search.data?.totalRecords ?? 0),
    loading: isLong ? long.loading : search.isPending || search.isPlaceholderData,
    error: isLong ? long.error : search.error,
    retry: () => void refetch(),
    metadata: choices.data,
  }
}

/** In the address where the host has one; the last state of this tab is taken up again when the address is bare (SESS-16). */
function useListState(location?: LocationAdapter): [ListState, (next: Partial<ListState>) => void] {
  const { tabStore } = useKinora()
  const session = useSession()
  const isAdmin = session.kind === 'loggedIn' && session.user.role === Role.Admin
  const [params, write] = useLocationState(location)
  const stored = params.size === 0 ? tabStore.getItem(MEMORY_KEY) : null
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    if (!restored && stored) write(forgetProvider(new URLSearchParams(stored), isAdmin))
    setRestored(true)
  }, [restored, stored, write, isAdmin])
  const text = params.toString()
  const state = useMemo(() => fromParams(new URLSearchParams(text)), [text])
  const change = useCallback(
    (next: Partial<ListState>) => {
      const moved = 'page' in next ? next : { ...next, page: 0 }
      const after = toParams({ ...state, ...moved })
      tabStore.setItem(MEMORY_KEY, after.toString())
      write(after)
    },
    [state, tabStore, write],
  )
  return [state, change]
}

/** ROLE-13: an administrator's list starts without the provider chosen the time before. */
function forgetProvider(params: URLSearchParams, isAdmin: boolean): URLSearchParams {
  if (isAdmin) params.delete('providerId')
  return params
}

/** Looks often at just the titles that are in progress and shows what they have come to. */
function useLiveRows(found: readonly Title[] | undefined): readonly Title[] {
  const tags = useMemo(() => (found ?? []).filter(isUnderWay).map(title => title.tag), [found])
  const live = useRead(
    titles.find,
    { titleTags: tags },
    { enabled: tags.length > 0, refetchInterval: tags.length > 0 ? LIVE_REFRESH : false },
  )
  return useMemo(() => {
    const fresh = new Map((live.data?.data ?? []).map(title => [title.tag, title]))
    return (found ?? []).map(title => fresh.get(title.tag) ?? title)
  }, [found, live.data])
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
