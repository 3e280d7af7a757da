import { type RecentPlays, type Title, TYPED_PAGE_SIZE_MAX, titles } from '@kinora/core'
import { useMemo } from 'react'
import { useRead } from '../../kernel/use-read.ts'

const none: ReadonlyMap<string, RecentPlays> = new Map()

/** Plays of the last 30 days of the titles in sight, by tag; asked for once somebody wants them, after the page. */
export function useRecentPlays(
  rows: readonly Title[] | undefined,
  isWanted: boolean,
): ReadonlyMap<string, RecentPlays> {
  // A page has no more; of a long list as many as are near.
  const titleTags = useMemo(() => (rows ?? []).slice(0, TYPED_PAGE_SIZE_MAX).map(({ tag }) => tag), [rows])
  const enabled = isWanted && titleTags.length > 0
  const { data } = useRead(titles.plays, { titleTags }, { enabled, keepPrevious: true })
  return useMemo(() => (data === undefined ? none : new Map(data.map(row => [row.tag, row]))), [data])
}
