import { readinessSteps } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'

describe('28.3 what a tenant needs until it is live', () => {
  let server: TestServer
  let admin: ReturnType<TestServer['api']>
  beforeAll(async () => {
    server = await createTestServer()
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  const missing = async (tenantId: string) =>
    (await admin.readiness.view({ tenantId })).steps
      .filter(({ state }) => state === 'missing')
      .map(({ id }) => id)

  test('a new tenant is asked for all that follows its first save; each is ticked once it is there', async () => {
    const { tenantId } = await admin.tenants.create({
      ...{ name: 'Guided', customerNumber: 'K-28', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
    })
    const { steps } = await admin.readiness.view({ tenantId })
    expect(steps.map(({ id }) => id)).toEqual(readinessSteps)
    expect(await missing(tenantId)).toEqual(['web', 'look', 'terms', 'channel', 'collection'])
    const files = { 'en-GB': new File(['<p>Be kind.</p>'], 'en-GB.html') }
    await admin.terms.upload({ tenantId, title: 'Terms', files })
    await admin.publishing.setChannel({ tag: 'ironside-strength', tenantIdsToPublish: [tenantId] })
    expect(await missing(tenantId)).toEqual(['web', 'look', 'collection'])
    // Another language is one more that the current version lacks.
    await admin.tenants.update({ tenantId, languageCodes: ['en-GB', 'de-DE'] })
    const terms = (await admin.readiness.view({ tenantId })).steps.find(({ id }) => id === 'terms')
    expect(terms).toEqual({ id: 'terms', state: 'missing', count: 1, all: 2 })
  })

  test('customer support asks whichever tenant it acts for; a tenant doesn’t, and one that isn’t there isn’t found', async () => {
    expect((await server.api('support').readiness.view({ tenantId: 'nordicmove' })).steps).toHaveLength(9)
    const refused = async (call: Promise<unknown>) => (await failure(call)).status
    expect(await refused(server.api('tenant').readiness.view({ tenantId: 'pulsehouse' }))).toBe(403)
    expect(await refused(admin.readiness.view({ tenantId: 'nowhere' }))).toBe(404)
  })
})
