import {
  batches,
  categories,
  channels,
  collections,
  documents,
  type Endpoint,
  equipment,
  events,
  type FoundRow,
  focusAreas,
  fold,
  foldedWords,
  labels,
  mayWithRights,
  memberImports,
  members,
  providers,
  type SearchedNoun,
  type search,
  subscriptions,
  type TaxonomyKind,
  tenants,
} from '@kinora/core'
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { batchesTable as b } from '../batch-work/tables.ts'
import { isHidden } from '../categories/index.ts'
import { categoriesTable } from '../categories/tables.ts'
import { collectionsTable } from '../collections/tables.ts'
import { eventsTable } from '../events/tables.ts'
import {
  alphabetical,
  containing,
  contains,
  everything,
  folded,
  holds,
  localised,
  nothing,
  owned,
  ownedOrPlatform,
  rowsOf,
} from '../kernel/db/queries.ts'
import type { Caller, Handlers } from '../kernel/handlers.ts'
import { callScope, type Scope } from '../kernel/scope.ts'
import { membersTable } from '../members/tables.ts'
import { isChannelInScope } from '../stored-channels/index.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { documentsTable } from '../stored-documents/tables.ts'
import { isNotDeleted } from '../stored-providers/index.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { subscriptionsTable } from '../stored-subscriptions/tables.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** Where rows of a noun are found. */
interface Kind {
  /** The call whose list they stand in: who may make it finds them, in its scope. */
  list: Endpoint
  table: PgTable
  id: PgColumn
  name: PgColumn | SQL
  detail?: PgColumn
  /** Those of the list. */
  sees(scope: Scope): SQL | undefined
  /** Where the words are looked for; in the name unless given. */
  holds?(query: string): SQL | undefined
  /** Letters that the longest word has at least, so that an index finds it. */
  least?: number
}

/** A name in every language, a line each. */
const ofTaxonomy = (name: PgColumn): SQL =>
  sql`(SELECT string_agg(value, E'\\n') FROM jsonb_each_text(${name}))`
const ofCategory = (name: PgColumn): SQL =>
  sql`concat_ws(E'\\n', ${name} ->> 'invariantText',
    (SELECT string_agg(found #>> '{}', E'\\n') FROM jsonb_path_query(${name}, '$.localTexts[*].text') AS found))`

const taxonomy = (list: Endpoint, kind: TaxonomyKind): Kind => {
  const { id, name, tenantId } = taxonomiesTable
  return {
    list,
    table: taxonomiesTable,
    id,
    name: localised(name),
    sees: scope => and(eq(taxonomiesTable.kind, kind), ownedOrPlatform(scope, tenantId)),
    holds: query => contains(query, ofTaxonomy(name)),
  }
}

const batch = (list: Endpoint, kind: 'titles' | 'members'): Kind => ({
  list,
  table: b,
  id: b.batchId,
  name: b.title,
  sees: scope => and(eq(b.kind, kind), owned(scope, b)),
})

const kinds: Readonly<Record<SearchedNoun, Kind>> = {
  tenants: {
    list: tenants.view,
    table: tenantsTable,
    id: tenantsTable.tenantId,
    name: tenantsTable.name,
    detail: tenantsTable.tenantId,
    sees: scope => and(isNull(tenantsTable.deletedAt), scope.kind === 'all' ? everything : nothing),
  },
  channels: {
    list: channels.search,
    table: channelsTable,
    id: channelsTable.tag,
    name: channelsTable.displayName,
    sees: isChannelInScope,
  },
  providers: {
    list: providers.list,
    table: providersTable,
    id: providersTable.tag,
    name: providersTable.displayName,
    sees: scope => and(isNotDeleted, owned(scope, { providerId: providersTable.tag })),
  },
  collections: {
    list: collections.list,
    table: collectionsTable,
    id: collectionsTable.collectionTag,
    name: collectionsTable.name,
    sees: scope => owned(scope, collectionsTable),
  },
  events: {
    list: events.list,
    table: eventsTable,
    id: eventsTable.eventId,
    name: eventsTable.title,
    sees: scope => owned(scope, { tenantId: eventsTable.tenantId }),
  },
  documents: {
    list: documents.list,
    table: documentsTable,
    id: documentsTable.documentId,
    name: documentsTable.title,
    sees: scope => owned(scope, documentsTable),
  },
  subscriptions: {
    list: subscriptions.list,
    table: subscriptionsTable,
    id: subscriptionsTable.subsPackageId,
    name: subscriptionsTable.title,
    sees: scope => owned(scope, subscriptionsTable),
  },
  members: {
    list: members.list,
    table: membersTable,
    id: membersTable.userId,
    name: membersTable.name,
    detail: membersTable.email,
    sees: scope => owned(scope, membersTable),
    holds: query => holds(query, sql`members.search_text`),
    least: 3,
  },
  'member-imports': batch(memberImports.list, 'members'),
  batches: batch(batches.list, 'titles'),
  categories: {
    list: categories.list,
    table: categoriesTable,
    id: categoriesTable.categoryId,
    name: localised(categoriesTable.name),
    sees: scope => and(ownedOrPlatform(scope, categoriesTable.tenantId), not(isHidden())),
    holds: query => contains(query, ofCategory(categoriesTable.name)),
  },
  labels: taxonomy(labels.list, 'label'),
  'focus-areas': taxonomy(focusAreas.list, 'focusarea'),
  equipment: taxonomy(equipment.list, 'equipment'),
}

/** † decision 0122 */
export const searchHandlers: Handlers<typeof search> = {
  /** One statement for all nouns; names that begin with the words come first. */
  async list({ query, take }, context) {
    const words = foldedWords(query)
    const longest = Math.max(0, ...words.map(({ length }) => length))
    const parts = Object.entries(kinds).flatMap(([noun, kind]) => {
      const { list, table, id, name, detail = sql`NULL::text`, sees, least = 1 } = kind
      if (!isAllowed(list, context.caller) || longest < least) return []
      const isManaged = list.scope === 'managed'
      // Before customer support has chosen a tenant there are no rows of tenants (ROLE-04).
      if (!isManaged && context.scope.kind === 'unchosen') return []
      const scope = isManaged ? callScope('managed', context, undefined) : context.scope
      const where = and(sees(scope), kind.holds?.(query) ?? contains(query, name))
      const begins = sql`${folded(name)} LIKE ${containing(fold(query.trim())).slice(1)}`
      return [
        sql`(SELECT ${noun}::text AS noun, ${id} AS "row", coalesce(${name}, '') AS name, ${detail} AS detail FROM ${table}
          WHERE ${where} ORDER BY ${begins} DESC, ${alphabetical(name)}, ${id} LIMIT ${take})`,
      ]
    })
    if (parts.length === 0) return { data: [] }
    return { data: await rowsOf<FoundRow>(context.deps.db, sql.join(parts, sql` UNION ALL `)) }
  },
}

/** KEY-02: a key finds what it may list. */
const isAllowed = ({ id, allow }: Endpoint, { role, key }: Caller): boolean =>
  typeof allow !== 'string' && allow.includes(role) && (key === undefined || mayWithRights(id, key.rights))
