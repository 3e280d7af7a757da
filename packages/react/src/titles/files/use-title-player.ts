import { captions, isKinoraError, type Title, titles } from '@kinora/core'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { attachStream } from '../../adapters/stream.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useRead } from '../../kernel/use-read.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** What a player must know of its title. */
export type PlayedTitle = Pick<Title, 'tag' | 'tenantId' | 'providerId'>

/** Captions as a `track` of a video element takes them. */
export interface TitleTrack {
  key: string
  kind: 'captions'
  srcLang: string
  label: string
  src: string
}

/** The video of a title, without its markup. */
export interface TitlePlayerModel {
  state: 'idle' | 'opening' | 'playing' | 'failed'
  /** Why it doesn't play, in words. */
  error: string | undefined
  /** Asks for the stream and plays it, from so many seconds on; what plays already goes on, or goes there. */
  play(seconds?: number): void
  video: RefObject<HTMLVideoElement | null>
  /** Attributes of a `video` element of your own; it stands on the page before it plays. */
  videoProps: {
    ref: RefObject<HTMLVideoElement | null>
    crossOrigin: 'anonymous' | undefined
    playsInline: true
    preload: 'none'
  }
  /** Its captions, once it plays: a `<track {...one} key={one.key} />` each. */
  tracks: readonly TitleTrack[]
}

export interface TitlePlayerOptions {
  /** Whether captions are shown: they are unless it says no. */
  hasCaptions?: boolean | undefined
}

/** Plays a title by a signed address, which is asked for when playing begins, and again when it has expired. */
export function useTitlePlayer(title: PlayedTitle, options: TitlePlayerOptions = {}): TitlePlayerModel {
  const { hasCaptions = true } = options
  const { baseUrl } = useKinora()
  const { video, state, open } = useStream(title)
  const isPlaying = state.kind === 'playing'
  const found = useRead(captions.list, { titleTag: title.tag }, { enabled: isPlaying && hasCaptions })
  const play = useCallback(
    (seconds?: number) => {
      const element = video.current
      if (!isPlaying || element === null) return void open(seconds)
      if (seconds !== undefined) element.currentTime = seconds
      void element.play().catch(() => undefined)
    },
    [video, isPlaying, open],
  )
  return {
    state: state.kind,
    error: state.kind === 'failed' ? state.words : undefined,
    play,
    video,
    videoProps: {
      ref: video,
      crossOrigin: baseUrl === '' ? undefined : 'anonymous',
      playsInline: true,
      preload: 'none',
    },
    tracks: (isPlaying && hasCaptions ? (found.data?.data ?? []) : []).map(
      ({ trackId, version, language, title, url }) => ({
        key: `${trackId} ${version}`,
        kind: 'captions',
        srcLang: language,
        label: title,
        src: baseUrl + url,
      }),
    ),
  }
}

type StreamState =
  | { kind: 'idle' }
  | { kind: 'opening' }
  | { kind: 'playing' }
  | { kind: 'failed'; words: string }

/** Milliseconds; a fresh link that fails sooner than this isn't merely expired. */
const FRESH = 10_000

// TITLE-33, API-23
function useStream(title: PlayedTitle) {
  const { session, baseUrl } = useKinora()
  const texts = useTitleEditorTexts()
  const video = useRef<HTMLVideoElement>(null)
  const detach = useRef<() => void>(undefined)
  const openedAt = useRef(0)
  /** Counts what was opened and left: an answer that comes after it is stale. */
  const generation = useRef(0)
  const [state, setState] = useState<StreamState>({ kind: 'idle' })
  const tenant = title.tenantId ?? title.providerId ?? ''
  const { tag } = title
  const [shown, setShown] = useState(tag)
  if (shown !== tag) {
    setShown(tag)
    setState({ kind: 'idle' })
  }

  const fail = useCallback(
    (error?: unknown) => {
      detach.current?.()
      detach.current = undefined
      const missing = error === undefined || (isKinoraError(error) && [400, 404].includes(error.status))
      setState({
        kind: 'failed',
        words: missing ? texts.text('title.streamMissing') : texts.error(error),
      })
    },
    [texts],
  )
  const open = useCallback(
    async (position = 0, isPaused = false): Promise<void> => {
      const mine = ++generation.current
      const isStale = () => generation.current !== mine
      setState(before => (before.kind === 'playing' ? before : { kind: 'opening' }))
      openedAt.current = Date.now()
      try {
        const { streamingLink } = await session.send(titles.streamingLink, { tenant, tag })
        const element = video.current
        if (isStale() || element === null) return
        detach.current?.()
        detach.current = undefined
        const attached = await attachStream(element, new URL(streamingLink, baseUrl || location.href).href, {
          position,
          onFailed() {
            if (!isStale()) fail()
          },
          onExpired: () => {
            if (isStale()) return
            if (Date.now() - openedAt.current < FRESH) fail()
            else void open(element.currentTime, element.paused)
          },
        })
        if (isStale()) return attached()
        detach.current = attached
        setState({ kind: 'playing' })
        if (!isPaused) await element.play().catch(() => undefined)
      } catch (error) {
        if (!isStale()) fail(error)
      }
    },
    [session, baseUrl, tenant, tag, fail],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another title leaves the stream of the one before.
  useEffect(
    () => () => {
      generation.current++
      detach.current?.()
      detach.current = undefined
    },
    [tag],
  )
  return { video, state, open }
}
