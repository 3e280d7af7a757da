import '@fontsource-variable/inter'
import '@kinora/react/styles.css'
import './portal.css'
import { createKinora } from '@kinora/react'
import DigestWorker from '@kinora/react/digest-worker?worker'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const kinora = createKinora({
  client: 'portal',
  forcedSignOut: 'server',
  digestWorker: () => new DigestWorker(),
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App kinora={kinora} />
  </StrictMode>,
)
