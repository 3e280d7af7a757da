import { MediaPlatform } from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { findHostedSite } from './sites.ts'

const audience = 'kinora-original-1'
/** Seconds in which JW Player has to begin to fetch. */
const LIFETIME = 86_400

type OriginalGrant = { tag: string; sourceKey: string; tenantId: string }

/** The address from which JW Player fetches the uploaded file of a title; `publicUrl` is ours. */
export async function originalLink(
  grant: OriginalGrant,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  publicUrl: string,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  const token = await new SignJWT(grant)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME)
    .sign(settings.secret)
  return `${publicUrl.replace(/\/$/, '')}/media/originals/${token}`
}

/** The key of the file that a link opens, as long as it is on its way to JW Player; undefined otherwise. */
export async function openOriginal(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  token: string,
): Promise<string | undefined> {
  const grant = await readSigned(token, { secret: settings.secret, audience, now: clock.now() })
  if (grant === undefined) return undefined
  const { tag, sourceKey, tenantId } = grant as OriginalGrant
  const [row] = await rowsOf<{ key: string }>(
    db,
    sql`SELECT t.source_key AS key FROM titles t JOIN deliveries d ON d.title_tag = t.tag AND d.tenant_id = ${tenantId}
    WHERE t.tag = ${tag} AND t.source_key = ${sourceKey} AND NOT t.is_delete AND d.status IN ('waiting', 'processing')`,
  )
  return row?.key
}

/** What JW Player plays of a title on a site; undefined where it plays from here: on another media platform, or until JW Player is ready. */
export async function hostedLink(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'secrets' | 'videoHost'>,
  { tag, tenantId, until }: { tag: string; tenantId: string; until: number | undefined },
): Promise<string | undefined> {
  const { db, clock, settings, videoHost } = deps
  const [row] = await db
    .select({ providerId: titlesTable.providerId })
    .from(titlesTable)
    .innerJoin(t, and(eq(t.tenantId, tenantId), eq(t.mediaPlatform, MediaPlatform.JwPlayer)))
    .where(eq(titlesTable.tag, tag))
  if (row === undefined) return undefined
  const [ready] = await rowsOf<{ siteId: string; mediaId: string }>(
    db,
    sql`SELECT site_id AS "siteId", media_id AS "mediaId" FROM deliveries
    WHERE title_tag = ${tag} AND tenant_id = ${tenantId} AND status = 'ready' AND media_id IS NOT NULL`,
  )
  const site = ready && (await findHostedSite(deps, { tenantId, providerId: row.providerId }))
  if (site === undefined || site.siteId !== ready!.siteId) return undefined
  const lasts = Math.floor(clock.now().getTime() / 1000) + settings.playbackLifetime
  const expires = Math.min(lasts, Math.floor((until ?? Number.POSITIVE_INFINITY) / 1000))
  return videoHost.streamOf(site, ready!.mediaId, expires)
}
