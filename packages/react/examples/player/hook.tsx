import { type Kinora, KinoraRoot, type PlayedTitle, useTitle, useTitlePlayer } from '@kinora/react'
import '@kinora/react/styles.css'

export interface HookPlayerProps {
  kinora: Kinora
  tag: string
}

/** A video element of your own. */
export default function HookPlayer({ kinora, tag }: HookPlayerProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Read tag={tag} />
    </KinoraRoot>
  )
}

function Read({ tag }: { tag: string }) {
  const { title } = useTitle(tag)
  return title ? <Preview title={title} /> : <p>One moment …</p>
}

function Preview({ title }: { title: PlayedTitle }) {
  const { state, error, play, videoProps, tracks } = useTitlePlayer(title)
  return (
    <figure>
      <video {...videoProps} controls={state === 'playing'} aria-label="Preview" style={{ width: '100%' }}>
        {tracks.map(({ key, ...track }) => (
          <track key={key} {...track} />
        ))}
      </video>
      <button type="button" onClick={() => play()}>
        {state === 'opening' ? 'Opening …' : 'Play the preview'}
      </button>
      <figcaption role="alert">{error}</figcaption>
    </figure>
  )
}
