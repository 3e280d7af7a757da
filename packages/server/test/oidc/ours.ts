import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Api, createVerifier, type KinoraContract, Role, type SignedIn } from '@kinora/core'
import { createOidc } from '../../src/adapters/oidc/index.ts'
import type { IdentitySettings } from '../../src/ports/identity.ts'
import { type Log, silentLog } from '../../src/ports/runtime.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import { clientId, clientSecret } from './issuer.ts'

/** Where our server is reached before it is there: an issuer wants to know it. */
export async function listenFirst() {
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  const server = createServer(getRequestListener(request => answer(request)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on this server answers there. */
    serve({ app }: TestServer) {
      answer = request => app.request(request)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port that nobody has at the moment: an issuer wants to know it before the platform takes it. */
export async function freePort(): Promise<number> {
  const here = await listenFirst()
  await here.close()
  return Number(new URL(here.url).port)
}

export const settingsOf = (issuer: string, more: Partial<IdentitySettings> = {}): IdentitySettings => ({
  ...{ id: 'main', name: 'Studio account', issuer, clientId, clientSecret, scopes: 'openid profile email' },
  domains: [],
  claims: { role: 'role', tenants: 'tenants', provider: 'provider' },
  roles: new Map<string, Role>([
    ['kinora-admin', Role.Admin],
    ['kinora-partner', Role.Provider],
    ['kinora-customer', Role.Tenant],
    ['kinora-support', Role.Support],
  ]),
  isLinkedByEmail: false,
  sessionLifetime: 43_200,
  ...more,
})

export const createServerWith = (
  settings: readonly IdentitySettings[],
  { baseUrl, log = silentLog, ...options }: TestServerOptions & { baseUrl: string; log?: Log },
): Promise<TestServer> =>
  createTestServer({
    log,
    ...options,
    identityProviders: settings.map(each => createOidc({ settings: each, baseUrl, log })),
  })

/** Follows the callback as a browser does; gives the code that the portal finds behind `/login#sso=`. */
export async function comeBack({ app }: TestServer, address: string): Promise<string> {
  const { pathname, search } = new URL(address)
  const answer = await app.request(pathname + search)
  const next = answer.headers.get('location') ?? ''
  return /^\/login#sso=(.+)$/.exec(next)?.[1] ?? next
}

/** The whole way of the portal. `atIssuer` is what a person does there. */
export async function signInBy(
  server: TestServer,
  atIssuer: (url: string) => Promise<string>,
  identityProviderId?: string,
): Promise<SignedIn> {
  const api: Api<KinoraContract> = server.api()
  const { verifier, challenge } = await createVerifier()
  const { url } = await api.sso.start({ challenge, identityProviderId })
  const code = await comeBack(server, await atIssuer(url))
  return api.sso.exchange({ code, verifier })
}
