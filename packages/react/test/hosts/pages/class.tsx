import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleEditor, TitleList } from '@kinora/react'
import { createRoot } from 'react-dom/client'

/** `?dir=rtl&locale=ar&tag=…`: the class, or all of them. */
const asked = new URLSearchParams(location.search)
const locale = asked.get('locale') ?? 'en'
document.dir = asked.get('dir') ?? 'ltr'
const tag = asked.get('tag')
const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token')).text(),
  ...(locale === 'ar' && { locale, localeTexts: () => import('@kinora/core/locales/ar.json') }),
})

createRoot(document.querySelector('#page')!).render(
  <KinoraRoot kinora={kinora} theme="inherit">
    {tag === null ? <TitleList titleHref={each => `?tag=${each}`} /> : <TitleEditor tag={tag} />}
  </KinoraRoot>,
)
