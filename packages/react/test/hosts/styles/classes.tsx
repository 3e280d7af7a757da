import { createKinora, KinoraRoot, TitleList } from '@kinora/react'
import { createRoot } from 'react-dom/client'

const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token')).text(),
})

export const showClasses = () =>
  createRoot(document.querySelector('#kinora')!).render(
    <KinoraRoot kinora={kinora}>
      <TitleList />
    </KinoraRoot>,
  )
