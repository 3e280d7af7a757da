import {
  isVideoInProgress,
  type KinoraError,
  type Output,
  type Title,
  titles,
  toTrailerState,
} from '@kinora/core'
import { useCallback, useEffect } from 'react'
import { type Texts, useTexts } from '../../kernel/message.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useLiveTitle } from '../../kernel/use-live-titles.ts'
import { useRead } from '../../kernel/use-read.ts'

/** Where the reading of a title is: `missing` where there is none, or none for this person. */
export type TitleReading =
  | { state: 'new' | 'loading' | 'missing'; title?: undefined; error?: undefined; cause?: undefined }
  /** Why it couldn't be read, in words, and the same as an error with its code. */
  | { state: 'failed'; title?: undefined; error: string; cause: KinoraError }
  | { state: 'ready'; title: Title; error?: undefined; cause?: undefined }

export type TitleSource = TitleReading & TitleCalls

interface TitleCalls {
  /** Reads it again where that has failed. */
  retry(): void
  /** Reads the title again; undefined where it is new, gone or out of reach. */
  refresh(): Promise<Title | undefined>
  /** Shows what a write answered, at once and everywhere. */
  put(title: Title): Promise<void>
}

/** One title, followed while the server works on it (TITLE-18, VIDEO-07). */
export function useTitle(tag: string | undefined, { watch = false } = {}): TitleSource {
  const { queries, live } = useKinora()
  const texts = useTexts()
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
  return { ...readingOf(tag, title, read, texts), retry: () => void refetch(), refresh, put }
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
  texts: Pick<Texts, 'error'>,
): TitleReading {
  if (tag === undefined) return { state: 'new' }
  if (title !== undefined && !title.isDelete) return { state: 'ready', title }
  if (read.data !== undefined) return { state: 'missing' }
  if (read.error !== null) return { state: 'failed', error: texts.error(read.error), cause: read.error }
  return { state: 'loading' }
}
