import { en, KinoraError, SITE_TOKEN_SECONDS, type tenants } from '@kinora/core'
import { and, eq, isNull } from 'drizzle-orm'
import { timingSafeEqual } from 'hono/utils/buffer'
import { decodeJwt, SignJWT } from 'jose'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Bearer, Caller, CallingSite, Context, Handler } from '../kernel/handlers.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import { assertKeyGood, isKey, readCallingKey } from '../keys/index.ts'
import {
  assertRateLimit,
  assertSignedIn,
  createTokenReader,
  rateLimitKeyOf,
  recordRefusal,
} from '../session/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

/**
 * TENANT-27: a token for the site of the tenant that a pair of keys belongs to. Wrong pairs use up tries as wrong passwords do
 * and stand in the audit log; what was sent isn’t kept.
 */
export const openSite: Handler<typeof tenants.token> = async (
  { accessKey, secretKey, readOnly },
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
  await deps.limits.account.reset(tries.account)
  await deps.limits.address.refund(tries.address)
  const { tenantId } = tenant
  await assertSiteRateLimit('token', tenantId, deps)
  await deps.db.update(t).set({ keysUsedAt: deps.clock.now() }).where(eq(t.tenantId, tenantId))
  const token = await signSiteToken({ tenantId, accessKey, readOnly }, deps)
  return { token, expiresIn: SITE_TOKEN_SECONDS, tenantId }
}

/** The tenant, not soft-deleted, that has the key. */
async function findByKey(accessKey: string, { deps }: Context) {
  const { tenantId, name, appSecret } = t
  const [found] = await deps.db
    .select({ tenantId, name, appSecret })
    .from(t)
    .where(and(eq(t.accessKey, accessKey), isNull(t.deletedAt)))
  return found
}

/** Other than that of people’s tokens, so that neither is ever taken for the other. */
const audience = 'kinora-site'

const Claims = z.object({ sub: z.string().min(1), key: z.string().min(1), readOnly: z.boolean() })

type Signing = Pick<Deps, 'clock' | 'settings'>

interface Holder {
  tenantId: string
  /** The pair that it was asked for with: it ends with the pair. */
  accessKey: string
  readOnly: boolean
}

/** TENANT-27: good for `SITE_TOKEN_SECONDS`, as long as the pair is. */
export async function signSiteToken(holder: Holder, { clock, settings }: Signing): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT({ key: holder.accessKey, readOnly: holder.readOnly })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(holder.tenantId)
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

async function findSite(payload: unknown, deps: Pick<Deps, 'db'>): Promise<CallingSite> {
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw ended()
  const { sub: tenantId, key, readOnly } = claims.data
  const [tenant] = await deps.db
    .select({ name: t.name })
    .from(t)
    .where(and(eq(t.tenantId, tenantId), eq(t.accessKey, key), isNull(t.deletedAt)))
  if (tenant === undefined) throw ended()
  return { tenantId, name: tenant.name, readOnly }
}

const ended = () => new KinoraError('unauthorised', { detail: en['siteContent.tokenEnded'] })

/**
 * Whom a token speaks for, a person, alone or by a key, or a site; throws `unauthorised` for one that is good for none any more.
 * `chosen`: the tenant that the call names, which a key for several acts for.
 */
export function createBearerReader(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): (token: string, chosen?: string) => Promise<Bearer> {
  const readPerson = createTokenReader(deps)
  return async (token, chosen) => {
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
  if (isKey(token)) await assertKeyGood(token, deps)
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
