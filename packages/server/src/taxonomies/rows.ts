import {
  type Equipment,
  type FocusArea,
  type Label,
  type SearchInput,
  TaxonomyDraft,
  type TaxonomyKind,
  taxonomyIds,
} from '@kinora/core'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical, contains, isActiveAs } from '../kernel/db/conditions.ts'
import { owned, ownedOrPlatform } from '../kernel/db/scope-condition.ts'
import type { Author } from '../kernel/rows/audit.ts'
import { crud } from '../kernel/rows/crud.ts'
import { picked } from '../kernel/rows/picked.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { taxonomiesTable as t } from './tables.ts'

/** By the English name, else any. */
const shownName = sql`coalesce(${t.name} ->> 'en-US', ${t.name} ->> 'en-GB',
  (SELECT value FROM jsonb_each_text(${t.name}) LIMIT 1))`

/** META-02, C-84: entries of the platform are offered to everyone and changed by no tenant. */
function taxonomy<E>(noun: string, kind: TaxonomyKind) {
  const rows = crud(t, {
    noun,
    id: 'id',
    sees: scope => and(eq(t.kind, kind), ownedOrPlatform(scope, t.tenantId)),
    owns: scope => and(eq(t.kind, kind), owned(scope, { tenantId: t.tenantId })),
    order: [alphabetical(shownName), asc(t.id)],
    toDraft: picked(TaxonomyDraft),
    toEntity: ({ id, tenantId, name, isActive, version }) =>
      ({ [taxonomyIds[kind]]: id, tenantId, name, isActive, version }) as E,
  })
  return {
    ...rows,
    insert: (scope: Scope, db: Database, { values, by }: { values: OwnDraft; by: Author }) =>
      rows.insert(scope, db, { values: { ...values, kind }, by }),
  }
}
type OwnDraft = TaxonomyDraft & { tenantId: string }

/** The rows of one of the three nouns. */
export type Taxonomy<E> = ReturnType<typeof taxonomy<E>>

export const labelRows = taxonomy<Label>('labels', 'label')
export const focusAreaRows = taxonomy<FocusArea>('focus-areas', 'focusarea')
export const equipmentRows = taxonomy<Equipment>('equipment', 'equipment')

/** Part of a name in any language, active or not. */
export function isLike({ query, isActive }: SearchInput): SQL | undefined {
  const found = contains(query, sql`names.value`)
  const named = sql`EXISTS (SELECT 1 FROM jsonb_each_text(${t.name}) AS names WHERE ${found})`
  return and(found && named, isActiveAs(t.isActive, isActive))
}
