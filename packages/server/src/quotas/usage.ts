import type { Usage } from '@kinora/core'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { auditEntriesTable } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { documentBytes } from '../stored-documents/index.ts'
import { documentsTable } from '../stored-documents/tables.ts'
import { inScope } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'

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
export async function recentImages(
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

/** Titles that hold `condition`; deleted ones are nobody's. */
export async function usageWhere(db: Database, condition: SQL): Promise<Omit<Usage, 'images'>> {
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
export async function openUploadsWhere(db: Database, condition: SQL): Promise<number> {
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
