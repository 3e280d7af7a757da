import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleEditor, TitleList, UploadTray } from '@kinora/react'
import { createRoot } from 'react-dom/client'

/** `?tag=…`: a class, or all of them, as the last release has them. */
const tag = new URLSearchParams(location.search).get('tag')
const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token?account=provider')).text(),
})

createRoot(document.querySelector('#page')!).render(
  <KinoraRoot kinora={kinora}>
    {tag === null ? <TitleList titleHref={each => `?tag=${each}`} /> : <TitleEditor tag={tag} />}
    <UploadTray titleHref={each => `?tag=${each}`} />
  </KinoraRoot>,
)
