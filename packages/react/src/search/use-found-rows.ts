import { type FoundRow, matches, type SearchedNoun, search, searchedNouns } from '@kinora/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useActingTenant } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'

/** Quiet before the server is asked, in ms. */
const DEBOUNCE = 150
/** Rows of each noun. */
const TAKE = 5

/** By what rows of an answer are told from each other, and what they are called. */
const shapes: Partial<Record<SearchedNoun, readonly [id: string, name: string]>> = {
  tenants: ['tenantId', 'name'],
  channels: ['tag', 'displayName'],
  providers: ['tag', 'displayName'],
  collections: ['collectionTag', 'name'],
  events: ['eventId', 'title'],
  documents: ['documentId', 'title'],
  subscriptions: ['subsPackageId', 'title'],
  batches: ['batchId', 'title'],
}

/** Rows by name: those of lists that were read lately at once, then what the server finds; each noun has a few. */
export function useFoundRows(query: string): { rows: FoundRow[]; isLoading: boolean } {
  const queries = useQueryClient()
  const tenantId = useActingTenant()?.tenantId
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(query), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [query])
  const isSearching = debounced !== '' && query !== ''
  const found = useRead(
    search.list,
    { query: debounced, take: TAKE },
    { enabled: isSearching, keepPrevious: true },
  )
  // As it was when the search began: a list that is read meanwhile changes nothing under the pointer.
  const loaded = useMemo(() => loadedRows(queries, tenantId), [queries, tenantId])
  const rows = useMemo(() => {
    if (query === '') return []
    const isOld = debounced !== query || found.isPlaceholderData
    const answered = isSearching ? (found.data?.data ?? []) : []
    // What the letters before found stays for as long as it still fits, so that Enter never meets an empty list.
    const fitting = (all: readonly FoundRow[]) =>
      all.filter(({ name, detail }) => matches(query, name, detail))
    const near = fitting(loaded).filter(row => !answered.some(other => isSame(row, other)))
    return firstOfEach([...near, ...(isOld ? fitting(answered) : answered)])
  }, [query, debounced, isSearching, found.data, found.isPlaceholderData, loaded])
  return { rows, isLoading: query !== '' && (debounced !== query || found.isFetching) }
}

const isSame = (one: FoundRow, other: FoundRow): boolean => one.noun === other.noun && one.row === other.row

function firstOfEach(rows: readonly FoundRow[]): FoundRow[] {
  return searchedNouns.flatMap(noun => rows.filter(row => row.noun === noun).slice(0, TAKE))
}

/** What lists of this tenant have shown, each row once. */
function loadedRows(queries: QueryClient, tenantId: string | undefined): FoundRow[] {
  const rows = new Map<string, FoundRow>()
  for (const [noun, [id, name]] of Object.entries(shapes))
    for (const [key, answer] of queries.getQueriesData<{ data?: unknown }>({ queryKey: [noun] })) {
      if (key[3] !== tenantId || !Array.isArray(answer?.data)) continue
      for (const item of answer.data as Record<string, unknown>[]) {
        const [row, words] = [item?.[id], item?.[name]]
        if (typeof row === 'string' && typeof words === 'string' && words !== '')
          rows.set(`${noun} ${row}`, { noun, row, name: words, detail: noun === 'tenants' ? row : null })
      }
    }
  return [...rows.values()]
}
