import {
  type KinoraError,
  type Output,
  type Title,
  TRAILER_POLL_INTERVAL,
  titles,
  toTrailerState,
} from '@kinora/core'
import { useCallback, useEffect, useState } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useRead } from '../../kernel/use-read.ts'
import { isUnderWay } from '../files/title-steps.ts'

/** Milliseconds between looks at a title that is being worked on. */
const LIVE_REFRESH = 2_500

export type TitleReading =
  | { kind: 'new' }
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'failed'; error: KinoraError; retry: () => void }
  | { kind: 'ready'; title: Title }

export interface TitleSource {
  reading: TitleReading
  /** Reads the title again; undefined where it is new, gone or out of reach. */
  refresh(): Promise<Title | undefined>
  /** Shows what a write answered, at once and everywhere. */
  put(title: Title): Promise<void>
}

/** One title, looked at again and again while the server works on it (TITLE-18). */
export function useTitle(tag: string | undefined, { watch = false } = {}): TitleSource {
  const { queries } = useKinora()
  const [live, setLive] = useState<number | false>(false)
  const read = useRead(
    titles.find,
    { titleTags: tag === undefined ? [] : [tag] },
    { enabled: tag !== undefined, refetchInterval: live || (watch ? LIVE_REFRESH : false) },
  )
  const title = tag === undefined ? undefined : read.data?.data.find(found => found.tag === tag)
  const interval = title === undefined ? false : intervalOf(title)
  useEffect(() => setLive(interval), [interval])
  const put = useCallback(
    async (fresh: Title) => {
      const key = ['titles', titles.find.id]
      await queries.cancelQueries({ queryKey: key })
      queries.setQueriesData<Output<typeof titles.find>>(
        { queryKey: key },
        page => page && { ...page, data: page.data.map(found => (found.tag === fresh.tag ? fresh : found)) },
      )
    },
    [queries],
  )
  const { refetch } = read
  const refresh = useCallback(async () => {
    if (tag === undefined) return undefined
    const { data } = await refetch({ throwOnError: true })
    return data?.data.find(found => found.tag === tag && !found.isDelete)
  }, [tag, refetch])
  return { reading: readingOf(tag, title, read), refresh, put }
}

/** VIDEO-07 for a trailer in the works. */
function intervalOf(title: Title): number | false {
  if (!isUnderWay(title)) return false
  return toTrailerState(title) === 'processing' ? TRAILER_POLL_INTERVAL : LIVE_REFRESH
}

function readingOf(
  tag: string | undefined,
  title: Title | undefined,
  read: ReturnType<typeof useRead<typeof titles.find>>,
): TitleReading {
  if (tag === undefined) return { kind: 'new' }
  if (title !== undefined && !title.isDelete) return { kind: 'ready', title }
  if (read.data !== undefined) return { kind: 'missing' }
  if (read.error !== null) return { kind: 'failed', error: read.error, retry: () => void read.refetch() }
  return { kind: 'loading' }
}
