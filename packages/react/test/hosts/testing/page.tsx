import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleList } from '@kinora/react'
import { createTestKinora } from '@kinora/react/testing'
import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'

/** A page of a host whose tests put msw's service worker before the platform. */
const tested = createTestKinora({ url: 'http://media.example.com/', demo: { password: 'Kinora-demo-1' } })
await setupWorker(...tested.handlers).start({ quiet: true, onUnhandledRequest: 'bypass' })

const kinora = createKinora({ baseUrl: tested.url })
kinora.queries.setDefaultOptions({ queries: { retry: false } })
await kinora.session.start()
await kinora.session.login({ email: 'tenant@demo.kinora.test', password: 'Kinora-demo-1' })
const fail = () => {
  tested.fail('titles.search', { status: 403, message: 'Not today.' })
  void kinora.queries.resetQueries()
}
createRoot(document.querySelector('#page')!).render(
  <main>
    <button type="button" onClick={fail}>
      Fail
    </button>
    <button type="button" onClick={tested.reset}>
      Mend
    </button>
    <KinoraRoot kinora={kinora}>
      <TitleList />
    </KinoraRoot>
  </main>,
)
