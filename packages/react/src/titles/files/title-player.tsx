import { type Title, toSourceSet } from '@kinora/core'
import { Film } from 'lucide-react'
import type { VideoHandle } from '../../captions/caption-editor.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { classes } from '../../ui/classes.ts'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { fill, type PartProps, partMarks } from '../../ui/part.ts'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** Most titles that are worked on have no video yet. */
const Playable = lazyPart(async () => ({ default: (await import('./title-playable.tsx')).Playable }))

/** What a player shows of its title. */
export type TitleToPlay = Pick<
  Title,
  'tag' | 'className' | 'tenantId' | 'providerId' | 'streamingLink' | 'imageLink' | 'durationSecond'
>

/** What a host is told while a title plays. */
export interface TitlePlayerListener {
  /** Called as it begins to play, and as it goes on. */
  onStart?: (() => void) | undefined
  /** Called with the second of the video that is shown, some times a second. */
  onTime?: ((seconds: number) => void) | undefined
  onEnded?: (() => void) | undefined
  /** Called with the video element while it is there; captions are then the caller's to show. Keep it stable. */
  onVideo?: ((video: VideoHandle | null) => void) | undefined
}

export interface TitlePlayerProps
  extends TitlePlayerListener,
    Omit<PartProps<'start' | 'failure' | 'empty'>, 'classNames'> {
  title: TitleToPlay
  /** The cover to show where it isn't the stored one yet. */
  cover?: string | null | undefined
  /** Whether it may have captions. */
  hasCaptions?: boolean | undefined
  /** Classes beside ours, by place. */
  classNames?: PartProps<'start' | 'failure' | 'empty' | 'video'>['classNames']
}

/** The video of a title behind its cover; the stream is asked for when someone wants to see it. */
export function TitlePlayer(props: TitlePlayerProps) {
  const { title, cover = title.imageLink, rootRef, className, slots = {}, classNames = {} } = props
  const { baseUrl } = useKinora()
  const poster = cover ? baseUrl + cover : null
  const frame = { ref: rootRef, className: classes('kn-player', className) }
  if (title.streamingLink === null)
    return (
      <div {...frame} {...partMarks('player', 'empty')}>
        {fill(slots.empty, <Still poster={poster} className={classNames.empty} />)}
      </div>
    )
  return (
    <LazyBoundary
      fallback={
        <div {...frame} {...partMarks('player', 'loading')}>
          <Thumbnail width="100%" src={poster} srcSet={toSourceSet(poster)} />
        </div>
      }
    >
      <Playable key={title.tag} {...props} />
    </LazyBoundary>
  )
}

/** Where the video will be. */
export const TitleStill = ({ poster }: { poster: string | null }) => (
  <div className="kn-player">
    <Still poster={poster} />
  </div>
)

function Still({ poster, className }: { poster: string | null; className?: string | undefined }) {
  const { text } = useTitleEditorTexts()
  return (
    <Thumbnail
      width="100%"
      src={poster}
      srcSet={toSourceSet(poster)}
      fallback={
        <span className={classes('kn-player-empty', className)}>
          <Film size={24} aria-hidden="true" />
          {text('ui.editor.noVideo')}
        </span>
      }
    />
  )
}
