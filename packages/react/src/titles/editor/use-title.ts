import {
  isVideoInProgress,
  type KinoraError,
  type Output,
  type Title,
  titles,
  toTrailerState,
} from '@kinora/core'
import { useCallback, useEffect } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useLiveTitle } from '../../kernel/use-live-titles.ts'
import { useRead } from '../../kernel/use-read.ts'

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

/** One title, followed while the server works on it (TITLE-18, VIDEO-07). */
export function useTitle(tag: string | undefined, { watch = false } = {}): TitleSource {
  const { queries, live } = useKinora()
  const read = useRead(
    titles.find,
    { titleTags: tag === undefined ? [] : [tag] },
    { enabled: tag !== undefined },
  )
  const title = tag === undefined ? undefined : read.data?.data.find(found => found.tag === tag)
  const isFollowed = title !== undefined && (watch || isUnderWay(title))
  const latest = useLiveTitle(isFollowed ? tag : undefined)
  const show = useCallback(
    (fresh: Title) => {
      queries.setQueriesData<Output<typeof titles.find>>(
        { queryKey: [...findKey] },
        page => page && { ...page, data: page.data.map(found => (found.tag === fresh.tag ? fresh : found)) },
      )
    },
    [queries],
  )
  useEffect(() => {
    if (latest !== undefined) show(latest)
  }, [latest, show])
  const put = useCallback(
    async (fresh: Title) => {
      live.expire()
      await queries.cancelQueries({ queryKey: [...findKey] })
      show(fresh)
    },
    [queries, live, show],
  )
  const { refetch } = read
  const refresh = useCallback(async () => {
    if (tag === undefined) return undefined
    const { data } = await refetch({ throwOnError: true })
    return data?.data.find(found => found.tag === tag && !found.isDelete)
  }, [tag, refetch])
  return { reading: readingOf(tag, title, read), refresh, put }
}

const findKey = ['titles', titles.find.id] as const

/** Whether the server still works on the title's video or trailer. */
const isUnderWay = (title: Title): boolean =>
  isVideoInProgress(title.videoStatus) ||
  title.processing !== null ||
  ['uploading', 'processing', 'mobilePending'].includes(toTrailerState(title))

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
