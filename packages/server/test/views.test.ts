import { VIEWS_MAX } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewsTable } from '../src/views/tables.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

const list = 'titles' as const
const draft = (name: string, more: object = {}) => ({
  ...{ list, name, address: 'status=4&view=board', isShared: false },
  ...more,
})

describe('28.2 saved views, decision 0121', () => {
  let server: TestServer
  let tenant: TestApi
  let support: TestApi
  let provider: TestApi
  let admin: TestApi
  const names = async (api: TestApi, asked: object = {}) =>
    (await api.views.list({ list, ...asked })).data.map(({ name }) => name)

  beforeAll(async () => {
    server = await createTestServer()
    tenant = server.api('tenant')
    support = server.api('support', { tenantId: 'pulsehouse' })
    provider = server.api('provider')
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  test('one’s own is one’s own, a shared one is seen by all of the tenant and changed by its owner and administrators', async () => {
    const own = await tenant.views.create(draft('Mine'))
    expect(own).toMatchObject({ name: 'Mine', isMine: true, owner: 'Pulse House', version: 1 })
    expect(await names(support)).toEqual([])
    expect(await refusal(support.views.update({ viewId: own.viewId, name: 'No' }))).toMatch(/^404/)

    await tenant.views.update({ viewId: own.viewId, isShared: true, version: 1 })
    expect((await support.views.list({ list })).data).toMatchObject([
      { name: 'Mine', isMine: false, isShared: true, version: 2 },
    ])
    expect(await refusal(support.views.update({ viewId: own.viewId, name: 'No' }))).toMatch(/^403/)
    expect(await refusal(support.views.remove({ viewId: own.viewId }))).toMatch(/^403/)
    expect(await refusal(tenant.views.update({ viewId: own.viewId, name: 'Old', version: 1 }))).toMatch(
      /^409/,
    )
    expect(await names(provider)).toEqual([])
    expect(await names(admin)).toEqual([])
    expect(await names(admin, { tenant: 'pulsehouse' })).toEqual(['Mine'])
    expect(await names(provider, { tenant: 'pulsehouse' })).toEqual([])
    expect(await admin.views.update({ viewId: own.viewId, name: 'Ours' })).toMatchObject({ name: 'Ours' })
    expect(await refusal(provider.views.remove({ viewId: own.viewId }))).toMatch(/^404/)
    await tenant.views.remove({ viewId: own.viewId })
    expect(await names(support)).toEqual([])
  })

  test('each account has them in its own order; what it has not placed comes last', async () => {
    const made = []
    for (const name of ['One', 'Two', 'Three'])
      made.push((await tenant.views.create(draft(name, { isShared: true }))).viewId)
    const [one, two, three] = made as [string, string, string]
    await tenant.views.reorder({ list, viewIds: [three, one] })
    expect(await names(tenant)).toEqual(['Three', 'One', 'Two'])
    expect(await names(support)).toEqual(['One', 'Two', 'Three'])
    await support.views.reorder({ list, viewIds: [two, one, three] })
    expect(await names(support)).toEqual(['Two', 'One', 'Three'])
    expect(await names(tenant)).toEqual(['Three', 'One', 'Two'])
    expect(await refusal(provider.views.reorder({ list, viewIds: [one] }))).toMatch(/^404/)
    for (const viewId of made) await tenant.views.remove({ viewId })
  })

  test('a name is asked for, and there are so many', async () => {
    expect(await refusal(tenant.views.create(draft(' ')))).toBe('400 validation.required')
    const many = Array.from({ length: VIEWS_MAX }, (_, index) => ({
      ...{ viewId: `many-${index}`, userId: 'user-provider', providerId: 'ironside' },
      ...draft(`${index}`),
    }))
    await server.deps.db.insert(viewsTable).values(many)
    expect(await refusal(provider.views.create(draft('One more')))).toBe('400 view.tooMany')
  })
})
