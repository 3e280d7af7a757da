import { en, KinoraError, kindOf, Product, Role, SITE_TOKEN_SECONDS, type tenants } from '@kinora/core'
import { and, eq, isNull } from 'drizzle-orm'
import { timingSafeEqual } from 'hono/utils/buffer'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { readEmbedSession } from '../embed-sessions/index.ts'
import type { Bearer, Caller, CallingSite, Context, Handler, SitePreview } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import { assertKeyGood, isEmbedToken, isKey, readCallingKey } from '../keys/index.ts'
import {
  assertRateLimit,
  assertSignedIn,
  createTokenReader,
  findAccount,
  findCaller,
  isSignedIn,
  rateLimitKeyOf,
  recordRefusal,
} from '../session/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

/**
 * TENANT-27: a token for the site of the tenant that a pair of keys belongs to. Wrong pairs use up tries as wrong passwords do
 * and stand in the audit log; what was sent isn’t kept.
 */
export const openSite: Handler<typeof tenants.token> = async (
  { accessKey, secretKey, readOnly, product },
  context,
) => {
  const { deps, address, client } = context
  const from = rateLimitKeyOf(address)
  const tries = { account: `keys ${accessKey} ${from}`, address: `keys ${from}` }
  await assertRateLimit(deps, tries)
  const tenant = await findByKey(accessKey, context)
  const stored = tenant?.appSecret == null ? '' : deps.secrets.open(tenant.appSecret.sealed)
  const isRight = await timingSafeEqual(stored, secretKey)
  if (tenant === undefined || stored === '' || !isRight) {
    const who = { userId: '', displayName: tenant?.name ?? '', tenantId: tenant?.tenantId ?? null }
    await recordRefusal(deps, { who, endpoint: 'tenants.token', address, client })
    throw new KinoraError('unauthorised', { detail: en['siteContent.wrongKeys'] })
  }
  if (product !== undefined && !tenant.activatedProducts.includes(product))
    throw refused('siteContent.productOff', { product }, 'product')
  await deps.limits.account.reset(tries.account)
  await deps.limits.address.refund(tries.address)
  const { tenantId } = tenant
  await assertSiteRateLimit('token', tenantId, deps)
  // Where the disk is full, members still watch.
  await deps.db
    .update(t)
    .set({ keysUsedAt: deps.clock.now() })
    .where(eq(t.tenantId, tenantId))
    .catch(err => deps.log.error({ err, tenantId }, 'the use of a site’s keys could not be recorded'))
  const token = await signSiteToken({ tenantId, accessKey, readOnly, product }, deps)
  return { token, expiresIn: SITE_TOKEN_SECONDS, tenantId }
}

/** The tenant, not soft-deleted, that has the key. */
async function findByKey(accessKey: string, { deps }: Context) {
  const { tenantId, name, appSecret, activatedProducts } = t
  const [found] = await deps.db
    .select({ tenantId, name, appSecret, activatedProducts })
    .from(t)
    .where(and(eq(t.accessKey, accessKey), isNull(t.deletedAt)))
  return found
}

/** Other than that of people’s tokens, so that neither is ever taken for the other. */
const audience = 'kinora-site'

const PreviewClaims = z.object({
  sub: z.string().min(1),
  userId: z.string().min(1),
  generation: z.int(),
  /** The sign-in, as an access token has it. */
  sid: z.string().optional(),
  preview: z.object({ asOf: z.string().optional(), titleTag: z.string().optional() }),
})

const Claims = z.object({
  sub: z.string().min(1),
  key: z.string().min(1),
  readOnly: z.boolean(),
  product: Product.optional(),
})

type Signing = Pick<Deps, 'clock' | 'settings'>

interface Holder {
  tenantId: string
  /** The pair that it was asked for with: it ends with the pair. */
  accessKey: string
  readOnly: boolean
  /** C-141; as API where it is left out. */
  product?: Product | undefined
}

/** TENANT-27: good for `SITE_TOKEN_SECONDS`, as long as the pair is. */
export const signSiteToken = (
  { tenantId, accessKey, readOnly, product }: Holder,
  deps: Signing,
): Promise<string> => sign(tenantId, { key: accessKey, readOnly, product }, deps)

function sign(tenantId: string, claims: JWTPayload, { clock, settings }: Signing): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(tenantId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + SITE_TOKEN_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(settings.secret)
}

/** Whether it says that it is a site’s; `readSiteToken` tells whether that is true. */
function isSiteToken(token: string): boolean {
  try {
    return decodeJwt(token).aud === audience
  } catch {
    return false
  }
}

/**
 * The site that a token speaks for. Its tenant is asked with every call, so that new keys and a deletion end it at once. Throws
 * `unauthorised`.
 */
export async function readSiteToken(token: string, deps: Signing & Pick<Deps, 'db'>): Promise<CallingSite> {
  const { settings, clock } = deps
  return findSite(await readSigned(token, { secret: settings.secret, audience, now: clock.now() }), deps)
}

/** LIVE-03: a token for a page of the site that staff look at; it reads, and ends with their sign-in. Throws `unauthorised`. */
export async function signPreview(
  { tenantId, caller, preview }: { tenantId: string; caller: Caller; preview: SitePreview },
  deps: Signing & Pick<Deps, 'db'>,
): Promise<string> {
  const account = await findAccount(deps.db, { userId: caller.userId })
  if (account === undefined) throw ended()
  const { userId, sessionId: sid } = caller
  const claims = { userId, generation: account.sessionGeneration, sid, preview }
  return sign(tenantId, claims, deps)
}

/** The site that staff look at, as long as they are signed in as they were and act for its tenant. */
async function findPreview(
  { sub: tenantId, userId, generation, sid, preview }: z.infer<typeof PreviewClaims>,
  { db }: Pick<Deps, 'db'>,
): Promise<CallingSite> {
  const isOn = await isSignedIn(db, { userId, generation, sid })
  const staff = isOn ? await findCaller({ db }, userId) : undefined
  const actsForIt =
    staff?.role === Role.Support || (staff?.role === Role.Tenant && staff.tenantIds[0] === tenantId)
  const [tenant] = await db
    .select({ name: t.name })
    .from(t)
    .where(and(eq(t.tenantId, tenantId), isNull(t.deletedAt)))
  if (!actsForIt || tenant === undefined) throw ended()
  return { tenantId, name: tenant.name, readOnly: true, preview }
}

async function findSite(payload: unknown, deps: Pick<Deps, 'db'>): Promise<CallingSite> {
  const looking = PreviewClaims.safeParse(payload)
  if (looking.success) return findPreview(looking.data, deps)
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw ended()
  const { sub: tenantId, key, readOnly, product } = claims.data
  const [tenant] = await deps.db
    .select({ name: t.name, activatedProducts: t.activatedProducts })
    .from(t)
    .where(and(eq(t.tenantId, tenantId), eq(t.accessKey, key), isNull(t.deletedAt)))
  if (tenant === undefined) throw ended()
  // A product that was turned off ends its tokens.
  if (product !== undefined && !tenant.activatedProducts.includes(product)) throw ended()
  return { tenantId, name: tenant.name, readOnly, product: kindOf(product ?? 'API') }
}

const ended = () => new KinoraError('unauthorised', { detail: en['siteContent.tokenEnded'] })

/**
 * Whom a token speaks for, a person, alone or by a key, or a site; throws `unauthorised` for one that is good for none any more.
 * `chosen`: the tenant that the call names, which a key for several acts for.
 */
export function createBearerReader(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>,
): (token: string, chosen?: string) => Promise<Bearer> {
  const readPerson = createTokenReader(deps)
  return async (token, chosen) => {
    if (isEmbedToken(token)) return { kind: 'person', caller: await readEmbedSession(token, deps) }
    if (isKey(token)) return { kind: 'person', caller: await readCallingKey(token, deps, chosen) }
    return isSiteToken(token)
      ? { kind: 'site', site: await readSiteToken(token, deps) }
      : { kind: 'person', caller: await readPerson(token) }
  }
}

/**
 * Throws `unauthorised` where what a token stood on when it was read has ended since: a person’s sign-in, a key, or a site’s keys.
 * That a token has expired meanwhile is no reason.
 */
export async function assertNotRevoked(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  token: string,
): Promise<void> {
  if (isEmbedToken(token)) await readEmbedSession(token, deps)
  else if (isKey(token)) await assertKeyGood(token, deps)
  else if (isSiteToken(token)) await findSite(decodeJwt(token), deps)
  else await assertSignedIn(deps, token)
}

/** What only people may do; throws `forbidden`. */
export function personOf(bearer: Bearer): Caller {
  if (bearer.kind !== 'person') throw new KinoraError('forbidden')
  return bearer.caller
}

/** The rate limit of a site for calls that cost much; throws `tooMany` with the seconds to wait. */
export async function assertSiteRateLimit(
  act: 'token' | 'reviews' | 'plays' | 'members',
  tenantId: string,
  { limits }: Pick<Deps, 'limits'>,
): Promise<void> {
  const retryAfter = await limits.site.take(`${act} ${tenantId}`)
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
}
