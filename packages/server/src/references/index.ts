import { type ForeignReferences, type MayName, references } from '@kinora/core'
import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'

export interface Owner {
  tenantId: string | null
  providerId: string | null
}

type Owned = Extract<MayName, 'own' | 'offered' | 'ofProvider'>

/** Law 16, as a condition: the rows that a record of this owner may name. */
export function nameable(
  may: Owned,
  named: { tenantId?: PgColumn; providerId?: PgColumn },
  { tenantId, providerId }: Owner,
): SQL {
  const same = (column: PgColumn | undefined, id: string | null) =>
    column === undefined || id === null ? sql`false` : eq(column, id)
  if (may === 'ofProvider') return same(named.providerId, providerId)
  const own = same(named.tenantId, tenantId)
  return may === 'own' || named.tenantId === undefined ? own : or(isNull(named.tenantId), own)!
}

/** Where records keep references that a stored row can break, `r` being the record. */
export const records = {
  titles: {
    rows: 'titles r WHERE NOT r.is_delete AND NOT r.is_event',
    id: 'r.tag',
    columns: {
      channelId: 'r.channel_id',
      classCategoryId: 'r.class_category_id',
      classSubCategoryId: 'r.class_sub_category_id',
      equipmentIds: 'r.equipment_ids',
      focusAreaIds: 'r.focus_area_ids',
      labelIds: 'r.label_ids',
    },
  },
  events: {
    rows: 'events r WHERE true',
    id: 'r.event_id',
    columns: {
      classCategoryId: 'r.class_category_id',
      classSubCategoryId: 'r.class_sub_category_id',
      equipmentIds: 'r.equipment_ids',
      focusAreaIds: 'r.focus_area_ids',
      labelIds: 'r.label_ids',
    },
  },
  collections: {
    rows: 'collections r WHERE true',
    id: 'r.collection_tag',
    columns: { documentIds: 'r.document_ids' },
  },
  subscriptions: {
    rows: 'subscription_packages r WHERE true',
    id: 'r.subs_package_id',
    columns: { collectionTags: 'r.collection_tags' },
  },
} as const satisfies {
  [N in keyof typeof references]?: {
    rows: string
    id: string
    columns: { [F in keyof (typeof references)[N]]?: string }
  }
}

/** What is named, `n`, with whose it is. */
const named: Readonly<Record<string, string>> = {
  channel: '(SELECT tag AS id, provider_tag AS provider_id FROM channels) n',
  category: '(SELECT category_id AS id, tenant_id FROM categories) n',
  subCategory:
    '(SELECT s.sub_category_id AS id, c.tenant_id FROM sub_categories s JOIN categories c USING (category_id)) n',
  equipment: '(SELECT id, tenant_id FROM taxonomies) n',
  focusArea: '(SELECT id, tenant_id FROM taxonomies) n',
  label: '(SELECT id, tenant_id FROM taxonomies) n',
  document: '(SELECT document_id AS id, tenant_id FROM documents) n',
  collection: '(SELECT collection_tag AS id, tenant_id FROM collections) n',
}

const isForeign: Readonly<Record<Owned, string>> = {
  own: 'n.tenant_id IS DISTINCT FROM r.tenant_id',
  offered: 'n.tenant_id IS NOT NULL AND n.tenant_id IS DISTINCT FROM r.tenant_id',
  ofProvider: 'n.provider_id IS DISTINCT FROM r.provider_id',
}

type RecordNoun = keyof typeof records
type FieldOf<N extends RecordNoun> = keyof (typeof records)[N]['columns'] & string

/** Those that a stored record, `r`, names in a field and may not, since they belong to others. */
function foreignIds<N extends RecordNoun>(noun: N, field: FieldOf<N>): SQL {
  const { names, may } = (references[noun] as Record<string, { names: string; may: MayName }>)[field]!
  const column = (records[noun].columns as Record<string, string>)[field]!
  const isNamed = /s$/.test(field) ? `n.id = ANY(${column})` : `n.id = ${column}`
  return sql.raw(`(SELECT n.id FROM ${named[names]} WHERE ${isNamed} AND ${isForeign[may as Owned]})`)
}

const fieldsOf = <N extends RecordNoun>(noun: N) => Object.keys(records[noun].columns) as FieldOf<N>[]

/** C-136: what a stored title names that belongs to others, as rows from before the rule may. */
export async function foreignNames(
  db: Database,
  tag: string,
): Promise<{ field: FieldOf<'titles'>; id: string }[]> {
  const fields = fieldsOf('titles')
  const lists = fields.map(field => sql`ARRAY${foreignIds('titles', field)} AS ${sql.identifier(field)}`)
  const [found] = await rowsOf<Record<string, string[]>>(
    db,
    sql`SELECT ${sql.join(lists, sql`, `)} FROM titles r WHERE r.tag = ${tag}`,
  )
  return fields.flatMap(field => found?.[field]?.map(id => ({ field, id })) ?? [])
}

/** C-136: a title, `titles`, whose channel is its own provider’s. */
export const hasOwnChannel: SQL = sql`EXISTS (SELECT 1 FROM channels own_channel
  WHERE own_channel.tag = titles.channel_id AND own_channel.provider_tag = titles.provider_id)`

/** C-136: a title, `titles`, that names nothing of others. */
export const namesOnlyOwn: SQL = sql`NOT EXISTS (SELECT 1 FROM titles r WHERE r.tag = titles.tag AND (${sql.join(
  fieldsOf('titles').map(field => sql`EXISTS ${foreignIds('titles', field)}`),
  sql` OR `,
)}))`

/** Records that are named at once. */
const NAMED = 20

/** C-136: all stored records that name what belongs to others, by noun and field. */
export async function foreignReferences(db: Database): Promise<ForeignReferences[]> {
  const found: ForeignReferences[] = []
  for (const noun of Object.keys(records) as RecordNoun[]) {
    const { rows, id } = records[noun]
    for (const field of fieldsOf(noun)) {
      const [row] = await rowsOf<{ count: number; ids: string[] | null }>(
        db,
        sql`SELECT count(*)::int AS count, (array_agg(id ORDER BY id))[1:${sql.raw(String(NAMED))}] AS ids
          FROM (SELECT ${sql.raw(id)} AS id FROM ${sql.raw(rows)} AND EXISTS ${foreignIds(noun, field)}) f`,
      )
      if (row !== undefined && row.count > 0)
        found.push({ noun, field, count: row.count, ids: row.ids ?? [] })
    }
  }
  return found
}
