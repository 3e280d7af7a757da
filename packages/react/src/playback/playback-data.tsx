import {
  checkPlaybackFile,
  type Issue,
  PLAYBACK_FILE_MAX,
  playback,
  toLimit,
  toMegabytes,
} from '@kinora/core'
import { FileJson } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
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
        back={<BackLink href={backHref}>{text('ui.nav.admin')}</BackLink>}
        title={text('ui.page.playback')}
        text={text('ui.playback.text')}
      />
      {trackingId === undefined ? null : (
        <PlaybackView key={trackingId} trackingId={trackingId} onShow={show} />
      )}
      <PlaybackFile onUploaded={show} isOther={trackingId !== undefined} />
    </div>
  )
}

interface PlaybackFileProps {
  onUploaded: (trackingId: string) => void
  /** There is an upload above it: it offers another one. */
  isOther: boolean
}

/** PLAY-01: a .json file, chosen, dropped or pasted, and its way to the server. */
function PlaybackFile({ onUploaded, isOther }: PlaybackFileProps) {
  const { text } = usePlaybackTexts()
  const { sending, refusal, send, stop } = usePlaybackFile(onUploaded)
  return (
    <Card>
      <Field group announces label={text('field.file')} error={refusal}>
        <FileDrop
          look={isOther ? 'compact' : 'normal'}
          disabled={sending !== undefined}
          icon={<FileJson size={20} aria-hidden="true" />}
          title={text(isOther ? 'ui.playback.dropOther' : 'ui.playback.drop')}
          hint={text('ui.playback.dropHint', { max: toLimit(PLAYBACK_FILE_MAX) })}
          buttonLabel={text('ui.chooseFile')}
          accept=".json,application/json"
          onFiles={([first]) => send(first)}
        />
      </Field>
      {sending === undefined ? null : <OnItsWay sending={sending} stop={stop} />}
    </Card>
  )
}

/** Once all has left, the server may still be reading. */
function OnItsWay({ sending: { file, sent }, stop }: { sending: Sending; stop: () => void }) {
  const { text, locale } = usePlaybackTexts()
  const isSent = sent >= file.size && file.size > 0
  const size = toMegabytes(file.size, locale)
  return (
    <div className="kn-playback-sending">
      <ProgressBar
        label={text(isSent ? 'ui.playback.reading' : 'ui.sending', { name: file.name })}
        value={isSent ? undefined : sent / Math.max(1, file.size)}
        detail={isSent ? size : text('ui.playback.sent', { sent: toMegabytes(sent, locale), size })}
      />
      <Button onClick={stop}>{text('ui.cancelUpload')}</Button>
    </div>
  )
}

/** A file on its way; `sent` counts the bytes that have left. */
type Sending = { file: File; sent: number }

/** PLAY-01, PLAY-02: checks a file by its name and size and uploads it; `onUploaded` gets the tracking id, also after the screen has gone. */
function usePlaybackFile(onUploaded: (trackingId: string) => void) {
  const { text, issue, error: textOf } = usePlaybackTexts()
  const [sending, setSending] = useState<Sending>()
  const [refused, setRefused] = useState<Issue>()
  const upload = useWrite(playback.upload, {
    failure: handledByCaller,
    timeout: 0,
    onProgress: sent => setSending(now => now && { ...now, sent }),
    success: ({ trackingId }, { file }) => ({
      text: text('ui.playback.uploaded', { name: (file as File).name }),
      action: { label: text('ui.playback.show'), onSelect: () => onUploaded(trackingId) },
    }),
  })
  useStayingWhile(sending !== undefined)
  const send = async (file: File | undefined) => {
    if (file === undefined || upload.isPending) return
    const [first] = checkPlaybackFile(file)
    setRefused(first)
    if (first !== undefined) return
    setSending({ file, sent: 0 })
    const result = await upload.send({ file })
    setSending(undefined)
    if (result.kind === 'done') onUploaded(result.output.trackingId)
  }
  const failed = upload.error === null || upload.error.code === 'aborted' ? undefined : textOf(upload.error)
  return {
    sending,
    refusal: refused === undefined ? (sending === undefined ? failed : undefined) : issue(refused),
    send: (file: File | undefined) => void send(file),
    stop: upload.abort,
  }
}

/** The browser asks before it closes the tab: the upload would end. */
function useStayingWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isSending])
}
