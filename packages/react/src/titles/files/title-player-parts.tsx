import { toSourceSet } from '@kinora/core'
import { Play } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { VideoHandle } from '../../captions/caption-editor.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { type PartProps, partMarks } from '../../ui/part.ts'
import { Banner } from '../../ui/status/banner.tsx'
import { ProgressRing } from '../../ui/status/progress.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toLength } from '../length.ts'
import type { TitlePlayerListener, TitleToPlay } from './title-player.tsx'
import { type TitlePlayerModel, type TitlePlayerOptions, useTitlePlayer } from './use-title-player.ts'

export interface TitlePlayerRootProps
  extends TitlePlayerOptions,
    TitlePlayerListener,
    Pick<PartProps, 'className' | 'rootRef'> {
  title: TitleToPlay
  /** The cover to show where it isn't the stored one yet. */
  cover?: string | null | undefined
  children?: ReactNode
}

/** What the parts of a player share. */
export interface TitlePlayerView {
  player: TitlePlayerModel
  /** What the title is called. */
  name: string
  /** The address of its cover. */
  poster: string | null
  /** Seconds. */
  length: number
}

interface Shared extends TitlePlayerView, TitlePlayerListener {}

const PlayerContext = createContext<Shared | null>(null)

/** The player of a title, for a part of a host's own inside a `TitlePlayerRoot`. */
export function useTitlePlayerView(): TitlePlayerView {
  return useShared()
}

function useShared(): Shared {
  const view = useContext(PlayerContext)
  if (view === null) throw new Error('A part of a player stands in a <TitlePlayerRoot>.')
  return view
}

const stateOf = { idle: 'ready', opening: 'loading', playing: 'ready', failed: 'failed' } as const

/** Holds the video of a title: whether it plays, and why it doesn't. */
export function TitlePlayerRoot(props: TitlePlayerRootProps) {
  const { title, cover = title.imageLink, hasCaptions, onVideo, className, rootRef, children } = props
  const { text } = useTitleEditorTexts()
  const { baseUrl } = useKinora()
  // Beside an editor captions are the caller's to show.
  const player = useTitlePlayer(title, { hasCaptions: hasCaptions !== false && onVideo === undefined })
  const { video, state, play } = player
  const isPlaying = state === 'playing'
  useEffect(() => {
    // Beside an editor the focus stays with what is edited.
    if (isPlaying && onVideo === undefined) video.current?.focus()
  }, [isPlaying, video, onVideo])
  useEffect(() => {
    const element = video.current
    if (onVideo === undefined || element === null) return
    onVideo({ element, playFrom: play } satisfies VideoHandle)
    return () => onVideo(null)
  }, [onVideo, video, play])
  const view: Shared = {
    player,
    name: title.className || text('ui.titles.untitled'),
    poster: cover ? baseUrl + cover : null,
    length: title.durationSecond,
    onTime: props.onTime,
    onStart: props.onStart,
    onEnded: props.onEnded,
  }
  return (
    <PlayerContext.Provider value={view}>
      <div
        ref={rootRef}
        className={classes('kn-player', className)}
        data-playing={isPlaying ? '' : undefined}
        {...partMarks('player', stateOf[state])}
      >
        {children}
      </div>
    </PlayerContext.Provider>
  )
}

interface PlacedProps {
  className?: string | undefined
}

/** The video with its captions; it isn't shown before it plays. */
export function TitlePlayerVideo({ className }: PlacedProps) {
  const { text } = useTitleEditorTexts()
  const { player, name, poster, onTime, onStart, onEnded } = useShared()
  const isPlaying = player.state === 'playing'
  return (
    <video
      {...player.videoProps}
      className={classes('kn-player-video', className)}
      aria-label={text('ui.editor.player', { name })}
      poster={poster ?? undefined}
      controls={isPlaying}
      hidden={!isPlaying}
      onPlay={onStart}
      onTimeUpdate={event => onTime?.(event.currentTarget.currentTime)}
      onSeeked={event => onTime?.(event.currentTarget.currentTime)}
      onEnded={onEnded}
    >
      {player.tracks.map(({ key, ...track }) => (
        <track key={key} {...track} />
      ))}
    </video>
  )
}

/** The cover to press, until it plays. */
export function TitlePlayerStart({ className }: PlacedProps) {
  const { text } = useTitleEditorTexts()
  const { player, name, poster, length } = useShared()
  const { state, play } = player
  if (state === 'playing') return null
  return (
    <button
      type="button"
      className={classes('kn-player-start', className)}
      aria-label={text('ui.editor.play', { name, length: toLength(length) })}
      aria-busy={state === 'opening' || undefined}
      onClick={() => play()}
    >
      <Thumbnail width="100%" src={poster} srcSet={toSourceSet(poster)} corner={toLength(length)} />
      <span className="kn-player-mark">
        {state === 'opening' ? (
          <ProgressRing size={24} />
        ) : (
          <Play className="kn-player-icon" size={22} fill="currentColor" aria-hidden="true" />
        )}
      </span>
    </button>
  )
}

/** Why it doesn't play, and the way to try again. */
export function TitlePlayerFailure({ className }: PlacedProps) {
  const { text } = useTitleEditorTexts()
  const { error, play } = useShared().player
  if (error === undefined) return null
  return (
    <Banner
      tone="negative"
      className={className}
      actions={
        <Button size="compact" onClick={() => play()}>
          {text('ui.retry')}
        </Button>
      }
    >
      {error}
    </Banner>
  )
}
