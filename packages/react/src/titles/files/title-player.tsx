import { type Title, toSourceSet } from '@kinora/core'
import { Film } from 'lucide-react'
import type { VideoHandle } from '../../captions/caption-editor.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** Most titles that are worked on have no video yet. */
const Playable = lazyPart(async () => ({ default: (await import('./title-playable.tsx')).Playable }))

export interface TitlePlayerProps {
  title: Pick<
    Title,
    'tag' | 'className' | 'tenantId' | 'providerId' | 'streamingLink' | 'imageLink' | 'durationSecond'
  >
  /** The cover to show where it isn't the stored one yet. */
  cover?: string | null
  /** Called with the video element while it is there; captions are then the caller's to show. */
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
    <LazyBoundary
      fallback={
        <div className="kn-player">
          <Thumbnail width="100%" src={poster} srcSet={toSourceSet(poster)} />
        </div>
      }
    >
      <Playable
        key={title.tag}
        title={title}
        poster={poster}
        name={title.className || text('ui.titles.untitled')}
        onVideo={onVideo}
        hasCaptions={hasCaptions}
      />
    </LazyBoundary>
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
