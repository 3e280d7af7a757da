import { type Channel, toPublishChannel } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../kernel/db/rows-of.ts'
import type { Database } from '../../ports/db.ts'
import type { NamesPort, TitleNames } from '../../ports/names.ts'

type ChannelJson = Pick<Channel, 'name' | 'displayName' | 'providerId' | 'active'> & Channel['Availability']

/** Each name once, by its id; null where there is none of the kind. */
interface NamesJson {
  categories: Record<string, string | null> | null
  subCategories: Record<string, string | null> | null
  channels: Record<string, ChannelJson> | null
  providers: Record<string, { name: string; isTenantProvider: boolean }> | null
  taxonomies: Record<string, Record<string, string>> | null
}

/** Holds all names in memory until their version in the database changes (decision 0016). */
export function createNames(db: Database): NamesPort {
  let cached: { version: string; names: TitleNames } | undefined
  return {
    async read() {
      const [current] = await rowsOf<{ version: string }>(db, sql`SELECT version FROM names_version`)
      if (cached?.version === current!.version) return cached.names
      const [row] = await rowsOf<{ version: string; names: NamesJson }>(db, allNames)
      cached = { version: row!.version, names: toNames(row!.names) }
      return cached.names
    },
  }
}

/** One statement, so that version and names belong together. */
const allNames = sql`SELECT (SELECT version FROM names_version) AS version, json_build_object(
  'categories', (SELECT json_object_agg(category_id, name ->> 'invariantText') FROM categories),
  'subCategories', (SELECT json_object_agg(sub_category_id, name ->> 'invariantText') FROM sub_categories),
  'channels', (SELECT json_object_agg(tag, json_build_object('name', name, 'displayName', display_name,
    'providerId', provider_tag, 'active', is_active, 'inClub', in_club, 'appAndweb', app_and_web, 'hotel', hotel)) FROM channels),
  'providers', (SELECT json_object_agg(tag,
    json_build_object('name', display_name, 'isTenantProvider', is_tenant_provider)) FROM providers),
  'taxonomies', (SELECT json_object_agg(id, name) FROM taxonomies)) AS names`

function toNames(json: NamesJson): TitleNames {
  const lookUp = <T>(kind: Record<string, T> | null) => {
    const map = new Map(Object.entries(kind ?? {}))
    return (id: string | null): T | undefined => (id === null ? undefined : map.get(id))
  }
  const [category, subCategory] = [lookUp(json.categories), lookUp(json.subCategories)]
  const channel = lookUp(json.channels)
  const taxonomies = new Map(Object.entries(json.taxonomies ?? {}).map(([id, name]) => [id, inEnglish(name)]))
  return {
    category: id => category(id) ?? '',
    subCategory: id => subCategory(id) ?? '',
    channel: tag => channel(tag)?.displayName ?? '',
    publishChannel(tag) {
      const found = channel(tag)
      return found && { ...toPublishChannel({ ...found, Availability: found }), providerId: found.providerId }
    },
    provider: lookUp(json.providers),
    taxonomy: ids => ids.flatMap(id => taxonomies.get(id) ?? []),
  }
}

/** The English name of a taxonomy entry, else any. */
function inEnglish(name: Record<string, string>): string | undefined {
  return name['en-US'] ?? name['en-GB'] ?? Object.values(name)[0]
}
