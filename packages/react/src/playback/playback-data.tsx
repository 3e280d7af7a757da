import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { PlaybackFile } from './playback-file.tsx'
import { PlaybackView } from './playback-view.tsx'
import { usePlaybackTexts } from './texts.ts'

/** The search parameter that names the upload on the page. */
export const UPLOAD_PARAMETER = 'upload'

export interface PlaybackDataProps {
  /** Keeps the tracking id in the host's address, so that a reload shows the same upload; in memory unless given. */
  location?: LocationAdapter
  /** Where the admin area is. */
  backHref?: string
}

/** PLAY-01 to PLAY-05: uploads playback event data and shows what became of it. */
export function PlaybackData({ location, backHref }: PlaybackDataProps) {
  const { text } = usePlaybackTexts()
  const [params, write] = useLocationState(location)
  const trackingId = params.get(UPLOAD_PARAMETER) ?? undefined
  const show = (id: string) => write(new URLSearchParams({ [UPLOAD_PARAMETER]: id }))
  return (
    <div className="kn-form">
      <PageHeader
        back={<BackLink href={backHref}>{text('ui.admin.title')}</BackLink>}
        title={text('ui.playback.title')}
        text={text('ui.playback.text')}
      />
      {trackingId === undefined ? null : (
        <PlaybackView key={trackingId} trackingId={trackingId} onShow={show} />
      )}
      <PlaybackFile onUploaded={show} isOther={trackingId !== undefined} />
    </div>
  )
}
