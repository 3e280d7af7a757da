import type { ConfigurationType, SiteConfiguration } from '@kinora/core'
import { and, asc, eq } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import { type Author, recordWrites } from '../kernel/rows/audit.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type SiteRow, siteConfigurationsTable as t } from './tables.ts'

const owns = (scope: Scope) => owned(scope, { tenantId: t.tenantId })
const order = [asc(t.displayOrder), asc(t.subType), asc(t.tag)]

export const siteRows = crud(t, {
  noun: 'site',
  id: 'tag',
  owns,
  order,
  toDraft: row => row.settings,
  toEntity: toConfiguration,
})

export function toConfiguration({ tag, tenantId, version, configurationType, settings }: SiteRow) {
  return { tag, tenantId, version, configurationType, ...settings } as SiteConfiguration
}

/** All of a type, links in their order. */
export const listOfType = (scope: Scope, db: Database, type: ConfigurationType): Promise<SiteRow[]> =>
  db
    .select()
    .from(t)
    .where(and(owns(scope), eq(t.configurationType, type)))
    .orderBy(...order)

/** All configurations, links in their order. */
export async function readSite(scope: Scope, db: Database): Promise<SiteConfiguration[]> {
  const rows = await db
    .select()
    .from(t)
    .where(owns(scope))
    .orderBy(...order)
  return rows.map(toConfiguration)
}

/** SITE-10: those that are named share their places in the order given; the others keep theirs. */
export async function reorderLinks(
  scope: Scope,
  tx: Database,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<void> {
  const rows = await listOfType(scope, tx, 'custom')
  const byTag = new Map(rows.map(row => [row.tag, row]))
  for (const tag of tags) if (!byTag.has(tag)) await siteRows.assertOwned(scope, tx, tag)
  const named = new Set(tags)
  const next = tags.flatMap(tag => byTag.get(tag) ?? [])
  const ordered = rows.map(row => (named.has(row.tag) ? next.shift()! : row))
  const moved = ordered
    .map((row, index) => ({ row, place: index + 1 }))
    .filter(({ row, place }) => row.displayOrder !== place)
  for (const { row, place } of moved)
    await tx
      .update(t)
      .set({ displayOrder: place, updatedAt: by.now, updatedBy: by.userId })
      .where(and(owns(scope), eq(t.tag, row.tag)))
  await recordWrites(
    tx,
    by,
    moved.map(({ row, place }) => ({
      noun: 'site',
      id: row.tag,
      verb: 'reorder',
      version: row.version,
      owner: { tenantId: row.tenantId },
      changes: [{ path: 'displayOrder', before: row.displayOrder, after: place }],
    })),
  )
}
