import { readFile } from 'node:fs/promises'
import { contract, derivedFrom, readinessSteps, touchedBy } from '@kinora/core'
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

/** Which nouns write the tables of a folder of the server. */
const writers: Readonly<Record<string, readonly string[]>> = {
  collections: ['collections'],
  site: ['site'],
  // A channel's tenants are those of its provider's publishing, too.
  'stored-channels': ['channels', 'publishing', 'providers'],
  'tenant-settings': ['web-settings', 'app-settings'],
  tenants: ['tenants'],
  terms: ['terms'],
}

describe('28.5 what a write makes old', () => {
  test('every table that readiness reads has its writers among what makes it old', async () => {
    const source = await readFile(new URL('../src/readiness/handlers.ts', import.meta.url), 'utf8')
    const read = [...source.matchAll(/from '\.\.\/([\w-]+)\/tables\.ts'/g)].map(([, folder]) => folder!)
    expect(read.toSorted()).toEqual(Object.keys(writers).toSorted())
    const nouns = Object.values(writers).flat()
    expect(nouns.filter(noun => !touchedBy(noun).includes('readiness'))).toEqual([])
    expect(nouns.toSorted()).toEqual([...derivedFrom.readiness!].toSorted())
  })

  test('the table names nouns of the contract', () => {
    const named = Object.entries(derivedFrom).flat(2)
    expect(named.filter(noun => !(noun in contract))).toEqual([])
  })
})
