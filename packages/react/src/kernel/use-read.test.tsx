import { batches, readiness, terms } from '@kinora/core'
import { useState } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { useInvalidate, useRead } from './use-read.ts'

beforeAll(async () => void (await platformUrl()))

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

function PageOfBatches() {
  const [page, setPage] = useState(1)
  const { data } = useRead(batches.list, { page })
  return (
    <button type="button" onClick={() => setPage(2)}>
      {data === undefined ? 'asking' : `page ${data.page}`}
    </button>
  )
}

test('E-10 the late answer of an outdated question is ignored', async () => {
  let release = () => {}
  const late = new Promise<void>(done => {
    release = done
  })
  const answered: string[] = []
  const kinora = await kinoraAs('support', {
    fetch: async (url, init) => {
      const body = String(init?.body)
      const isFirst = String(url).endsWith('/v4/bulkupload/list') && body.includes('"page":1')
      // It comes even though nobody waits for it any more.
      const response = await fetch(url, isFirst ? { ...init, signal: null } : init)
      if (isFirst) await late
      answered.push(isFirst ? 'first' : 'other')
      return response
    },
  })
  kinora.session.chooseTenant({ tenantId: 'pulsehouse', name: 'Pulse House' })
  const screen = await renderWith(kinora, <PageOfBatches />)
  await screen.getByText('asking').click()
  await expect.element(screen.getByText('page 2')).toBeVisible()
  release()
  await expect.poll(() => answered).toContain('first')
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await expect.element(screen.getByText('page 2')).toBeVisible()
})

describe('28.5 what is made of the answers of others', () => {
  test('is read again once, after a write to any of them', async () => {
    let asked = 0
    const kinora = await kinoraAs('admin', {
      fetch: (url, init) => {
        if (String(url).includes('/tenant/readiness/')) asked += 1
        return fetch(url, init)
      },
    })
    function Ready() {
      const { data } = useRead(readiness.view, { tenantId: 'pulsehouse' })
      const invalidate = useInvalidate()
      return (
        <button type="button" onClick={() => void invalidate(['tenants', 'web-settings', terms.versions])}>
          {data === undefined ? 'asking' : 'known'}
        </button>
      )
    }
    const screen = await renderWith(kinora, <Ready />)
    await screen.getByText('known').click()
    await expect.poll(() => asked).toBe(2)
  })
})
