import { siteContent } from '@kinora/core'
import { type RefCallback, useEffect, useRef, useState } from 'react'
import type { KnownStream } from '../adapters/stream.ts'
import { keepPlay, tellPlay, watchPlays } from './plays.ts'
import { createPositions } from './positions.ts'
import { useViewer } from './provider.tsx'
import { type Captions, useCaptionTracks } from './use-caption-tracks.ts'
import { type Playing, usePlaying } from './use-playing.ts'
import type { Play, Playable, Refusal } from './viewer.ts'

/** What a player shows beside the stream. */
export interface PlayerTitle {
  className: string
  imageLink?: string | null
  captions?: readonly { title: string; language: string; url: string }[]
}

export interface PlayerOptions {
  /** The tag of a class, or the id of an event. */
  tag: string
  /** The tag is the id of an event. */
  isEvent?: boolean | undefined
  /** Name, picture and captions where the page has them; of a class they are read otherwise. */
  title?: PlayerTitle | undefined
  /** Called as the stream begins to play. */
  onStart?: (() => void) | undefined
  /** Called with each play of a member, before it is handed in. */
  onPlay?: ((play: Play) => void) | undefined
  onRefuse?: ((refusal: Refusal) => void) | undefined
}

/** Captions as a `track` of a video element takes them. */
export interface PlayerTrack {
  key: string
  kind: 'captions'
  src: string
  srcLang: string
  label: string
}

/** A class or an event that plays, without its markup. */
export interface PlayerModel {
  state: Exclude<Playing['kind'], 'refused'> | 'failed'
  /** Why it doesn't play, in words. */
  error: string | undefined
  /** Asks for the stream and plays it, a class from where somebody stopped. */
  play(): void
  /** Attributes of a `video` element of your own; it stands on the page before it plays. */
  videoProps: { ref: RefCallback<HTMLVideoElement>; crossOrigin: 'anonymous'; playsInline: true }
  /** The element, once it is there. */
  video: HTMLVideoElement | null
  /** What is known of the stream once it plays: whether it is live, and its qualities. */
  stream: KnownStream | undefined
  isLive: boolean
  title: PlayerTitle
  /** The address of its picture. */
  poster: string | undefined
  /** Its captions: a `<track {...one} key={one.key} />` each. */
  tracks: readonly PlayerTrack[]
  /** Which of them are shown. */
  captions: Captions
  /** Why it doesn't play. */
  refusal: Refusal | undefined
  /** What there is to say beside the picture: that it is opened, when it begins, why it doesn't play. */
  words: string | undefined
}

const noTitle: PlayerTitle = { className: '' }
const noCaptions: NonNullable<PlayerTitle['captions']> = []

/**
 * Plays a class or an event in a video element of the page: goes on where somebody stopped, with captions in the language that was chosen
 * last, and hands in what a member has seen. It stands below a `ViewerProvider`.
 */
// EMBED-04
export function usePlayer({ tag, isEvent = false, title, ...listeners }: PlayerOptions): PlayerModel {
  const { viewer, userId } = useViewer()
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const found = useTitle({ tag, isEvent }, title)
  const { state, play } = usePlaying({ tag, isEvent }, video)
  const isShown = state.kind === 'playing'
  const stream = state.kind === 'playing' ? state.stream : undefined
  const choices = found.captions ?? noCaptions
  const captions = useCaptionTracks(video, choices)
  useWatching({ of: { tag, isEvent }, video, isShown, onPlay: listeners.onPlay })
  const refusal = state.kind === 'refused' ? state.refusal : undefined
  const words = useWords(state)
  const told = useRef(listeners)
  told.current = listeners
  useEffect(() => {
    if (isShown) told.current.onStart?.()
  }, [isShown])
  useEffect(() => {
    if (refusal !== undefined) told.current.onRefuse?.(refusal)
  }, [refusal])
  return {
    state: state.kind === 'refused' ? 'failed' : state.kind,
    error: refusal && words,
    play: () => play(isEvent ? 0 : createPositions(viewer, userId).of(tag)),
    videoProps: { ref: setVideo, crossOrigin: 'anonymous', playsInline: true },
    video,
    stream,
    isLive: stream?.isLive === true,
    title: found,
    poster: found.imageLink ? viewer.at(found.imageLink) : undefined,
    tracks: choices.map(({ title: label, language, url }) => ({
      key: url,
      kind: 'captions',
      label,
      src: viewer.at(url),
      srcLang: language,
    })),
    captions,
    refusal,
    words,
  }
}

/** What there is to say beside the picture. */
function useWords(state: Playing): string | undefined {
  const { text, locale } = useViewer()
  if (state.kind === 'opening') return text('opening')
  if (state.kind === 'waiting') {
    const time = new Date(state.startsAt).toLocaleTimeString(locale, { timeStyle: 'short' })
    return text('startsAt', { time })
  }
  if (state.kind !== 'refused') return undefined
  const { code, names } = state.refusal
  const reasons = {
    locked: text('locked', { names }),
    'siteContent.termsOutdated': text('termsOutdated'),
    'event.notOpen': text('notOpen'),
  }
  return reasons[code as keyof typeof reasons] ?? text('notPlayable')
}

/** Name, picture and captions of a class; an event has none of its own. */
function useTitle({ tag, isEvent }: Playable, given: PlayerTitle | undefined): PlayerTitle {
  const { viewer } = useViewer()
  const [read, setRead] = useState({ tag, title: noTitle })
  const isWanted = given === undefined && !isEvent
  useEffect(() => {
    if (!isWanted) return
    const aborting = new AbortController()
    const { signal } = aborting
    // Without them it plays all the same.
    viewer.send(siteContent.title, { tag }, { signal }).then(
      title => setRead({ tag, title }),
      () => undefined,
    )
    return () => aborting.abort()
  }, [viewer, tag, isWanted])
  return given ?? (isWanted && read.tag === tag ? read.title : noTitle)
}

interface Watching {
  of: Playable
  video: HTMLVideoElement | null
  isShown: boolean
  onPlay: PlayerOptions['onPlay']
}

/** Seconds of a video between two times at which its position is kept. */
const OFTEN = 5

/** C-119: hands in what is seen, and keeps where somebody is. */
function useWatching({ of: { tag, isEvent }, video, isShown, onPlay }: Watching): void {
  const { viewer, userId } = useViewer()
  const listener = useRef(onPlay)
  listener.current = onPlay
  useEffect(() => {
    if (video === null || !isShown || userId === undefined || viewer.sendPlay === undefined) return
    return watchPlays(
      video,
      { tag, isEvent, userId },
      {
        keep: play => keepPlay(viewer, play),
        tell(play) {
          listener.current?.(play)
          void tellPlay(viewer, play)
        },
      },
    )
  }, [viewer, userId, tag, isEvent, video, isShown])
  useEffect(() => {
    if (video === null || !isShown || isEvent) return
    const positions = createPositions(viewer, userId)
    // A player that is taken away forgets where it was.
    let [kept, at, duration] = [0, 0, 0]
    const keep = () => {
      if (duration > 0) positions.keep(tag, at, duration)
      kept = at
    }
    const look = () => {
      if (video.currentTime === 0) return
      ;[at, duration] = [video.currentTime, video.duration]
      if (Math.abs(at - kept) >= OFTEN) keep()
    }
    video.addEventListener('timeupdate', look)
    addEventListener('pagehide', keep)
    return () => {
      keep()
      video.removeEventListener('timeupdate', look)
      removeEventListener('pagehide', keep)
    }
  }, [viewer, userId, tag, isEvent, video, isShown])
}
