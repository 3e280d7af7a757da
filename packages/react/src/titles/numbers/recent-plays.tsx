import { type RecentPlays, type Title, TYPED_PAGE_SIZE_MAX, titleNumberTexts, titles } from '@kinora/core'
import { useMemo } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { useRead } from '../../kernel/use-read.ts'

/** Texts of a title's numbers. */
export const useNumberTexts = () => useTexts(titleNumberTexts)
export type NumberTexts = ReturnType<typeof useNumberTexts>

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

interface SparkProps {
  values: readonly number[]
  /** What it says, for those who don't see it. */
  label: string
}

const WIDTH = 64
const HEIGHT = 20

/** A line of days, as high as the highest of them; it runs the way text does. */
export function Spark({ values, label }: SparkProps) {
  const top = Math.max(...values, 1)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)}`,
  )
  return (
    <svg className="kn-spark" role="img" aria-label={label} width={WIDTH} height={HEIGHT}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
