import { batches } from '@kinora/core'
import { useState } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinoraAs, platformUrl, renderWith, START_TIMEOUT } from '../testing/platform.tsx'
import { useRead } from './use-read.ts'

beforeAll(platformUrl, START_TIMEOUT)

function Answer() {
  const [page, setPage] = useState(1)
  const { data, isPlaceholderData } = useRead(batches.list, { page }, { keepPrevious: true })
  return (
    <button type="button" onClick={() => setPage(page + 1)}>
      {data === undefined ? 'nothing yet' : isPlaceholderData ? 'the one before' : 'its own'}
    </button>
  )
}

describe('ROLE-06, META-05 an answer stays until the next one comes', () => {
  test('but not beyond a change of the tenant acted for', async () => {
    let held = false
    const kinora = await kinoraAs('support', {
      fetch: (url, init) => (held ? new Promise(() => undefined) : fetch(url, init)),
    })
    kinora.session.chooseTenant({ tenantId: 'pulsehouse', name: 'Pulse House' })
    const screen = await renderWith(kinora, <Answer />)
    await expect.element(screen.getByText('its own')).toBeVisible()
    held = true
    await screen.getByText('its own').click()
    await expect.element(screen.getByText('the one before')).toBeVisible()
    kinora.session.chooseTenant({ tenantId: 'oasiswellness', name: 'Oasis Wellness' })
    await expect.element(screen.getByText('nothing yet')).toBeVisible()
  })
})
