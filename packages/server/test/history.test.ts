import { type HistoryNoun, isKinoraError, KinoraError, newCategory } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startContractServer } from './contract/calls.ts'
import { owners } from './contract/owners.ts'
import { makeRows, type RowKind } from './contract/rows.ts'
import { createTestClock, type TestServer } from './harness.ts'
import { codeOf } from './refusals.ts'
import type { TestApi } from './titles/support.ts'

const { tenantId } = owners.tenant

type Read = (api: TestApi, id: string, of: { tenantId?: string }) => Promise<unknown>

const listed =
  (
    list: (api: TestApi, of: { tenantId?: string }) => Promise<{ data: readonly object[] }>,
    key: string,
  ): Read =>
  async (api, id, of) => {
    const { data } = await list(api, of)
    if (!data.some(row => (row as Record<string, unknown>)[key] === id)) throw new KinoraError('notFound')
  }

/** How a row of each noun is made and read. */
const nouns: Readonly<Partial<Record<HistoryNoun, { kind: RowKind; read: Read }>>> = {
  categories: {
    kind: 'category',
    read: listed((api, of) => api.categories.list({ ...of, take: -1 }), 'categoryId'),
  },
  channels: { kind: 'channel', read: (api, tag) => api.channels.view({ tag }) },
  collections: {
    kind: 'collection',
    read: (api, tag) => api.collections.view({ tenantId, tag }),
  },
  documents: { kind: 'document', read: (api, documentId) => api.documents.view({ tenantId, documentId }) },
  equipment: {
    kind: 'equipment',
    read: listed(api => api.equipment.list({ tenantId }), 'equipmentId'),
  },
  events: { kind: 'event', read: (api, eventId) => api.events.view({ tenantId, eventId }) },
  'focus-areas': {
    kind: 'focusArea',
    read: listed(api => api['focus-areas'].list({ tenantId }), 'focusAreaId'),
  },
  labels: { kind: 'label', read: listed(api => api.labels.list({ tenantId }), 'labelId') },
  providers: { kind: 'provider', read: (api, tag) => api.providers.view({ tag }) },
  subscriptions: {
    kind: 'subsPackage',
    read: (api, subsPackageId) => api.subscriptions.view({ tenantId, subsPackageId }),
  },
}
/** Whose calls name a tenant only where they act for one. */
const namesTenant = (noun: HistoryNoun) => !['categories', 'channels', 'providers'].includes(noun)

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (error: unknown) => {
      if (isKinoraError(error)) return error.code
      throw error
    },
  )

describe('C-14, F-2, decision 0125, 28.5 the history of a row', () => {
  const clock = createTestClock()
  let server: TestServer
  let tenant: TestApi
  let admin: TestApi
  beforeAll(async () => {
    ;({ server } = await startContractServer({ clock }))
    server.deps.settings.publicUrl = 'https://kinora.example'
    tenant = server.api('tenant')
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  describe.each(Object.keys(nouns) as HistoryNoun[])('%s', noun => {
    const { kind, read } = nouns[noun]!

    test.each([
      ['admin', {}],
      ['provider', {}],
      ['tenant', {}],
      ['support', {}],
      ['support', { tenantId }],
      ['support', { tenantId: 'faraway' }],
    ] as const)('is read by %s %j where the row is', async (account, chosen) => {
      const api = server.api(account, chosen)
      const of = namesTenant(noun) ? { tenantId } : {}
      const rows = await makeRows(kind, server)
      for (const [owner, id] of Object.entries(rows)) {
        const asked = api.history.list({ noun, row: id!, ...of })
        expect([owner, await outcomeOf(asked)]).toEqual([owner, await outcomeOf(read(api, id!, of))])
      }
      const absent = api.history.list({ noun, row: 'nowhere', ...of })
      expect(await outcomeOf(absent)).toBe(await outcomeOf(read(api, 'nowhere', of)))
    })
  })

  test('says who did what, when and from where, the newest first and page by page', async () => {
    const made = { tenantId, name: { 'en-GB': 'Dawn' }, isActive: true }
    const { labelId } = await tenant.labels.create(made)
    clock.forward(60)
    const cli = server.api('tenant', { client: 'cli' })
    await cli.labels.update({ tenantId, labelId, name: { 'en-GB': 'Dusk', 'de-DE': 'Abend' } })
    const asked = { noun: 'labels', row: labelId, tenantId } as const
    const found = await tenant.history.list(asked)
    const { displayName: by } = (await server.signIn('tenant')).user
    const names = { beforeNames: [], afterNames: [] }
    expect(found.data[0]).toMatchObject({
      ...{ by, at: '2026-11-20T09:01:00', client: 'cli', verb: 'update', version: 2 },
      changes: [
        { path: 'name.en-GB', before: 'Dawn', after: 'Dusk', ...names },
        { path: 'name.de-DE', before: null, after: 'Abend', ...names },
      ],
    })
    expect(found.data.map(({ verb }) => verb)).toEqual(['update', 'create'])
    const second = await tenant.history.list({ ...asked, page: 2, take: 1 })
    expect([second.totalRecords, second.data[0]!.verb]).toEqual([2, 'create'])
  })

  test('names the rows that ids stand for, as far as they are in reach', async () => {
    const document = (await makeRows('document', server, ['tenant'])).tenant!
    const title = (await makeRows('shownTitle', server)).tenant!
    const added = { tenantId, name: 'Morning', description: 'Row', active: false }
    const { collectionTag: tag } = await tenant.collections.create({
      ...added,
      documentIds: [],
      titleTags: [],
    })
    await tenant.collections.update({ tenantId, tag, documentIds: [document] })
    await tenant.collections.addClasses({ tenantId, tag, titleTags: [title] })
    const { data } = await tenant.history.list({ noun: 'collections', row: tag, tenantId })
    expect(data.slice(0, 2).map(({ changes }) => changes[0])).toMatchObject([
      { path: 'collectionItems', afterNames: [title] },
      { path: 'documentIds', before: [], after: [document], beforeNames: [], afterNames: [document] },
    ])
    const channel = await admin.channels.create({
      ...{ name: 'Of a test', providerId: 'ironside' },
      Availability: { inClub: false, appAndweb: false, hotel: true },
    })
    const [created] = (await admin.history.list({ noun: 'channels', row: channel.tag })).data
    expect(created!.changes).toContainEqual({
      ...{ path: 'providerId', before: null, after: 'ironside' },
      ...{ beforeNames: [], afterNames: ['Ironside Training'] },
    })
  })

  test('holds nothing that was done to a row of the platform, and no secret', async () => {
    const name = { invariantText: 'Balance', localTexts: [] }
    const { categoryId } = await admin.categories.create({ ...newCategory, name })
    const asked = { noun: 'categories', row: categoryId } as const
    expect((await admin.history.list(asked)).data.map(({ verb }) => verb)).toEqual(['create'])
    expect((await tenant.history.list(asked)).data).toEqual([])
    await admin.providers.update({
      tag: 'ironside',
      mediaPlatform: 1,
      jwPlayerSiteId: 'site-id-of-a-test',
      jwPlayerSecret: 'secret-of-a-test',
    })
    const [changed] = (await server.api('provider').history.list({ noun: 'providers', row: 'ironside' })).data
    expect(changed!.changes.map(({ path }) => path)).toEqual(['mediaPlatform', 'jwPlayerSiteId'])
    expect(await codeOf(tenant.history.list({ noun: 'providers', row: 'ironside' }))).toBe('forbidden')
  })

  test.each([
    ['tenants', (api, id) => api.tenants.view({ tenantId: id })],
    ['web-settings', (api, id) => api['web-settings'].view({ tenantId: id })],
    ['app-settings', (api, id) => api['app-settings'].view({ tenantId: id })],
  ] as [HistoryNoun, Read][])('0145 of %s is read where the tenant is', async (noun, read) => {
    const accounts = [
      ['admin', {}],
      ['provider', {}],
      ['tenant', {}],
      ['support', {}],
      ['support', { tenantId }],
    ] as const
    for (const [account, chosen] of accounts) {
      const api = server.api(account, chosen)
      for (const row of [tenantId, 'faraway', 'nowhere']) {
        const seen = [account, row, await outcomeOf(api.history.list({ noun, row }))]
        expect(seen).toEqual([account, row, await outcomeOf(read(api, row, {}))])
      }
    }
  })

  test('0145 of a tenant says what was changed, of secrets nothing', async () => {
    const { customerNumber } = await admin.tenants.view({ tenantId })
    await admin.tenants.update({ tenantId, customerNumber: 'C-history', jwPlayerSecret: 'secret-of-a-test' })
    const { data } = await tenant.history.list({ noun: 'tenants', row: tenantId })
    expect(data[0]!.changes).toEqual([
      {
        ...{ path: 'customerNumber', before: customerNumber, after: 'C-history' },
        ...{ beforeNames: [], afterNames: [] },
      },
    ])
    expect(JSON.stringify(data)).not.toContain('secret-of-a-test')
  })

  test('0145 of a site’s settings, its links and its members', async () => {
    const link = { tenantId, configurationType: 'custom', linkHoverText: '', status: true } as const
    const shop = { httpLink: 'https://shop.example.com', linkText: 'Shop' }
    const saved = await tenant.site.save({ configuration: { ...link, ...shop } })
    const [row] = saved.data.slice(-1) as { tag: string }[]
    await tenant.site.save({ configuration: { ...link, ...shop, tag: row!.tag, linkText: 'Store' } })
    const asked = { noun: 'site', row: row!.tag, tenantId } as const
    const { data } = await tenant.history.list(asked)
    expect(data[0]!.changes).toMatchObject([{ path: 'linkText', before: 'Shop', after: 'Store' }])
    expect(await codeOf(admin.history.list(asked))).toBe('forbidden')
    expect(await codeOf(server.api('support', { tenantId: 'faraway' }).history.list(asked))).toBe('notFound')
    const member = { noun: 'members', row: 'nobody', tenantId } as const
    expect(await codeOf(tenant.history.list(member))).toBe('notFound')
  })
})
