import { en, KinoraError, SITE_TOKEN_SECONDS } from '@kinora/core'
import { and, eq, isNull } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { CallingSite } from '../kernel/handlers.ts'
import { issuer, readSigned } from '../kernel/signed-token.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

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
export function isSiteToken(token: string): boolean {
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
  const claims = Claims.safeParse(
    await readSigned(token, { secret: settings.secret, audience, now: clock.now() }),
  )
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
