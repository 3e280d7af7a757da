import { accounts, createVerifier, isKinoraError, Role, type SignedIn } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { usersTable } from '../src/session/tables.ts'
import { externalSessionsTable } from '../src/sso/tables.ts'
import type { TestServer } from './harness.ts'
import { type Issuer, settingsOf, startIssuer } from './oidc/issuer.ts'
import { comeBack, createServerWith, listenFirst, signInBy } from './oidc/ours.ts'
import { failure } from './refusals.ts'

const people = {
  ada: { email: 'ada@studio.example', email_verified: true, name: 'Ada Admin', role: 'kinora-admin' },
  cleo: {
    ...{ email: 'cleo@pulse.example', name: 'Cleo Customer' },
    ...{ role: ['offline_access', 'kinora-customer'], tenants: ['pulsehouse'] },
  },
}

let here: Awaited<ReturnType<typeof listenFirst>>
let issuer: Issuer
let server: TestServer

beforeAll(async () => {
  here = await listenFirst()
  issuer = await startIssuer(here.url, structuredClone(people))
  server = await createServerWith([settingsOf(issuer.url)], { baseUrl: here.url })
  here.serve(server)
})
afterAll(async () => {
  await server?.close()
  await issuer?.close()
  await here?.close()
})
afterEach(() => {
  Object.assign(issuer.people, structuredClone(people))
  Object.assign(issuer, { isDown: false, isRefusing: false })
})

const signIn = (person: string): Promise<SignedIn> => signInBy(server, url => issuer.signIn(url, person))
const withToken = (token: string, path = '/api/v1/verify') =>
  server.app.request(path, { headers: { authorization: `Bearer ${token}` } })
/** Why nobody is signed in, by the code of its text. */
const refusal = async (work: Promise<unknown>) => {
  const error = await failure(work)
  return error.issues[0]?.code ?? error.code
}
/** Makes the next renewal ask there, as it does after half a minute. */
const longAgo = () => server.deps.db.update(externalSessionsTable).set({ checkedAt: new Date(0) })

describe('KEY-05 C-147 AUTH-01 sign-in at an identity provider', () => {
  test('makes an account with the role of the claim, and brings it up to date at each sign-in (AUTH-02)', async () => {
    const first = await signIn('ada')
    expect(first.user).toMatchObject({
      email: 'ada@studio.example',
      displayName: 'Ada Admin',
      role: Role.Admin,
    })
    expect((await withToken(first.token)).status).toBe(200)
    issuer.people.ada = { ...people.ada, name: 'Ada Support', role: 'kinora-support' }
    const second = await signIn('ada')
    expect(second.user).toMatchObject({
      userId: first.user.userId,
      displayName: 'Ada Support',
      role: Role.Support,
    })
    expect((await withToken(first.token)).status).toBe(401)
    const [row] = await server.deps.db
      .select()
      .from(usersTable)
      .where(eq(usersTable.userId, first.user.userId))
    expect(row?.passwordHash).toBeNull()
    const entries = await server.deps.db
      .select({ verb: auditEntriesTable.verb })
      .from(auditEntriesTable)
      .where(eq(auditEntriesTable.rowId, first.user.userId))
      .orderBy(auditEntriesTable.id)
    expect(entries.map(({ verb }) => verb)).toEqual(['create', 'login', 'update', 'login'])
  })

  test('takes tenants and provider from their claims, in their order (ROLE-10)', async () => {
    const { user } = await signIn('cleo')
    expect([user.role, user.tenants.map(({ tenantId }) => tenantId)]).toEqual([Role.Tenant, ['pulsehouse']])
    const [provider] = (await server.api('admin').providers.list({})).data
    issuer.people.pat = {
      email: 'pat@partner.example',
      name: 'Pat',
      role: 'kinora-partner',
      provider: provider!.tag,
    }
    expect((await signIn('pat')).user.provider?.tag).toBe(provider!.tag)
  })

  test.each([
    ['sso.noRole', { role: 'employee' }],
    ['sso.noRole', { role: undefined }],
    ['sso.noRole', { role: 'admin' }],
    ['sso.noRole', { role: 'constructor' }],
    ['sso.noRole', { role: 0 }],
    ['sso.manyRoles', { role: ['kinora-support', 'kinora-admin'] }],
    ['sso.noTenant', { role: 'kinora-customer' }],
    ['sso.unknownTenant', { role: 'kinora-customer', tenants: ['pulsehouse', 'nobody'] }],
    ['sso.noProvider', { role: 'kinora-partner' }],
    ['sso.manyProviders', { role: 'kinora-partner', provider: ['one', 'other'] }],
    ['sso.unknownProvider', { role: 'kinora-partner', provider: 'nobody' }],
    ['sso.noEmail', { email: undefined }],
    ['sso.unverified', { email_verified: false }],
  ])('refuses with words what names nothing here: %s for %j', async (code, claims) => {
    issuer.people.eve = { ...people.ada, email: 'eve@studio.example', ...claims }
    expect(await refusal(signIn('eve'))).toBe(code)
  })

  test('never takes over an account with a password, nor another’s address', async () => {
    issuer.people.eve = { ...people.ada, email: 'admin@demo.kinora.test' }
    expect(await refusal(signIn('eve'))).toBe('sso.emailTaken')
    await signIn('ada')
    issuer.people.eve = { ...people.ada, email: 'ADA@studio.example' }
    expect(await refusal(signIn('eve'))).toBe('sso.emailTaken')
    await server.signIn('admin')
  })

  test('an account of an identity provider has no password, and gets none', async () => {
    const { user, token } = await signIn('cleo')
    const login = server.api().session.login({ email: user.email, password: 'anything at all' })
    expect((await failure(login)).code).toBe('unauthorised')
    const { method, path } = accounts.changePassword
    const answer = await server.app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'anything at all', newPassword: 'Another-123' }),
    })
    expect(await answer.text()).toContain('sso.noPassword')
  })

  test('what is cancelled there, and a state or a code that comes twice, is said in words', async () => {
    expect(await refusal(signIn('cancel'))).toBe('sso.denied')
    const { verifier, challenge } = await createVerifier()
    const { url } = await server.api().sso.start({ challenge })
    const back = await issuer.signIn(url, 'ada')
    const code = await comeBack(server, back)
    expect(await comeBack(server, back)).toBe('expired')
    const { sso } = server.api()
    expect(await refusal(sso.exchange({ code: 'expired', verifier }))).toBe('sso.expired')
    expect((await sso.exchange({ code, verifier })).user.email).toBe('ada@studio.example')
    expect(await refusal(sso.exchange({ code, verifier }))).toBe('sso.expired')
  })

  test('what comes back is good for the program alone that began it', async () => {
    const { verifier, challenge } = await createVerifier()
    const other = await createVerifier()
    const { sso } = server.api()
    const { url } = await sso.start({ challenge })
    const code = await comeBack(server, await issuer.signIn(url, 'ada'))
    expect(await refusal(sso.exchange({ code, verifier: other.verifier }))).toBe('sso.expired')
    expect(await refusal(sso.exchange({ code, verifier }))).toBe('sso.expired')
  })

  test('a program that listens on this machine gets the code there, with what it began with', async () => {
    const { challenge } = await createVerifier()
    const { url } = await server.api().sso.start({ challenge, loopbackPort: 54_321 })
    const next = new URL(await comeBack(server, await issuer.signIn(url, 'ada')))
    expect([next.origin, next.searchParams.get('state')]).toEqual(['http://127.0.0.1:54321', challenge])
  })

  test('one that doesn’t answer is named', async () => {
    const away = await createServerWith([settingsOf('http://127.0.0.1:9')], { baseUrl: here.url })
    const { challenge } = await createVerifier()
    expect(await refusal(away.api().sso.start({ challenge }))).toBe('sso.unreachable')
    const { data } = await away.api('admin').sso.state({})
    expect(data).toEqual([
      expect.objectContaining({ name: 'Studio account', problem: expect.stringMatching(/./) }),
    ])
    await away.close()
    expect((await server.api('admin').sso.state({})).data[0]?.problem).toBeNull()
  })
})

describe('KEY-04 a session lasts as long as the identity provider stands by it', () => {
  test('each renewal asks there, and what is said anew counts at once', async () => {
    const { refreshToken, token } = await signIn('ada')
    issuer.people.ada = { ...people.ada, role: 'kinora-support' }
    await longAgo()
    const next = await server.api().session.refresh({ refreshToken })
    const { user } = (await (await withToken(next.token)).json()) as { user: SignedIn['user'] }
    expect(user.role).toBe(Role.Support)
    expect((await withToken(token)).status).toBe(401)
  })

  test('one that is refused there ends, with its access token', async () => {
    const { refreshToken, token } = await signIn('cleo')
    issuer.isRefusing = true
    await longAgo()
    expect((await failure(server.api().session.refresh({ refreshToken }))).code).toBe('unauthorised')
    expect((await withToken(token)).status).toBe(401)
  })

  test('one whose claims name nothing any more ends', async () => {
    const { refreshToken } = await signIn('cleo')
    issuer.people.cleo = { ...people.cleo, role: 'employee' }
    await longAgo()
    expect((await failure(server.api().session.refresh({ refreshToken }))).code).toBe('unauthorised')
  })

  test('goes on while the identity provider is away for a while, and not for longer', async () => {
    const { refreshToken } = await signIn('cleo')
    issuer.isDown = true
    const minutesAgo = new Date(Date.now() - 600_000)
    await server.deps.db.update(externalSessionsTable).set({ checkedAt: minutesAgo })
    const next = await server.api().session.refresh({ refreshToken })
    await longAgo()
    expect((await failure(server.api().session.refresh(next))).code).toBe('unauthorised')
  })

  test('tabs that renew together ask once: none uses up what the other needs', async () => {
    const { refreshToken } = await signIn('cleo')
    await longAgo()
    const { session } = server.api()
    const both = await Promise.all([session.refresh({ refreshToken }), session.refresh({ refreshToken })])
    await longAgo()
    for (const { token } of both) expect((await withToken(token)).status).toBe(200)
    expect((await session.refresh(both[0]!)).token).toBeTruthy()
  })

  test('signing out ends the session there too, by its own address', async () => {
    const { refreshToken, token } = await signIn('cleo')
    const { url } = await server.api().sso.logout({ refreshToken })
    expect((await withToken(token)).status).toBe(401)
    expect(url).toMatch(/\/session\/end\?/)
    expect(await issuer.signOut(url!)).toBe(`${here.url}/login`)
  })

  test('signing out there ends the sessions here (back-channel)', async () => {
    const { token, refreshToken } = await signIn('cleo')
    const { url } = await server.api().sso.logout({ refreshToken })
    expect((await withToken(token)).status).toBe(401)
    const again = await signIn('cleo')
    await issuer.signOut(url!)
    await until('the session has ended', async () => (await withToken(again.token)).status === 401)
  })

  test('another identity provider that can’t be reached has no say in that, nor how many sign out', async () => {
    const { token, refreshToken } = await signIn('cleo')
    const [main] = server.deps.identityProviders
    const away = { ...main!, readLogout: () => Promise.reject(new Error('away')) }
    try {
      Object.assign(server.deps, { identityProviders: [away, main!] })
      const { url } = await server.api().sso.logout({ refreshToken })
      const again = await signInBy(server, address => issuer.signIn(address, 'cleo'), main!.settings.id)
      await issuer.signOut(url!)
      await until('the session has ended', async () => (await withToken(again.token)).status === 401)
      expect((await withToken(token)).status).toBe(401)
    } finally {
      Object.assign(server.deps, { identityProviders: [main!] })
    }
  })

  test('a tenant that is closed signs its people out', async () => {
    issuer.people.zoe = { ...people.cleo, email: 'zoe@tide.example', tenants: ['pulsehouse'] }
    const { token } = await signIn('zoe')
    const admin = server.api('admin')
    await admin.tenants.update({ tenantId: 'pulsehouse', isProviderActive: false })
    expect((await withToken(token)).status).toBe(401)
    expect(await refusal(signIn('zoe'))).toBe('sso.unknownTenant')
    await admin.tenants.update({ tenantId: 'pulsehouse', isProviderActive: true })
    expect((await signIn('zoe')).user.tenants).toHaveLength(1)
  })
})

describe('KEY-05 a code on another device', () => {
  test('waits until it is typed, and asks no faster than it may', async () => {
    const { sso } = server.api()
    const { verifier, challenge } = await createVerifier()
    const device = await sso.startDevice({ challenge })
    const { deviceId } = device
    expect(device.userCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    expect((await sso.pollDevice({ deviceId })).code).toBeNull()
    await issuer.typeCode(device.verificationUrlComplete!, 'ada')
    expect((await sso.pollDevice({ deviceId })).code).toBeNull()
    let code: string | null = null
    await until('the code is there', async () => {
      code = (await sso.pollDevice({ deviceId })).code
      return code !== null
    })
    expect((await sso.exchange({ code: code!, verifier })).user.email).toBe('ada@studio.example')
    expect(await refusal(sso.pollDevice({ deviceId }))).toBe('sso.expired')
  })
})

test('KEY-05 a code on another device outlasts a moment in which there is no answer', async () => {
  const { sso } = server.api()
  const { challenge } = await createVerifier()
  const { deviceId } = await sso.startDevice({ challenge })
  issuer.isDown = true
  expect((await sso.pollDevice({ deviceId })).code).toBeNull()
  issuer.isDown = false
  await until('it is asked again', async () => (await sso.pollDevice({ deviceId })).code === null)
})

describe('KEY-05 how it is set up', () => {
  test('the manifest names it, and nothing where none is (AUTH-03)', async () => {
    expect((await server.api().session.manifest({})).sso).toEqual({
      providers: [{ identityProviderId: 'main', name: 'Studio account' }],
      isOnly: false,
    })
    const none = await createServerWith([], { baseUrl: here.url })
    expect(await none.api().session.manifest({})).not.toHaveProperty('sso')
    const { challenge } = await createVerifier()
    expect(await refusal(none.api().sso.start({ challenge }))).toBe('sso.none')
    await none.close()
  })

  test('no passwords where it is the only way, whoever asks', async () => {
    const options = { baseUrl: here.url, settings: { isSsoOnly: true } }
    const only = await createServerWith([settingsOf(issuer.url)], options)
    expect(await refusal(only.signIn('admin'))).toBe('sso.passwordsOff')
    await only.close()
  })

  test('links a verified address where that is set up, once, and only as what the account is', async () => {
    const linking = await createServerWith([settingsOf(issuer.url, { isLinkedByEmail: true })], {
      baseUrl: here.url,
    })
    const as = (person: string) => signInBy(linking, url => issuer.signIn(url, person))
    const own = { email: 'admin@demo.kinora.test', name: 'Somebody', role: 'kinora-admin' }
    issuer.people.eve = own
    expect(await refusal(as('eve'))).toBe('sso.emailTaken')
    issuer.people.eve = { ...own, email_verified: true, role: 'kinora-support' }
    expect(await refusal(as('eve'))).toBe('sso.linkedDiffers')
    issuer.people.eve = { ...own, email_verified: true }
    const { user } = await as('eve')
    expect(user).toMatchObject({ email: own.email, role: Role.Admin })
    expect(user.displayName).not.toBe('Somebody')
    issuer.people.mallory = { ...own, email_verified: true }
    expect(await refusal(as('mallory'))).toBe('sso.emailTaken')
    issuer.people.eve = { ...own, email_verified: true, role: 'kinora-support' }
    expect(await refusal(as('eve'))).toBe('sso.linkedDiffers')
    await linking.signIn('admin')
    await linking.close()
  })

  test('of several the domain of the address decides, and none speaks for another’s people', async () => {
    const settings = [
      settingsOf(issuer.url, { domains: ['studio.example'] }),
      settingsOf('http://127.0.0.1:9', { id: 'other', domains: ['pulse.example'] }),
    ]
    const several = await createServerWith(settings, { baseUrl: here.url })
    const { challenge } = await createVerifier()
    const { sso } = several.api()
    expect(await refusal(sso.start({ challenge }))).toBe('sso.choose')
    expect((await sso.start({ challenge, email: 'ada@studio.example' })).url).toContain(issuer.url)
    expect(await refusal(sso.start({ challenge, email: 'cleo@pulse.example' }))).toBe('sso.unreachable')
    expect(await refusal(sso.start({ challenge, email: 'x@y.example' }))).toBe('sso.noneFor')
    expect(await refusal(sso.start({ challenge, identityProviderId: 'none' }))).toBe('sso.unknown')
    const asCleo = signInBy(several, url => issuer.signIn(url, 'cleo'), 'main')
    expect(await refusal(asCleo)).toBe('sso.otherDomain')
    await several.close()
  })
})

test('a refusal is an error of the one model', async () => {
  issuer.people.eve = { ...people.ada, role: 'employee' }
  const error = await failure(signIn('eve'))
  expect([isKinoraError(error), error.code, error.status]).toEqual([true, 'refused', 400])
})
