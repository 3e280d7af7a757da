'use client'

import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleList } from '@kinora/react'

const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token')).text(),
})

export const Classes = () => (
  <main>
    <h1>The studio</h1>
    <KinoraRoot kinora={kinora}>
      <TitleList />
    </KinoraRoot>
  </main>
)
