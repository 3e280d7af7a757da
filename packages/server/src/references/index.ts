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

/** Whether what a stored record, `r`, names in a field belongs to somebody whom it may not name. */
function namesForeign<N extends RecordNoun>(noun: N, field: FieldOf<N>): SQL {
  const { names, may } = (references[noun] as Record<string, { names: string; may: MayName }>)[field]!
  const column = (records[noun].columns as Record<string, string>)[field]!
  const isNamed = /s$/.test(field) ? `n.id = ANY(${column})` : `n.id = ${column}`
  return sql.raw(`EXISTS (SELECT 1 FROM ${named[names]} WHERE ${isNamed} AND ${isForeign[may as Owned]})`)
}

type Naming = Owner & { [F in FieldOf<'titles'>]: string | null | readonly string[] }

/** C-136: the fields of a title that name what belongs to others, as rows from before the rule may; of one that isn’t stored yet as well. */
export async function foreignFields(db: Database, title: Naming): Promise<FieldOf<'titles'>[]> {
  const fields = Object.keys(records.titles.columns) as FieldOf<'titles'>[]
  const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
  const flags = fields.map(field => sql`${namesForeign('titles', field)} AS ${sql.identifier(field)}`)
  const values = fields.map(field => {
    const column = sql.identifier(records.titles.columns[field].slice('r.'.length))
    const type = sql.raw(Array.isArray(title[field]) ? 'text[]' : 'text')
    return sql`${sql.param(title[field])}::${type} AS ${column}`
  })
  const { tenantId, providerId } = title
  const [found] = await rowsOf<Record<string, boolean>>(
    db,
    sql`SELECT ${list(flags)} FROM (SELECT ${tenantId}::text AS tenant_id, ${providerId}::text AS provider_id, ${list(values)}) r`,
  )
  return fields.filter(field => found?.[field] === true)
}

/** C-136: a title, `titles`, whose channel is its own provider’s. */
export const hasOwnChannel: SQL = sql`EXISTS (SELECT 1 FROM channels own_channel
  WHERE own_channel.tag = titles.channel_id AND own_channel.provider_tag = titles.provider_id)`

/** Records that are named at once. */
const NAMED = 20

/** C-136: all stored records that name what belongs to others, by noun and field. */
export async function foreignReferences(db: Database): Promise<ForeignReferences[]> {
  const found: ForeignReferences[] = []
  for (const noun of Object.keys(records) as RecordNoun[]) {
    const { rows, id, columns } = records[noun]
    for (const field of Object.keys(columns) as FieldOf<RecordNoun>[]) {
      const [row] = await rowsOf<{ count: number; ids: string[] | null }>(
        db,
        sql`SELECT count(*)::int AS count, (array_agg(id ORDER BY id))[1:${sql.raw(String(NAMED))}] AS ids
          FROM (SELECT ${sql.raw(id)} AS id FROM ${sql.raw(rows)} AND ${namesForeign(noun, field)}) f`,
      )
      if (row !== undefined && row.count > 0)
        found.push({ noun, field, count: row.count, ids: row.ids ?? [] })
    }
  }
  return found
}
