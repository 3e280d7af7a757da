import { type AuditEntry, type audit, toPage, toWireDate } from '@kinora/core'
import { toCsvFile } from '../kernel/csv-file.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { kindOf } from './kinds.ts'
import { toReport } from './report.ts'
import { eachEntry, listEntries, type StoredEntry } from './rows.ts'

/** † decision 0056 */
export const auditHandlers: Handlers<typeof audit> = {
  async list({ page, take, ...filter }, { scope, deps }) {
    const { rows, total } = await listEntries(scope, deps.db, { ...filter, page, take })
    return toPage(rows.map(toEntry), total, { page, take })
  },

  async export(filter, { scope, deps }) {
    return toCsvFile(toReport(eachEntry(scope, deps.db, filter)), 'AuditLog.csv')
  },
}

function toEntry({ entry, email, role }: StoredEntry): AuditEntry {
  const { id: entryId, at, displayName: by, rowId: row, ...same } = entry
  return { ...same, entryId, at: toWireDate(at), kind: kindOf(entry), by, row, email, role }
}
