import {
  type Api,
  contract,
  createApi,
  createSend,
  fixedTokens,
  IDEMPOTENCY_HEADER,
  type KinoraContract,
  newIdempotencyKey,
  REPLAYED_HEADER,
} from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import {
  claim,
  forgetKeys,
  giveUp,
  idempotencyKeysTable,
  markMade,
  settle,
} from '../src/kernel/rows/idempotency.ts'
import { apiKeysTable } from '../src/keys/tables.ts'
import type { DemoAccountName } from '../src/seed/accounts.ts'
import { userTenantsTable } from '../src/session/tables.ts'
import { taxonomiesTable } from '../src/taxonomies/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'

const add = '/v4/portal/label/add'
const label = (invariantText: string) => ({
  tenantId: 'pulsehouse',
  name: { 'en-GB': invariantText },
  isActive: true,
})

describe.each(databases)('KEY-08 a call with an idempotency key is done once, on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  const tokens = new Map<DemoAccountName, string>()
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    for (const who of ['tenant', 'support', 'admin'] as const)
      tokens.set(who, (await server.signIn(who)).token)
  })
  afterAll(() => server?.close())

  interface Asked {
    key?: string
    who?: DemoAccountName
    path?: string
    headers?: Record<string, string>
  }
  async function post(body: object, { key, who = 'tenant', path = add, headers }: Asked = {}) {
    const response = await server.app.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens.get(who)}`,
        ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const replayed = response.headers.get(REPLAYED_HEADER)
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, body: await response.json(), replayed, retryAfter }
  }
  const count = (text: string) =>
    server.deps.db.$count(taxonomiesTable, sql`${taxonomiesTable.name} ->> 'en-GB' = ${text}`)

  test('the answer of the first comes again and says so', async () => {
    const key = newIdempotencyKey()
    const first = await post(label('Once'), { key })
    expect(first).toMatchObject({ status: 201, replayed: null })
    expect(await post(label('Once'), { key })).toEqual({ ...first, replayed: 'true' })
    // The quotes of a structured field are no part of the key, nor is the order of fields of the input.
    const { tenantId, ...rest } = label('Once')
    expect(await post({ ...rest, tenantId }, { key: `"${key}"` })).toMatchObject({ replayed: 'true' })
    expect(await count('Once')).toBe(1)
    expect(await post(label('Once'))).toMatchObject({ status: 201, replayed: null })
  })

  test('ten equal calls at once make one thing, and each of them gets it in the end', async () => {
    const key = newIdempotencyKey()
    const raced = await Promise.all(Array.from({ length: 10 }, () => post(label('Raced'), { key })))
    expect(await count('Raced')).toBe(1)
    for (const { status, retryAfter } of raced)
      expect(status === 201 || (status === 409 && retryAfter === '1')).toBe(true)
    expect(raced.filter(({ status, replayed }) => status === 201 && replayed === null)).toHaveLength(1)
    const fetch = (async (url: string, init?: RequestInit) =>
      server.app.request(url, init)) as typeof globalThis.fetch
    const token = fixedTokens({ token: tokens.get('tenant')! })
    const api = createApi(contract, createSend({ baseUrl: '', fetch, tokens: token, timeout: 0 }))
    const clients = Array.from({ length: 10 }, () =>
      api.labels.create(label('Clients'), { idempotencyKey: `of-${key}` }),
    )
    expect(new Set((await Promise.all(clients)).map(({ labelId }) => labelId)).size).toBe(1)
    expect(await count('Clients')).toBe(1)
  })

  test('with other input, another call or another tenant the key is refused', async () => {
    const key = newIdempotencyKey()
    const headers = { tenantId: 'pulsehouse' }
    expect((await post(label('Mine'), { key, who: 'support', headers })).status).toBe(201)
    const others = [
      post(label('Other'), { key, who: 'support', headers }),
      post(label('Mine'), { key, who: 'support', headers, path: '/v4/portal/focusarea/add' }),
    ]
    for (const other of await Promise.all(others))
      expect(other).toMatchObject({ status: 422, body: { code: 'reused', status: 422 }, replayed: null })
    expect(await count('Other')).toBe(0)
    const api = apiOf(server, tokens.get('support')!, { tenantId: 'pulsehouse' })
    const refused = await failure(api.labels.create(label('Other'), { idempotencyKey: key }))
    expect([refused.code, refused.status]).toEqual(['reused', 422])
  })

  test('while the first is worked on, the others are told to come back', async () => {
    const { addresses } = server.deps
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    let isAsked = false
    server.deps.addresses = {
      ...addresses,
      async isPublic() {
        isAsked = true
        await opened
        return true
      },
    }
    const webhook = { url: 'https://hooks.acme.example/in', description: '', isActive: true, eventTypes: [] }
    const key = newIdempotencyKey()
    const asked = { key, path: '/api/v1/webhooks' }
    const draft = { ...webhook, eventTypes: ['title.created'] }
    const first = post(draft, asked)
    await until('the first is at work', () => isAsked)
    expect(await post(draft, asked)).toMatchObject({
      ...{ status: 409, retryAfter: '1' },
      body: { code: 'conflict', message: expect.stringContaining('still being worked on') },
    })
    open()
    const { body } = await first
    expect(await post(draft, asked)).toMatchObject({ status: 201, body, replayed: 'true' })
    server.deps.addresses = addresses
  })

  test('a key belongs to who sent it: another account, and a key of the same person, make their own', async () => {
    const key = newIdempotencyKey()
    expect((await post(label('Both'), { key })).status).toBe(201)
    const headers = { tenantId: 'pulsehouse' }
    const foreign = await post(label('Both'), { key, who: 'support', headers })
    expect(foreign).toMatchObject({ status: 201, replayed: null })
    const { secret } = await server
      .api('tenant')
      .keys.create({ name: 'CI', rights: ['catalogue'], endsOn: '2027-02-01' })
    tokens.set('provider', secret)
    expect(await post(label('Both'), { key, who: 'provider' })).toMatchObject({ status: 201, replayed: null })
    expect(await count('Both')).toBe(3)
  })

  test.each([
    ['of 10 kB', 'x'.repeat(10_240)],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a space', 'a b'],
    ['with a control character', 'a\u0001b'],
    ['that is no ASCII', 'clé'],
    ['that is empty', '""'],
  ])('a key %s is refused, and nothing is made', async (what, key) => {
    const refused = await post(label(what), { key })
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: IDEMPOTENCY_HEADER, code: 'idempotency.key' }] },
    })
    expect(await count(what)).toBe(0)
  })
  test('a NUL doesn’t get as far', () => {
    expect(() => new Headers({ [IDEMPOTENCY_HEADER]: 'a\0b' })).toThrow(TypeError)
  })

  test('what was refused leaves the key free for the input that is mended', async () => {
    const key = newIdempotencyKey()
    const invalid = await post({ ...label('Mended'), name: 7 }, { key })
    expect(invalid.status).toBe(400)
    expect((await post(label('Mended'), { key })).status).toBe(201)
    const path = '/api/v1/webhooks'
    const draft = {
      url: 'https://127.0.0.1/in',
      description: '',
      isActive: true,
      eventTypes: ['title.created'],
    }
    const second = newIdempotencyKey()
    expect(await post(draft, { key: second, path })).toMatchObject({ status: 400, replayed: null })
    const mended = { ...draft, url: 'https://hooks.acme.example/in' }
    server.deps.addresses = { ...server.deps.addresses, isPublic: async () => true }
    expect(await post(mended, { key: second, path })).toMatchObject({ status: 201, replayed: null })
  })

  test('a secret that is shown once comes again with its key, and stands nowhere in the database', async () => {
    const key = newIdempotencyKey()
    const draft = { name: 'Shown once', rights: ['read'], endsOn: '2027-02-01' }
    const first = await post(draft, { key, path: '/api/v1/keys' })
    const again = await post(draft, { key, path: '/api/v1/keys' })
    expect([first.status, again.replayed, again.body]).toEqual([201, 'true', first.body])
    const { secret } = first.body as { secret: string }
    expect(await server.deps.db.$count(apiKeysTable, eq(apiKeysTable.name, 'Shown once'))).toBe(1)
    const rows = await rowsOf<{ text: string }>(
      server.deps.db,
      sql`SELECT to_json(k)::text AS text FROM idempotency_keys k`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { text } of rows) for (const word of [secret, key, 'Shown']) expect(text).not.toContain(word)
  })

  test('what was made for one tenant isn’t told to an account that acts for another one meanwhile', async () => {
    const { db } = server.deps
    const { userId, tenantId, position } = userTenantsTable
    const moveTo = async (tenant: string) => {
      const first = and(eq(userId, 'user-tenant'), eq(position, 0))
      await db.delete(userTenantsTable).where(and(eq(userId, 'user-tenant'), eq(tenantId, tenant)))
      const [left] = await db.update(userTenantsTable).set({ tenantId: tenant }).where(first).returning()
      expect(left).toMatchObject({ tenantId: tenant })
      tokens.set('tenant', (await server.signIn('tenant')).token)
    }
    const asked = { key: newIdempotencyKey(), path: '/api/v1/keys' }
    const draft = { name: 'Of one tenant', rights: ['read'], endsOn: '2027-02-01' }
    const first = await post(draft, asked)
    await moveTo('nordicmove')
    expect(await post(draft, asked)).toMatchObject({ status: 422, body: { code: 'reused' }, replayed: null })
    await moveTo('pulsehouse')
    expect(await post(draft, asked)).toMatchObject({ status: 201, body: first.body, replayed: 'true' })
  })

  test('after 24 hours a key names something new, and its row is forgotten', async () => {
    const key = newIdempotencyKey()
    expect((await post(label('Daily'), { key })).status).toBe(201)
    clock.forward(23 * 3600)
    tokens.set('tenant', (await server.signIn('tenant')).token)
    expect((await post(label('Daily'), { key })).replayed).toBe('true')
    clock.forward(3600 + 1)
    tokens.set('tenant', (await server.signIn('tenant')).token)
    expect(await post(label('Daily'), { key })).toMatchObject({ status: 201, replayed: null })
    expect(await count('Daily')).toBe(2)
    await forgetKeys(server.deps)
    expect(await server.deps.db.$count(idempotencyKeysTable)).toBe(1)
    clock.forward(24 * 3600 + 1)
    await forgetKeys(server.deps)
    expect(await server.deps.db.$count(idempotencyKeysTable)).toBe(0)
  })

  describe('a try that dies', () => {
    const made = { noun: 'labels', id: 'l1' }
    const ask = (id: string, seconds = 0) => {
      const now = new Date(clock.now().getTime() + seconds * 1000)
      return claim(server.deps.db, { id, fingerprint: 'f', now })
    }
    const begin = async (id: string, seconds = 0) => {
      const claimed = await ask(id, seconds)
      if (claimed.kind !== 'run') throw new Error(`${claimed.kind} instead of a try`)
      return claimed.attempt
    }

    test('before it has written is taken over, and what it writes after that is rolled back', async () => {
      const first = await begin('over')
      expect((await ask('over', 14)).kind).toBe('running')
      const second = await begin('over', 16)
      const late = server.deps.db.transaction(async tx => {
        await tx.delete(auditEntriesTable)
        await markMade(tx, first, made)
      })
      expect(await failure(late)).toMatchObject({ code: 'conflict' })
      expect(await server.deps.db.$count(auditEntriesTable)).toBeGreaterThan(0)
      await markMade(server.deps.db, second, made)
      await settle(server.deps.db, second, { status: 201, answer: 'sealed' })
      expect(await ask('over', 60)).toEqual({ kind: 'answered', status: 201, answer: 'sealed' })
    })

    test('after it has written is never done again: what it made is named', async () => {
      const first = await begin('lost')
      await markMade(server.deps.db, first, made)
      expect((await ask('lost', 1)).kind).toBe('running')
      expect(await ask('lost', 16)).toEqual({ kind: 'made', ...made })
      await giveUp(server.deps.db, first, clock.now())
      expect(await ask('lost', 1)).toEqual({ kind: 'made', ...made })
    })
  })
})

function apiOf(server: TestServer, token: string, headers: Record<string, string>): Api<KinoraContract> {
  const fetch = (async (url: string, init?: RequestInit) =>
    server.app.request(url, init)) as typeof globalThis.fetch
  const tokens = fixedTokens({ token })
  return createApi(contract, createSend({ baseUrl: '', fetch, tokens, headers: () => headers, timeout: 0 }))
}
