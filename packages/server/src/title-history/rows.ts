import {
  type HistoryChange,
  type HistoryEntry,
  HistoryField,
  HistoryValue,
  parseInput,
  type Reference,
  RestorableField,
  references,
  TitleDraft,
} from '@kinora/core'
import { and, asc, eq, gte, type SQL } from 'drizzle-orm'
import { nameOf, toNames } from '../history/index.ts'
import { owned } from '../kernel/db/queries.ts'
import { type AuditEntry, auditEntriesTable as a, toActed } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { TitleNames } from '../ports/names.ts'
import { fromRecordedPath } from '../stored-titles/index.ts'

interface EntryOf {
  tag: string
  entryId: number
}

const ofTitle = (tag: string): SQL => and(eq(a.noun, 'titles'), eq(a.rowId, tag))!

/** One act on a title; undefined where there is none, or where it was done while somebody else owned the title (F-2). */
export async function readEntry(
  scope: Scope,
  db: Database,
  { tag, entryId }: EntryOf,
): Promise<AuditEntry | undefined> {
  const [entry] = await db
    .select()
    .from(a)
    .where(and(ofTitle(tag), eq(a.id, entryId), owned(scope, a)))
  return entry
}

/**
 * What the fields of a title held before an act, of those that were changed by it or since. That is what the first
 * of these changes found, whoever owned the title then: nothing that came later is told. Throws `invalid` for what isn’t allowed any more.
 */
export async function readFormer(
  tx: Database,
  { tag, entryId, fields }: EntryOf & { fields?: readonly RestorableField[] | undefined },
): Promise<Partial<TitleDraft>> {
  const entries = await tx
    .select({ changes: a.changes })
    .from(a)
    .where(and(ofTitle(tag), gte(a.id, entryId)))
    .orderBy(asc(a.id))
  const wanted = new Set<string>(fields ?? RestorableField.options)
  const former = new Map<string, unknown>()
  for (const { path: recorded, before } of entries.flatMap(({ changes }) => changes)) {
    const path = fromRecordedPath(recorded)
    if (wanted.has(path) && !former.has(path)) former.set(path, before)
  }
  return parseInput(TitleDraft.partial(), Object.fromEntries(former))
}

/** An audit entry in the words of the title’s fields. What the platform keeps beside them stays out. */
export function toHistoryEntry(entry: AuditEntry, names: TitleNames): HistoryEntry {
  const changes = entry.changes.flatMap(change => toChange(change, names))
  return {
    ...toActed(entry),
    changes: entry.verb === 'create' ? changes.map(change => ({ ...change, isRestorable: false })) : changes,
    isRestorable: entry.verb !== 'create' && changes.some(({ isRestorable }) => isRestorable),
  }
}

/** One recorded change; nothing where it is none of a title’s fields. */
export function toChange(
  { path: recorded, before, after }: AuditEntry['changes'][number],
  names: TitleNames,
): HistoryChange[] {
  const path = HistoryField.safeParse(fromRecordedPath(recorded.replace(/^upload\./, '')))
  const values = [HistoryValue.safeParse(before), HistoryValue.safeParse(after)] as const
  if (!path.success || !values[0].success || !values[1].success) return []
  const [old, now] = [values[0].data, values[1].data]
  const name = nameOf(kindAt(path.data), names)
  return [
    {
      path: path.data,
      before: old,
      after: now,
      beforeNames: toNames(old, name),
      afterNames: toNames(now, name),
      isRestorable: RestorableField.safeParse(path.data).success,
    },
  ]
}

/** What the ids in a field name. */
const kindAt = (path: HistoryField): string | undefined =>
  path === 'SourceProviderId' ? 'provider' : (references.titles as Record<string, Reference>)[path]?.names
