import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleList } from '@kinora/react'
import { createRoot } from 'react-dom/client'

/** The page’s own server has a token for whoever is signed in there. */
async function getToken(): Promise<string | undefined> {
  const answer = await fetch('/kinora-token')
  return answer.ok ? answer.text() : undefined
}

const baseUrl = document.querySelector<HTMLMetaElement>('meta[name=kinora]')!.content
const kinora = createKinora({ baseUrl, getToken })

createRoot(document.querySelector('#page')!).render(
  <main>
    <h1>The host’s page</h1>
    <p>
      <a href="/sign-in">Sign in at the studio</a>
    </p>
    <KinoraRoot kinora={kinora} signInHref="/sign-in">
      <TitleList />
    </KinoraRoot>
  </main>,
)
