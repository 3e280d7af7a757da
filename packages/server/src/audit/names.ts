import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { batchesTable } from '../batch-work/tables.ts'
import { captionsTable } from '../captions/tables.ts'
import { categoriesTable } from '../categories/tables.ts'
import { offered } from '../collections/index.ts'
import { collectionsTable } from '../collections/tables.ts'
import { eventsTable } from '../events/tables.ts'
import { contains, holds, localised, owned } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import { apiKeysTable } from '../keys/tables.ts'
import type { Database } from '../ports/db.ts'
import { usersTable } from '../session/tables.ts'
import { scimGroupsTable, scimUsersTable } from '../sso/tables.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { documentsTable } from '../stored-documents/tables.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { subscriptionsTable } from '../stored-subscriptions/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { viewsTable } from '../views/tables.ts'
import { webhooksTable } from '../webhooks/tables.ts'

/** Where the name of a row stands, and whose it is; names of nobody's rows are for those who see everything. */
interface Named {
  table: PgTable
  id: PgColumn
  name: PgColumn | SQL
  /** A folded column with an index that holds the name among other texts: a million of them aren't read one by one. */
  searched?: PgColumn
  owner: { tenantId?: PgColumn; providerId?: PgColumn }
  /** Rows of others whose name the caller knows. */
  isKnown?(scope: Scope): SQL | undefined
}

const tenant: Named = {
  table: tenantsTable,
  id: tenantsTable.tenantId,
  name: tenantsTable.name,
  owner: { tenantId: tenantsTable.tenantId },
}
const provider: Named = {
  table: providersTable,
  id: providersTable.tag,
  name: providersTable.displayName,
  owner: {},
}
const title: Named = {
  table: titlesTable,
  id: titlesTable.tag,
  name: titlesTable.className,
  owner: titlesTable,
  searched: titlesTable.searchText,
  isKnown: scope => (scope.kind === 'tenant' ? offered(scope) : undefined),
}
const batch: Named = {
  table: batchesTable,
  id: batchesTable.batchId,
  name: batchesTable.title,
  owner: batchesTable,
}
const taxonomy: Named = {
  table: taxonomiesTable,
  id: taxonomiesTable.id,
  name: localised(taxonomiesTable.name),
  owner: taxonomiesTable,
}

/** By the noun of an entry. */
const named: Readonly<Record<string, Named>> = {
  titles: title,
  favourites: title,
  captions: { table: captionsTable, id: captionsTable.trackId, name: captionsTable.title, owner: {} },
  channels: { table: channelsTable, id: channelsTable.tag, name: channelsTable.displayName, owner: {} },
  providers: provider,
  tenants: tenant,
  'web-settings': tenant,
  'app-settings': tenant,
  terms: tenant,
  categories: {
    table: categoriesTable,
    id: categoriesTable.categoryId,
    name: localised(categoriesTable.name),
    owner: categoriesTable,
  },
  labels: taxonomy,
  'focus-areas': taxonomy,
  equipment: taxonomy,
  collections: {
    table: collectionsTable,
    id: collectionsTable.collectionTag,
    name: collectionsTable.name,
    owner: collectionsTable,
  },
  documents: {
    table: documentsTable,
    id: documentsTable.documentId,
    name: documentsTable.title,
    owner: documentsTable,
  },
  subscriptions: {
    table: subscriptionsTable,
    id: subscriptionsTable.subsPackageId,
    name: subscriptionsTable.title,
    owner: subscriptionsTable,
  },
  events: {
    table: eventsTable,
    id: eventsTable.eventId,
    name: eventsTable.title,
    owner: { tenantId: eventsTable.tenantId },
  },
  batches: batch,
  'member-imports': batch,
  keys: { table: apiKeysTable, id: apiKeysTable.keyId, name: apiKeysTable.name, owner: apiKeysTable },
  views: { table: viewsTable, id: viewsTable.viewId, name: viewsTable.name, owner: viewsTable },
  webhooks: {
    table: webhooksTable,
    id: webhooksTable.webhookId,
    name: webhooksTable.url,
    owner: webhooksTable,
  },
  'scim-users': {
    table: scimUsersTable,
    id: scimUsersTable.scimId,
    name: scimUsersTable.userName,
    owner: {},
  },
  'scim-groups': {
    table: scimGroupsTable,
    id: scimGroupsTable.scimId,
    name: scimGroupsTable.displayName,
    owner: {},
  },
  accounts: { table: usersTable, id: usersTable.userId, name: usersTable.displayName, owner: {} },
}

/** What rows are called now: by noun and id, of those that are still there and in reach. */
export type Names = (noun: string, id: string | null) => string | null

/** The names of these rows, one query for each noun among them. */
export async function readNames(
  scope: Scope,
  db: Database,
  wanted: readonly { noun: string; id: string | null }[],
): Promise<Names> {
  const ids = new Map<string, Set<string>>()
  for (const { noun, id } of wanted)
    if (id !== null && noun in named) ids.set(noun, (ids.get(noun) ?? new Set()).add(id))
  const found = new Map<string, string>()
  for (const [noun, some] of ids) {
    const { table, id, name, owner, isKnown } = named[noun]!
    const rows = await db
      .select({ id, name: sql<string | null>`${name}` })
      .from(table)
      .where(and(inArray(id, [...some]), or(owned(scope, owner), isKnown?.(scope))))
    for (const row of rows) if (row.name) found.set(`${noun} ${row.id}`, row.name)
  }
  return (noun, id) => found.get(`${noun} ${id}`) ?? null
}

/** Entries of rows with this text in their name, of every noun. */
export function isOfNamed(
  scope: Scope,
  db: Database,
  { text, entry }: { text: string; entry: Record<'noun' | 'rowId', PgColumn> },
): SQL | undefined {
  return or(
    ...Object.entries(named).map(([noun, { table, id, name, owner, searched }]) => {
      const found = and(searched && holds(text, searched), contains(text, name), owned(scope, owner))
      return and(eq(entry.noun, noun), inArray(entry.rowId, db.select({ id }).from(table).where(found)))
    }),
  )
}
