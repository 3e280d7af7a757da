import type { Usage } from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inScope } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'

/** What the titles in reach take. An open upload counts with all that it announced. */
export const readUsage = (scope: Scope, db: Database): Promise<Usage> => usageWhere(db, inScope(scope))

/** Titles that hold `condition`; deleted ones are nobody's. */
export async function usageWhere(db: Database, condition: SQL): Promise<Usage> {
  const [row] = await rowsOf<{ titles: string; bytes: string; open: string }>(
    db,
    sql`SELECT count(DISTINCT ${titlesTable.tag}) AS titles, coalesce(sum(u.size), 0) AS bytes,
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
