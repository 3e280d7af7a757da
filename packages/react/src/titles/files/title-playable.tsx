import { isKinoraError, type Title, titles, toSourceSet } from '@kinora/core'
import { Play } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { attachStream } from '../../adapters/stream.ts'
import { CaptionTracks } from '../../captions/caption-tracks.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { ProgressRing } from '../../ui/status/progress.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toLength } from '../length.ts'
import type { TitlePlayerProps } from './title-player.tsx'

interface PlayableProps {
  title: TitlePlayerProps['title']
  poster: string | null
  name: string
  onVideo: TitlePlayerProps['onVideo']
  hasCaptions: boolean
}

/** A cover to press, then the video in its place. */
export function Playable({ title, poster, name, onVideo, hasCaptions }: PlayableProps) {
  const { text } = useTitleEditorTexts()
  const { baseUrl } = useKinora()
  const { video, state, open } = useStream(title)
  const playing = state.kind === 'playing'
  useEffect(() => {
    // Beside an editor the focus stays with what is edited.
    if (playing && onVideo === undefined) video.current?.focus()
  }, [playing, video, onVideo])
  useEffect(() => {
    const element = video.current
    if (onVideo === undefined || element === null) return
    const playFrom = (seconds: number) => {
      if (!playing) return void open(seconds)
      element.currentTime = seconds
      void element.play().catch(() => undefined)
    }
    onVideo({ element, playFrom })
    return () => onVideo(null)
  }, [onVideo, video, playing, open])
  return (
    <div className="kn-player">
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are components */}
      <video
        ref={video}
        className="kn-player-video"
        aria-label={text('ui.editor.player', { name })}
        poster={poster ?? undefined}
        controls={playing}
        hidden={!playing}
        playsInline
        preload="none"
        crossOrigin={baseUrl === '' ? undefined : 'anonymous'}
      >
        {playing && hasCaptions && onVideo === undefined ? <CaptionTracks titleTag={title.tag} /> : null}
      </video>
      {playing ? null : (
        <button
          type="button"
          className="kn-player-start"
          aria-label={text('ui.editor.play', { name, length: toLength(title.durationSecond) })}
          aria-busy={state.kind === 'opening' || undefined}
          onClick={() => void open()}
        >
          <Thumbnail
            width="100%"
            src={poster}
            srcSet={toSourceSet(poster)}
            corner={toLength(title.durationSecond)}
          />
          <span className="kn-player-mark">
            {state.kind === 'opening' ? (
              <ProgressRing size={24} />
            ) : (
              <Play className="kn-player-icon" size={22} fill="currentColor" aria-hidden="true" />
            )}
          </span>
        </button>
      )}
      {state.kind === 'failed' ? (
        <Banner
          tone="negative"
          actions={
            <Button size="compact" onClick={() => void open()}>
              {text('ui.retry')}
            </Button>
          }
        >
          {state.words}
        </Banner>
      ) : null}
    </div>
  )
}

type StreamState =
  | { kind: 'idle' }
  | { kind: 'opening' }
  | { kind: 'playing' }
  | { kind: 'failed'; words: string }

/** Milliseconds; a fresh link that fails sooner than this isn't merely expired. */
const FRESH = 10_000

/** TITLE-33, API-23: asks for a signed link when playing begins, and for a new one when it has expired. */
function useStream(title: Pick<Title, 'tag' | 'tenantId' | 'providerId'>) {
  const { session, baseUrl } = useKinora()
  const texts = useTitleEditorTexts()
  const video = useRef<HTMLVideoElement>(null)
  const detach = useRef<() => void>(undefined)
  const openedAt = useRef(0)
  const [state, setState] = useState<StreamState>({ kind: 'idle' })
  const tenant = title.tenantId ?? title.providerId ?? ''
  const { tag } = title

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
    async (position = 0): Promise<void> => {
      setState(before => (before.kind === 'playing' ? before : { kind: 'opening' }))
      openedAt.current = Date.now()
      try {
        const { streamingLink } = await session.send(titles.streamingLink, { tenant, tag })
        const element = video.current
        if (element === null) return
        detach.current?.()
        detach.current = await attachStream(element, new URL(streamingLink, baseUrl || location.href).href, {
          position,
          onFailed: fail,
          onExpired: () => {
            if (Date.now() - openedAt.current < FRESH) fail()
            else void open(element.currentTime)
          },
        })
        setState({ kind: 'playing' })
        await element.play().catch(() => undefined)
      } catch (error) {
        fail(error)
      }
    },
    [session, baseUrl, tenant, tag, fail],
  )
  useEffect(() => () => detach.current?.(), [])
  return { video, state, open }
}
