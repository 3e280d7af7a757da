import { en, type FilePath, Id, ImageQuery, KinoraError, parseInput } from '@kinora/core'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { receiveNotification } from './apple-events/index.ts'
import { readCaptionSize } from './captions/index.ts'
import { openOriginal } from './deliveries/index.ts'
import type { Deps } from './deps.ts'
import { openFeed } from './events/index.ts'
import { createIsIntact, createResizer } from './images/index.ts'
import type { Caller } from './kernel/handlers.ts'
import { admitKey } from './kernel/http/admission.ts'
import { respondWithBlob } from './kernel/http/blob-response.ts'
import { clientOf, type ServeOptions, type ServerEnv, tenantOf } from './kernel/http/serve.ts'
import { scope } from './kernel/scope.ts'
import { assertRight } from './keys/index.ts'
import { mountScim, scimPaths } from './scim/index.ts'
import type { Server } from './server.ts'
import { assertAccount, rateLimitKeyOf, recordRefusal } from './session/index.ts'
import { personOf } from './site-access/index.ts'
import { answerCallback, receiveLogout } from './sso/index.ts'
import { readTitle } from './stored-titles/rows.ts'
import { createAssertWhole, mountStreams } from './streams/index.ts'
import { receiveEvent } from './stripe-events/index.ts'
import { openWebhookSecret, readBundleId } from './tenant-settings/index.ts'
import { isTenant } from './tenants/index.ts'
import { isThere } from './titles/index.ts'

/**
 * Addresses that hand out bytes rather than answers of the contract. Images, captions and trailers have addresses that
 * can't be guessed and show what a site shows anyway, until their title is deleted; a stream asks for a signed link, an original for a sign-in.
 */
export function mountRaw(app: Server, deps: Deps, authenticate: ServeOptions['authenticate']): void {
  const open = (c: Context<ServerEnv>) => respondWithBlob(c, deps.blobs, { key: toKey(c), cache: 'public' })
  const isIntact = createIsIntact(deps)
  const sizes = createResizer(deps, isIntact)
  const assertWhole = createAssertWhole(deps)
  app.get('/media/images/:file', async c => {
    const asked = c.req.query('width')
    const { width } = parseInput(ImageQuery, asked === undefined ? {} : { width: Number(asked) })
    const key = `images/${c.req.param('file')}`
    const size = width && (await sizes(key, width))
    if (size !== undefined) return respondWithBlob(c, deps.blobs, { key: size, cache: 'public' })
    if (!(await isIntact(key))) {
      deps.log.error({ key }, 'a stored picture is damaged; upload it again')
      throw new KinoraError('notFound')
    }
    return respondWithBlob(c, deps.blobs, { key, cache: width === undefined ? 'public' : 'briefly' })
  })
  const ofTitle = async (c: Context<ServerEnv>) => {
    const { tag } = parseInput(byTag, { tag: c.req.param('tag') })
    if (!(await isThere(deps.db, tag))) throw new KinoraError('notFound')
    return toKey(c)
  }
  app.get('/media/captions/:tag/:file', async c => {
    const key = await ofTitle(c)
    await assertSize(
      deps,
      key,
      await readCaptionSize(deps.db, { titleTag: c.req.param('tag'), blobKey: key }),
    )
    return open(c)
  })
  app.get('/media/trailers/:tag/:job/*', async c => {
    await assertWhole(await ofTitle(c))
    return open(c)
  })
  app.get('/media/raw/:tag', async c => {
    const caller = personOf(await authenticate(tokenOf(c), tenantOf(c)))
    c.set('endpoint', 'files.original')
    c.set('caller', caller)
    await admitKey(c, caller, deps)
    assertRight({ id: 'files.original', method: 'GET' }, caller)
    if (caller.key === undefined) await assertAccount(deps, caller)
    return answerOriginal(c, deps, caller)
  })
  app.get('/media/originals/:token', async c => {
    const key = await openOriginal(deps, c.req.param('token'))
    if (key === undefined) throw new KinoraError('notFound')
    return respondWithBlob(c, deps.blobs, { key, cache: 'never' })
  })
  app.get('/calendars/:file', async c => {
    const body = await openFeed(deps, c.req.param('file'))
    return c.body(body, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
    })
  })
  mountStreams(app, deps, assertWhole)
  const small = bodyLimit({ maxSize: EVENT_MAX, onError: refuseSize })
  app.post('/api/v1/webhooks/stripe/:tenantId', small, c => answerStripe(c, deps))
  app.post('/api/v1/webhooks/apple/:tenantId', small, c => answerApple(c, deps))
  mountSso(app, deps)
  mountScim(app, deps, authenticate)
}

/** KEY-05: what browsers and identity providers open by themselves. */
function mountSso(app: Server, deps: Deps): void {
  app.get('/api/v1/oidc/callback/:id', async c => {
    c.set('endpoint', 'sso.callback')
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    const { search } = new URL(c.req.url)
    return c.redirect(await answerCallback(deps, { identityProviderId: c.req.param('id'), search }))
  })
  app.post(
    '/api/v1/oidc/backchannel-logout',
    bodyLimit({ maxSize: LOGOUT_MAX, onError: refuseSize }),
    async c => {
      c.set('endpoint', 'sso.backchannelLogout')
      c.header('cache-control', 'no-store')
      const token = new URLSearchParams(await c.req.text()).get('logout_token')
      const isAccepted = token !== null && (await receiveLogout(deps, token))
      if (isAccepted) return c.body(null, 200)
      const retryAfter = await deps.limits.address.take(`logout ${rateLimitKeyOf(c.get('address'))}`)
      if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
      return c.json({ error: 'invalid_request' }, 400)
    },
  )
}

/** Bytes of a logout token at most. */
const LOGOUT_MAX = 32_768
/** Bytes of an event of Stripe’s or the App Store’s at most. */
const EVENT_MAX = 524_288
const refuseSize = () => {
  throw new KinoraError('tooLarge')
}

/** The same addresses for the OpenAPI page. */
export const filePaths: readonly FilePath[] = [
  {
    path: '/media/images/{file}',
    id: 'files.image',
    summary: 'An image; of a JPEG a smaller one with ?width=160, 320, 640 or 1280',
    isOpen: true,
  },
  { path: '/media/captions/{tag}/{file}', id: 'files.caption', summary: 'A caption track', isOpen: true },
  {
    path: '/media/trailers/{tag}/{job}/{file}',
    id: 'files.trailer',
    summary: 'A trailer of a title; {file} may hold slashes',
    isOpen: true,
  },
  {
    path: '/media/raw/{tag}',
    id: 'files.original',
    summary: 'The uploaded file as it came, for those who may change its title',
    isOpen: false,
  },
  {
    path: '/media/originals/{token}',
    id: 'files.delivered',
    summary: 'The uploaded file of a title by a signed link, for JW Player to fetch (C-139)',
    isOpen: true,
  },
  {
    path: '/calendars/{file}',
    id: 'files.schedule',
    summary: 'A tenant’s schedule as iCalendar, under the address of its feed',
    isOpen: true,
  },
  {
    path: '/streams/{token}/{file}',
    id: 'files.stream',
    summary: 'A file of a stream by its signed link (API-23); {file} may hold slashes',
    isOpen: true,
  },
  {
    path: '/api/v1/webhooks/stripe/{tenantId}',
    id: 'webhooks.stripe',
    summary: '† Takes an event of a tenant’s Stripe account, signed with its webhook secret (C-146)',
    isOpen: true,
    isReceived: true,
  },
  {
    path: '/api/v1/webhooks/apple/{tenantId}',
    id: 'webhooks.apple',
    summary:
      '† Takes a notification of the App Store (version 2) about a tenant’s app, signed by Apple (C-146)',
    isOpen: true,
    isReceived: true,
  },
  {
    path: '/api/v1/oidc/callback/{identityProviderId}',
    id: 'sso.callback',
    summary: '† Where browsers come back to from an identity provider (KEY-05)',
    isOpen: true,
  },
  {
    path: '/api/v1/oidc/backchannel-logout',
    id: 'sso.backchannelLogout',
    summary: '† Takes a logout token of an identity provider, which ends the sessions that it names (KEY-05)',
    isOpen: true,
    isReceived: true,
  },
  ...scimPaths,
]

/**
 * C-146, LIVE-07: an event of Stripe’s, by its bytes as they came. What isn’t signed with the tenant’s secret changes nothing, stands in the
 * audit log once a minute and uses up tries of its address as wrong keys do.
 */
async function answerStripe(c: Context<ServerEnv>, deps: Deps): Promise<Response> {
  c.set('endpoint', 'webhooks.stripe')
  const { tenantId } = parseInput(byTenant, { tenantId: c.req.param('tenantId') })
  const secret = await openWebhookSecret(deps, tenantId)
  if (secret === undefined) throw new KinoraError('notFound', { detail: en['stripeEvent.notSetUp'] })
  const body = new Uint8Array(await c.req.arrayBuffer())
  const signature = c.req.header('stripe-signature') ?? ''
  if (await receiveEvent({ kind: 'tenant', tenantId }, deps, { body, signature, secret }))
    return c.json({ received: true })
  return refuseForged(c, deps, { tenantId, source: 'stripe' })
}

/** The same of a notification of the App Store, which is signed by Apple and names the tenant’s app. */
async function answerApple(c: Context<ServerEnv>, deps: Deps): Promise<Response> {
  c.set('endpoint', 'webhooks.apple')
  const { tenantId } = parseInput(byTenant, { tenantId: c.req.param('tenantId') })
  const bundleId = await readBundleId(deps, tenantId)
  if (bundleId === undefined) throw new KinoraError('notFound', { detail: en['appleEvent.notSetUp'] })
  const body: unknown = await c.req.json().catch(() => undefined)
  if (await receiveNotification({ kind: 'tenant', tenantId }, deps, { body, bundleId }))
    return c.json({ received: true })
  return refuseForged(c, deps, { tenantId, source: 'apple' })
}

const forged = { stripe: 'stripeEvent.forged', apple: 'appleEvent.forged' } as const

async function refuseForged(
  c: Context<ServerEnv>,
  deps: Deps,
  { tenantId, source }: { tenantId: string; source: keyof typeof forged },
): Promise<never> {
  const address = c.get('address')
  const retryAfter = await deps.limits.address.take(`${source} ${rateLimitKeyOf(address)}`)
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
  const who = { userId: '', displayName: '', tenantId }
  await recordRefusal(deps, { who, endpoint: `webhooks.${source}`, address, client: clientOf(c) })
  throw new KinoraError('invalid', { detail: en[forged[source]] })
}

/** OPS-02: a file of another size than was stored is not given. */
async function assertSize(
  { blobs, log }: Pick<Deps, 'blobs' | 'log'>,
  key: string,
  stored: number | null | undefined,
): Promise<void> {
  const size = await blobs.size(key)
  if (stored == null || size === undefined || size === stored) return
  log.error({ key, size, stored }, 'a stored file has another size than was stored')
  throw new KinoraError('notFound')
}

const toKey = (c: Context<ServerEnv>): string => c.req.path.replace(/^\/media\//, '')

function tokenOf(c: Context<ServerEnv>): string {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new KinoraError('unauthorised')
  return token
}

const byTag = z.object({ tag: Id })
const byTenant = z.object({ tenantId: Id })

/** The uploaded file as it came, for those who may change its title. */
async function answerOriginal(c: Context<ServerEnv>, deps: Deps, caller: Caller): Promise<Response> {
  const { tag } = parseInput(byTag, { tag: c.req.param('tag') })
  const named = tenantOf(c)
  const chosen = named !== '' && (await isTenant(deps.db, named)) ? named : undefined
  const title = await readTitle(scope(caller, chosen), deps.db, tag)
  if (title.sourceKey === null) throw new KinoraError('notFound')
  await assertSize(deps, title.sourceKey, title.fileSize)
  return respondWithBlob(c, deps.blobs, {
    key: title.sourceKey,
    cache: 'private',
    fileName: title.fileName ?? title.tag,
  })
}
