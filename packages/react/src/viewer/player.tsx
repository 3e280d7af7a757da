import { siteContent } from '@kinora/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { mute, PlayerBar, toggle, useCaptions } from './player-bar.tsx'
import { actOf, type PlayerAct } from './player-keys.ts'
import { keepPlay, tellPlay, watchPlays } from './plays.ts'
import { createPositions } from './positions.ts'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { usePlaying } from './use-playing.ts'
import type { Play, Playable, Refusal } from './viewer.ts'

/** What a player shows beside the stream. */
export interface PlayerTitle {
  className: string
  imageLink?: string | null
  captions?: readonly { title: string; language: string; url: string }[]
}

export interface PlayerProps extends PartProps {
  /** The tag of a class, or the id of an event. */
  tag: string
  /** LIVE-04: the tag is the id of an event. */
  isEvent?: boolean
  /** Name, picture and captions where the page has them; of a class they are read otherwise. */
  title?: PlayerTitle
  /** Called as the stream begins to play. */
  onStart?: () => void
  /** Called at the end of a class. */
  onEnd?: () => void
  /** Called with each play of a member, before it is handed in. */
  onPlay?: (play: Play) => void
  onRefuse?: (refusal: Refusal) => void
  /** What is shown in place of the words of a refusal. */
  renderRefusal?: (refusal: Refusal, words: string) => ReactNode
}

const noTitle: PlayerTitle = { className: '' }
const noCaptions: NonNullable<PlayerTitle['captions']> = []

/**
 * EMBED-04: plays a class or an event, with captions, speed, quality and keys, goes on where somebody stopped, and hands in what
 * they have seen. A live stream plays at now, and nowhere else.
 */
export function Player({ tag, isEvent = false, title, renderRefusal, ...props }: PlayerProps) {
  const { onStart, onEnd, onPlay, onRefuse, className, ...rest } = props
  const { text, viewer } = useViewer()
  const box = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const found = useTitle({ tag, isEvent }, title)
  const { state, play } = usePlaying({ tag, isEvent }, video)
  const isShown = state.kind === 'playing'
  const isLive = state.kind === 'playing' && state.stream?.isLive === true
  const isComing = state.kind === 'opening' || state.kind === 'waiting'
  const captions = useCaptions(video, found.captions ?? noCaptions)
  const positions = usePositions()
  useWatching({ of: { tag, isEvent }, video, isShown, onPlay })
  const refusal = state.kind === 'refused' ? state.refusal : undefined
  const told = useRef({ onStart, onRefuse })
  told.current = { onStart, onRefuse }
  useEffect(() => {
    if (isShown) {
      // The button that was pressed is gone: the keys of the player work from here.
      if (holdsFocus(box.current)) box.current?.focus({ preventScroll: true })
      told.current.onStart?.()
    }
  }, [isShown])
  useEffect(() => {
    if (refusal !== undefined) told.current.onRefuse?.(refusal)
  }, [refusal])
  const poster = found.imageLink ? viewer.at(found.imageLink) : undefined
  const onFullScreen = () => showWhole(box.current, video)
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = isShown ? actOf(event) : undefined
    if (pressed === undefined || video === null) return
    event.preventDefault()
    if (pressed.act === 'captions') captions.toggle()
    else if (pressed.act === 'fullScreen') onFullScreen()
    else act(video, pressed, isLive)
  }
  return (
    <Part {...rest} className={className}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its controls have the keys, too */}
      <div
        ref={box}
        className="kn-viewer-player"
        {...(isShown && {
          role: 'group',
          'aria-label': `${text('player')}: ${found.className}`,
          tabIndex: -1,
        })}
        onKeyDown={onKeyDown}
      >
        {isShown || poster === undefined ? null : <img src={poster} alt="" />}
        {/* biome-ignore lint/a11y/useMediaCaption: it has those of the class; its button has the keys */}
        <video
          ref={setVideo}
          hidden={!isShown}
          crossOrigin="anonymous"
          playsInline
          onClick={event => toggle(event.currentTarget)}
          onEnded={onEnd}
        >
          {found.captions?.map(({ title: label, language, url }) => (
            <track key={url} kind="captions" src={viewer.at(url)} srcLang={language} label={label} />
          ))}
        </video>
        {isShown && video !== null ? (
          <PlayerBar video={video} stream={state.stream} captions={captions} onFullScreen={onFullScreen} />
        ) : (
          <button
            type="button"
            className="kn-viewer-act"
            // Disabled it would lose the focus.
            aria-disabled={isComing || undefined}
            onClick={() => isComing || play(isEvent ? 0 : positions.of(tag))}
          >
            {text(isEvent ? 'join' : 'play')}
          </button>
        )}
      </div>
      <div role="status">
        <Said state={state} renderRefusal={renderRefusal} />
      </div>
    </Part>
  )
}

interface SaidProps {
  state: ReturnType<typeof usePlaying>['state']
  renderRefusal: PlayerProps['renderRefusal']
}

/** What there is to say beside the picture. */
function Said({ state, renderRefusal }: SaidProps): ReactNode {
  const { text, locale } = useViewer()
  if (state.kind === 'opening') return text('opening')
  if (state.kind === 'waiting') {
    const time = new Date(state.startsAt).toLocaleTimeString(locale, { timeStyle: 'short' })
    return text('startsAt', { time })
  }
  if (state.kind !== 'refused') return null
  const { code, names } = state.refusal
  const reasons = {
    locked: text('locked', { names }),
    'siteContent.termsOutdated': text('termsOutdated'),
    'event.notOpen': text('notOpen'),
  }
  const words = reasons[code as keyof typeof reasons] ?? text('notPlayable')
  return renderRefusal?.(state.refusal, words) ?? words
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

/** Whether the keys are here, or nowhere: whoever writes to somebody while a class is waited for goes on. */
function holdsFocus(box: HTMLElement | null): boolean {
  if (document.activeElement === document.body) return true
  const root = box?.getRootNode()
  const isRoot = root instanceof Document || root instanceof ShadowRoot
  return isRoot && box?.contains(root.activeElement) === true
}

function usePositions() {
  const { viewer, userId } = useViewer()
  return createPositions(viewer, userId)
}

interface Watching {
  of: Playable
  video: HTMLVideoElement | null
  isShown: boolean
  onPlay: PlayerProps['onPlay']
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

function act(video: HTMLVideoElement, pressed: PlayerAct, isLive: boolean): void {
  if (pressed.act === 'toggle') toggle(video)
  else if (pressed.act === 'mute') mute(video)
  else if (pressed.act === 'volume') video.volume = Math.min(1, Math.max(0, video.volume + pressed.by))
  // Everybody sees a live class at the same second.
  else if (isLive || !Number.isFinite(video.duration)) return
  else if (pressed.act === 'seek')
    video.currentTime = Math.min(video.duration, Math.max(0, video.currentTime + pressed.by))
  else if (pressed.act === 'jump') video.currentTime = video.duration * pressed.toPart
}

/** Fills the screen or leaves it; a telephone that shows videos alone so shows the video. */
function showWhole(
  box: HTMLElement | null,
  video: (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | null,
) {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => undefined)
  else video?.webkitEnterFullscreen?.()
}
