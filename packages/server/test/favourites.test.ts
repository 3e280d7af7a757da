import { TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { titlesTable as t } from '../src/stored-titles/tables.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const change = (contentId: string, action: 'add' | 'remove' = 'add') => ({
  tenantId,
  contentId,
  action,
})

describe('favourites', () => {
  let server: TestServer
  let tenant: TestApi
  let support: TestApi
  const tags = async (api: TestApi, asked: object = {}) =>
    (await api.favourites.list({ tenantId, ...asked })).data.map(({ contentId }) => contentId)

  beforeAll(async () => {
    server = await createTestServer()
    tenant = server.api('tenant')
    support = server.api('support', { tenantId })
    const shown = { status: TitleStatus.Published, tenants: [tenantId] }
    await server.deps.db.insert(t).values([
      {
        tag: 'own',
        className: 'Sled sprints',
        providerId: 'tenant-pulsehouse',
        tenantId,
        classLanguageCode: 'en-GB',
      },
      {
        ...{ tag: 'shown', className: 'Swing 100%', providerId: 'ironside', channelId: 'ironside-strength' },
        ...{ durationSecond: 600, ...shown },
      },
      { tag: 'elsewhere', className: 'Ride', providerId: 'tempo-ride', ...shown, tenants: ['nordicmove'] },
      { tag: 'gone', className: 'Gone', providerId: 'ironside', ...shown, isDelete: true },
    ])
  })
  afterAll(() => server?.close())

  test('B-24, FAV-01, FAV-02 a title is added, told once in the audit, listed, and read', async () => {
    expect(await tenant.favourites.set(change('own'))).toEqual(change('own'))
    await tenant.favourites.set(change('own'))
    await support.favourites.set(change('shown'))
    expect(await tags(tenant)).toEqual(['shown', 'own'])
    expect(await tenant.favourites.view({ tenantId, id: 'shown' })).toMatchObject({
      ...change('shown'),
      ...{ className: 'Swing 100%', provider: 'Ironside Training', channelName: 'Ironside Strength' },
      ...{ durationSecond: 600, isOwn: false },
    })
    const scope = { kind: 'tenant', tenantId } as const
    const asked = { noun: 'favourites', id: 'own', page: 1, take: -1 }
    expect((await auditOf(scope, server.deps.db, asked)).data).toMatchObject([
      { verb: 'add', changes: [{ path: 'Action', before: null, after: 'add' }] },
    ])
  })

  test('FAV-03 the list has pages and a search', async () => {
    expect(await tenant.favourites.list({ tenantId, take: 1, page: 2 })).toMatchObject({
      ...{ totalRecords: 2, totalPages: 2, page: 2 },
      data: [{ contentId: 'own', isOwn: true }],
    })
    expect(await tags(tenant, { query: '100%' })).toEqual(['shown'])
    expect(await tags(tenant, { query: 'nothing' })).toEqual([])
  })

  test('TITLE-30 a title says whether it is one, to the tenant whose it is', async () => {
    const isFavourite = async (api: TestApi, tag: string) =>
      (await api.titles.find({ titleTags: [tag] })).data[0]?.isFavourite
    expect(await isFavourite(tenant, 'own')).toBe(true)
    expect(await isFavourite(server.api('admin'), 'own')).toBe(false)
    const published = await tenant.titles.published({ tenantId })
    expect(published.data.find(({ tag }) => tag === 'shown')?.isFavourite).toBe(true)
  })

  test('C-14 only what the tenant owns or its site shows; others look as if they weren’t there', async () => {
    for (const tag of ['elsewhere', 'gone', 'nowhere'])
      for (const action of ['add', 'remove'] as const)
        expect([tag, await refusal(tenant.favourites.set(change(tag, action)))]).toEqual([
          tag,
          '404 title.notFound',
        ])
    const foreign = { ...change('own'), tenantId: 'oasiswellness' }
    expect(await refusal(tenant.favourites.set(foreign))).toBe('404 Not found')
    expect(
      await refusal(server.api('support', { tenantId: 'oasiswellness' }).favourites.set(change('own'))),
    ).toBe('404 Not found')
    for (const account of ['admin', 'provider'] as const)
      expect(await refusal(server.api(account).favourites.list({ tenantId }))).toMatch(/^403/)
  })

  test('a title that the site no longer shows is no favourite that one sees; it can still be removed', async () => {
    const { db: database } = server.deps
    await database.update(t).set({ status: TitleStatus.Unpublished, tenants: [] }).where(eq(t.tag, 'shown'))
    expect(await tags(tenant)).toEqual(['own'])
    expect(await refusal(tenant.favourites.view({ tenantId, id: 'shown' }))).toBe('404 Not found')
    await tenant.favourites.set(change('shown', 'remove'))
    await database
      .update(t)
      .set({ status: TitleStatus.Published, tenants: [tenantId] })
      .where(eq(t.tag, 'shown'))
    expect(await tags(tenant)).toEqual(['own'])
  })

  test('FAV-02, API-27, API-28 under its other address, by customer support without a header', async () => {
    const { token } = await server.signIn('support')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const one = await server.app.request(`/favourites/own?tenantId=${tenantId}`, { headers })
    const onWire = { TenantId: tenantId, ContentId: 'own' }
    expect([one.status, await one.json()]).toEqual([
      200,
      expect.objectContaining({ ...onWire, Action: 'add' }),
    ])
    const body = JSON.stringify({ tenantid: tenantId, ContentId: 'own', Action: 'remove' })
    const removed = await server.app.request('/favourites', { method: 'POST', headers, body })
    expect([removed.status, await removed.json()]).toEqual([200, { ...onWire, Action: 'remove' }])
    const list = await server.app.request(`/favourites?tenantId=${tenantId}`, { headers })
    expect(await list.json()).toMatchObject({ totalRecords: 0 })
  })
})
