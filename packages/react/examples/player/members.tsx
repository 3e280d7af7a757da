import { usePlayer, type Viewer, ViewerProvider } from '@kinora/react/viewer'

export interface MembersPlayerProps {
  viewer: Viewer
  /** The class that is shown. */
  tag: string
  /** Your own id of who watches. */
  userId: string
}

/** A class for members, in a video element of your own: it goes on where they stopped, and their plays are counted. */
export default function MembersPlayer({ viewer, tag, userId }: MembersPlayerProps) {
  return (
    <ViewerProvider viewer={viewer} userId={userId}>
      <Class tag={tag} />
    </ViewerProvider>
  )
}

function Class({ tag }: { tag: string }) {
  const { state, play, videoProps, title, tracks, words } = usePlayer({ tag })
  const isPlaying = state === 'playing'
  return (
    <figure>
      <figcaption>{title.className}</figcaption>
      <video {...videoProps} controls={isPlaying} style={{ width: '100%' }}>
        {tracks.map(({ key, ...track }) => (
          <track key={key} {...track} />
        ))}
      </video>
      {isPlaying ? null : (
        <button type="button" onClick={play}>
          Begin the class
        </button>
      )}
      <p role="status">{words}</p>
    </figure>
  )
}
