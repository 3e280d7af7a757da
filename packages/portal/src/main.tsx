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
// I18N-03: a text is replaced while the portal runs, from the console or a script beside it.
Object.assign(window, { kinora: { setTranslation: kinora.messages.setTranslation } })
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App kinora={kinora} />
  </StrictMode>,
)
