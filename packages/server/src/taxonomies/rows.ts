import {
  type Equipment,
  type FocusArea,
  type Label,
  type SearchInput,
  TaxonomyDraft,
  type TaxonomyKind,
  taxonomyIds,
} from '@kinora/core'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical, contains, isActiveAs, owned, ownedOrPlatform } from '../kernel/db/queries.ts'
import type { Author } from '../kernel/rows/audit.ts'
import { crud, picked } from '../kernel/rows/crud.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { taxonomiesTable as t } from './tables.ts'

/** By the English name, else any. */
const shownName = sql`coalesce(${t.name} ->> 'en-US', ${t.name} ->> 'en-GB',
  (SELECT value FROM jsonb_each_text(${t.name}) LIMIT 1))`

/** META-02, C-84: entries of the platform are offered to everyone and changed by no tenant. */
function taxonomy<E, K extends keyof E & string>(noun: string, kind: TaxonomyKind) {
  const rows = crud(t, {
    noun,
    id: 'id',
    sees: scope => and(eq(t.kind, kind), ownedOrPlatform(scope, t.tenantId)),
    owns: scope => and(eq(t.kind, kind), owned(scope, { tenantId: t.tenantId })),
    order: [alphabetical(shownName)],
    toDraft: picked(TaxonomyDraft),
    toEntity: ({ id, tenantId, name, isActive, version }) =>
      ({ [taxonomyIds[kind]]: id, tenantId, name, isActive, version }) as E,
  })
  return {
    ...rows,
    key: taxonomyIds[kind] as K,
    insert: (scope: Scope, db: Database, { values, by }: { values: OwnDraft; by: Author }) =>
      rows.insert(scope, db, { values: { ...values, kind }, by }),
  }
}
type OwnDraft = TaxonomyDraft & { tenantId: string }

/** The rows of one of the three nouns. */
export type Taxonomy<E, K extends keyof E & string> = ReturnType<typeof taxonomy<E, K>>

export const labelRows = taxonomy<Label, 'labelId'>('labels', 'label')
export const focusAreaRows = taxonomy<FocusArea, 'focusAreaId'>('focus-areas', 'focusarea')
export const equipmentRows = taxonomy<Equipment, 'equipmentId'>('equipment', 'equipment')

/** Part of a name in any language, active or not. */
export function isLike({ query, isActive }: SearchInput): readonly (SQL | undefined)[] {
  const found = contains(query, sql`names.value`)
  const named = sql`EXISTS (SELECT 1 FROM jsonb_each_text(${t.name}) AS names WHERE ${found})`
  return [found && named, isActiveAs(t.isActive, isActive)]
}

/** One deletion of the tenant’s labels at a time: two that share titles, and a save between them, would be a deadlock. */
export async function lockDeletions({ tenantId }: OfTenant, tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`labels of ${tenantId}`}))`)
}

/**
 * A delete hook of labels: removes a deleted label from every title that has it, however many: each is a write of the person who
 * deleted it, with a version and an audit entry. Who deletes a label owns it.
 */
export async function removeLabelFromTitles(
  tx: Database,
  { labelId, by }: { labelId: string; by: Author },
): Promise<void> {
  const { userId, displayName, client, key, external } = by
  const now = by.now.toISOString()
  await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
  await tx.execute(sql`
    WITH before AS (
      SELECT tag, label_ids FROM titles WHERE label_ids && ARRAY[${labelId}]::text[] ORDER BY tag FOR UPDATE
    ), changed AS (
      UPDATE titles SET label_ids = array_remove(titles.label_ids, ${labelId}), version = titles.version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${userId}
      FROM before WHERE titles.tag = before.tag
      RETURNING titles.tag, titles.version, titles.tenant_id, titles.provider_id, titles.class_name, titles.label_ids AS after,
        before.label_ids AS before
    ), told AS (
      INSERT INTO event_log (at, type, tenant_id, provider_id, subject, name, version, details, actor)
      SELECT ${now}::timestamptz, 'title.updated', tenant_id, provider_id, tag, class_name, version, '{"changed":["labelIds"]}',
        jsonb_build_object('userId', ${userId}::text, 'name', ${displayName}::text, 'client', ${client}::text)
      FROM changed
    )
    INSERT INTO audit_entries
      (at, user_id, display_name, client, noun, row_id, version, tenant_id, provider_id, row_name, verb, changes,
       key_id, key_name, external_id, external_name)
    SELECT ${now}::timestamptz, ${userId}, ${displayName}, ${client}, 'titles', tag, version, tenant_id, provider_id,
      class_name, 'update', jsonb_build_array(jsonb_build_object('path', 'labelIds', 'before', before, 'after', after)),
      ${key?.keyId ?? null}::text, ${key?.name ?? null}::text, ${external?.id ?? null}::text, ${external?.name ?? null}::text
    FROM changed`)
}
