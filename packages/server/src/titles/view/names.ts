import { languageName } from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ports/db.ts'
import type { StoredTitle } from '../../stored-titles/index.ts'

/** The names that a page of titles shows beside its ids. */
export interface Names {
  category(id: string | null): string
  subCategory(id: string | null): string
  language(tag: string | null): string
  channel(tag: string | null): string
  provider(tag: string | null): { name: string; isTenantProvider: boolean } | undefined
  taxonomy(ids: readonly string[]): string[]
  /** The last chunk of the title's video that is stored. */
  chunkNumber(tag: string): number
}

/** Each name once, by its id; null where there is none of the kind. */
export interface NamedJson {
  categories: Record<string, string | null> | null
  subCategories: Record<string, string | null> | null
  channels: Record<string, string> | null
  providers: Record<string, { name: string; isTenantProvider: boolean }> | null
  taxonomies: Record<string, Record<string, string>> | null
  /** The chunk that is expected next. */
  uploads: Record<string, number> | null
}

/** For each kind the ids that are asked for, as a subquery. */
type Asked = Record<keyof NamedJson, SQL>

/** Names that stand for ids; how far an upload has come isn't one of them. */
export type ShownNames = Omit<Names, 'chunkNumber'>

/** Names for titles that were read before. */
export async function readNames(db: Database, titles: readonly StoredTitle[]): Promise<Names> {
  const ids = (pick: (title: StoredTitle) => string | null | readonly string[]) => {
    const all = new Set(titles.flatMap(title => pick(title) ?? []))
    return sql`SELECT unnest(${sql.param([...all])}::text[])`
  }
  const names = toNames({
    categories: ids(title => title.classCategoryId),
    subCategories: ids(title => title.classSubCategoryId),
    channels: ids(title => title.channelId),
    providers: ids(title => title.providerId),
    taxonomies: ids(title => [...title.equipmentIds, ...title.focusAreaIds]),
    uploads: ids(title => (title.videoStatus === null ? null : title.tag)),
  })
  const answer = await db.execute(sql`SELECT ${names} AS names`)
  const { rows } = answer as unknown as { rows: { names: NamedJson }[] }
  return readable(rows[0]!.names)
}

function toNames(asked: Asked): SQL<NamedJson> {
  return sql`json_build_object(
    'categories', (SELECT json_object_agg(category_id, name ->> 'invariantText') FROM categories
      WHERE category_id IN (${asked.categories})),
    'subCategories', (SELECT json_object_agg(sub_category_id, name ->> 'invariantText') FROM sub_categories
      WHERE sub_category_id IN (${asked.subCategories})),
    'channels', (SELECT json_object_agg(tag, display_name) FROM channels WHERE tag IN (${asked.channels})),
    'providers', (SELECT json_object_agg(tag,
        json_build_object('name', display_name, 'isTenantProvider', is_tenant_provider))
      FROM providers WHERE tag IN (${asked.providers})),
    'taxonomies', (SELECT json_object_agg(id, name) FROM taxonomies WHERE id IN (${asked.taxonomies})),
    'uploads', (SELECT json_object_agg(title_tag, next_chunk) FROM uploads
      WHERE role = 'video' AND title_tag IN (${asked.uploads})))`
}

/** Every name there is, as one JSON value. */
export const allNames: SQL<NamedJson> = toNames({
  categories: sql`SELECT category_id FROM categories`,
  subCategories: sql`SELECT sub_category_id FROM sub_categories`,
  channels: sql`SELECT tag FROM channels`,
  providers: sql`SELECT tag FROM providers`,
  taxonomies: sql`SELECT id FROM taxonomies`,
  uploads: sql`SELECT NULL::text`,
})

/** The JSON of the database as the questions that a title asks. */
export function readable(named: NamedJson): Names {
  const lookUp = <T>(kind: Record<string, T> | null) => {
    const map = new Map(Object.entries(kind ?? {}))
    return (id: string | null): T | undefined => (id === null ? undefined : map.get(id))
  }
  const nameIn = (kind: Record<string, string | null> | null) => {
    const find = lookUp(kind)
    return (id: string | null): string => find(id) ?? ''
  }
  const taxonomies = new Map(
    Object.entries(named.taxonomies ?? {}).map(([id, name]) => [id, inEnglish(name)]),
  )
  const nextChunk = lookUp(named.uploads)
  return {
    category: nameIn(named.categories),
    subCategory: nameIn(named.subCategories),
    language: languageName,
    channel: nameIn(named.channels),
    provider: lookUp(named.providers),
    taxonomy: wanted => wanted.flatMap(id => taxonomies.get(id) ?? []),
    chunkNumber: tag => (nextChunk(tag) ?? 1) - 1,
  }
}

/** The English name of a taxonomy entry, else any. */
function inEnglish(name: Record<string, string>): string | undefined {
  return name['en-US'] ?? name['en-GB'] ?? Object.values(name)[0]
}
