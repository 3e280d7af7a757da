import { once } from 'node:events'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as client from 'openid-client'
import { hostClientId, hostClientSecret } from './issuer.ts'

interface HostOptions {
  port: number
  issuerUrl: string
  /** Of Kinora. */
  platformUrl: string
  /** A key with the right `embed`. */
  key: string
  /** The built page. */
  folder: string
}

export interface Host {
  url: string
  /** Sessions of Kinora that were asked for, by their ids. */
  sessionIds: string[]
  /** Ends everybody’s session here, as the host does with who has to sign in again. */
  signEverybodyOut(): void
  close(): Promise<void>
}

const contentTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }

/**
 * The server of a page that embeds components: a client of its own of the identity provider, with a session in a cookie. Who is signed
 * in gets a token of an embed session (KEY-06).
 */
export async function startHost({ port, issuerUrl, platformUrl, key, folder }: HostOptions): Promise<Host> {
  const url = `http://127.0.0.1:${port}`
  const oidc = await client.discovery(new URL(issuerUrl), hostClientId, hostClientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const begun = new Map<string, string>()
  const people = new Map<string, { id: string; name: string }>()
  const sessionIds: string[] = []

  async function signIn(response: ServerResponse): Promise<void> {
    const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
    begun.set(state, verifier)
    const address = client.buildAuthorizationUrl(oidc, {
      ...{ redirect_uri: `${url}/signed-in`, scope: 'openid profile', state },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    response.writeHead(302, { location: address.href }).end()
  }

  async function comeBack(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const back = new URL(request.url!, url)
    const expectedState = back.searchParams.get('state') ?? ''
    const pkceCodeVerifier = begun.get(expectedState) ?? ''
    const tokens = await client.authorizationCodeGrant(oidc, back, { expectedState, pkceCodeVerifier })
    const { sub, name } = tokens.claims()!
    const cookie = crypto.randomUUID()
    people.set(cookie, { id: sub, name: String(name ?? sub) })
    const set = `host=${cookie}; HttpOnly; SameSite=Lax; Path=/`
    response.writeHead(302, { location: '/', 'set-cookie': set }).end()
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const user = people.get(/\bhost=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
    if (user === undefined) return void response.writeHead(401).end()
    const answer = await fetch(`${platformUrl}/api/v1/embed/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user, components: ['TitleList'] }),
    })
    const made = (await answer.json()) as { token?: string; sessionId?: string; message?: string }
    if (made.sessionId !== undefined) sessionIds.push(made.sessionId)
    response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(made.token ?? made.message)
  }

  function giveFile(path: string, response: ServerResponse): void {
    if (path === '/') {
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const meta = `<meta name="kinora" content="${platformUrl}"></head>`
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(html.replace('</head>', meta))
    }
    const file = join(folder, path)
    if (!file.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': contentTypes[path.split('.').at(-1)!] ?? 'text/plain' })
    createReadStream(file).pipe(response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, url)
    if (pathname === '/sign-in') return signIn(response)
    if (pathname === '/signed-in') return comeBack(request, response)
    if (pathname === '/kinora-token') return giveToken(request, response)
    giveFile(pathname, response)
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url,
    sessionIds,
    signEverybodyOut: () => people.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
