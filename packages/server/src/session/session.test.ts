import { type KinoraError, Role } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock, createTestServer, type TestServer } from '../../test/harness.ts'
import { auditEntriesTable } from '../kernel/rows/audit.ts'
import type { Log } from '../ports/runtime.ts'
import { setPassword } from './accounts.ts'
import { findAccount, toCaller, toUser } from './rows.ts'
import { usersTable } from './tables.ts'
import { issueRefreshToken, signAccessToken } from './tokens.ts'

const clock = createTestClock()
const lines: string[] = []
const keep = (fields: object, message?: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { debug: keep, info: keep, warn: keep, error: keep }

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ clock, log, settings: { accessTokenLifetime: 900 } })
})
afterAll(() => server.close())

const login = (email: string, password: string) => server.api().session.login({ email, password })
const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: KinoraError) => error,
  )
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const verify = (token: string) =>
  server.app.request('/api/v1/verify', { headers: { authorization: `Bearer ${token}` } })

/** A call whose body is still to come; sends it and gives the status of the answer. */
async function beginCall(token: string) {
  const text = JSON.stringify({ take: 1 })
  let body: ReadableStream | undefined
  const asked = new Promise<ReadableStreamDefaultController>(resolve => {
    body = new ReadableStream({ pull: resolve }, { highWaterMark: 0 })
  })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(text.length),
  }
  const sent = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit
  const answer = server.app.request('/api/v1/virtualclass/search', sent)
  const controller = await asked
  return async () => {
    controller.enqueue(new TextEncoder().encode(text))
    controller.close()
    return (await answer).status
  }
}

type Reading = Awaited<ReturnType<typeof beginList>>
/** A list of any length, of which the first piece was taken. */
async function beginList(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asked = { method: 'PUT', headers, body: JSON.stringify({ take: -1 }) }
  const { body } = await server.app.request('/api/v1/virtualclass/search', asked)
  const reader = body!.getReader()
  await reader.read()
  return reader
}

describe('API-05 sign-in', () => {
  test('B-9, AUTH-01, AUTH-17 answers with tokens and the user', async () => {
    const { token, refreshToken, user } = await server.signIn('provider')
    expect(token.split('.')).toHaveLength(3)
    expect(refreshToken).toMatch(/^[\w-]{43}$/)
    expect(user).toEqual({
      userId: 'user-provider',
      displayName: 'Ironside Training',
      email: 'provider@demo.kinora.test',
      role: 1,
      tenants: [],
      provider: { tag: 'ironside', name: 'Ironside Training', isBulkUploadEnabled: true },
    })
  })

  test('ROLE-10 lists a tenant user’s tenants in order, with what the portal needs to know', async () => {
    const { user } = await server.signIn('tenant')
    expect(user.tenants.map(entry => entry.tenantId)).toEqual(['pulsehouse', 'oasiswellness'])
    expect(user.tenants[0]).toMatchObject({
      connect: 'ondemand',
      isBulkUploadEnabled: true,
      providerId: 'tenant-pulsehouse',
    })
    expect(user.tenants[1]).toMatchObject({ isRichTextEnabled: true, timeZone: 'Asia/Riyadh' })
  })

  test('takes the e-mail in any case', async () => {
    expect((await login('ADMIN@Demo.Kinora.test', 'Kinora-demo-1')).user.role).toBe(Role.Admin)
  })

  test.each([
    ['a wrong password', 'admin@demo.kinora.test', 'Kinora-demo-2'],
    ['an unknown account', 'nobody@demo.kinora.test', 'Kinora-demo-1'],
  ])('AUTH-06 refuses %s with the same sentence', async (_, email, password) => {
    expect(await refused(login(email, password))).toMatchObject({
      code: 'unauthorised',
      detail: 'Incorrect email address or password, please try again.',
    })
  })

  test('AUTH-05, C-10 refuses what cannot be an e-mail or a password before looking', async () => {
    const error = await refused(login('not-an-address', ' '))
    expect(error?.issues.map(issue => [issue.path, issue.code])).toEqual([
      ['email', 'validation.email'],
      ['password', 'loginPage.passwordRequired'],
    ])
  })

  test.each([
    ['admin', 0],
    ['provider', 1],
    ['tenant', 2],
    ['support', 3],
  ] as const)(
    'ROLE-01 the kind of a user is a number, in the answer and in the token: %s %i',
    async (account, role) => {
      const { token, user } = await server.signIn(account)
      expect([user.role, claimsOf(token).role]).toEqual([role, role])
      expect(await (await verify(token)).json()).toMatchObject({ user: { role } })
    },
  )

  test('AUTH-02 puts the role into the token', async () => {
    const { token } = await server.signIn('support')
    const claims = claimsOf(token)
    expect(claims).toMatchObject({ sub: 'user-support', role: 3, providerId: null, tenantIds: [] })
    expect(claims.exp - claims.iat).toBe(900)
  })

  test('AUTH-02 the claim of the token decides, whatever the account or another header says', async () => {
    const account = (await findAccount(server.deps.db, { userId: 'user-provider' }))!
    const caller = toCaller(await toUser(server.deps, account), account)
    const ask = async (role: Role) => {
      const authorization = `Bearer ${await signAccessToken({ ...caller, role }, server.deps)}`
      const headers = { authorization, role: '0', 'x-role': '0' }
      return (await server.app.request('/api/v1/tenant', { headers })).status
    }
    expect([await ask(Role.Provider), await ask(Role.Admin)]).toEqual([403, 200])
    const [head, body, signature] = (await server.signIn('provider')).token.split('.')
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, role: Role.Admin })).toString('base64url')
    expect((await verify([head, forged, signature].join('.'))).status).toBe(401)
  })

  test('AUTH-21 stores hashes, and neither returns nor logs a password or a token', async () => {
    const answer = await server.signIn('admin')
    const stored = await server.deps.db.select({ hash: usersTable.passwordHash }).from(usersTable)
    for (const { hash } of stored) expect(hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(answer.user)).not.toMatch(/password|argon2/)
    const text = lines.join('\n')
    expect(lines.length).toBeGreaterThan(0)
    for (const secret of ['Kinora-demo-1', answer.token, answer.refreshToken])
      expect(text).not.toContain(secret)
  })
})

describe('API-01 verify', () => {
  test('AUTH-16 says who is signed in', async () => {
    expect((await server.api('admin').session.verify({})).user).toMatchObject({
      userId: 'user-admin',
      role: 0,
    })
  })

  test('AUTH-13 answers 401 once the token has expired', async () => {
    const { token } = await server.signIn('admin')
    clock.forward(899)
    expect((await verify(token)).status).toBe(200)
    clock.forward(2)
    const response = await verify(token)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ message: 'Token expired, please refresh' })
  })
})

describe('API-06 refresh', () => {
  const refresh = (refreshToken: string) => server.api().session.refresh({ refreshToken })

  test('gives new tokens for the refresh token and replaces it', async () => {
    const first = await server.signIn('admin')
    const second = await refresh(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await verify(second.token)).status).toBe(200)
  })

  test('lets two tabs refresh at the same moment', async () => {
    const { refreshToken } = await server.signIn('admin')
    const [one, two] = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    for (const { refreshToken: its } of [one, two]) {
      const { token } = await refresh(its)
      expect((await verify(token)).status).toBe(200)
    }
  })

  test('AUTH-20 a token that comes back later ends the whole sign-in', async () => {
    const first = await server.signIn('admin')
    const second = await refresh(first.refreshToken)
    clock.forward(60)
    expect(await refused(refresh(first.refreshToken))).toMatchObject({ code: 'unauthorised' })
    expect(await refused(refresh(second.refreshToken))).toMatchObject({ code: 'unauthorised' })
  })

  test('AUTH-20 ends with the lifetime of the refresh token', async () => {
    const { refreshToken } = await server.signIn('admin')
    clock.forward(server.deps.settings.refreshTokenLifetime + 1)
    expect(await refused(refresh(refreshToken))).toMatchObject({ code: 'unauthorised' })
  })

  test('AUTH-20 a clock that is set back brings no used token back, and keeps no sign-in that has ended', async () => {
    const first = await server.signIn('admin')
    const second = await refresh(first.refreshToken)
    expect((await verify(second.token)).status).toBe(200)
    clock.forward(-3600)
    const third = await refresh(second.refreshToken)
    expect((await verify(third.token)).status).toBe(200)
    await server.api().session.logout({ refreshToken: third.refreshToken })
    expect((await verify(second.token)).status).toBe(401)
    const used = await server.signIn('admin')
    await refresh(used.refreshToken)
    clock.forward(-3600)
    expect(await refused(refresh(used.refreshToken))).toMatchObject({ code: 'unauthorised' })
    clock.forward(7200)
  })

  test('refuses a token it never gave', async () => {
    expect(await refused(refresh('x'.repeat(43)))).toMatchObject({ code: 'unauthorised' })
  })
})

describe('API-07 logout', () => {
  test('ends the session and everything renewed from it, its access tokens too, and is fine with being repeated', async () => {
    const elsewhere = await server.signIn('admin')
    const first = await server.signIn('admin')
    const { refreshToken } = first
    const api = server.api()
    const renewed = await api.session.refresh({ refreshToken })
    await server.api('tenant').titles.create({ className: 'Morning Flow' })
    const begun = [first.token, elsewhere.token, first.token].map(beginList)
    const [left, other, slow] = (await Promise.all(begun)) as [Reading, Reading, Reading]
    const [late, inTime] = [await beginCall(first.token), await beginCall(elsewhere.token)]
    expect(await api.session.logout({ refreshToken })).toBeUndefined()
    expect(await refused(api.session.refresh({ refreshToken: renewed.refreshToken }))).toMatchObject({
      code: 'unauthorised',
    })
    clock.forward(2)
    for (const { token } of [first, renewed]) expect((await verify(token)).status).toBe(401)
    expect((await verify(elsewhere.token)).status).toBe(200)
    expect([await late(), await inTime()]).toEqual([401, 200])
    // What is still being read for a token goes on with it, and ends with it.
    await expect(left.read()).rejects.toMatchObject({ code: 'unauthorised' })
    expect(new TextDecoder().decode((await other.read()).value)).toMatch(/"totalRecords"/)
    const again = await server.app.request('/identity/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })
    expect([again.status, await again.text()]).toEqual([204, ''])
    // Also once nothing is kept of it any more.
    clock.forward(86_401)
    await server.signIn('admin')
    await expect(slow.read()).rejects.toMatchObject({ code: 'unauthorised' })
  })
})

describe('AUTH-20, AUTH-21 sessions that end while they begin', () => {
  const refresh = (refreshToken: string) => server.api().session.refresh({ refreshToken })

  test('a token that is renewed while its session is ended is no way back in', async () => {
    for (let times = 0; times < 3; times += 1) {
      const { refreshToken } = await server.signIn('support')
      const [renewed] = await Promise.allSettled([
        refresh(refreshToken),
        server.api().session.logout({ refreshToken }),
      ])
      if (renewed.status === 'fulfilled')
        expect(await refused(refresh(renewed.value.refreshToken))).toMatchObject({ code: 'unauthorised' })
    }
  })

  test('nor is a sign-in with the old password that comes to its end after the new one was set', async () => {
    const before = (await findAccount(server.deps.db, { userId: 'user-support' }))!
    const by = { userId: 'user-support', displayName: '', client: 'api', now: clock.now() } as const
    await setPassword(server.deps, { userId: 'user-support', password: 'Kinora-demo-1', by })
    expect(
      await refused(issueRefreshToken(server.deps, before, { client: 'api', address: 'local' })),
    ).toMatchObject({ code: 'unauthorised' })
  })
})

describe('API-03 manifest', () => {
  test('SESS-01 gives name and version to anyone', async () => {
    expect(await server.api().session.manifest({})).toEqual({
      name: 'Kinora',
      version: '1.12.0',
      forcedSignOut: false,
    })
  })
})

describe('C-99 one’s own password', () => {
  const old = 'Kinora-demo-1'
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.app.request('/identity/password', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword, newPassword }),
    })
  const issueOf = async (response: Response) => {
    const { issues } = (await response.json()) as { issues: { path: string; code: string }[] }
    return [response.status, issues[0]?.path, issues[0]?.code]
  }

  test('asks for the old one, and VAL-02 of the new one', async () => {
    const { token } = await server.signIn('provider')
    expect(await issueOf(await change(token, 'Kinora-demo-2', 'Better-1x'))).toEqual([
      ...[400, 'currentPassword', 'account.wrongPassword'],
    ])
    expect(await issueOf(await change(token, old, old))).toEqual([400, 'newPassword', 'account.samePassword'])
    for (const weak of ['Short-1', 'no-uppercase-1', 'No-digit-at-all'])
      expect(await issueOf(await change(token, old, weak))).toEqual([
        ...[400, 'newPassword', 'validation.passwordTenant'],
      ])
  })

  test('AUTH-21 ends every other session of the account, goes on with this one and leaves an entry without a password', async () => {
    const elsewhere = await server.signIn('provider')
    const stranger = await server.signIn('tenant')
    const here = await server.signIn('provider')
    expect((await verify(elsewhere.token)).status).toBe(200)
    const answer = await change(here.token, old, 'Better-1x')
    const fresh = (await answer.json()) as { token: string; refreshToken: string }
    expect((await verify(fresh.token)).status).toBe(200)
    clock.forward(2)
    expect((await verify(elsewhere.token)).status).toBe(401)
    expect((await verify(here.token)).status).toBe(401)
    expect((await verify(stranger.token)).status).toBe(200)
    const { refreshToken } = elsewhere
    expect(await refused(server.api().session.refresh({ refreshToken }))).toMatchObject({
      code: 'unauthorised',
    })
    const renewed = await server.api().session.refresh({ refreshToken: fresh.refreshToken })
    expect((await verify(renewed.token)).status).toBe(200)

    expect(await refused(login('provider@demo.kinora.test', old))).toMatchObject({ code: 'unauthorised' })
    const again = await login('provider@demo.kinora.test', 'Better-1x')
    const entries = await server.deps.db.select().from(auditEntriesTable)
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ noun: 'accounts', verb: 'setPassword', rowId: 'user-provider', userId: 'user-provider' },
        ...{ providerId: 'ironside', tenantId: null, changes: [] },
      }),
    )
    expect(JSON.stringify(entries)).not.toMatch(/Better-1x|argon2|Kinora-demo/)
    expect((await change(again.token, 'Better-1x', old)).status).toBe(200)
  })

  test('ERR-T1 guesses are limited as those of a sign-in are', async () => {
    const { token } = await server.signIn('support')
    const answers = []
    for (let tries = 0; tries < 11; tries += 1) answers.push(await change(token, 'wrong', 'Better-1x'))
    expect(answers.at(-1)?.status).toBe(429)
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]/)
  })

  test('C-93 a closed account’s tokens are refused', async () => {
    const { token } = await server.signIn('provider')
    const { db } = server.deps
    const same = eq(usersTable.userId, 'user-provider')
    await db.update(usersTable).set({ isActive: false }).where(same)
    expect((await verify(token)).status).toBe(401)
    await db.update(usersTable).set({ isActive: true }).where(same)
    expect((await verify(token)).status).toBe(200)
  })
})

describe('the limit on tries', () => {
  test('ERR-T1 answers 429 with a time to wait, for that account and address alone', async () => {
    for (let tries = 0; tries < 10; tries += 1) await refused(login('support@demo.kinora.test', 'wrong'))
    const error = await refused(login('support@demo.kinora.test', 'Kinora-demo-1'))
    expect(error).toMatchObject({ code: 'tooMany', status: 429 })
    expect(error?.retryAfter).toBeGreaterThan(0)
    expect((await server.signIn('admin')).user.userId).toBe('user-admin')
  })

  test('does not count tries that were right', async () => {
    for (let tries = 0; tries < 15; tries += 1) await server.signIn('tenant')
  })
})
