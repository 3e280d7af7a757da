import {
  type Page,
  type PageInput,
  RESTORABLE_DAYS,
  TitleStatus,
  toRestored,
  VideoStatus,
} from '@kinora/core'
import { and, desc, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { contains, owned } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, auditEntriesTable as a, authorOf, stamp } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { assertQuotaForRestored } from '../quotas/index.ts'
import { providersTable as p } from '../stored-providers/tables.ts'
import {
  findByExternalId,
  recordTitle,
  type StoredTitle,
  type TitleChange,
  titleColumns,
  titleNotFound,
  toTrailer,
  trailerStateOf,
  within,
} from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { discardUpload } from '../uploads/index.ts'

const deletedIn = (scope: Scope): SQL => and(t.isDelete, owned(scope, t), within(scope))!

interface DeletedSearch extends Pick<PageInput, 'page' | 'take'> {
  query?: string | undefined
  /** Those that were deleted before can't be restored any more. */
  since: Date
}

/** The caller’s own deleted titles, the last deleted first; by a part of the name. */
export async function listDeleted(
  scope: Scope,
  db: Database,
  { query, since, page, take }: DeletedSearch,
): Promise<Page<StoredTitle>> {
  const where = and(deletedIn(scope), gt(t.deletedAt, since), contains(query, t.className))
  const rows = db.select(titleColumns).from(t).where(where).orderBy(desc(t.deletedAt), desc(t.tag)).$dynamic()
  return readPage(rows, exactly(db.$count(t, where)), { page, take })
}

/** The names of those who deleted titles, by tag. */
export async function readDeleters(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map()
  const removals = and(
    eq(a.noun, 'titles'),
    eq(a.verb, 'remove'),
    inArray(a.rowId, [...tags]),
    owned(scope, a),
  )
  const rows = await db
    .selectDistinctOn([a.rowId], { tag: a.rowId, by: a.displayName })
    .from(a)
    .where(removals)
    .orderBy(a.rowId, desc(a.id))
  return new Map(rows.map(({ tag, by }) => [tag, by]))
}

/** A deleted title, row-locked until the transaction ends, or `notFound`. */
async function lockDeleted(scope: Scope, tx: Database, tag: string): Promise<StoredTitle> {
  const wanted = and(eq(t.tag, tag), deletedIn(scope))
  const [row] = await tx.select(titleColumns).from(t).where(wanted).for('update')
  if (row === undefined) throw titleNotFound()
  return row
}

/** Makes a deleted title, which the caller has locked, one of its owner’s again. */
async function undelete(
  scope: Scope,
  tx: Database,
  { tag, set }: { tag: string; set: TitleChange },
): Promise<StoredTitle> {
  const [row] = await tx
    .update(t)
    .set({ ...set, isDelete: false, deletedAt: null })
    .where(and(eq(t.tag, tag), deletedIn(scope)))
    .returning(titleColumns)
  return row!
}

const DAY = 86_400_000

/**
 * Makes a deleted title one of its owner’s again, with its files, captions and details. It is on no site afterwards, and what
 * was under way is cancelled. `deleted.tooLate` once its files may be gone, `deleted.tenantDeleted` or `deleted.providerDeleted`
 * while its owner is deleted itself, `deleted.externalIdTaken` where another title has its external id, `quota.titles` and `quota.bytes` where its owner has no room for it.
 */
export async function restoreTitle(
  tag: string,
  context: Context,
): Promise<{ before: StoredTitle; after: StoredTitle }> {
  const { scope, deps } = context
  const by = authorOf(context)
  const restored = await deps.db.transaction(async tx => {
    const before = await lockDeleted(scope, tx, tag)
    assertInTime(before, by.now)
    await assertOwnerLives(tx, before)
    await assertExternalIdFree(tx, before, context)
    await assertQuotaForRestored(deps, tx, before)
    const after = await undelete(scope, tx, {
      tag,
      set: { ...settled(before, by), ...stamp(by.now, by.userId) },
    })
    await recordTitle(tx, by, { before, after, verb: 'restore' })
    return { before, after }
  })
  if (trailerStateOf(restored.before) === 'uploading') await discardUpload(deps, tag, 'trailer')
  return restored
}

function assertInTime({ deletedAt }: StoredTitle, now: Date): void {
  const isLate = deletedAt === null || now.getTime() - deletedAt.getTime() >= RESTORABLE_DAYS * DAY
  if (isLate) throw refused('deleted.tooLate', { days: RESTORABLE_DAYS }, 'tag')
}

/**
 * C-98: a deleted owner gets nothing that would go with it unseen. Row-locked, so that nobody deletes the owner before the title
 * is back.
 */
async function assertOwnerLives(tx: Database, { tenantId, providerId }: StoredTitle): Promise<void> {
  const provider =
    providerId === null
      ? undefined
      : (await tx.select().from(p).where(eq(p.tag, providerId)).for('key share'))[0]
  const owners = or(
    tenantId === null ? undefined : eq(tenantsTable.tenantId, tenantId),
    provider?.tenantId ? eq(tenantsTable.tenantId, provider.tenantId) : undefined,
  )
  const { name, deletedAt } = tenantsTable
  const tenants =
    owners === undefined
      ? []
      : await tx.select({ name, deletedAt }).from(tenantsTable).where(owners).for('key share')
  const gone = tenants.find(tenant => tenant.deletedAt !== null)
  if (gone !== undefined) throw refused('deleted.tenantDeleted', { name: gone.name }, 'tag')
  if (provider !== undefined && provider.deletedAt !== null)
    throw refused('deleted.providerDeleted', { name: provider.displayName }, 'tag')
}

async function assertExternalIdFree(tx: Database, title: StoredTitle, { scope }: Context): Promise<void> {
  const { externalId } = title
  if (externalId === null) return
  const other = await findByExternalId(scope, tx, { ...title, externalId })
  if (other !== undefined)
    throw refused('deleted.externalIdTaken', { name: other.className, externalId }, 'tag')
}

/** Where it stands now: nothing runs any more of what ran when it was deleted. */
function settled(before: StoredTitle, { now }: Author): TitleChange {
  const { status, videoStatus } = toRestored(before)
  const isMoved = status !== before.status || videoStatus !== before.videoStatus
  return {
    ...(isMoved && { status, videoStatus, statusSince: now }),
    ...(videoStatus === VideoStatus.Failed && isMoved && { errorType: 'processing.failed' }),
    ...settledTrailer(before, now),
  }
}

/** An upload is gone; a stored trailer that wasn’t processed yet can be processed again (E-3). */
function settledTrailer(before: StoredTitle, now: Date): TitleChange {
  switch (trailerStateOf(before)) {
    case 'uploading': {
      const isWhole = before.trailerMobileKey !== null
      const trailerWebKey = isWhole ? before.trailerWebKey : null
      return { ...toTrailer(now, null), trailerSourceKey: null, trailerWebKey }
    }
    case 'processing':
      return { ...toTrailer(now, TitleStatus.Error), trailerErrorType: 'processing.failed' }
    default:
      return {}
  }
}
