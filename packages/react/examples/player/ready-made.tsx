import { type Kinora, KinoraRoot, TitlePlayer, useTitle } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

export interface ReadyMadePlayerProps {
  kinora: Kinora
  /** The title that is shown. */
  tag: string
}

/** The video of a title, and what your page does as it plays. */
export default function ReadyMadePlayer({ kinora, tag }: ReadyMadePlayerProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Preview tag={tag} />
    </KinoraRoot>
  )
}

function Preview({ tag }: { tag: string }) {
  const { title } = useTitle(tag)
  const [at, setAt] = useState(0)
  if (title === undefined) return null
  return (
    <>
      <TitlePlayer
        title={title}
        onTime={setAt}
        slots={{ empty: <p>We are still filming.</p> }}
        className="studio-player"
      />
      <output>{Math.floor(at)} seconds seen</output>
    </>
  )
}
