import { type ClientOptions, contract, createApi, createSend, type KinoraError } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import type { Scope } from '../src/kernel/scope.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { codeOf, failure } from './refusals.ts'
import type { TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const pulse: Scope = { kind: 'tenant', tenantId }
const sled = { 'en-GB': 'Sled', 'de-DE': 'Schlitten' }

/** The three nouns by the same names. */
const nouns = [
  {
    noun: 'labels',
    kind: 'label',
    add: async (api: TestApi, draft: object) =>
      (await api.labels.create({ tenantId, name: sled, isActive: true, ...draft })).labelId,
    save: (api: TestApi, labelId: string, change: object) =>
      api.labels.update({ tenantId, labelId, ...change }),
    list: (api: TestApi, search: object = {}) => api.labels.list({ tenantId, ...search }),
    id: 'labelId',
    ofPlatform: 'label-beginner',
    onTitles: (ids: string[]) => ({ labelIds: ids }),
    filter: (id: string) => ({ labelId: id }),
  },
  {
    noun: 'focus-areas',
    kind: 'focusarea',
    add: async (api: TestApi, draft: object) =>
      (await api['focus-areas'].create({ tenantId, name: sled, isActive: true, ...draft })).focusAreaId,
    save: (api: TestApi, focusAreaId: string, change: object) =>
      api['focus-areas'].update({ tenantId, focusAreaId, ...change }),
    list: (api: TestApi, search: object = {}) => api['focus-areas'].list({ tenantId, ...search }),
    id: 'focusAreaId',
    ofPlatform: 'focus-full-body',
    onTitles: (ids: string[]) => ({ focusAreaIds: ids }),
    filter: (id: string) => ({ focusAreaId: id }),
  },
  {
    noun: 'equipment',
    kind: 'equipment',
    add: async (api: TestApi, draft: object) =>
      (await api.equipment.create({ tenantId, name: sled, isActive: true, ...draft })).equipmentId,
    save: (api: TestApi, equipmentId: string, change: object) =>
      api.equipment.update({ tenantId, equipmentId, ...change }),
    list: (api: TestApi, search: object = {}) => api.equipment.list({ tenantId, ...search }),
    id: 'equipmentId',
    ofPlatform: 'equipment-kettlebell',
    onTitles: (ids: string[]) => ({ equipmentIds: ids }),
    filter: (id: string) => ({ equipmentId: id }),
  },
] as const

describe.each(databases)('taxonomies on %s', db => {
  let server: TestServer
  let tenant: TestApi
  let support: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db })
    tenant = server.api('tenant')
    support = server.api('support', { tenantId: 'oasiswellness' })
  })
  afterAll(() => server?.close())

  const auditFor = async (noun: string, id: string) =>
    (await auditOf(pulse, server.deps.db, { noun, id, page: 1, take: -1 })).data

  describe.each(nouns)(
    'META-10 $noun',
    ({ noun, kind, add, save, list, id, ofPlatform, onTitles, filter }) => {
      const find = async (api: TestApi, value: string, search: object = {}) =>
        (await list(api, search)).data.find(entry => (entry as Record<string, unknown>)[id] === value)

      test('B-5, META-02, META-03, API-39 adds an entry to the tenant and answers with its id', async () => {
        const value = await add(tenant, { name: { 'en-GB': ' Sled ', 'de-DE': 'Schlitten', 'fr-FR': ' ' } })
        expect(await find(tenant, value)).toEqual({
          [id]: value,
          tenantId,
          name: sled,
          isActive: true,
          version: 1,
        })
        const { token } = await server.signIn('tenant')
        const response = await server.app.request(`/v4/portal/${kind}/add`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ tenantId, name: sled, isActive: false }),
        })
        expect(response.status).toBe(201)
        expect(Object.keys((await response.json()) as object)).toEqual([id])
      })

      test('CONST-06, META-02, I18N-01 asks for a name of at most 255 characters in the tenant’s default language, and for languages that there are', async () => {
        const refused = async (name: object) =>
          (await failure(add(tenant, { name }))).issues.map(issue => [issue.path, issue.code])
        expect(await refused({ 'de-DE': 'Schlitten' })).toEqual([['name.en-GB', 'validation.required']])
        expect(await refused({ ...sled, 'xx-XX': 'Sled' })).toEqual([['name.xx-XX', 'validation.language']])
        expect(await refused({ 'en-GB': 'x'.repeat(256) })).toEqual([['name.en-GB', 'validation.tooLong']])
        const longest = { 'en-GB': 'x'.repeat(255) }
        expect((await find(tenant, await add(tenant, { name: longest })))?.name).toEqual(longest)
      })

      test('API-40 changes an entry; what is left out stays', async () => {
        const value = await add(tenant, {})
        expect(await save(tenant, value, { isActive: false })).toMatchObject({
          name: sled,
          isActive: false,
          version: 2,
        })
        const name = { 'en-GB': 'Sledge' }
        expect(await save(tenant, value, { name, version: 2 })).toEqual({
          [id]: value,
          tenantId,
          name,
          isActive: false,
          version: 3,
        })
        expect((await failure(save(tenant, value, { name: { 'en-GB': ' ' } }))).issues[0]?.path).toBe(
          'name.en-GB',
        )
        expect(await codeOf(save(tenant, 'nothing', { isActive: true }))).toBe('notFound')
      })

      test('a write that names an older version is refused with what changed', async () => {
        const value = await add(tenant, {})
        await save(server.api('support', { tenantId }), value, {
          name: { ...sled, 'de-DE': 'Rodel' },
          isActive: false,
        })
        const error = await failure(save(tenant, value, { name: { 'en-GB': 'Sledge' }, version: 1 }))
        expect([error.code, error.status]).toEqual(['outdated', 409])
        const by = (await server.signIn('support')).user.displayName
        expect(error.changes).toEqual([
          { path: 'name.de-DE', before: 'Schlitten', after: 'Rodel', by, at: expect.any(String) as string },
          { path: 'isActive', before: true, after: false, by, at: expect.any(String) as string },
        ])
        const both = await Promise.allSettled(
          ['A', 'B'].map(text => save(tenant, value, { name: { 'en-GB': text }, version: 2 })),
        )
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      })

      test('C-14, C-84 what isn’t the tenant’s: another’s is not found, the platform’s may not be changed', async () => {
        const value = await add(tenant, {})
        expect(await find(support, value, { tenantId: 'oasiswellness' })).toBeUndefined()
        expect(await codeOf(find(support, value))).toBe('notFound')
        const change = { tenantId: 'oasiswellness', isActive: false }
        expect(await codeOf(save(support, value, change))).toBe('notFound')
        expect(await codeOf(save(support, value, {}))).toBe('notFound')
        expect(await codeOf(save(tenant, value, { tenantId: 'oasiswellness' }))).toBe('notFound')
        expect(await codeOf(add(tenant, { tenantId: 'oasiswellness' }))).toBe('notFound')
        expect(await find(tenant, ofPlatform)).toMatchObject({ tenantId: null })
        expect((await failure(save(tenant, ofPlatform, { isActive: false }))).status).toBe(403)
        expect(await codeOf(save(tenant, ofPlatform, { name: { 'en-GB': '' } }))).toBe('forbidden')
        for (const account of ['admin', 'provider'] as const)
          expect(await codeOf(save(server.api(account), value, { isActive: false }))).toBe('forbidden')
        expect(await find(tenant, value)).toMatchObject({ isActive: true, version: 1 })
      })

      test('API-38 finds by part of a name in any language, by activity and by the page', async () => {
        const value = await add(tenant, {
          name: { 'en-GB': 'Weird 100%_\\ name', 'de-DE': 'Merkwürdig' },
          isActive: false,
        })
        const found = async (search: object) =>
          (await list(tenant, search)).data.map(entry => (entry as Record<string, unknown>)[id])
        for (const query of ['weird', '100%', '%_', '_\\', 'MERKW', ' weird '])
          expect([query, await found({ query })]).toEqual([query, [value]])
        expect(await found({ query: 'weird__00' })).toEqual([])
        expect(await found({ query: 'weird', isActive: true })).toEqual([])
        expect(await found({ query: 'weird', isActive: false })).toEqual([value])
        const everything = await list(tenant)
        expect(everything).toMatchObject({ totalPages: 1, page: 1, totalRecords: everything.data.length })
        const first = await list(tenant, { take: 2 })
        const second = await list(tenant, { take: 2, page: 2 })
        expect(first.totalPages).toBe(Math.ceil(everything.data.length / 2))
        expect([...first.data, ...second.data]).toEqual(everything.data.slice(0, 4))
      })

      test('a new name is in the next search of titles, which counts what uses the entry', async () => {
        const value = await add(tenant, {})
        const title = { className: 'Uses it', ...onTitles([value]) }
        const { tag } = await tenant.titles.create(title)
        const use = async () => tenant.titles.search({ ...filter(value), take: 1 })
        expect((await use()).totalRecords).toBe(1)
        await save(tenant, value, { name: { 'en-GB': 'Toboggan' } })
        const [shown] = (await use()).data
        expect(shown?.tag).toBe(tag)
        if (noun !== 'labels')
          expect([...shown!.equipmentTypeTags, ...shown!.focusAreaTags]).toEqual(['Toboggan'])
      })

      test('every write is told, with what changed and from where', async () => {
        const signedIn = await server.signIn('tenant')
        const connect = (client?: ClientOptions['client']) =>
          createApi(
            contract,
            createSend({
              timeout: 0,
              baseUrl: '',
              fetch: (async (url: string, init?: RequestInit) =>
                server.app.request(url, init)) as typeof fetch,
              tokens: { get: () => signedIn, set: () => undefined, clear: () => undefined },
              ...(client === undefined ? {} : { client }),
            }),
          )
        const value = await add(connect('portal'), {})
        await save(connect('cli'), value, { name: { ...sled, 'fr-FR': 'Luge' } })
        await save(connect(), value, { isActive: false })
        expect(await auditFor(noun, value)).toMatchObject([
          {
            verb: 'update',
            client: 'api',
            version: 3,
            changes: [{ path: 'isActive', before: true, after: false }],
          },
          {
            verb: 'update',
            client: 'cli',
            version: 2,
            changes: [{ path: 'name.fr-FR', before: null, after: 'Luge' }],
          },
          {
            verb: 'create',
            client: 'portal',
            version: 1,
            userId: signedIn.user.userId,
            displayName: signedIn.user.displayName,
          },
        ])
      })
    },
  )

  describe('API-41 deleting', () => {
    test('deletes labels, each on its own, and takes them off the titles that have them', async () => {
      const [gone, kept] = [
        await nouns[0].add(tenant, {}),
        await nouns[0].add(tenant, { name: { 'en-GB': 'Kept' } }),
      ]
      const foreign = await support.labels.create({
        tenantId: 'oasiswellness',
        name: { 'en-US': 'Theirs', 'ar-SA': 'هدوء' },
        isActive: true,
      })
      const { tag } = await tenant.titles.create({ className: 'Labelled', labelIds: [kept, gone] })
      const ids = [gone, foreign.labelId, 'nothing', gone, 'label-beginner']
      const { data } = await tenant.labels.remove({ tenantId, ids })
      expect(data).toEqual(ids.map((id, index) => ({ id, status: [200, 404, 404, 404, 403][index] })))
      expect((await tenant.titles.find({ titleTags: [tag] })).data[0]?.labelIds).toEqual([kept])
      expect((await nouns[0].list(tenant, { query: 'sled' })).data.map(label => label.labelId)).not.toContain(
        gone,
      )
      expect((await auditFor('labels', gone))[0]).toMatchObject({ verb: 'remove' })
      const [entry] = await auditFor('titles', tag)
      expect(entry).toMatchObject({
        verb: 'update',
        changes: [{ path: 'labelIds', before: [kept, gone], after: [kept] }],
      })
      expect((await support.labels.list({ tenantId: 'oasiswellness', query: 'theirs' })).totalRecords).toBe(1)
    })

    test('API-41 a label that is deleted while titles are given it stays on none', async () => {
      const { tag } = await tenant.titles.create({ className: 'In the middle' })
      for (let round = 0; round < 20; round++) {
        const [label, other] = [await nouns[0].add(tenant, {}), await nouns[0].add(tenant, {})]
        await tenant.titles.update({ tag, labelIds: [other] })
        const given = [
          tenant.titles.update({ tag, labelIds: [other, label] }),
          tenant.titles.create({ className: 'New meanwhile', labelIds: [label] }),
        ]
        const removed = [label, other].map(labelId => tenant.labels.remove({ tenantId, ids: [labelId] }))
        const refused = (await Promise.allSettled(given)).flatMap(result =>
          result.status === 'rejected' ? [(result.reason as KinoraError).code] : [],
        )
        expect(refused.filter(code => code !== 'invalid')).toEqual([])
        expect((await Promise.all(removed)).map(({ data }) => data[0]?.status)).toEqual([200, 200])
        expect((await tenant.titles.search({ labelId: [label, other] })).data).toEqual([])
      }
    })

    test('C-43, API-41 focus areas and equipment have no delete: 405, and no method that they allow', async () => {
      for (const path of ['/v4/portal/focusarea/delete', '/v4/portal/equipment/delete']) {
        const response = await server.app.request(path, { method: 'POST' })
        expect([response.status, response.headers.get('allow')]).toEqual([405, ''])
        expect(await response.json()).toMatchObject({
          status: 405,
          message: 'Method not allowed from server',
        })
      }
    })
  })

  test('API-40, META-09 an access token that has ended is answered with 401, so that the client signs in anew and repeats', async () => {
    const response = await server.app.request('/v4/portal/label/update', {
      method: 'POST',
      headers: { authorization: 'Bearer ended', 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, labelId: 'label-pulse-pick', isActive: false }),
    })
    expect(response.status).toBe(401)
  })

  test('a host’s page may name its client across origins; one that is refused is named in the log, once', async () => {
    const origin = 'https://gym.example'
    const warn = vi.fn()
    const clock = createTestClock()
    const log = { ...silentLog, warn }
    const open = await createTestServer({ origins: [origin], unseeded: true, clock, log })
    const asked = (from: string) =>
      open.app.request('/v4/portal/label/add', {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-kinora-client',
        },
      })
    const answer = await asked(origin)
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-kinora-client')
    expect(warn).not.toHaveBeenCalled()
    for (let time = 0; time < 2; time++)
      expect((await asked('https://other.example')).headers.get('access-control-allow-origin')).toBeNull()
    expect(warn.mock.calls).toEqual([
      [{ origin: 'https://other.example' }, expect.stringContaining('KINORA_ORIGINS')],
    ])
    // Whoever makes up origins doesn't fill the log: twenty are named in an hour, then the others counted.
    for (let number = 0; number < 50; number++) await asked(`https://${number}.example`)
    await asked('https://late.example')
    expect(warn).toHaveBeenCalledTimes(20)
    clock.forward(3600)
    warn.mockClear()
    for (const again of ['https://other.example', 'https://18.example', 'https://late.example'])
      await asked(again)
    expect(warn.mock.calls).toEqual([
      [{ others: 32 }, expect.anything()],
      [{ origin: 'https://late.example' }, expect.anything()],
    ])
    // Nor is one remembered for ever.
    for (let number = 0; number < 120; number++) {
      await asked(`https://more-${number}.example`)
      if (number % 15 === 0) clock.forward(3600)
    }
    await asked('https://other.example')
    expect(warn).toHaveBeenLastCalledWith({ origin: 'https://other.example' }, expect.anything())
    await open.close()
  })
})
