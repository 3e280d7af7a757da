import {
  type Api,
  contract,
  createApi,
  createSend,
  type EmbedSessionDraft,
  type Endpoint,
  embedFeatures,
  featureOf,
  fixedTokens,
  isForRole,
  type KeyDraft,
  type KinoraContract,
  type Right,
  refusalInSession,
  rightNames,
  Role as roles,
} from '@kinora/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccountName } from '../src/seed/accounts.ts'
import { createTestServer, type TestServer } from './harness.ts'

/** Somebody of a host, for whom it asks for a session. */
export const person = { id: 'u-17', name: 'Jo Host' }
export const endpoints: Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
export const guarded = endpoints.filter(({ allow }) => allow !== 'everyone')
export const sessionRights = rightNames.filter(right => right !== 'embed')

/** The client of the product with a key or the token of a session, as a page of an origin calls. */
export function withToken(
  { app }: Pick<TestServer, 'app'>,
  token: string,
  origin?: string,
): Api<KinoraContract> {
  const fetch = (async (url: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    if (origin !== undefined) headers.set('origin', origin)
    return app.request(url, { ...init, headers })
  }) as typeof globalThis.fetch
  return createApi(contract, createSend({ baseUrl: '', fetch, tokens: fixedTokens({ token }), timeout: 0 }))
}

/** As many calls as a test wants. */
export function unlimited({ deps }: TestServer): void {
  const { key } = deps.limits
  deps.limits.key = { take: async id => ({ ...(await key.take(id)), isOver: false }) }
}

export const nextDay = ({ deps: { clock } }: TestServer) =>
  new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)

export async function makeSession(
  server: TestServer,
  draft: Partial<EmbedSessionDraft> = {},
  { account = 'tenant', key = {} }: { account?: DemoAccountName; key?: Partial<KeyDraft> } = {},
) {
  const { secret, keyId } = await server
    .api(account, account === 'support' ? { tenantId: 'pulsehouse' } : {})
    .keys.create({ name: 'Studio', rights: [...rightNames], endsOn: nextDay(server), ...key })
  const made = await withToken(server, secret)['embed-sessions'].create({
    ...{ user: person, rights: ['read'] },
    ...draft,
  })
  return { ...made, secret, keyId, api: withToken(server, made.token) }
}

/**
 * Every call, asked with the rights that open it and with all others. `isWhole` asks each by a tenant and by a provider, whole
 * and for certain titles, and with each feature off; otherwise each by both and both ways, one pair of the two for each half of the
 * calls, and with its own feature off and one more.
 */
export function tryCallsOfSessions(isWhole: boolean): void {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
    unlimited(server)
  })
  afterAll(() => server?.close())

  const statusOf = async ({ method, path }: Endpoint, token: string) =>
    (
      await server.app.request(path.replace(/\{\w+\}/g, 'x'), {
        method,
        headers: { authorization: `Bearer ${token}` },
      })
    ).status

  const mayIn = (endpoint: Endpoint, rights: readonly Right[], titles: object | null = null) =>
    refusalInSession(endpoint, { rights, features: {}, titles }) === undefined
  /** A session may what its rights may together: so each call is asked with those that open it, and with all others. */
  const openingOf = (endpoint: Endpoint) => sessionRights.filter(right => mayIn(endpoint, [right])).join()
  const cases = [...new Set(guarded.map(openingOf))].flatMap(opening =>
    (['tenant', 'provider'] as const).flatMap(account =>
      [false, true].map(isBound => [opening, account, isBound] as const),
    ),
  )
  test.each(cases)('calls of “%s” by a %s, for certain titles: %s', async (opening, account, isBound) => {
    const titles = isBound ? { channelIds: ['nowhere'] } : null
    const role = account === 'tenant' ? roles.Tenant : roles.Provider
    const turn = Number(account === 'provider') + Number(isBound)
    const calls = guarded.filter(
      (each, index) => openingOf(each) === opening && (isWhole || (index + turn) % 2 === 0),
    )
    if (calls.length === 0) return
    const isOpening = (right: Right) => opening.split(',').includes(right)
    for (const rights of [
      sessionRights.filter(isOpening),
      sessionRights.filter(right => !isOpening(right)),
    ]) {
      if (rights.length === 0) continue
      const made = await makeSession(server, { rights, ...(titles && { titles }) }, { account })
      for (const endpoint of calls) {
        const may = isForRole(endpoint, role) && mayIn(endpoint, rights, titles)
        const status = await statusOf(endpoint, made.token)
        expect([endpoint.id, status !== 403]).toEqual([endpoint.id, may])
        expect(status, endpoint.id).not.toBe(401)
      }
      await server.api(account).keys.revoke({ keyId: made.keyId })
    }
  })

  test.each(embedFeatures)('the feature %s, turned off, refuses its calls and no other', async feature => {
    const features = { [feature]: false }
    const { token, api } = await makeSession(server, { rights: [...sessionRights], features })
    expect((await api.session.verify({})).user.embed?.features).toEqual(features)
    const limits = { rights: sessionRights, features, titles: null }
    const turn = embedFeatures.indexOf(feature)
    for (const [index, endpoint] of guarded.filter(each => isForRole(each, roles.Tenant)).entries()) {
      const isOwn = featureOf(endpoint.id, endpoint.method) === feature
      if (!isWhole && !isOwn && index % embedFeatures.length !== turn) continue
      const may = refusalInSession(endpoint, limits) === undefined
      expect([endpoint.id, (await statusOf(endpoint, token)) !== 403]).toEqual([endpoint.id, may])
    }
  })
}
