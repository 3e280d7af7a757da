import { AUDIT_PAGE_MAX, type AuditEntry, type audit, toPage, toWireDate } from '@kinora/core'
import { toCsvFile } from '../kernel/csv-file.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { kindOf } from './kinds.ts'
import { toReport } from './report.ts'
import { eachEntry, listEntries, type StoredEntry } from './rows.ts'

/** † decision 0056 */
export const auditHandlers: Handlers<typeof audit> = {
  async list({ page, take, ...filter }, { scope, deps }) {
    const isAll = take < 1
    const wanted = isAll ? { page: 1, take: AUDIT_PAGE_MAX } : { page, take: Math.min(take, AUDIT_PAGE_MAX) }
    const { rows, total } = await listEntries(scope, deps.db, { ...filter, ...wanted })
    if (isAll && total > AUDIT_PAGE_MAX) throw refused('audit.tooMany', { max: AUDIT_PAGE_MAX }, 'take')
    return toPage(rows.map(toEntry), total, { page, take: isAll ? take : wanted.take })
  },

  async export(filter, { scope, deps }) {
    return toCsvFile(toReport(eachEntry(scope, deps.db, filter)), 'AuditLog.csv')
  },
}

function toEntry({ entry, email, role }: StoredEntry): AuditEntry {
  const { id: entryId, at, displayName: by, rowId: row, ...same } = entry
  return { ...same, entryId, at: toWireDate(at), kind: kindOf(entry), by, row, email, role }
}
