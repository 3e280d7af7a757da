import { checkPlaybackFile, type Issue, playback } from '@kinora/core'
import { useEffect, useState } from 'react'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { usePlaybackTexts } from './texts.ts'

/** A file on its way. */
export interface Sending {
  file: File
  /** Bytes that have left. */
  sent: number
}

export interface PlaybackFile {
  sending: Sending | undefined
  /** Why the last file was refused, in a sentence. */
  refusal: string | undefined
  send(file: File | undefined): void
  /** Ends the upload; nothing is left of it. */
  stop(): void
}

/** PLAY-01, PLAY-02: checks a file by its name and size and uploads it; `onUploaded` gets the tracking id, also after the screen has gone. */
export function usePlaybackFile(onUploaded: (trackingId: string) => void): PlaybackFile {
  const { text, issue, error: textOf } = usePlaybackTexts()
  const [sending, setSending] = useState<Sending>()
  const [refused, setRefused] = useState<Issue>()
  const upload = useWrite(playback.upload, {
    failure: saidByCaller,
    timeout: 0,
    onProgress: sent => setSending(now => now && { ...now, sent }),
    success: ({ trackingId }, { file }) => ({
      text: text('ui.playback.uploaded', { name: (file as File).name }),
      action: { label: text('ui.playback.show'), onSelect: () => onUploaded(trackingId) },
    }),
  })
  useStayingWhile(sending !== undefined)
  const send = async (file: File | undefined) => {
    if (file === undefined || upload.pending) return
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
    send: file => void send(file),
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
