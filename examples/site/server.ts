import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { isKinoraError, newWebSettings } from '@kinora/core'
import { createSite, type Site } from './site.ts'

interface Keys {
  accessKey: string
  secretKey: string
}

export interface SitesOptions {
  /** Where the platform is, for this server and for browsers. */
  platform: string
  /** 0 takes a free one. */
  port: number
  /** The built page. */
  pages: string
  /** The keys of a tenant; undefined where there is no such tenant. */
  keysOf(tenantId: string): Promise<Keys | undefined>
}

/** Who is signed in at one site, and what it has agreed to there. */
interface Visitor {
  tenantId: string
  userId: string
  wantsNews: boolean
}

interface Asked {
  site: Site
  tenantId: string
  visitor: Visitor | undefined
  body: Record<string, unknown>
  /** What stands behind the name of the call. */
  rest: string
  signIn(visitor: Visitor | undefined): void
}

/** An answer that isn't 200. */
class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

/** LIVE-02: the sites of several tenants, each below its id. Keys and members stay here; pages get a token that only reads. */
export async function startSites({ platform, port, pages, keysOf }: SitesOptions) {
  const visitors = new Map<string, Visitor>()
  const sites = new Map<string, Site>()
  const siteOf = async (tenantId: string): Promise<Site> => {
    const known = sites.get(tenantId)
    if (known !== undefined) return known
    const keys = await keysOf(tenantId)
    if (keys === undefined) throw new Refusal(404, { code: 'notFound' })
    const site = createSite({ url: platform, ...keys, product: 'Web' })
    sites.set(tenantId, site)
    return site
  }
  const headers = securityHeaders(platform)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    // Another name for this address would be another site's page that was pointed here.
    if (request.headers.host !== host()) throw new Refusal(421, { code: 'notFound' })
    const { pathname } = new URL(request.url ?? '/', `http://${host()}`)
    const [tenantId = '', area, call = '', rest = ''] = segmentsOf(pathname)
    if (area !== 'api') return sendPage(response, { pages, pathname })
    const isWrite = request.method === 'POST'
    if (isWrite && request.headers.origin !== `http://${host()}`)
      throw new Refusal(403, { code: 'forbidden' })
    const calls = isWrite ? writes : reads
    const handler = Object.hasOwn(calls, call) ? calls[call] : undefined
    if (handler === undefined) throw new Refusal(404, { code: 'notFound' })
    const sid = /(?:^|; )site=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const found = visitors.get(sid)
    const asked: Asked = {
      site: await siteOf(tenantId),
      tenantId,
      visitor: found?.tenantId === tenantId ? found : undefined,
      body: isWrite ? await readJson(request) : {},
      rest,
      signIn(visitor) {
        visitors.delete(sid)
        const next = randomUUID()
        if (visitor !== undefined) visitors.set(next, visitor)
        const cookie = `site=${next}; Path=/${tenantId}/; HttpOnly; SameSite=Strict`
        response.setHeader('set-cookie', visitor === undefined ? `${cookie}; Max-Age=0` : cookie)
      },
    }
    const result = await handler(asked).catch(error => {
      // Keys may have been generated anew since.
      if (isKinoraError(error) && error.code === 'unauthorised') sites.delete(tenantId)
      throw error
    })
    sendJson(response, 200, { platform, ...result })
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(error => sendFailure(response, error))
  })
  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://${host()}`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Call = (asked: Asked) => Promise<object>

const reads: Record<string, Call> = {
  /** For the browser, a quarter of an hour. */
  token: async ({ site }) => ({ token: await site.tokenForPages() }),

  /** Who is signed in; who was turned off meanwhile isn't. */
  async member({ site, visitor }) {
    if (visitor === undefined) return { member: null }
    const found = await memberOf(site, visitor.userId, false)
    return { member: found?.isActive ? { ...found, wantsNews: visitor.wantsNews } : null }
  },

  /** LIVE-04, LIVE-08: a link that plays; 403 names the packages that somebody lacks. */
  async play({ site, visitor, rest: tag }) {
    if (visitor !== undefined) return site.content.streamingLink({ tag, userId: visitor.userId })
    const names = await packagesWith(site, tag)
    if (names.length > 0) throw new Refusal(403, { code: 'locked', names: names.join(', ') })
    return site.content.streamingLink({ tag })
  },
}

const writes: Record<string, Call> = {
  /** A real site asks for a password here; this one knows its members by their number alone. */
  async 'sign-in'({ site, tenantId, body, signIn }) {
    const userId = String(body.userId ?? '').trim()
    const found = userId === '' ? undefined : await memberOf(site, userId, true)
    if (found === undefined) throw new Refusal(404, { code: 'unknown' })
    if (!found.isActive) throw new Refusal(403, { code: 'off' })
    const { isMarketingConsent } = await settingsOf(site)
    signIn({ tenantId, userId, wantsNews: isMarketingConsent && body.wantsNews === true })
    return {}
  },

  async 'sign-out'({ signIn }) {
    signIn(undefined)
    return {}
  },

  async terms({ site, visitor, body }) {
    const { userId } = signedIn(visitor)
    return {
      member: await site.content.member({ userId, termsVersion: Number(body.version), isSignIn: false }),
    }
  },

  /** C-120: only where ratings are on; the name is the member's, whatever the page says. */
  async reviews({ site, visitor, body }) {
    const { userId } = signedIn(visitor)
    if (!(await settingsOf(site)).ratingEnabled) throw new Refusal(403, { code: 'forbidden' })
    const { data } = await site.content.addReviews({
      reviews: [
        {
          reviewId: randomUUID(),
          titleTag: String(body.titleTag),
          user: userId,
          rating: Number(body.rating),
          comment: String(body.comment ?? ''),
          date: new Date().toISOString(),
        },
      ],
    })
    const [result] = data
    if (result === undefined || result.status >= 400) throw refusedEntry(result ?? { issues: [] })
    return {}
  },

  /** C-119: what a member has played. The page says it once more where it isn't sure that this came: the id is the same. */
  async plays({ site, visitor, body }) {
    const { userId } = signedIn(visitor)
    // Somebody else has signed in since it was played: it waits for its own member.
    if (body.userId !== userId) throw new Refusal(403, { code: 'forbidden' })
    const of = body.isEvent === true ? { eventId: String(body.tag) } : { titleTag: String(body.tag) }
    const { data } = await site.content.addPlays({
      plays: [
        {
          ...{ ...of, playId: String(body.playId), userId, startedAt: String(body.startedAt) },
          ...{ secondsWatched: Number(body.secondsWatched), completed: body.completed === true },
        },
      ],
    })
    const [result] = data
    if (result === undefined || result.status >= 400) throw refusedEntry(result ?? { issues: [] })
    return {}
  },
}

/** An entry that was handed in and refused. */
const refusedEntry = ({ issues }: { issues: readonly { text: string }[] }) =>
  new Refusal(400, { code: 'validation', text: issues.map(({ text }) => text).join(' ') })

function signedIn(visitor: Visitor | undefined): Visitor {
  if (visitor === undefined) throw new Refusal(401, { code: 'unauthorised' })
  return visitor
}

const settingsOf = async (site: Site) => (await site.content.settings({})).webSettings ?? newWebSettings

/** Who only looks again, as an open page does, doesn't sign in. */
const memberOf = (site: Site, userId: string, isSignIn: boolean) =>
  site.content.member({ userId, isSignIn }).catch(error => {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  })

/** Active packages that have a class: whoever isn't signed in has none of them (decision 0139). */
async function packagesWith({ content }: Site, tag: string): Promise<string[]> {
  const [packages, collections] = await Promise.all([
    content.subscriptions({ take: 100 }),
    content.collections({ take: 100, items: -1 }),
  ])
  const holds = new Set(
    collections.data
      .filter(({ collectionItems }) => collectionItems.some(item => item.tag === tag))
      .map(({ collectionTag }) => collectionTag),
  )
  return packages.data
    .filter(({ collectionTags }) => collectionTags.some(each => holds.has(each)))
    .map(({ title }) => title)
}

const securityHeaders = (platform: string) => ({
  'content-security-policy': [
    ...["default-src 'self'", `img-src 'self' data: ${platform}`, `media-src blob: https: ${platform}`],
    ...[`connect-src 'self' https: ${platform}`, 'worker-src blob:', "object-src 'none'"],
    ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
})

const MAX_BODY = 16_384

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += piece
    if (text.length > MAX_BODY) throw new Refusal(413, { code: 'tooLarge' })
  }
  const body = attempt(() => JSON.parse(text) as unknown)
  if (typeof body !== 'object' || body === null) throw new Refusal(400, { code: 'validation' })
  return body as Record<string, unknown>
}

const segmentsOf = (pathname: string): string[] =>
  attempt(() => pathname.slice(1).split('/').map(decodeURIComponent))

/** What somebody sent that can't be read is their mistake. */
function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new Refusal(400, { code: 'validation' })
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy()
  else sendJson(response, ...toAnswer(error))
}

function toAnswer(error: unknown): [status: number, body: object] {
  if (error instanceof Refusal) return [error.status, error.body]
  if (!isKinoraError(error)) return [500, { code: 'server' }]
  const { code, status, issues } = error
  const [issue] = issues
  const known = issue?.code === 'siteContent.locked' ? 'locked' : (issue?.code ?? code)
  return [status >= 400 && status < 600 ? status : 502, { code: known, ...issue?.params }]
}

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Scripts and styles by their names; every other address is the page itself. */
async function sendPage(response: ServerResponse, { pages, pathname }: { pages: string; pathname: string }) {
  const asset = /^\/assets\/[\w-]+\.(?:js|css)$/.test(pathname) ? pathname : undefined
  if (asset === undefined && !/^\/[\w-]+\//.test(pathname)) throw new Refusal(404, { code: 'notFound' })
  const bytes = await readFile(join(pages, asset ?? 'index.html'))
  const type = types[extname(asset ?? '')] ?? 'text/html'
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(bytes)
}
