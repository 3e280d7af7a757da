import { type RecentPlays, type Title, titles } from '@kinora/core'
import { useMemo } from 'react'
import { useRead } from '../../kernel/use-read.ts'

const none: ReadonlyMap<string, RecentPlays> = new Map()

/** Plays of the last 30 days of the titles in sight, by tag; asked for once somebody wants them, after the page. */
export function useRecentPlays(
  rows: readonly Title[] | undefined,
  isWanted: boolean,
): ReadonlyMap<string, RecentPlays> {
  const titleTags = useMemo(() => (rows ?? []).map(({ tag }) => tag), [rows])
  const enabled = isWanted && titleTags.length > 0
  const { data } = useRead(titles.plays, { titleTags }, { enabled, keepPrevious: true })
  return useMemo(() => (data === undefined ? none : new Map(data.map(row => [row.tag, row]))), [data])
}
