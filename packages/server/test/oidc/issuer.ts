/// <reference path="./oidc-provider.d.ts" />
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Role } from '@kinora/core'
import Provider from 'oidc-provider'
import type { IdentitySettings } from '../../src/ports/identity.ts'

export type People = Record<string, Record<string, unknown>>

export interface Issuer {
  url: string
  /** What it says of people, by their names there; may change at any time. */
  people: People
  /** Signs in there as one of them with a browser of their own (`cancel`: nobody does); gives the address that it is sent back to. */
  signIn(url: string, person: string): Promise<string>
  /** Ends the session of the latest browser there, at the page behind `end_session_endpoint`. */
  signOut(url: string): Promise<string>
  /** Types the code of a device. */
  typeCode(url: string, person: string): Promise<void>
  /** Takes back what it gave: tokens are renewed no more. */
  isRefusing: boolean
  /** It answers nothing but 503. */
  isDown: boolean
  close(): Promise<void>
}

export const clientId = 'kinora'
export const clientSecret = 'a secret of this test alone'
/** A host whose pages embed components is a client of its own. */
export const hostClientId = 'studio'
export const hostClientSecret = 'a secret of this host alone'

/** A port that nobody has at the moment: an issuer wants to know it before the platform takes it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const settingsOf = (issuer: string, more: Partial<IdentitySettings> = {}): IdentitySettings => ({
  ...{ id: 'main', name: 'Studio account', issuer, clientId, clientSecret, scopes: 'openid profile email' },
  domains: [],
  claims: { role: 'role', tenants: 'tenants', provider: 'provider', externalId: 'sub' },
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

interface IssuerOptions {
  id?: string
  /** A host’s. */
  hostUrl?: string
}

/** A real OpenID provider on this machine. `baseUrl` is ours. */
export async function startIssuer(
  baseUrl: string,
  people: People,
  { id = 'main', hostUrl }: IssuerOptions = {},
): Promise<Issuer> {
  let listener: RequestListener = () => undefined
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = { url, people, isRefusing: false, isDown: false }
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}/api/v1/oidc/callback/${id}`],
        post_logout_redirect_uris: [`${baseUrl}/login`],
        backchannel_logout_uri: `${baseUrl}/api/v1/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
      },
      ...(hostUrl === undefined ? [] : [hostClient(hostUrl)]),
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'role', 'tenants', 'provider'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_: unknown, accountId: string) =>
      issuer.isRefusing || issuer.people[accountId] === undefined
        ? undefined
        : { accountId, claims: () => ({ sub: accountId, ...issuer.people[accountId] }) },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: page,
        userCodeConfirmSource: page,
        successSource: (context: { body: string }) => {
          context.body = 'done'
        },
      },
      rpInitiatedLogout: { enabled: true, logoutSource: page, postLogoutSuccessSource: page },
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    // Ours is on this machine, which its own protection refuses.
    fetch: (address: string, options: RequestInit) =>
      fetch(address, { ...options, dispatcher: undefined } as RequestInit),
    pkce: { required: () => true },
    cookies: { keys: ['of this test alone'] },
  })
  const callback = provider.callback()
  listener = (request, response) => {
    if (issuer.isDown) return void response.writeHead(503).end()
    if (!request.url!.startsWith('/interaction/')) return callback(request, response)
    void interact(provider, request, response).catch(error => response.writeHead(500).end(String(error)))
  }
  let latest = createBrowser()
  const newBrowser = () => {
    latest = createBrowser()
    return latest
  }
  return Object.assign(issuer, {
    signIn: (address: string, person: string) => newBrowser().follow(address, { login: person }, url),
    signOut: (address: string) => latest.follow(address, { logout: 'yes' }, url),
    async typeCode(address: string, person: string) {
      await newBrowser().follow(address, { login: person, confirm: 'yes' }, url)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

const hostClient = (hostUrl: string) => ({
  client_id: hostClientId,
  client_secret: hostClientSecret,
  redirect_uris: [`${hostUrl}/signed-in`],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

/** oidc-provider hands its form over, which a person would send off. */
function page(context: { body: string; type: string }, form?: string): void {
  context.type = 'html'
  context.body = form ?? 'done'
}

/** The page where people sign in there: a name, and nothing to prove. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, session, grantId } = await provider.interactionDetails(request, response)
  const login = request.method === 'POST' ? new URLSearchParams(await textOf(request)).get('login') : null
  const accountId = login ?? session?.accountId
  if (accountId === undefined) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      '<!doctype html><title>Identity provider</title><form method="post"><label>Name <input name="login"></label><button>Sign in</button></form>',
    )
    return
  }
  if (login === 'cancel') {
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  }
  const grant = new provider.Grant({ accountId, clientId: params.client_id! })
  grant.addOIDCScope(params.scope!)
  const consent = { grantId: grantId ?? (await grant.save()) }
  await provider.interactionFinished(request, response, { login: { accountId }, consent })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** A browser that knows redirects, forms and cookies, as far as an identity provider’s pages need them. */
function createBrowser() {
  const cookies = new Map<string, string>()
  const visit = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = body === undefined ? {} : { method: 'POST', body }
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...sent })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    /** Until an address of somebody else, or a page without a form. */
    async follow(from: string, fields: Record<string, string>, home: string): Promise<string> {
      let url = from
      let answer = await visit(url)
      for (let steps = 0; steps < 20; steps += 1) {
        const next = answer.headers.get('location')
        if (next !== null) {
          url = new URL(next, url).href
          if (!url.startsWith(home)) return url
          answer = await visit(url)
          continue
        }
        const html = await answer.text()
        const form = /<form[^>]*>/.exec(html)?.[0]
        if (form === undefined) return url
        const action = /action="([^"]*)"/.exec(form)?.[1] ?? url
        const hidden = [...html.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
        const all = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]))
        for (const [name, value] of Object.entries(fields)) all.set(name, value)
        url = new URL(action, url).href
        answer = await visit(url, all)
      }
      throw new Error(`It goes round in circles at ${url}.`)
    },
  }
}
