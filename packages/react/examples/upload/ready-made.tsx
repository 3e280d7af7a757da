import { type Kinora, KinoraRoot, UploadDrop, UploadTray } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** A page that takes videos and nothing else: each becomes a title, which your page learns of. */
export default function ReadyMadeUpload({ kinora }: { kinora: Kinora }) {
  const [sent, setSent] = useState('')
  return (
    <KinoraRoot kinora={kinora}>
      <h1>Send us your classes</h1>
      <UploadDrop
        accept=".mp4"
        hint="MP4, landscape, five at most"
        onAdded={({ name, tag }) => setSent(`${name} is title ${tag}`)}
        slots={{ added: null }}
        classNames={{ drop: 'studio-drop' }}
      />
      <p role="status">{sent}</p>
      <UploadTray
        heading="Classes on their way"
        titleHref={tag => `/titles/${tag}`}
        className="studio-tray"
      />
    </KinoraRoot>
  )
}
