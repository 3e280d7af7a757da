import {
  callsOfEveryKey,
  callsOfNoKey,
  callsOfRight,
  contract,
  createSend,
  type Endpoint,
  EventType,
  fixedTokens,
  isAmong,
  isReading,
  type KeyDraft,
  mayWithRights,
  type NewKey,
  newEvent,
  type Right,
  rightNames,
  Role as roles,
} from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventsTable } from '../src/events/tables.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { modeOf, newSecret } from '../src/keys/secret.ts'
import { apiKeysTable } from '../src/keys/tables.ts'
import type { Log } from '../src/ports/runtime.ts'
import { filePaths } from '../src/raw.ts'
import type { DemoAccountName } from '../src/seed/accounts.ts'
import { usersTable, userTenantsTable } from '../src/session/tables.ts'
import { unlimited } from './embed-session-calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { apiOf, draft, endpoints, guarded, tryCallsOfKeys, withKey } from './key-calls.ts'
import { failure } from './refusals.ts'

describe('KEY-02 rights are subsets of the calls', () => {
  test('every call is in a right, open to every key, or deliberately in none', () => {
    const ofStaff = guarded.filter(({ allow, staff }) => allow !== 'site' || staff.length > 0)
    const ofRights = Object.values(callsOfRight).flat()
    const isInNone = ({ id }: Endpoint) => isAmong(Object.keys(callsOfNoKey), id)
    const isInSome = ({ id }: Endpoint) => isAmong([...callsOfEveryKey, ...ofRights], id)
    const strange = ofStaff.filter(endpoint => !isInNone(endpoint) && !isInSome(endpoint))
    expect(strange.map(({ id }) => id)).toEqual([])
    const both = ofStaff.filter(endpoint => isInNone(endpoint) && ofRights.includes(endpoint.id))
    expect(both.map(({ id }) => id)).toEqual([])
  })

  test('who may read and no more writes nothing', () => {
    const writes = endpoints.filter(endpoint => !isReading(endpoint) && mayWithRights(endpoint.id, ['read']))
    expect(writes.map(({ id }) => id)).toEqual([])
  })

  test('names only calls that there are', () => {
    const ids = new Set([...filePaths.map(({ id }) => id), ...endpoints.map(({ id }) => id)])
    const nouns = new Set([...ids].map(id => `${id.split('.')[0]}.*`))
    const named = [...callsOfEveryKey, ...Object.values(callsOfRight).flat(), ...Object.keys(callsOfNoKey)]
    expect(named.filter(id => !ids.has(id) && !nouns.has(id))).toEqual([])
  })

  test('what opens an account or a site for good is in none', () => {
    const lasting = ['accounts.changePassword', 'keys.create', 'keys.rotate', 'tenants.generateKeys']
    for (const id of [...lasting, 'webhooks.create', 'webhooks.update', 'webhooks.rotate', 'site.preview'])
      expect([id, mayWithRights(id, rightNames)]).toEqual([id, false])
  })
})

describe('KEY-01 the shape of a key', () => {
  test('has a prefix, 256 random bits and a checksum that a slip of the hand breaks', () => {
    const secret = newSecret('live')
    expect(secret).toMatch(/^kn_live_[0-9A-Za-z]{49}$/)
    expect([modeOf(secret), modeOf(newSecret('test'))]).toEqual(['live', 'test'])
    const slipped = secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21)
    for (const wrong of [
      slipped,
      secret.slice(0, -1),
      `${secret}x`,
      secret.replace('live', 'test'),
      'kn_live_',
    ])
      expect([wrong, modeOf(wrong)]).toEqual([wrong, undefined])
    expect(new Set(Array.from({ length: 100 }, () => newSecret('live'))).size).toBe(100)
  })
})

describe('KEY-02 every call × every role, with the rights that open it and with all others', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
    unlimited(server)
  })
  afterAll(() => server?.close())

  test('who may read events is given no stream key: who has one sends to them', async () => {
    const tenantId = 'pulsehouse'
    const tomorrow = new Date(server.deps.clock.now().getTime() + 86_400_000).toISOString()
    await server.deps.db.insert(eventsTable).values({
      ...{
        ...newEvent,
        eventId: 'keyed',
        tenantId,
        title: 'Spin',
        type: EventType.Live,
        durationSecond: 3600,
      },
      ...{ eventKey: 'key-of-keyed', eventSource: 'platform', schedule_time: tomorrow },
    })
    const answers = async (right: Right) => {
      const { secret } = await apiOf(server, roles.Tenant).keys.create(draft({ rights: [right] }))
      const { events } = withKey(server, secret)
      const asked = [
        events.list({ tenantId }),
        events.calendar({}),
        events.view({ tenantId, eventId: 'keyed' }),
      ]
      return JSON.stringify(await Promise.all(asked))
    }
    expect(await answers('read')).toContain('"keyed"')
    expect(await answers('read')).not.toContain('key-of-keyed')
    expect(await answers('schedule')).toContain('key-of-keyed')
  })

  // The deep suite asks every call in every way.
  tryCallsOfKeys(() => server, false)

  test('a refusal names the right that it takes', async () => {
    const { secret } = await server.api('tenant').keys.create(draft())
    const refused = await failure(withKey(server, secret).members.list({ tenantId: 'pulsehouse' }))
    expect([refused.code, refused.detail]).toEqual([
      'forbidden',
      'This key may not do this. It takes the right members.',
    ])
    const never = await failure(withKey(server, secret).keys.list({}))
    expect(never.detail).toBe('No key may do this. Sign in as a person.')
  })

  test('the original of a title asks for the right to read', async () => {
    const ask = async (right: Right) => {
      const { secret } = await server.api('tenant').keys.create(draft({ rights: [right] }))
      const headers = { authorization: `Bearer ${secret}` }
      return (await server.app.request('/media/raw/none', { headers })).status
    }
    expect([await ask('members'), await ask('read')]).toEqual([403, 404])
  })
})

describe.each(databases)('KEY-01, KEY-02 keys on %s', db => {
  const clock = createTestClock()
  const lines: string[] = []
  const keep = (fields: object, message?: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
  let address = '192.0.2.7'
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db, clock, log, clientOf: () => ({ address, isSecure: true }) })
  })
  afterAll(() => server?.close())
  const make = (account: DemoAccountName, more?: Partial<KeyDraft>): Promise<NewKey> =>
    server.api(account, account === 'support' ? { tenantId: 'pulsehouse' } : {}).keys.create(draft(more))
  const whoIs = (secret: string, tenantId?: string) => withKey(server, secret, tenantId).session.verify({})

  test('is shown once, stored as a hash, and used as its maker', async () => {
    const made = await make('tenant')
    expect(made).toMatchObject({ tenantId: 'pulsehouse', state: 'active', lastUsedAt: null, isMine: true })
    expect((await whoIs(made.secret)).user.userId).toBe('user-tenant')
    const { keys } = server.api('tenant')
    const seen = await keys.view({ keyId: made.keyId })
    expect(seen).toMatchObject({ start: made.secret.slice(0, 12), lastUsedAt: '2026-11-20T09:00:00.000Z' })
    expect(JSON.stringify([seen, await keys.list({})])).not.toContain(made.secret)
    const rows = JSON.stringify(await server.deps.db.select().from(apiKeysTable))
    expect(rows).not.toContain(made.secret)
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/)
  })

  test('its writes name it in the audit log, on behalf of its maker', async () => {
    const { secret, keyId } = await make('tenant', { name: 'CI' })
    const { tag } = await withKey(server, secret).titles.create({ className: 'By a machine' })
    const [entry] = await server.deps.db
      .select()
      .from(auditEntriesTable)
      .where(eq(auditEntriesTable.rowId, tag))
    expect(entry).toMatchObject({ userId: 'user-tenant', keyId, keyName: 'CI', verb: 'create' })
    await failure(withKey(server, secret).members.list({ tenantId: 'pulsehouse' }))
    const { data } = await server.api('admin').audit.list({ kind: 'refusal', who: 'Pulse' })
    expect(data[0]).toMatchObject({ row: 'members.list', keyName: 'CI' })
    expect(lines.join('\n')).toContain(keyId)
  })

  test('says of its draft what is wrong, and makes nothing', async () => {
    const refused = async (more: Partial<KeyDraft>) =>
      (await failure(make('tenant', more))).issues.map(({ path, code }) => [path.split('.')[0], code])
    expect(await refused({ rights: [] })).toEqual([['rights', 'key.rights']])
    expect(await refused({ networks: ['10.0.0.0/99'] })).toEqual([['networks', 'key.network']])
    expect(await refused({ endsOn: '2028-12-01' })).toEqual([['endsOn', 'key.endsOn']])
    expect(await refused({ endsOn: '2026-11-19' })).toEqual([['endsOn', 'key.endsOn']])
    expect(await refused({ tenantIds: ['nowhere'] })).toEqual([['tenantIds', 'validation.reference']])
    expect((await failure(make('provider', { tenantIds: ['pulsehouse'] }))).issues[0]?.code).toBe(
      'key.noTenants',
    )
    expect((await failure(server.api('support').keys.create(draft()))).code).toBe('refused')
  })

  test('forged, foreign, old and cut ones are refused', async () => {
    const { secret } = await make('tenant')
    for (const wrong of [newSecret('live'), newSecret('test'), secret.slice(0, -1), 'kn_', 'kn_live_x'])
      expect((await failure(whoIs(wrong))).code).toBe('unauthorised')
    expect(
      (await failure(server.api('provider').keys.view({ keyId: (await make('tenant')).keyId }))).code,
    ).toBe('notFound')
  })

  test('ends with its last day', async () => {
    const { secret, keyId } = await make('tenant', { endsOn: '2026-11-21' })
    clock.forward(86_400 + 14 * 3600)
    expect((await whoIs(secret)).user.userId).toBe('user-tenant')
    clock.forward(2 * 3600)
    const refused = await failure(whoIs(secret))
    expect([refused.code, refused.detail]).toEqual(['unauthorised', 'This key has ended. Create a new one.'])
    expect((await server.api('tenant').keys.view({ keyId })).state).toBe('ended')
    expect((await failure(server.api('tenant').keys.rotate({ keyId }))).issues[0]?.code).toBe('key.over')
    clock.forward(-(86_400 + 16 * 3600))
  })

  test('is good from its networks alone', async () => {
    const { secret } = await make('tenant', { networks: ['192.0.2.0/24', '2001:db8::/32'] })
    for (const good of ['192.0.2.200', '::ffff:192.0.2.1', '2001:db8::7']) {
      address = good
      expect([good, (await whoIs(secret)).user.userId]).toEqual([good, 'user-tenant'])
    }
    address = '198.51.100.1'
    expect((await failure(whoIs(secret))).detail).toBe('This key may not be used from this network.')
    address = '192.0.2.7'
  })

  test('a revoked one is refused at once, by whoever it was made for as well', async () => {
    const { secret, keyId } = await make('support')
    expect((await whoIs(secret)).user).toMatchObject({ userId: 'user-support', role: roles.Tenant })
    await server.api('tenant').keys.revoke({ keyId })
    expect((await failure(whoIs(secret))).detail).toBe('This key was revoked.')
    const { data } = await server.api('tenant').keys.list({})
    expect(data.map(key => key.keyId)).not.toContain(keyId)
  })

  test('a new secret ends the old one at once, or when it is told to', async () => {
    const { keys } = server.api('tenant')
    const first = await make('tenant')
    const second = await keys.rotate({ keyId: first.keyId })
    expect((await failure(whoIs(first.secret))).code).toBe('unauthorised')
    const third = await keys.rotate({ keyId: first.keyId, oldEndsAt: '2026-11-20T10:00:00Z' })
    for (const { secret } of [second, third]) expect((await whoIs(secret)).user.userId).toBe('user-tenant')
    clock.forward(3600)
    expect((await failure(whoIs(second.secret))).code).toBe('unauthorised')
    expect((await whoIs(third.secret)).user.userId).toBe('user-tenant')
    clock.forward(-3600)
    const late = await failure(keys.rotate({ keyId: first.keyId, oldEndsAt: '2026-11-28T09:00:01Z' }))
    expect(late.issues.map(({ path }) => path)).toEqual(['oldEndsAt'])
    // With the secret goes what its maker may do.
    const { keyId } = await make('support')
    expect((await failure(keys.rotate({ keyId }))).code).toBe('forbidden')
  })

  test('no key does more than who made it now: a closed account, another role, another tenant', async () => {
    const [ofTenant, ofAdmin] = [await make('tenant'), await make('admin', { rights: ['read'] })]
    const set = (userId: string, values: Partial<typeof usersTable.$inferInsert>) =>
      server.deps.db.update(usersTable).set(values).where(eq(usersTable.userId, userId))
    await set('user-tenant', { isActive: false })
    expect((await failure(whoIs(ofTenant.secret))).code).toBe('unauthorised')
    await set('user-tenant', { isActive: true })
    expect((await whoIs(ofTenant.secret)).user.tenants).toHaveLength(1)
    await set('user-admin', { role: roles.Support })
    expect((await failure(whoIs(ofAdmin.secret))).detail).toMatch(/account that made this key/)
    await set('user-admin', { role: roles.Admin })
    expect((await whoIs(ofAdmin.secret)).user.role).toBe(roles.Admin)
    const first = and(eq(userTenantsTable.userId, 'user-tenant'), eq(userTenantsTable.position, 0))
    await server.deps.db.delete(userTenantsTable).where(first)
    expect((await failure(whoIs(ofTenant.secret))).detail).toMatch(/account that made this key/)
    await server.deps.db
      .insert(userTenantsTable)
      .values({ userId: 'user-tenant', tenantId: 'pulsehouse', position: 0 })
    expect((await whoIs(ofTenant.secret)).user.tenants[0]?.tenantId).toBe('pulsehouse')
  })

  test('one for certain tenants acts as they do, whoever made it', async () => {
    const { secret } = await make('admin', {
      rights: ['read', 'tenants', 'audit'],
      tenantIds: ['oasiswellness', 'pulsehouse'],
    })
    expect((await whoIs(secret)).user).toMatchObject({
      role: roles.Tenant,
      tenants: [{ tenantId: 'oasiswellness' }, { tenantId: 'pulsehouse' }],
    })
    expect((await whoIs(secret, 'pulsehouse')).user.tenants[0]?.tenantId).toBe('pulsehouse')
    const api = withKey(server, secret)
    expect((await failure(api.audit.list({}))).code).toBe('forbidden')
    expect((await failure(api.labels.list({ tenantId: 'oasiswellness' }))).code).toBe('forbidden')
    // ROLE-10: a person acts for the first of its tenants, and so does its key, whatever a header says.
    const own = await make('tenant', { rights: ['read'] })
    const labels = (tenantId: string) =>
      withKey(server, own.secret, 'oasiswellness').labels.list({ tenantId })
    expect((await labels('pulsehouse')).data).toBeDefined()
    expect((await failure(labels('oasiswellness'))).code).toBe('notFound')
    const other = await failure(make('tenant', { tenantIds: ['oasiswellness'] }))
    expect(other.issues.map(({ path }) => path)).toEqual(['tenantIds'])
  })

  test('KEY-03 tells its limit with every answer, and refuses with the time to come back', async () => {
    const { secret } = await make('tenant')
    const ask = () => server.app.request('/api/v1/verify', { headers: { authorization: `Bearer ${secret}` } })
    const first = await ask()
    expect(first.headers.get('ratelimit-limit')).toBe('200')
    expect(first.headers.get('ratelimit-remaining')).toBe('199')
    expect(first.headers.get('ratelimit-policy')).toBe('200;w=10')
    const answers = await Promise.all(Array.from({ length: 220 }, ask))
    const over = answers.filter(({ status }) => status === 429)
    expect(over.length).toBeGreaterThan(0)
    expect(over[0]!.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(over[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(over[0]!.headers.get('retry-after')).toBe(over[0]!.headers.get('ratelimit-reset'))
  })

  test('KEY-03 our client waits as long as it is told, and asks again', async () => {
    const { secret } = await make('tenant')
    const { key } = server.deps.limits
    let isOver = true
    server.deps.limits.key = {
      async take(id) {
        const told = { ...(await key.take(id)), reset: 4, isOver }
        isOver = false
        return told
      },
    }
    const waited: number[] = []
    const send = createSend({
      baseUrl: '',
      fetch: async (url, init) => server.app.request(url, init),
      tokens: fixedTokens({ token: secret }),
      sleep: async milliseconds => void waited.push(milliseconds),
      timeout: 0,
    })
    expect((await send(contract.session.verify, {})).user.userId).toBe('user-tenant')
    expect(waited).toHaveLength(1)
    expect(waited[0]).toBeGreaterThanOrEqual(4000)
    server.deps.limits.key = key
  })

  test('AUTH-21 never stands in the log or in an error', async () => {
    const { secret } = await make('tenant')
    await failure(withKey(server, secret).members.list({ tenantId: 'pulsehouse' }))
    const wrong = newSecret('live')
    const refused = await server.app.request('/api/v1/verify', {
      headers: { authorization: `Bearer ${wrong}` },
    })
    const text = lines.join('\n') + (await refused.text())
    for (const each of [secret, wrong]) expect(text).not.toContain(each.slice(12))
  })
})

test('KEY-01 the key of a test platform begins with kn_test_, and is none of a live one', async () => {
  const server = await createTestServer({ settings: { keyMode: 'test' } })
  const endsOn = new Date().toISOString().slice(0, 10)
  const { secret } = await server.api('tenant').keys.create(draft({ endsOn }))
  expect(secret).toMatch(/^kn_test_/)
  server.deps.settings.keyMode = 'live'
  const refused = await failure(withKey(server, secret).session.verify({}))
  expect(refused.detail).toMatch(/isn’t a key of this server/)
  await server.close()
})

describe('KEY-04 sessions', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ clientOf: () => ({ address: '192.0.2.7', isSecure: true }) })
  })
  afterAll(() => server?.close())
  const verify = async (token: string) =>
    (await server.app.request('/api/v1/verify', { headers: { authorization: `Bearer ${token}` } })).status

  test('signing out ends the access token at once', async () => {
    const { token, refreshToken } = await server.signIn('admin')
    expect(await verify(token)).toBe(200)
    await server.api().session.logout({ refreshToken })
    expect(await verify(token)).toBe(401)
  })

  test('are listed, one’s own alone, and ended one by one', async () => {
    const other = await server.signIn('tenant')
    await server.signIn('provider')
    const api = server.api('tenant')
    const { data } = await api.sessions.list({})
    expect(data.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(data[0]).toMatchObject({ client: 'api', address: '192.0.2.7' })
    const sid = JSON.parse(Buffer.from(other.token.split('.')[1]!, 'base64url').toString()).sid as string
    expect(data.map(({ sessionId }) => sessionId)).toContain(sid)
    expect((await failure(server.api('provider').sessions.remove({ sessionId: sid }))).code).toBe('notFound')
    await api.sessions.remove({ sessionId: sid })
    expect(await verify(other.token)).toBe(401)
    expect((await failure(server.api().session.refresh({ refreshToken: other.refreshToken }))).code).toBe(
      'unauthorised',
    )
    expect((await failure(api.sessions.remove({ sessionId: sid }))).code).toBe('notFound')
    expect((await api.sessions.list({})).data).toHaveLength(data.length - 1)
  })
})

test.each(databases)('KEY-01, LIVE-02 on a full disk of %s what only reads goes on', async db => {
  const server = await createTestServer({ db })
  onTestFinished(() => server.close())
  const { accessKey, secretKey } = (await server.api('admin').tenants.generateKeys({ id: 'pulsehouse' }))
    .keys!
  const { secret } = await server.api('tenant').keys.create(draft({ rights: ['read', 'titles'] }))
  await server.deps.db.execute(
    sql.raw(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`),
  )
  for (const table of ['api_keys', 'tenants', 'audit_entries', 'titles'])
    await server.deps.db.execute(
      sql.raw(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION full_disk()`),
    )
  const machine = withKey(server, secret)
  expect(await machine.titles.search({})).toMatchObject({ data: [] })
  expect(await server.api().tenants.token({ accessKey, secretKey })).toMatchObject({ tenantId: 'pulsehouse' })
  expect(await failure(server.api().tenants.token({ accessKey, secretKey: 'wrong' }))).toMatchObject({
    code: 'unauthorised',
  })
  expect(await failure(machine.titles.create({ className: 'No room' }))).toMatchObject({
    code: 'storageFull',
  })
})
