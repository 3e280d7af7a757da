import {
  assertNoIssues,
  type ConfigurationType,
  limits,
  type SiteConfiguration,
  type SiteInput,
  type SiteSettings,
  siteDrafts,
  siteImages,
  toConfigurationType,
} from '@kinora/core'
import { and, asc, eq } from 'drizzle-orm'
import { checkPictures, type PictureField, retainPictures } from '../images/index.ts'
import { owned } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, authorOf, recordWrites } from '../kernel/rows/audit.ts'
import { crud } from '../kernel/rows/crud.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { lockTenant } from '../tenants/index.ts'
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

/** API-141: changes the configuration that there is of its kind, or adds it; a custom link is found by its tag. */
export async function saveConfiguration(sent: SiteInput, context: Context<OfTenant>): Promise<void> {
  const { scope, deps } = context
  const { tenantId, version } = sent
  const type = toConfigurationType(sent.configurationType)
  const settings = siteDrafts[type].parse(sent) as SiteSettings
  const subType = 'configurationSubType' in settings ? settings.configurationSubType : ''
  const tag = 'tag' in sent ? sent.tag : undefined
  if (tag !== undefined) await siteRows.assertOwned(scope, deps.db, tag)
  const pictures = picturesOf(type, settings)
  assertNoIssues(await checkPictures(pictures, context))
  const by = authorOf(context)
  await deps.db.transaction(async tx => {
    await lockTenant(scope, tx)
    const rows = await listOfType(scope, tx, type)
    const isNew = type === 'custom' && tag === undefined
    const before = isNew
      ? undefined
      : rows.find(row => (tag === undefined ? row.subType === subType : row.tag === tag))
    if (tag !== undefined && before === undefined) throw notFound()
    const old = picturesOf(type, before?.settings)
    assertNoIssues(
      await retainPictures(
        tx,
        context,
        pictures.map((picture, index) => ({ ...picture, before: old[index]?.address })),
      ),
    )
    if (before !== undefined) {
      await siteRows.update(scope, tx, { id: before.tag, version, by, set: { settings } })
      return
    }
    if (rows.length >= limits.list)
      assertNoIssues([{ path: 'configuration', code: 'site.tooMany', params: { max: limits.list } }])
    const displayOrder = type === 'custom' ? Math.max(0, ...rows.map(row => row.displayOrder)) + 1 : 0
    const values = { tenantId, configurationType: type, subType, displayOrder, settings }
    await siteRows.insert(scope, tx, { values, by })
  })
}

/** SITE-04: the pictures of a configuration, with the rule of each. */
function picturesOf(type: ConfigurationType, settings: SiteSettings | undefined): PictureField[] {
  if (type !== 'web' && type !== 'mobile') return []
  return Object.entries(siteImages[type]).map(([path, { kind }]) => ({
    path,
    kind,
    address: settings && valueAt(settings, path),
  }))
}

function valueAt(settings: SiteSettings, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings)
  return typeof found === 'string' ? found : null
}
