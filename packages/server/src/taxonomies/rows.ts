import { type Equipment, type FocusArea, type Label, type TaxonomyKind, taxonomyIds } from '@kinora/core'
import { and, asc, eq, sql } from 'drizzle-orm'
import { ownedOrPlatform } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { taxonomiesTable } from './tables.ts'

interface Kinds {
  label: Label
  focusarea: FocusArea
  equipment: Equipment
}

/** Entries of the platform and of the tenant, by their English name. */
export async function listTaxonomy<K extends TaxonomyKind>(
  scope: Scope,
  db: Database,
  kind: K,
): Promise<Kinds[K][]> {
  const { id, tenantId, name, isActive } = taxonomiesTable
  const rows = await db
    .select({ id, tenantId, name, isActive })
    .from(taxonomiesTable)
    .where(and(eq(taxonomiesTable.kind, kind), ownedOrPlatform(scope, tenantId)))
    .orderBy(asc(sql`lower(${name} ->> 'en-US')`), asc(id))
  return rows.map(({ id: value, ...rest }) => ({
    [taxonomyIds[kind]]: value,
    version: 1,
    ...rest,
  })) as Kinds[K][]
}
