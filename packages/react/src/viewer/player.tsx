import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { fill, partMarks, type Slot } from '../ui/part.ts'
import { mute, PlayerBar, toggle } from './player-bar.tsx'
import { actOf, type PlayerAct } from './player-keys.ts'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { type PlayerOptions, usePlayer } from './use-player.ts'
import type { Refusal } from './viewer.ts'

export interface PlayerProps extends PlayerOptions, PartProps {
  /** Called at the end of a class. */
  onEnd?: () => void
  /** What is shown in place of the words of a refusal. */
  renderRefusal?: (refusal: Refusal, words: string) => ReactNode
  /** By place: a node in place of ours, or a function that is given ours. The button that plays, the bar of the controls. */
  slots?: { readonly start?: Slot; readonly controls?: Slot } | undefined
}

const stateOf = {
  idle: 'ready',
  opening: 'loading',
  waiting: 'loading',
  playing: 'ready',
  failed: 'failed',
} as const

/**
 * EMBED-04: plays a class or an event, with captions, speed, quality and keys, goes on where somebody stopped, and hands in what
 * they have seen. A live stream plays at now, and nowhere else.
 */
export function Player({ tag, isEvent = false, title, renderRefusal, slots = {}, ...props }: PlayerProps) {
  const { onStart, onEnd, onPlay, onRefuse, className, ...rest } = props
  const { text } = useViewer()
  const box = useRef<HTMLDivElement>(null)
  const player = usePlayer({ tag, isEvent, title, onStart, onPlay, onRefuse })
  const { state, video, poster, captions, refusal, words = '' } = player
  const isShown = state === 'playing'
  const isComing = state === 'opening' || state === 'waiting'
  useEffect(() => {
    // The button that was pressed is gone: the keys of the player work from here.
    if (isShown && holdsFocus(box.current)) box.current?.focus({ preventScroll: true })
  }, [isShown])
  const onFullScreen = () => showWhole(box.current, video)
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = isShown ? actOf(event) : undefined
    if (pressed === undefined || video === null) return
    event.preventDefault()
    if (pressed.act === 'captions') captions.toggle()
    else if (pressed.act === 'fullScreen') onFullScreen()
    else act(video, pressed, player.isLive)
  }
  const start = (
    <button
      type="button"
      className="kn-viewer-act"
      // Disabled it would lose the focus.
      aria-disabled={isComing || undefined}
      onClick={() => isComing || player.play()}
    >
      {text(isEvent ? 'join' : 'play')}
    </button>
  )
  return (
    <Part
      {...rest}
      className={className}
      data-playing={isShown ? '' : undefined}
      {...partMarks('viewer-player', stateOf[state])}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its controls have the keys, too */}
      <div
        ref={box}
        className="kn-viewer-player"
        {...(isShown && {
          role: 'group',
          'aria-label': `${text('player')}: ${player.title.className}`,
          tabIndex: -1,
        })}
        onKeyDown={onKeyDown}
      >
        {isShown || poster === undefined ? null : <img src={poster} alt="" />}
        <video
          {...player.videoProps}
          hidden={!isShown}
          onClick={event => toggle(event.currentTarget)}
          onEnded={onEnd}
        >
          {player.tracks.map(({ key, ...track }) => (
            <track key={key} {...track} />
          ))}
        </video>
        {isShown && video !== null
          ? fill(slots.controls, <PlayerBar {...{ video, captions, onFullScreen }} stream={player.stream} />)
          : fill(slots.start, start)}
      </div>
      <div role="status">{refusal === undefined ? words : (renderRefusal?.(refusal, words) ?? words)}</div>
    </Part>
  )
}

/** Whether the keys are here, or nowhere: whoever writes to somebody while a class is waited for goes on. */
function holdsFocus(box: HTMLElement | null): boolean {
  if (document.activeElement === document.body) return true
  const root = box?.getRootNode()
  const isRoot = root instanceof Document || root instanceof ShadowRoot
  return isRoot && box?.contains(root.activeElement) === true
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
