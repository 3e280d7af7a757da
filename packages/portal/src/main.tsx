import '@fontsource-variable/inter'
import '@kinora/react/styles.css'
import './portal.css'
import type { Text } from '@kinora/core'
import { createKinora } from '@kinora/react'
import DigestWorker from '@kinora/react/digest-worker?worker'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const kinora = createKinora({
  client: 'portal',
  // The server titles the page with it.
  productName: document.title,
  forcedSignOut: 'server',
  serverTexts: true,
  digestWorker: () => new DigestWorker(),
})
const hook = () => import('./window-hook.ts')
// I18N-03: a text is replaced while the portal runs, from the console or a script beside it; what it needs comes with the first call.
Object.assign(window, {
  kinora: {
    setTranslation: async (key: string, text: Text) => (await hook()).setTranslation(kinora, key, text),
    setPseudoLocale: async (name: string) => (await hook()).setPseudoLocale(kinora, name),
  },
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App kinora={kinora} />
  </StrictMode>,
)
