import { type Endpoint, isBinary, Role } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { DemoAccountName } from '../src/seed/accounts.ts'
import { findCaller, signAccessToken } from '../src/session/index.ts'
import { usersTable, userTenantsTable } from '../src/session/tables.ts'
import { signSiteToken } from '../src/site-access/index.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { endpoints } from './contract/calls.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'

const clock = createTestClock()
let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ clock })
  await server.api('admin').tenants.generateKeys({ id: 'pulsehouse' })
})
afterAll(() => server?.close())

const statusOf = async (path: string, token: string): Promise<number> =>
  (await server.app.request(path, { headers: { authorization: `Bearer ${token}` } })).status
const renewed = async (refreshToken: string) => (await server.api().session.refresh({ refreshToken })).token

const user = (userId: string, set: Partial<typeof usersTable.$inferInsert>) =>
  server.deps.db.update(usersTable).set(set).where(eq(usersTable.userId, userId))
const entries = [
  { userId: 'user-tenant', tenantId: 'pulsehouse', position: 0 },
  { userId: 'user-tenant', tenantId: 'oasiswellness', position: 1 },
]
const tenantsOf = async (wanted: typeof entries) => {
  await server.deps.db.delete(userTenantsTable).where(eq(userTenantsTable.userId, 'user-tenant'))
  if (wanted.length > 0) await server.deps.db.insert(userTenantsTable).values(wanted)
}
const deleted = (deletedAt: Date | null) =>
  server.deps.db.update(tenantsTable).set({ deletedAt }).where(eq(tenantsTable.tenantId, 'pulsehouse'))

const keys = '/api/v1/tenant/appkeysecret/pulsehouse'
const streamKeys = '/api/v1/events/pulsehouse'
const feed = '/api/v1/events/pulsehouse/feed'
const original = '/media/raw/nothing'

interface Change {
  what: string
  account: DemoAccountName
  path: string
  before: number
  after: number
  change(): Promise<unknown>
  undo(): Promise<unknown>
}

/** What becomes of an account, how it is taken back, and what the account is answered then. */
const changes: readonly Change[] = [
  {
    ...{ what: 'an administrator is made a provider', account: 'admin', path: keys, before: 200, after: 403 },
    change: () => user('user-admin', { role: Role.Provider, providerTag: 'ironside' }),
    undo: () => user('user-admin', { role: Role.Admin, providerTag: null }),
  },
  {
    ...{
      what: 'customer support is made a provider',
      account: 'support',
      path: keys,
      before: 200,
      after: 403,
    },
    change: () => user('user-support', { role: Role.Provider, providerTag: 'ironside' }),
    undo: () => user('user-support', { role: Role.Support, providerTag: null }),
  },
  {
    ...{
      what: 'a provider gets another provider',
      account: 'provider',
      path: original,
      before: 404,
      after: 404,
    },
    change: () => user('user-provider', { providerTag: 'tenant-pulsehouse' }),
    undo: () => user('user-provider', { providerTag: 'ironside' }),
  },
  {
    ...{
      what: 'a tenant is taken from an account',
      account: 'tenant',
      path: streamKeys,
      before: 200,
      after: 404,
    },
    change: () => tenantsOf([entries[1]!]),
    undo: () => tenantsOf(entries),
  },
  {
    ...{ what: 'another tenant becomes the first', account: 'tenant', path: feed, before: 200, after: 404 },
    change: () => tenantsOf([...entries].reverse().map((entry, position) => ({ ...entry, position }))),
    undo: () => tenantsOf(entries),
  },
  {
    ...{ what: 'the tenant is deleted', account: 'tenant', path: streamKeys, before: 200, after: 404 },
    change: () => deleted(clock.now()),
    undo: () => deleted(null),
  },
]

describe('AUTH-02, API-06 a token of before the account changed', () => {
  test.each(changes)('$what', async ({ account, path, before, after, change, undo }) => {
    const { token, refreshToken } = await server.signIn(account)
    expect(await statusOf(path, token)).toBe(before)
    await change()
    try {
      expect(await statusOf(path, token)).toBe(401)
      expect(await statusOf(path, await renewed(refreshToken))).toBe(after)
    } finally {
      await undo()
    }
  })

  test('C-93 an account that is closed or gone is refused at once for what is secret, and elsewhere within a second', async () => {
    const { token, refreshToken } = await server.signIn('admin')
    expect(await statusOf(keys, token)).toBe(200)
    await user('user-admin', { isActive: false })
    expect(await statusOf(keys, token)).toBe(401)
    clock.forward(2)
    expect(await statusOf('/api/v1/verify', token)).toBe(401)
    await expect(renewed(refreshToken)).rejects.toMatchObject({ code: 'unauthorised' })
    await user('user-admin', { isActive: true })
  })

  test('every call that answers with a key, a token or an address that opens by itself asks the account', () => {
    // Of titles `streamingLink` is the address of the call that signs one; what is on air is seen by its `preview`.
    const opening = ['titles.streamingLink', 'events.feed', 'events.renewFeed', 'live.list', 'live.view']
    const holding = endpoints.filter(
      ({ id, output, allow }) =>
        Array.isArray(allow) &&
        (opening.includes(id) || (!isBinary(output) && namesIn(output).some(name => secretName.test(name)))),
    )
    expect(holding.map(({ id }) => id)).toEqual(expect.arrayContaining(['tenants.keys', 'events.view']))
    expect(endpoints.filter(({ isSecret }) => isSecret).map(({ id }) => id)).toEqual(
      holding.map(({ id }) => id),
    )
  })
})

const secretName = /^(secret|secretKey|eventKey|token|refreshToken)$/

/** The texts of an answer; of a secret that is only told of as a state there is none. */
function namesIn(output: Endpoint['output']): string[] {
  const json = JSON.stringify(z.toJSONSchema(output as z.ZodType, { io: 'output', unrepresentable: 'any' }))
  return [...json.matchAll(/"(\w+)":\{"type":\[?"string"/g)].map(([, name]) => name!)
}

describe('AUTH-13 a token from the future', () => {
  const minute = 60
  const at = (seconds: number) => ({
    ...server.deps,
    clock: { now: () => new Date(clock.now().getTime() + seconds * 1000) },
  })

  test.each([
    ['of half a minute ahead, as of a server whose clock is ahead, is good', minute / 2, 200],
    ['of a minute and a half ahead is refused', minute * 1.5, 401],
    ['of a year ahead is refused', 365 * 24 * 60 * minute, 401],
  ])('%s', async (_, ahead, status) => {
    const caller = (await findCaller(server.deps, 'user-admin'))!
    expect(await statusOf('/api/v1/verify', await signAccessToken(caller, at(ahead)))).toBe(status)
    const [tenant] = await server.deps.db
      .select({ accessKey: tenantsTable.accessKey })
      .from(tenantsTable)
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
    const holder = { tenantId: 'pulsehouse', accessKey: tenant!.accessKey!, readOnly: true }
    expect(await statusOf('/api/v1/site/titles', await signSiteToken(holder, at(ahead)))).toBe(status)
  })

  test.each([
    ['begins in half a minute', { nbf: minute / 2, iat: 0 }, 200],
    ['begins in an hour', { nbf: 60 * minute, iat: 0 }, 401],
    ['does not say when it was signed', { nbf: 0 }, 401],
    ['ended a second ago', { iat: 0, exp: -1 }, 401],
  ])('one that %s', async (_, claims: { nbf?: number; iat?: number; exp?: number }, status) => {
    const {
      sessionGeneration: generation,
      displayName: name,
      ...caller
    } = (await findCaller(server.deps, 'user-admin'))!
    const now = Math.floor(clock.now().getTime() / 1000)
    const times = Object.entries({ exp: 600, ...claims }).map(([key, seconds]) => [key, now + seconds])
    const token = await new SignJWT({
      ...caller,
      tenantIds: [],
      name,
      generation,
      ...Object.fromEntries(times),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(caller.userId)
      .setIssuer('kinora')
      .setAudience('kinora-api')
      .sign(server.deps.settings.secret)
    expect(await statusOf('/api/v1/verify', token)).toBe(status)
  })
})
