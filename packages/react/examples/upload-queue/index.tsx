import { type Kinora, KinoraProvider, Root, UploadTray, useUploads, useUploadTexts } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** A file input of your own before the upload queue: resumable, checked before the first byte is sent. */
export default function UploadQueueExample({ kinora, tag }: { kinora: Kinora; tag: string }) {
  return (
    <KinoraProvider kinora={kinora}>
      <Root>
        <VideoInput tag={tag} />
        <UploadTray />
      </Root>
    </KinoraProvider>
  )
}

function VideoInput({ tag }: { tag: string }) {
  const { add } = useUploads()
  const { issue } = useUploadTexts()
  const [refused, setRefused] = useState('')
  const upload = async (file: File | undefined) => {
    const issues = file ? await add([{ tag, role: 'video', file }]) : []
    setRefused(issues.map(issue).join(' '))
  }
  return (
    <label>
      Video <input type="file" accept="video/mp4" onChange={event => void upload(event.target.files?.[0])} />
      <strong role="alert">{refused}</strong>
    </label>
  )
}
