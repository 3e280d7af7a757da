import { auditTexts, changeWords, fillText, toWireDate } from '@kinora/core'
import { type CsvCell, toCsvLine } from '../kernel/csv.ts'
import { kindOf } from './kinds.ts'
import type { Names } from './names.ts'
import type { StoredEntry } from './rows.ts'

const words = (key: keyof typeof auditTexts): string => fillText(auditTexts[key])

/** With what its rows are called. */
export type NamedEntry = StoredEntry & { names: Names }

const columns: readonly [string, (stored: NamedEntry) => CsvCell][] = [
  ['Entry', ({ entry }) => entry.id],
  ['Time (UTC)', ({ entry }) => toWireDate(entry.at)],
  ['Kind', ({ entry }) => kindOf(entry)],
  ['Name', ({ entry }) => entry.displayName],
  ['Email', ({ email }) => email],
  ['User id', ({ entry }) => entry.userId],
  ['Program', ({ entry }) => entry.client],
  ['Network address', ({ entry }) => entry.address],
  ['Noun', ({ entry }) => entry.noun],
  ['Id', ({ entry }) => entry.rowId],
  ['Act', ({ entry }) => entry.verb],
  ['Version', ({ entry }) => entry.version],
  ['Tenant', ({ entry }) => entry.tenantId],
  ['Provider', ({ entry }) => entry.providerId],
  ['Changes', ({ entry }) => entry.changes.map(change => changeWords(change, words)).join('\n')],
  ['Role', ({ role }) => (role === null ? null : words(`role.${role}`))],
  ['Row name', ({ entry, names }) => names(entry.noun, entry.rowId)],
  ['Tenant name', ({ entry, names }) => names('tenants', entry.tenantId)],
  ['Provider name', ({ entry, names }) => names('providers', entry.providerId)],
]

/** The lines of the export, headed by its columns. */
export async function* toReport(batches: AsyncGenerator<NamedEntry[]>): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(([name]) => name))
  for await (const batch of batches) {
    yield before + batch.map(stored => toCsvLine(columns.map(([, read]) => read(stored)))).join('')
    before = ''
  }
  if (before !== '') yield before
}
