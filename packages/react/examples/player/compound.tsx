import {
  type Kinora,
  KinoraRoot,
  TitlePlayerFailure,
  TitlePlayerRoot,
  TitlePlayerVideo,
  useTitle,
  useTitlePlayerView,
} from '@kinora/react'
import '@kinora/react/styles.css'

export interface CompoundPlayerProps {
  kinora: Kinora
  tag: string
}

/** A button of your own in place of the cover, and places to jump to. */
export default function CompoundPlayer({ kinora, tag }: CompoundPlayerProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Preview tag={tag} />
    </KinoraRoot>
  )
}

function Preview({ tag }: { tag: string }) {
  const { title } = useTitle(tag)
  if (title === undefined) return null
  return (
    <TitlePlayerRoot title={title}>
      <TitlePlayerFailure />
      <TitlePlayerVideo />
      <Chapters />
    </TitlePlayerRoot>
  )
}

function Chapters() {
  const { player, name } = useTitlePlayerView()
  return (
    <nav aria-label={`Chapters of ${name}`}>
      <button type="button" disabled={player.state === 'opening'} onClick={() => player.play(0)}>
        From the start
      </button>
      <button type="button" disabled={player.state === 'opening'} onClick={() => player.play(2)}>
        After the intro
      </button>
    </nav>
  )
}
