import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, UploadDrop, UploadTray } from '@kinora/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token?account=provider')).text(),
})

function Uploads() {
  const [isShown, setShown] = useState(true)
  const [sent, setSent] = useState('')
  useEffect(() => kinora.on('upload.finished', ({ fileName }) => setSent(fileName)), [])
  return (
    <main>
      <h1>The studio</h1>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
      <p role="status">{sent}</p>
      {isShown && (
        <KinoraRoot kinora={kinora}>
          <UploadDrop />
          <UploadTray />
        </KinoraRoot>
      )}
    </main>
  )
}

createRoot(document.querySelector('#page')!).render(<Uploads />)
