import { KinoraError, toMegabytes, type Usage } from '@kinora/core'
import { and, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { owned, rowsOf } from '../kernel/db/queries.ts'
import { auditEntriesTable } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { MIN_FREE_TO_INSERT } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { documentBytes } from '../stored-documents/index.ts'
import { documentsTable } from '../stored-documents/tables.ts'
import { inScope, type Owner, ofOwner } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'

type Needs = Pick<Deps, 'settings'>

/** Refuses `quota.titles` where the owner has as many titles as it may. The title is inserted by the caller's transaction. */
export async function assertQuotaForTitle({ settings }: Needs, tx: Database, owner: Owner): Promise<void> {
  const limit = settings.quotas.titles
  if (limit === null) return
  await lockOwner(tx, owner)
  const { titles: used } = await usageWhere(tx, of(owner))
  if (used >= limit) throw refused('quota.titles', { used, limit }, 'title')
}

interface Announced {
  owner: Owner
  size: number
  /** The upload in whose place it comes. */
  replaced: { size: number; isOpen: boolean } | undefined
}

/** Refuses `quota.bytes` or `quota.openUploads` where a file of `size` bytes is more than its owner may have. */
export async function assertQuotaForUpload(
  { settings }: Needs,
  tx: Database,
  { owner, size, replaced }: Announced,
): Promise<void> {
  const { bytes, openUploads } = settings.quotas
  if (bytes === null && openUploads === null) return
  await lockOwner(tx, owner)
  if (bytes !== null) {
    const used = (await usedBytes(tx, owner)) - (replaced?.size ?? 0)
    assertFits({ limit: bytes, used, size }, 'totalSize')
  }
  if (openUploads !== null) {
    const used = (await openUploadsWhere(tx, of(owner))) - (replaced?.isOpen ? 1 : 0)
    if (used >= openUploads) throw refused('quota.openUploads', { used, limit: openUploads }, 'totalSize')
  }
}

/** Refuses `quota.titles` or `quota.bytes` where a deleted title, with its files, is more than its owner may have. */
export async function assertQuotaForRestored(
  needs: Needs,
  tx: Database,
  title: Owner & { tag: string },
): Promise<void> {
  await assertQuotaForTitle(needs, tx, title)
  const limit = needs.settings.quotas.bytes
  if (limit === null) return
  await lockOwner(tx, title)
  const { bytes: size } = await usageWhere(tx, eq(titlesTable.tag, title.tag))
  assertFits({ limit, used: await usedBytes(tx, title), size }, 'tag')
}

interface AnnouncedDocument {
  tenantId: string
  /** Bytes. */
  size: number
  /** The document whose file it replaces. */
  documentId?: string | undefined
}

/**
 * Refuses `quota.bytes` where a PDF is more than its tenant may have. It comes before the tenant is locked, so that nobody who
 * uploads a title waits for the tenant while its owner is locked.
 */
export async function assertQuotaForDocument(
  { settings }: Needs,
  tx: Database,
  { tenantId, size, documentId }: AnnouncedDocument,
): Promise<void> {
  const limit = settings.quotas.bytes
  if (limit === null) return
  const owner = { tenantId, providerId: null }
  await lockOwner(tx, owner)
  assertFits({ limit, used: await usedBytes(tx, owner, documentId), size }, 'file')
}

/** Refuses `quota.images` where the caller's organisation uploaded as many pictures in a day as it may. `tx` records it then. */
export async function assertQuotaForImage(
  scope: Scope,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  tx: Database,
): Promise<void> {
  const limit = settings.quotas.images
  if (limit === null || scope.kind === 'all' || scope.kind === 'unchosen') return
  await lock(tx, `images of ${scope.kind === 'tenant' ? scope.tenantId : scope.providerId}`)
  const used = await recentImages(scope, { db: tx, clock })
  if (used >= limit) throw refused('quota.images', { used, limit }, 'image')
}

/** Refuses `storageFull` where the disk can't hold a file beside what open uploads have announced. */
export async function assertDiskSpace(
  { blobs }: Pick<Deps, 'blobs'>,
  tx: Database,
  file: { tag: string; role: string; size: number },
): Promise<void> {
  const free = await blobs.free()
  if (free === undefined) return
  await lock(tx, 'disk')
  if (free - (await announcedBytes(tx, file)) < file.size + MIN_FREE_TO_INSERT)
    throw new KinoraError('storageFull')
}

/** Bytes of an owner’s titles and, of a tenant, of its documents but the one that is replaced. */
async function usedBytes(tx: Database, owner: Owner, replaced?: string): Promise<number> {
  const { bytes } = await usageWhere(tx, of(owner))
  if (owner.tenantId === null) return bytes
  return bytes + (await documentBytes(tx, eq(documentsTable.tenantId, owner.tenantId), replaced))
}

function assertFits({ limit, used, size }: Record<'limit' | 'used' | 'size', number>, path: string): void {
  const left = limit - used
  const params = {
    size: toMegabytes(size),
    left: toMegabytes(Math.max(0, left)),
    limit: toMegabytes(limit),
  }
  if (left < size) throw refused('quota.bytes', params, path)
}

/** A lock of the transaction: the next to count waits until this one has added what it asks for. */
const lockOwner = (tx: Database, { tenantId, providerId }: Owner) =>
  lock(tx, tenantId === null ? `provider ${providerId ?? ''}` : `tenant ${tenantId}`)

const lock = (tx: Database, what: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.quota'), hashtext(${what}))`)

const of = (owner: Owner): SQL => and(not(titlesTable.isDelete), ofOwner(owner))!

const DAY = 86_400_000

/** What is in reach. An open upload counts with all that it announced. */
export async function readUsage(scope: Scope, { db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Usage> {
  const ofTitles = await usageWhere(db, inScope({ ...scope, titles: 'all' }))
  const ofDocuments = await documentBytes(db, owned(scope, documentsTable))
  return {
    ...ofTitles,
    bytes: ofTitles.bytes + ofDocuments,
    images: await recentImages(scope, { db, clock }),
  }
}

/** Pictures that were uploaded in the last 24 hours: those in use are bounded by what shows them, the others are gone after a day. */
async function recentImages(
  scope: Scope,
  { db, clock }: { db: Database; clock: Deps['clock'] },
): Promise<number> {
  const since = new Date(clock.now().getTime() - DAY)
  return db.$count(
    auditEntriesTable,
    and(
      eq(auditEntriesTable.noun, 'images'),
      gt(auditEntriesTable.at, since),
      owned(scope, auditEntriesTable),
    ),
  )
}

/** Titles for which `condition` holds; deleted ones are nobody's. */
async function usageWhere(db: Database, condition: SQL): Promise<Omit<Usage, 'images'>> {
  const [row] = await rowsOf<{ titles: string; bytes: string; open: string }>(
    db,
    sql`SELECT count(DISTINCT ${titlesTable.tag}) FILTER (WHERE NOT ${titlesTable.isEvent}) AS titles, coalesce(sum(u.size), 0) AS bytes,
      count(u.id) FILTER (WHERE u.state = 'receiving') AS open
      FROM ${titlesTable} LEFT JOIN uploads u ON u.title_tag = ${titlesTable.tag}
      WHERE ${condition}`,
  )
  return { titles: Number(row!.titles), bytes: Number(row!.bytes), openUploads: Number(row!.open) }
}

/** The open uploads alone: few beside the titles, so this is quick where `usageWhere` reads them all. */
async function openUploadsWhere(db: Database, condition: SQL): Promise<number> {
  const [row] = await rowsOf<{ open: string }>(
    db,
    sql`SELECT count(*) AS open FROM uploads u JOIN ${titlesTable} ON ${titlesTable.tag} = u.title_tag
      WHERE u.state = 'receiving' AND ${condition}`,
  )
  return Number(row!.open)
}

/** Bytes that open uploads have announced and not sent yet, without those of the upload that a new one replaces. */
export async function announcedBytes(db: Database, except: { tag: string; role: string }): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    db,
    sql`SELECT coalesce(sum(u.size - coalesce(
        (SELECT sum(c.size) FROM upload_chunks c WHERE c.upload_id = u.id AND c.is_stored), 0)), 0) AS bytes
      FROM uploads u WHERE u.state = 'receiving' AND NOT (u.title_tag = ${except.tag} AND u.role = ${except.role})`,
  )
  return Number(row!.bytes)
}
