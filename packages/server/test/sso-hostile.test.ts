import { createVerifier, Role, type SignedIn } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { databases, type TestServer } from './harness.ts'
import { type Forge, type HostileIssuer, startHostileIssuer } from './oidc/hostile.ts'
import { settingsOf } from './oidc/issuer.ts'
import { comeBack, createServerWith } from './oidc/ours.ts'
import { failure } from './refusals.ts'

const baseUrl = 'http://127.0.0.1:4700'
const ada = { sub: 'ada', email: 'ada@studio.example', name: 'Ada', role: 'kinora-admin' }

let issuer: HostileIssuer
let other: HostileIssuer
let server: TestServer

beforeAll(async () => {
  issuer = await startHostileIssuer()
  other = await startHostileIssuer()
  const settings = [settingsOf(issuer.url), settingsOf(other.url, { id: 'other', name: 'Other account' })]
  server = await createServerWith(settings, { baseUrl })
})
afterAll(async () => {
  await server?.close()
  await issuer?.close()
  await other?.close()
})
beforeEach(() => {
  for (const each of [issuer, other]) {
    each.forge = claims => each.sign(claims)
    each.claims = ada
    each.asked.length = 0
  }
})
afterEach(() => {
  vi.useRealTimers()
})

/** Begins a sign-in, and comes back to our callback with whatever the query says. */
async function begin(identityProviderId = 'main', ours = server) {
  const { verifier, challenge } = await createVerifier()
  const { url } = await ours.api().sso.start({ challenge, identityProviderId })
  const asked = new URL(url).searchParams
  const back = (query: Record<string, string> = {}, at = identityProviderId) => {
    const search = new URLSearchParams({ code: 'c', state: asked.get('state')!, ...query })
    return comeBack(ours, `${baseUrl}/api/v1/oidc/callback/${at}?${search}`)
  }
  return { verifier, asked, back }
}

async function signIn(hostile = issuer, identityProviderId = 'main', ours = server): Promise<SignedIn> {
  const { verifier, asked, back } = await begin(identityProviderId, ours)
  hostile.nonce = asked.get('nonce')!
  return ours.api().sso.exchange({ code: await back(), verifier })
}

const refusal = async (work: Promise<unknown>) => (await failure(work)).issues[0]?.code
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
const withClaims =
  (more: JWTPayload): Forge =>
  (claims, { sign }) =>
    sign({ ...claims, ...more })

describe('KEY-05 an identity provider is believed by its signature alone', () => {
  test('honest, it signs in', async () => {
    expect((await signIn()).user).toMatchObject({ email: ada.email, role: Role.Admin })
  })

  test.each<[string, Forge]>([
    ['for another program', withClaims({ aud: 'other' })],
    ['for several, us not among them', withClaims({ aud: ['other', 'more'] })],
    ['of another issuer', withClaims({ iss: 'https://login.example' })],
    ['with another nonce', withClaims({ nonce: 'other' })],
    ['without a nonce', withClaims({ nonce: undefined })],
    ['expired', withClaims({ exp: seconds(-3600), iat: seconds(-7200) })],
    ['without an end', withClaims({ exp: undefined })],
    ['of nobody', withClaims({ sub: undefined })],
    ['unsigned', claims => new UnsecuredJWT(claims).encode()],
    ['with a key that nobody knows', (claims, { sign }) => sign(claims, { kid: 'unknown' })],
    [
      'signed with its public key as a secret',
      (claims, { publicKey }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
          .sign(new TextEncoder().encode(publicKey())),
    ],
    [
      'signed by somebody else under its key’s name',
      async claims => {
        const stranger = await startHostileIssuer()
        const token = await stranger.sign(claims, { kid: 'key-1' })
        await stranger.close()
        return token
      },
    ],
    [
      'changed after it was signed',
      async (claims, { sign }) => {
        const [header, , signature] = (await sign({ ...claims, role: 'kinora-support' })).split('.')
        const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
        return `${header}.${body}.${signature}`
      },
    ],
  ])('an ID token %s signs nobody in', async (_, forge) => {
    issuer.forge = forge
    expect(await refusal(signIn())).toBe('sso.failed')
  })

  test('a clock that is half a minute off is no reason', async () => {
    issuer.forge = withClaims({ iat: seconds(30) })
    expect((await signIn()).user.email).toBe(ada.email)
    issuer.forge = withClaims({ exp: seconds(-30) })
    expect((await signIn()).user.email).toBe(ada.email)
  })

  test('a new key is found within a minute', async () => {
    await signIn()
    await issuer.rotate()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await signIn()).user.email).toBe(ada.email)
  })

  test('AUTH-02 the role is in its claim and nowhere else', async () => {
    const more = {
      roles: ['kinora-admin'],
      groups: ['kinora-admin'],
      Role: 'kinora-admin',
      'role.admin': true,
    }
    issuer.claims = { ...ada, sub: 'sam', email: 'sam@studio.example', ...more, role: 'kinora-support' }
    expect((await signIn()).user.role).toBe(Role.Support)
    issuer.claims = { ...issuer.claims, role: { admin: 'kinora-admin' } }
    expect(await refusal(signIn())).toBe('sso.noRole')
  })
})

describe('KEY-05 mix-up and replay', () => {
  test('what one was asked is not taken from another', async () => {
    const { back } = await begin('main')
    expect(await back({}, 'other')).toBe('expired')
    expect(other.asked).toEqual([])
  })

  test('a code that names another issuer goes to nobody', async () => {
    const { back, verifier } = await begin('main')
    const code = await back({ iss: other.url })
    expect(await refusal(server.api().sso.exchange({ code, verifier }))).toBe('sso.failed')
    expect([issuer.asked, other.asked]).toEqual([[], []])
  })

  test('a state that nobody was given, and one that comes again, find nothing', async () => {
    const { back } = await begin('main')
    expect(await back({ state: 'made up' })).toBe('expired')
    await back()
    expect(await back()).toBe('expired')
  })

  test('the code goes there with its PKCE verifier', async () => {
    const { asked, back } = await begin('main')
    expect(asked.get('code_challenge_method')).toBe('S256')
    await back()
    expect(issuer.asked[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(issuer.asked[0]?.get('redirect_uri')).toBe(`${baseUrl}/api/v1/oidc/callback/main`)
  })

  test('the same name at another issuer is somebody else', async () => {
    await signIn()
    other.claims = { ...ada, email: 'other-ada@studio.example', role: 'kinora-support' }
    const one = await signIn()
    const two = await signIn(other, 'other')
    expect(two.user.userId).not.toBe(one.user.userId)
  })

  test('a sign-in that isn’t finished in a quarter of an hour is over', async () => {
    const { back } = await begin('main')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 })
    expect(await back()).toBe('expired')
  })
})

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const notice = (more: JWTPayload = {}): JWTPayload => ({
  ...{ iss: issuer.url, aud: 'kinora', sub: 'ada', iat: seconds(0), exp: seconds(120) },
  ...{ jti: crypto.randomUUID(), events: event },
  ...more,
})
const send = async (token: string, { app } = server) => {
  const body = new URLSearchParams({ logout_token: token })
  return (await app.request('/api/v1/oidc/backchannel-logout', { method: 'POST', body })).status
}

describe('KEY-04 back-channel logout is believed by its signature alone', () => {
  const isIn = async ({ token }: SignedIn) =>
    (await server.app.request('/api/v1/verify', { headers: { authorization: `Bearer ${token}` } })).status ===
    200

  test.each<[string, () => Promise<string> | string]>([
    ['unsigned', () => new UnsecuredJWT(notice()).encode()],
    ['for another program', () => issuer.sign(notice({ aud: 'other' }))],
    ['of another issuer', () => other.sign(notice())],
    ['with a nonce, as an ID token has', () => issuer.sign(notice({ nonce: 'n' }))],
    ['without the event', () => issuer.sign(notice({ events: {} }))],
    ['of nobody', () => issuer.sign(notice({ sub: undefined }))],
    ['without a name of its own', () => issuer.sign(notice({ jti: undefined }))],
    ['from long ago', () => issuer.sign(notice({ iat: seconds(-7200), exp: seconds(3600) }))],
    ['that is no token', () => 'no token'],
  ])('one %s ends nothing', async (_, token) => {
    const signedIn = await signIn()
    expect(await send(await token())).toBe(400)
    expect(await isIn(signedIn)).toBe(true)
  })

  test('ends all sessions of a person, and counts once', async () => {
    const first = await signIn()
    const token = await issuer.sign(notice())
    expect(await send(token)).toBe(200)
    expect(await isIn(first)).toBe(false)
    const again = await signIn()
    expect(await send(token)).toBe(400)
    expect(await isIn(again)).toBe(true)
  })

  test('ends the session that it names and no other, also before it is exchanged', async () => {
    issuer.claims = { ...ada, sid: 'one' }
    const one = await signIn()
    issuer.claims = { ...ada, sid: 'two' }
    const two = await signIn()
    const { verifier, asked, back } = await begin()
    issuer.nonce = asked.get('nonce')!
    const code = await back()
    expect(await send(await issuer.sign(notice({ sub: undefined, sid: 'two' })))).toBe(200)
    expect([await isIn(one), await isIn(two)]).toEqual([true, false])
    expect(await refusal(server.api().sso.exchange({ code, verifier }))).toBe('sso.expired')
  })

  test('one that comes while the browser is on its way back ends what has just begun, and hinders nobody later', async () => {
    const { verifier, asked, back } = await begin()
    issuer.nonce = asked.get('nonce')!
    issuer.forge = async claims => {
      expect(await send(await issuer.sign(notice()))).toBe(200)
      return issuer.sign(claims)
    }
    const code = await back()
    expect(await refusal(server.api().sso.exchange({ code, verifier }))).toBe('sso.expired')
    issuer.forge = claims => issuer.sign(claims)
    expect(await isIn(await signIn())).toBe(true)
  })

  test('a session that was named is over however late its sign-in comes; another of the same person is not', async () => {
    issuer.claims = { ...ada, sid: 'named' }
    expect(await send(await issuer.sign(notice({ sid: 'named' })))).toBe(200)
    expect(await refusal(signIn())).toBe('sso.expired')
    issuer.claims = { ...ada, sid: 'next' }
    expect(await isIn(await signIn())).toBe(true)
  })
})

describe.runIf(databases.includes('postgres'))(
  'KEY-04 a notice that comes in the middle of an exchange',
  () => {
    test('ends the session that the exchange begins, with its tokens', async () => {
      const ours = await createServerWith([settingsOf(issuer.url)], { baseUrl, db: 'postgres' })
      try {
        await signIn(issuer, 'main', ours)
        // A session from before would have the notice wait for the account.
        await ours.deps.db.execute(sql`DELETE FROM external_sessions`)
        const { verifier, asked, back } = await begin('main', ours)
        issuer.nonce = asked.get('nonce')!
        const code = await back()
        let exchanged: Promise<unknown> | undefined
        // The account is held while the sign-in that comes has been taken and its session isn’t there yet.
        await ours.deps.db.transaction(async tx => {
          await tx.execute(sql`SELECT 1 FROM users WHERE email = ${ada.email} FOR UPDATE`)
          exchanged = refusal(ours.api().sso.exchange({ code, verifier }))
          await until('the exchange waits for the account', async () => {
            const { rows } = (await tx.execute(sql`SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND datname = current_database()`)) as unknown as {
              rows: unknown[]
            }
            return rows.length > 0
          })
          expect(await send(await issuer.sign(notice()), ours)).toBe(200)
        })
        expect(await exchanged).toBe('sso.expired')
        const left = sql`SELECT 1 FROM refresh_tokens WHERE revoked_at IS NULL`
        expect(((await ours.deps.db.execute(left)) as unknown as { rows: unknown[] }).rows).toHaveLength(1)
      } finally {
        await ours.close()
      }
    })
  },
)
