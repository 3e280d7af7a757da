'use client'

import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleList } from '@kinora/react'

async function getToken() {
  const answer = await fetch('/kinora-token')
  if (answer.ok) return answer.text()
  if (answer.status === 401) return undefined // Nobody is signed in.
  throw new Error(`/kinora-token answered ${answer.status}`)
}
const kinora = createKinora({ baseUrl: process.env.NEXT_PUBLIC_KINORA_URL, getToken })

export const Classes = () => (
  <main>
    <h1>The studio</h1>
    <KinoraRoot kinora={kinora}>
      <TitleList />
    </KinoraRoot>
  </main>
)
