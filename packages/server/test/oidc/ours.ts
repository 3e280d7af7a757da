import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Api, createVerifier, type KinoraContract, type SignedIn } from '@kinora/core'
import { createOidc } from '../../src/adapters/oidc/index.ts'
import type { IdentitySettings } from '../../src/ports/identity.ts'
import { type Log, silentLog } from '../../src/ports/runtime.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../harness.ts'

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
