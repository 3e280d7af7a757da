import { RestorableField, TitleDraft } from '@kinora/core'
import { and, asc, eq, gte, type SQL } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import { type AuditEntry, auditEntriesTable as a } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

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
 * of these changes found, whoever owned the title then: nothing that came later is told.
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
  for (const { path, before } of entries.flatMap(({ changes }) => changes))
    if (wanted.has(path) && !former.has(path)) former.set(path, before)
  return TitleDraft.partial().parse(Object.fromEntries(former))
}
