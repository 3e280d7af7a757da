import { type LucideIcon, Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { KnownStream } from '../adapters/stream.ts'
import { useViewer } from './provider.tsx'
import type { Captions } from './use-caption-tracks.ts'
import type { ViewerText } from './words.ts'

const seen = ['play', 'pause', 'timeupdate', 'durationchange', 'volumechange', 'ratechange', 'ended'] as const

/** How a video stands now. */
function useVideoState(video: HTMLVideoElement) {
  const read = () => ({
    isPaused: video.paused,
    at: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    isMuted: video.muted || video.volume === 0,
    volume: video.volume,
    rate: video.playbackRate,
  })
  const [state, setState] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the video alone
  useEffect(() => {
    const look = () => setState(read())
    look()
    for (const name of seen) video.addEventListener(name, look)
    return () => {
      for (const name of seen) video.removeEventListener(name, look)
    }
  }, [video])
  return state
}

interface BarProps {
  video: HTMLVideoElement
  stream: KnownStream | undefined
  captions: Captions
  onFullScreen(): void
}

/** EMBED-04: the controls of a player: elements that every browser and screen reader knows. */
export function PlayerBar({ video, stream, captions, onFullScreen }: BarProps) {
  const { text, locale } = useViewer()
  const { isPaused, at, duration, isMuted, volume, rate } = useVideoState(video)
  const isLive = stream?.isLive === true
  return (
    <div className="kn-viewer-bar">
      <Push
        text={isPaused ? 'play' : 'pause'}
        keys="k"
        icon={isPaused ? Play : Pause}
        onPush={() => toggle(video)}
      />
      {isLive ? (
        <strong className="kn-viewer-live">{text('live')}</strong>
      ) : (
        <Position {...{ video, at, duration }} />
      )}
      <Push
        text={isMuted ? 'unmute' : 'mute'}
        keys="m"
        icon={isMuted ? VolumeX : Volume2}
        onPush={() => mute(video)}
      />
      <input
        type="range"
        className="kn-viewer-volume"
        aria-label={text('volume')}
        {...{ min: 0, max: 1, step: 0.05 }}
        value={isMuted ? 0 : volume}
        onChange={event => {
          video.volume = Number(event.target.value)
          video.muted = false
        }}
      />
      {captions.choices.length === 0 ? null : (
        <Choice text="captions" value={captions.chosen} onChoose={captions.choose}>
          <option value="">{text('off')}</option>
          {captions.choices.map(({ language, title }) => (
            <option key={language + title} value={language} lang={language}>
              {title}
            </option>
          ))}
        </Choice>
      )}
      {isLive ? null : (
        <Choice text="speed" value={rate} onChoose={value => setRate(video, Number(value))}>
          {speeds.map(speed => (
            <option key={speed} value={speed}>
              {speed.toLocaleString(locale)}×
            </option>
          ))}
        </Choice>
      )}
      <Quality stream={stream} />
      <Push text="fullScreen" keys="f" icon={Maximize} onPush={onFullScreen} />
    </div>
  )
}

interface PositionProps {
  video: HTMLVideoElement
  at: number
  duration: number
}

/** A slider of the seconds, and where it stands. */
function Position({ video, at, duration }: PositionProps) {
  const { text } = useViewer()
  const [now, whole] = [toClock(at), toClock(duration)]
  return (
    <>
      <input
        type="range"
        className="kn-viewer-position"
        aria-label={text('position')}
        aria-valuetext={text('positionOf', { at: now, duration: whole })}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={Math.floor(at)}
        onChange={event => {
          video.currentTime = Number(event.target.value)
        }}
      />
      <span className="kn-viewer-time" dir="ltr" aria-hidden="true">
        {now} / {whole}
      </span>
    </>
  )
}

/** The renditions of a stream, where it has more than one. */
function Quality({ stream }: Pick<BarProps, 'stream'>) {
  const { text } = useViewer()
  const [quality, setQuality] = useState(-1)
  if (stream === undefined || stream.qualities.length < 2) return null
  return (
    <Choice
      text="quality"
      value={quality}
      onChoose={value => {
        setQuality(Number(value))
        stream.choose(Number(value))
      }}
    >
      <option value={-1}>{text('auto')}</option>
      {stream.qualities.map((height, place) => (
        <option key={height} value={place}>
          {height}p
        </option>
      ))}
    </Choice>
  )
}

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

interface PushProps {
  text: ViewerText
  keys: string
  icon: LucideIcon
  onPush(): void
}

function Push({ text: key, keys, icon: Icon, onPush }: PushProps) {
  const name = useViewer().text(key)
  return (
    <button type="button" aria-label={name} title={name} aria-keyshortcuts={keys} onClick={onPush}>
      <Icon size={18} aria-hidden="true" />
    </button>
  )
}

interface ChoiceProps {
  text: ViewerText
  value: string | number
  onChoose(value: string): void
  children: ReactNode
}

function Choice({ text: key, value, onChoose, children }: ChoiceProps) {
  const name = useViewer().text(key)
  return (
    <select aria-label={name} title={name} value={value} onChange={event => onChoose(event.target.value)}>
      {children}
    </select>
  )
}

/** `1:05`, `1:02:05` */
export function toClock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

export function toggle(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

export function mute(video: HTMLVideoElement): void {
  video.muted = !video.muted
  if (!video.muted && video.volume === 0) video.volume = 0.5
}

/** The next stream of the video has it too. */
function setRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}
