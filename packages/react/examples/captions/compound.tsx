import {
  CaptionAdd,
  CaptionList,
  CaptionsRoot,
  type Kinora,
  KinoraRoot,
  useCaptionsView,
} from '@kinora/react'
import '@kinora/react/styles.css'

export interface CompoundCaptionsProps {
  kinora: Kinora
  titleTag: string
}

/** The parts of the card in an order of your own, with a count, and tracks that your page draws. */
export default function CompoundCaptions({ kinora, titleTag }: CompoundCaptionsProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <CaptionsRoot titleTag={titleTag}>
        <h2>
          Captions <Count />
        </h2>
        <CaptionList
          renderTrack={(track, ours) => (track.language === 'de-DE' ? ours : <Foreign track={track} />)}
        />
        <CaptionAdd />
      </CaptionsRoot>
    </KinoraRoot>
  )
}

function Count() {
  const { captions } = useCaptionsView()
  return <small>{captions.state === 'loading' ? '' : `${captions.tracks.length} in all`}</small>
}

type Track = ReturnType<typeof useCaptionsView>['captions']['tracks'][number]

function Foreign({ track }: { track: Track }) {
  const { openDelete } = useCaptionsView()
  return (
    <li>
      {track.title}{' '}
      <button type="button" onClick={() => openDelete(track)}>
        Remove {track.title}
      </button>
    </li>
  )
}
