import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleList } from '@kinora/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const studios = ['tenant', 'provider'].map(account => ({
  account,
  kinora: createKinora({
    name: account,
    baseUrl: 'http://media.example.com',
    getToken: async () => (await fetch(`/kinora-token?account=${account}`)).text(),
  }),
}))

function Studio({ account, kinora }: (typeof studios)[number]) {
  const [isShown, setShown] = useState(true)
  return (
    <section aria-label={account}>
      <button type="button" onClick={() => void kinora.session.logout()}>
        Leave
      </button>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
      {isShown && (
        <KinoraRoot kinora={kinora}>
          <TitleList />
        </KinoraRoot>
      )}
    </section>
  )
}

createRoot(document.querySelector('#page')!).render(
  <main>
    <h1>The studio</h1>
    {studios.map(studio => (
      <Studio key={studio.account} {...studio} />
    ))}
  </main>,
)
