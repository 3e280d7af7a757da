import '@fontsource-variable/inter'
import '@kinora/react/styles.css'
import './portal.css'
import { createKinora } from '@kinora/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const kinora = createKinora({ forcedSignOut: 'server' })
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App kinora={kinora} />
  </StrictMode>,
)
