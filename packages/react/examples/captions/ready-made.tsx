import { CaptionsCard, type Kinora, KinoraRoot } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

export interface ReadyMadeCaptionsProps {
  kinora: Kinora
  /** The title that is captioned. */
  titleTag: string
}

/** The captions of a title, under a heading of your own; your page learns of what is stored. */
export default function ReadyMadeCaptions({ kinora, titleTag }: ReadyMadeCaptionsProps) {
  const [said, setSaid] = useState('')
  return (
    <KinoraRoot kinora={kinora}>
      <h2>Subtitles</h2>
      <CaptionsCard
        titleTag={titleTag}
        heading={null}
        spoken="de-DE"
        onSaved={({ language, version }) => setSaid(`${language} is stored, version ${version}`)}
        onRemoved={({ language }) => setSaid(`${language} is gone`)}
        slots={{ empty: <p>Nobody has written subtitles yet.</p> }}
        className="studio-captions"
      />
      <p role="status">{said}</p>
    </KinoraRoot>
  )
}
