import type { HistoryChange, HistoryEntry } from '@kinora/core'
import { HistoryField, HistoryValue, RestorableField, toWireDate } from '@kinora/core'
import type { AuditEntry } from '../kernel/rows/audit.ts'
import type { TitleNames } from '../ports/names.ts'

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
  const path = HistoryField.safeParse(recorded.replace(/^upload\./, ''))
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
    case 'providerID':
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
