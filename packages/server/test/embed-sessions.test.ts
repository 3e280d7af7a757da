import {
  type Api,
  callsBesideTitles,
  callsOnTitles,
  type EmbedSessionDraft,
  featureOf,
  isAmong,
  isReading,
  type KeyDraft,
  type KinoraContract,
  refusalInSession,
  rightNames,
  Role as roles,
} from '@kinora/core'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedSessionsTable } from '../src/embed-sessions/tables.ts'
import { auditEntriesTable as entries } from '../src/kernel/rows/audit.ts'
import { newSecret } from '../src/keys/index.ts'
import { usersTable } from '../src/session/tables.ts'
import { startTitleJobWorkers } from '../src/title-jobs/run.ts'
import { sampleInput, send } from './contract/calls.ts'
import { kindOf } from './contract/fields.ts'
import { makeRows, type RowKind } from './contract/rows.ts'
import {
  endpoints,
  guarded,
  makeSession,
  nextDay,
  person,
  sessionRights,
  tryCallsOfSessions,
  unlimited,
  withToken,
} from './embed-session-calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import { until } from './titles/support.ts'

describe('KEY-06 every call is held to what a session is for', () => {
  test('calls on titles and beside them are calls that there are, and none is both', () => {
    const ids = new Set(['files.original', ...endpoints.map(({ id }) => id)])
    const nouns = new Set([...ids].map(id => `${id.split('.')[0]}.*`))
    const named = [...callsOnTitles, ...callsBesideTitles]
    expect(named.filter(id => !ids.has(id) && !nouns.has(id))).toEqual([])
    expect(guarded.filter(({ id }) => isAmong(callsOnTitles, id) && isAmong(callsBesideTitles, id))).toEqual(
      [],
    )
  })

  test('every write is part of a feature, or says itself what it does', () => {
    const without = guarded.filter(
      ({ id, method }) => !isReading({ id, method }) && featureOf(id, method) === undefined,
    )
    expect(without.map(({ id }) => id).sort()).toEqual([
      ...['title-jobs.cancel', 'title-jobs.create', 'title-jobs.undo'],
    ])
    const removing = [
      'titles.remove',
      'titles.removeTrailer',
      'captions.remove',
      'labels.remove',
      'members.erase',
    ]
    for (const id of removing) expect([id, featureOf(id, 'POST')]).toEqual([id, 'delete'])
  })

  test('what makes keys or sessions, or outlives one, is in none', () => {
    const all = { rights: rightNames, features: {}, titles: null }
    const never = ['embed-sessions.create', 'embed-sessions.list', 'embed-sessions.remove', 'keys.create']
    for (const id of [
      ...never,
      'accounts.changePassword',
      'webhooks.create',
      'sessions.list',
      'site.preview',
    ])
      expect([id, refusalInSession({ id, method: 'POST' }, all)]).toEqual([id, 'right'])
  })
})

describe('KEY-06 every call, with the rights that open it and with all others, whole and for certain titles', () => {
  // The deep suite asks every call in every way.
  tryCallsOfSessions(false)
})

describe('KEY-06 a session for certain titles finds and changes no other', () => {
  let server: TestServer
  let token: string
  let mine: string
  beforeAll(async () => {
    server = await createTestServer()
    unlimited(server)
    mine = (await makeRows('title', server, ['tenant'])).tenant!
    ;({ token } = await makeSession(server, { rights: [...sessionRights], titles: { tags: [mine] } }))
  })
  afterAll(() => server?.close())

  const held = guarded.filter(({ id }) => isAmong(callsOnTitles, id))
  const ofTitles: readonly string[] = ['title', 'deletedTitle', 'track', 'job']
  const naming = held.flatMap(endpoint =>
    Object.keys(endpoint.input.shape).flatMap(field => {
      const kind = kindOf(endpoint, field)
      return kind != null && ofTitles.includes(kind) ? [{ endpoint, field, kind: kind as RowKind }] : []
    }),
  )
  const masked = (text: string, id: string) => text.replaceAll(id, '<id>').replace(/"requestId":"[^"]*"/, '')

  test('every call on titles that takes an id is tried', () => {
    expect(naming.length).toBeGreaterThan(30)
  })

  test.each(naming.map(each => [`${each.endpoint.id} ${each.field}`, each] as const))(
    '%s: another title of the tenant is one that isn’t there',
    async (_, { endpoint, field, kind }) => {
      const outside = (await makeRows(kind, server, ['tenant'])).tenant!
      const ask = (id: string) => {
        const isList = endpoint.input.shape[field]!.safeParse([id]).success
        return send(server, endpoint, { ...sampleInput(endpoint), [field]: isList ? [id] : id }, { token })
      }
      const [answer, absent] = [await ask(outside), await ask('nowhere')]
      expect(answer.status).not.toBe(403)
      expect([answer.status, masked(answer.text, outside)]).toEqual([
        absent.status,
        masked(absent.text, 'nowhere'),
      ])
    },
  )

  const lists = held.filter(
    endpoint => isReading(endpoint) && Object.keys(sampleInput(endpoint)).length === 0,
  )
  test.each(lists.map(endpoint => [endpoint.id, endpoint] as const))(
    '%s names no other',
    async (_, endpoint) => {
      const outside = (await makeRows('title', server, ['tenant'])).tenant!
      await makeRows('deletedTitle', server, ['tenant'])
      const { status, text } = await send(server, endpoint, {}, { token })
      expect(status, text).toBeLessThan(300)
      expect(text).not.toContain(outside)
      if (endpoint.id === 'titles.search') expect(text).toContain(mine)
    },
  )

  test('its own goes on being there', async () => {
    const api = withToken(server, token)
    expect((await api.titles.find({ titleTags: [mine] })).data).toHaveLength(1)
    await api.titles.update({ tag: mine, className: 'Renamed here' })
    expect((await api['title-history'].list({ tag: mine })).data[0]?.by).toBe('Jo Host')
  })

  test('nothing gets into the list or leaves it by a write', async () => {
    const api = withToken(server, token)
    expect((await failure(api.titles.create({ className: 'Another' }))).detail).toMatch(/wouldn’t be one/)
    const categoryIds = ['pulse-signature']
    const inCategory = (await makeSession(server, { rights: ['titles'], titles: { categoryIds } })).api
    const refused = await failure(
      inCategory.titles.create({ className: 'Elsewhere', classCategoryId: 'strength' }),
    )
    expect(refused.code).toBe('forbidden')
    const { tag } = await inCategory.titles.create({ className: 'In it', classCategoryId: 'pulse-signature' })
    expect((await failure(inCategory.titles.update({ tag, classCategoryId: 'strength' }))).code).toBe(
      'forbidden',
    )
    expect((await inCategory.titles.find({ titleTags: [tag] })).data[0]?.className).toBe('In it')
  })

  test('own titles are those that this person made with this key', async () => {
    const titles = { own: true } as const
    const { api, secret } = await makeSession(server, { rights: ['titles'], titles })
    const { tag } = await api.titles.create({ className: 'By Jo' })
    expect((await api.titles.search({})).data.map(each => each.tag)).toEqual([tag])
    const host = withToken(server, secret)['embed-sessions']
    const other = await host.create({ user: { id: 'u-18', name: 'Al' }, rights: ['titles'], titles })
    expect((await withToken(server, other.token).titles.search({})).data).toEqual([])
    const again = await host.create({ user: person, rights: ['titles'], titles })
    expect((await withToken(server, again.token).titles.search({})).data).toHaveLength(1)
  })
})

describe.each(databases)('KEY-06 embed sessions on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    await startTitleJobWorkers(server.deps)
  })
  afterAll(() => server?.close())

  test('acts for its key’s tenant as a person of the host, with a token below 1 kB', async () => {
    const { api, token, endsAt, tenantId } = await makeSession(server)
    expect(new TextEncoder().encode(token).length).toBeLessThan(1024)
    expect([endsAt, tenantId]).toEqual(['2026-11-20T09:15:00.000Z', 'pulsehouse'])
    const { user } = await api.session.verify({})
    expect(user).toMatchObject({ displayName: 'Jo Host', email: '', role: roles.Tenant })
    expect(user.tenants.map(each => each.tenantId)).toEqual(['pulsehouse'])
    expect(user.embed).toMatchObject({ user: person, rights: ['read'], titles: null })
    const { tag } = await server.api('tenant').titles.create({ className: 'Seen' })
    expect((await api.titles.search({})).data.map(each => each.tag)).toContain(tag)
    const rows = JSON.stringify(await server.deps.db.select().from(embedSessionsTable))
    expect(rows).not.toContain(token)
  })

  test('upload only, one title, one hour', async () => {
    const make = async (className: string) => (await server.api('tenant').titles.create({ className })).tag
    const [mine, other] = [await make('Mine'), await make('Other')]
    const asked = { components: ['UploadTray' as const], titles: { tags: [mine] }, lifetime: 3600 }
    const { api, endsAt } = await makeSession(server, { ...asked, rights: [] })
    expect(endsAt).toBe('2026-11-20T10:00:00.000Z')
    expect((await api.titles.search({})).data.map(({ tag }) => tag)).toEqual([mine])
    expect((await failure(api.captions.list({ titleTag: other }))).code).toBe('notFound')
    expect((await api.captions.list({ titleTag: mine })).data).toBeDefined()
    expect((await failure(api.titles.publish({ tag: mine, publish: true }))).detail).toMatch(/right publish/)
    clock.forward(3600)
    expect((await failure(api.session.verify({}))).detail).toMatch(/session has ended/)
    clock.forward(-3600)
  })

  test('says of its draft what is wrong, and makes nothing', async () => {
    const refused = async (draft: Partial<EmbedSessionDraft>, key: Partial<KeyDraft> = {}) =>
      (await failure(makeSession(server, draft, { key }))).issues.map(({ path, code }) => [path, code])
    const of = await makeRows('title', server, ['provider'])
    expect(await refused({ rights: [] })).toEqual([['rights', 'embed.rights']])
    expect(await refused({ rights: ['embed'] })).toEqual([['rights', 'embed.moreThanKey']])
    expect(await refused({ rights: ['members'] }, { rights: ['embed', 'read'] })).toEqual([
      ['rights', 'embed.moreThanKey'],
    ])
    expect(await refused({ titles: {} })).toEqual([['titles', 'embed.titles']])
    expect(await refused({ titles: { tags: [of.provider!] } })).toEqual([
      ['titles.tags.0', 'validation.reference'],
    ])
    expect(await refused({ lifetime: 30 })).toEqual([['lifetime', 'embed.lifetime']])
    expect(await refused({ actsAs: { tenantId: 'oasiswellness' } })).toEqual([
      ['actsAs.tenantId', 'validation.reference'],
    ])
    expect(await refused({ actsAs: { providerId: 'ironside' } })).toEqual([
      ['actsAs.providerId', 'validation.reference'],
    ])
    expect(await refused({ origins: ['https://other.example'] })).toEqual([['origins.0', 'embed.origin']])
    const { secret } = await server
      .api('tenant')
      .keys.create({ name: 'CI', rights: ['read'], endsOn: nextDay(server) })
    const without = await failure(
      withToken(server, secret)['embed-sessions'].create({ user: person, rights: ['read'] }),
    )
    expect(without.detail).toBe('This key may not do this. It takes the right embed.')
    expect(
      (await failure(server.api('tenant')['embed-sessions'].create({ user: person, rights: ['read'] })))
        .issues[0]?.code,
    ).toBe('embed.keyless')
  })

  test('an administrator’s key acts for whom it names, and for nobody unnamed', async () => {
    const account = 'admin'
    expect((await failure(makeSession(server, {}, { account }))).issues[0]?.code).toBe('embed.actsAs')
    const provider = await makeSession(server, { actsAs: { providerId: 'ironside' } }, { account })
    const { user } = await provider.api.session.verify({})
    expect(user).toMatchObject({ role: roles.Provider, provider: { tag: 'ironside' }, tenants: [] })
    const tags = (await server.api('provider').titles.search({ take: -1 })).data.map(({ tag }) => tag).sort()
    const found = (await provider.api.titles.search({ take: -1 })).data.map(({ tag }) => tag).sort()
    expect(found).toEqual(tags)
    const tenant = await makeSession(server, { actsAs: { tenantId: 'oasiswellness' } }, { account })
    expect((await tenant.api.session.verify({})).user.tenants[0]?.tenantId).toBe('oasiswellness')
    expect((await failure(tenant.api.tenants.deleted({}))).code).toBe('forbidden')
  })

  test('a stolen, old, foreign or forged token opens nothing', async () => {
    const { token, secret } = await makeSession(server)
    for (const wrong of [newSecret('embed'), token.slice(0, -1), 'kn_embed_', token.replace('embed', 'live')])
      expect((await failure(withToken(server, wrong).session.verify({}))).code).toBe('unauthorised')
    expect((await failure(server.api().session.refresh({ refreshToken: token }))).code).toBe('unauthorised')
    const asKey = withToken(server, token)['embed-sessions']
    expect((await failure(asKey.create({ user: person, rights: ['read'] }))).code).toBe('forbidden')
    expect((await failure(withToken(server, token).keys.list({}))).code).toBe('forbidden')
    expect((await withToken(server, secret).session.verify({})).user.embed).toBeUndefined()
  })

  test('it ends with the session, the key, and what its maker may do', async () => {
    const ended = async (api: Api<KinoraContract>) => (await failure(api.session.verify({}))).code
    const one = await makeSession(server)
    await withToken(server, one.secret)['embed-sessions'].remove({ sessionId: one.sessionId })
    expect(await ended(one.api)).toBe('unauthorised')
    const two = await makeSession(server)
    await server.api('tenant').keys.revoke({ keyId: two.keyId })
    expect(await ended(two.api)).toBe('unauthorised')
    const three = await makeSession(server)
    const set = (isActive: boolean) =>
      server.deps.db.update(usersTable).set({ isActive }).where(eq(usersTable.userId, 'user-tenant'))
    await set(false)
    expect(await ended(three.api)).toBe('unauthorised')
    await set(true)
    expect((await three.api.session.verify({})).user.displayName).toBe('Jo Host')
    const far = await failure(server.api('provider')['embed-sessions'].remove({ sessionId: three.sessionId }))
    expect(far.code).toBe('notFound')
    const other = await makeSession(server)
    const strange = withToken(server, other.secret)['embed-sessions']
    expect((await failure(strange.remove({ sessionId: three.sessionId }))).code).toBe('notFound')
    expect((await strange.list({})).data.map(({ sessionId }) => sessionId)).toEqual([other.sessionId])
    const { data } = await server.api('tenant')['embed-sessions'].list({ keyId: three.keyId })
    expect(data).toMatchObject([{ sessionId: three.sessionId, keyName: 'Studio', user: person }])
    await server.api('tenant')['embed-sessions'].remove({ sessionId: three.sessionId })
    expect(await ended(three.api)).toBe('unauthorised')
  })

  test('is good on the pages that it names, which the key or the tenant lets in, as they are now', async () => {
    const [host, other, site] = [
      'https://studio.example',
      'https://evil.example',
      'https://gym.example',
    ] as const
    const preflight = async (origin: string) =>
      (
        await server.app.request('/api/v1/verify', {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'GET' },
        })
      ).headers.get('access-control-allow-origin')
    expect(await preflight(host)).toBeNull()
    const origins = [`${host}/`]
    const { token, keyId } = await makeSession(server, { origins }, { key: { origins } })
    expect(await preflight(host)).toBe(host)
    const from = (origin?: string) => withToken(server, token, origin).session.verify({})
    expect((await from(host)).user.embed?.origins).toEqual([host])
    expect((await failure(from(other))).detail).toContain(other)
    expect((await failure(from())).detail).toMatch(/names none in its Origin/)
    await server.api('tenant')['embed-sessions'].setOrigins({ tenantId: 'pulsehouse', origins: [site] })
    expect(await preflight(site)).toBe(site)
    expect((await failure(from(site))).code).toBe('forbidden')
    await server.api('tenant').keys.setOrigins({ keyId, origins: [] })
    expect(await preflight(host)).toBeNull()
    expect((await failure(from(host))).code).toBe('unauthorised')
    await server.api('tenant')['embed-sessions'].setOrigins({ tenantId: 'pulsehouse', origins: [] })
    expect(await preflight(site)).toBeNull()
  })

  test('one that names no page is good on those that its key lets in, and nowhere once that lets in none', async () => {
    const host = 'https://studio.example'
    const { token, keyId } = await makeSession(server, {}, { key: { origins: [host] } })
    const from = (origin?: string) => withToken(server, token, origin).session.verify({})
    expect((await from(host)).user.embed?.origins).toEqual([host])
    const { keys, 'embed-sessions': sessions } = server.api('tenant')
    await keys.setOrigins({ keyId, origins: [] })
    for (const origin of [host, undefined]) expect((await failure(from(origin))).code).toBe('unauthorised')
    await keys.revoke({ keyId })
    expect(await sessions.list({ keyId })).toMatchObject({ data: [], totalRecords: 0 })
  })

  test('the audit log names the person on behalf of the key, and so does work in the background', async () => {
    const { api, keyId } = await makeSession(server, { rights: ['titles', 'bulk'], titles: { own: true } })
    const { tag } = await api.titles.create({ className: 'Audited' })
    const by = {
      keyId,
      keyName: 'Studio',
      externalId: 'u-17',
      externalName: 'Jo Host',
      userId: 'user-tenant',
    }
    const last = async (verb: string) =>
      (
        await server.deps.db
          .select()
          .from(entries)
          .where(and(eq(entries.rowId, tag), eq(entries.verb, verb)))
          .orderBy(desc(entries.id))
      )[0]
    expect(await last('create')).toMatchObject(by)
    const job = await api['title-jobs'].create({ act: 'edit', edit: { skill: 5 }, tags: [tag] })
    expect(job.by).toBe('Jo Host')
    const done = await until(
      () => api['title-jobs'].view({ jobId: job.jobId }),
      ({ status }) => status !== 'Running',
    )
    expect(done.counts).toMatchObject({ done: 1 })
    expect(await last('update')).toMatchObject(by)
    await failure(api.members.list({ tenantId: 'pulsehouse' }))
    const { data } = await server.api('admin').audit.list({ kind: 'refusal', who: 'Pulse' })
    expect(data[0]).toMatchObject({ row: 'members.list', externalName: 'Jo Host', keyName: 'Studio' })
  })

  test('an act on many titles is refused where its feature is off', async () => {
    const draft = { rights: ['titles', 'bulk'] as const, features: { delete: false } }
    const { api } = await makeSession(server, { ...draft, rights: [...draft.rights] })
    const { tag } = await api.titles.create({ className: 'Stays' })
    expect((await failure(api['title-jobs'].create({ act: 'delete', tags: [tag] }))).detail).toMatch(/delete/)
    expect((await failure(api.titles.remove({ tags: [tag] }))).detail).toMatch(/turned this off/)
  })
})
