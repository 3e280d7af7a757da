import { type Kinora, KinoraRoot, useCaptions } from '@kinora/react'
import '@kinora/react/styles.css'

export interface HookCaptionsProps {
  kinora: Kinora
  titleTag: string
}

/** Captions in markup of your own: files such as `class.de.srt` are added by their names. */
export default function HookCaptions({ kinora, titleTag }: HookCaptionsProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Tracks titleTag={titleTag} />
    </KinoraRoot>
  )
}

function Tracks({ titleTag }: { titleTag: string }) {
  const { state, error, tracks, isPending, hrefOf, add, change, remove } = useCaptions(titleTag)
  const take = async (files: FileList | null) => {
    for (const file of files ?? []) await add({ file, replace: true })
  }
  if (state === 'loading') return <p>One moment …</p>
  if (state === 'failed') return <p role="alert">{error}</p>
  return (
    <>
      <label>
        Caption files{' '}
        <input type="file" multiple disabled={isPending} onChange={event => void take(event.target.files)} />
      </label>
      <ul aria-label="Captions">
        {tracks.map(track => (
          <li key={track.trackId}>
            <a href={hrefOf(track)}>{track.title}</a>
            <button type="button" onClick={() => void change(track, { shift: 1 })}>
              A second later: {track.title}
            </button>
            <button type="button" onClick={() => void remove(track)}>
              Delete {track.title}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
