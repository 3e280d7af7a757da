import { type Title, toSourceSet } from '@kinora/core'
import { Film, Play } from 'lucide-react'
import { useEffect } from 'react'
import type { VideoHandle } from '../../captions/caption-editor.tsx'
import { CaptionTracks } from '../../captions/caption-tracks.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { ProgressRing } from '../../ui/status/progress-ring.tsx'
import { Thumbnail } from '../../ui/table/thumbnail.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toLength } from '../length.ts'
import { useStream } from './use-stream.ts'

export interface TitlePlayerProps {
  title: Pick<
    Title,
    'tag' | 'className' | 'tenantId' | 'providerID' | 'streamingLink' | 'imageLink' | 'durationSecond'
  >
  /** The cover to show where it isn't the stored one yet. */
  cover?: string | null
  /** Told of the video element while it is there; captions are then the caller's to show. */
  onVideo?: (video: VideoHandle | null) => void
  /** Whether it may have captions. */
  hasCaptions?: boolean
}

/** The video of a title behind its cover; the stream is asked for when someone wants to see it. */
export function TitlePlayer({
  title,
  cover = title.imageLink,
  onVideo,
  hasCaptions = true,
}: TitlePlayerProps) {
  const { text } = useTitleEditorTexts()
  const { baseUrl } = useKinora()
  const poster = cover ? baseUrl + cover : null
  if (title.streamingLink === null) return <TitleStill poster={poster} />
  return (
    <Playable
      key={title.tag}
      title={title}
      poster={poster}
      name={title.className || text('ui.titles.untitled')}
      onVideo={onVideo}
      hasCaptions={hasCaptions}
    />
  )
}

/** Where the video will be. */
export function TitleStill({ poster }: { poster: string | null }) {
  const { text } = useTitleEditorTexts()
  return (
    <div className="kn-player">
      <Thumbnail
        width="100%"
        src={poster}
        srcSet={toSourceSet(poster)}
        fallback={
          <span className="kn-player-empty">
            <Film size={24} aria-hidden="true" />
            {text('ui.editor.noVideo')}
          </span>
        }
      />
    </div>
  )
}

interface PlayableProps {
  title: TitlePlayerProps['title']
  poster: string | null
  name: string
  onVideo: TitlePlayerProps['onVideo']
  hasCaptions: boolean
}

function Playable({ title, poster, name, onVideo, hasCaptions }: PlayableProps) {
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
