import { en, KinoraError, TitleStatus } from '@kinora/core'
import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../../kernel/handlers.ts'
import { tenantNotChosen } from '../../kernel/rows/refusals.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { providersTable } from '../../providers/tables.ts'
import { overlaps, type StoredTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { tenantsTable } from '../../tenants/tables.ts'
import { signStream } from './stream-tokens.ts'

/** API-23, TITLE-33: a link that plays the title for a while; anything that stands in the way says the same. */
export async function streamingLink(
  { tenant, tag }: { tenant: string; tag: string },
  { scope, deps }: Context,
): Promise<{ streamingLink: string }> {
  if (scope.kind === 'unchosen') throw tenantNotChosen()
  const title = await findPlayable(scope, deps.db, { tag, segment: tenant })
  if (title?.streamKey == null) throw new KinoraError('notFound', { detail: en['title.streamMissing'] })
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + deps.settings.playbackLifetime
  const token = await signStream(deps.settings.secret, { key: title.streamKey, expires })
  return { streamingLink: `/streams/${token}/master.m3u8` }
}

/** C-74: the segment names a tenant, else a provider; the title must be theirs, or published on the tenant's site. */
async function findPlayable(
  scope: Scope,
  db: Database,
  { tag, segment }: { tag: string; segment: string },
): Promise<StoredTitle | undefined> {
  const { tenantId } = tenantsTable
  const isTenant = (await db.select({ tenantId }).from(tenantsTable).where(eq(tenantId, segment))).length > 0
  const named = isTenant ? shownBy({ kind: 'tenant', tenantId: segment }) : eq(t.providerId, segment)
  if (!isTenant && !(await isProvider(db, segment))) return undefined
  const wanted = and(eq(t.tag, tag), eq(t.isDelete, false), named, shownBy(scope))
  const [title] = await db.select(titleColumns).from(t).where(wanted)
  return title
}

async function isProvider(db: Database, tag: string): Promise<boolean> {
  return (
    (await db.select({ tag: providersTable.tag }).from(providersTable).where(eq(providersTable.tag, tag)))
      .length > 0
  )
}

function shownBy(scope: Scope) {
  if (scope.kind === 'provider') return eq(t.providerId, scope.providerId)
  if (scope.kind !== 'tenant') return undefined
  const published = and(eq(t.status, TitleStatus.Published), overlaps(t.tenants, [scope.tenantId]))
  return or(eq(t.tenantId, scope.tenantId), published)
}
