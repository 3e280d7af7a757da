import {
  type HistoryChange,
  type HistoryEntry,
  HistoryField,
  HistoryValue,
  parseInput,
  RestorableField,
  TitleDraft,
  toWireDate,
} from '@kinora/core'
import { and, asc, eq, gte, type SQL } from 'drizzle-orm'
import { owned } from '../kernel/db/queries.ts'
import { type AuditEntry, auditEntriesTable as a } from '../kernel/rows/audit.ts'
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
    entryId: entry.id,
    at: toWireDate(entry.at),
    by: entry.displayName,
    client: entry.client,
    verb: entry.verb,
    version: entry.version,
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
  return [
    {
      path: path.data,
      before: old,
      after: now,
      beforeNames: toNames(path.data, old, names),
      afterNames: toNames(path.data, now, names),
      isRestorable: RestorableField.safeParse(path.data).success,
    },
  ]
}

/** The names of what ids stand for; an id that nothing has any more is its own name. */
function toNames(path: HistoryField, value: HistoryValue, names: TitleNames): string[] {
  const name = nameOf(path, names)
  if (name === undefined || value === null) return []
  return [value].flat().map(id => name(String(id)) || String(id))
}

function nameOf(path: HistoryField, names: TitleNames): ((id: string) => string | undefined) | undefined {
  switch (path) {
    case 'classCategoryId':
      return names.category
    case 'classSubCategoryId':
      return names.subCategory
    case 'channelId':
      return names.channel
    case 'providerId':
    case 'SourceProviderId':
      return id => names.provider(id)?.name
    case 'equipmentIds':
    case 'focusAreaIds':
    case 'labelIds':
      return id => names.taxonomy([id])[0]
    default:
      return undefined
  }
}
