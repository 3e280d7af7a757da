import {
  AUDIT_PAGE_MAX,
  type AuditEntry,
  type AuditFilter,
  type AuditKey,
  type AuditKind,
  assertNoIssues,
  type audit,
  changeWords,
  checkAuditFilter,
  en,
  fillText,
  toPage,
  toWireDate,
} from '@kinora/core'
import { type CsvCell, toCsvFile, toCsvLine } from '../kernel/csv.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type Names, readNames } from './names.ts'
import { eachEntry, listEntries, type StoredEntry } from './rows.ts'

/** † decision 0056 */
export const auditHandlers: Handlers<typeof audit> = {
  async list({ page, take, ...filter }, { scope, deps }) {
    assertNoIssues(checkAuditFilter(filter))
    const isAll = take < 1
    const wanted = isAll ? { page: 1, take: AUDIT_PAGE_MAX } : { page, take: Math.min(take, AUDIT_PAGE_MAX) }
    const { rows, total } = await listEntries(scope, deps.db, { ...filter, ...wanted })
    if (isAll && total > AUDIT_PAGE_MAX) throw refused('audit.tooMany', { max: AUDIT_PAGE_MAX }, 'take')
    const names = await namesOf(scope, deps.db, rows)
    return toPage(
      rows.map(row => toEntry(row, names)),
      total,
      { page, take: isAll ? take : wanted.take },
    )
  },

  async export(filter, { scope, deps }) {
    assertNoIssues(checkAuditFilter(filter))
    return toCsvFile(toReport(eachNamed(scope, deps.db, filter)), 'AuditLog.csv')
  },
}

const namesOf = (scope: Scope, db: Database, rows: readonly StoredEntry[]): Promise<Names> =>
  readNames(
    scope,
    db,
    rows.flatMap(({ entry: { noun, rowId, tenantId, providerId } }) => [
      { noun, id: rowId },
      { noun: 'tenants', id: tenantId },
      { noun: 'providers', id: providerId },
    ]),
  )

async function* eachNamed(scope: Scope, db: Database, filter: AuditFilter): AsyncGenerator<NamedEntry[]> {
  for await (const rows of eachEntry(scope, db, filter)) {
    const names = await namesOf(scope, db, rows)
    yield rows.map(row => ({ ...row, names }))
  }
}

function toEntry({ entry, email, role }: StoredEntry, names: Names): AuditEntry {
  const { id: entryId, at, displayName: by, rowId: row, ...same } = entry
  const { noun, tenantId, providerId } = entry
  return {
    ...same,
    entryId,
    at: toWireDate(at),
    kind: kindOf(entry),
    by,
    row,
    email,
    role,
    name: names(noun, row),
    tenantName: names('tenants', tenantId),
    providerName: names('providers', providerId),
  }
}

const words = (key: AuditKey): string => fillText(en[key])

/** With what its rows are called. */
type NamedEntry = StoredEntry & { names: Names }

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
async function* toReport(batches: AsyncGenerator<NamedEntry[]>): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(([name]) => name))
  for await (const batch of batches) {
    yield before + batch.map(stored => toCsvLine(columns.map(([, read]) => read(stored)))).join('')
    before = ''
  }
  if (before !== '') yield before
}

const ofSession: Readonly<Record<string, AuditKind>> = {
  login: 'signIn',
  loginFailed: 'failedSignIn',
  refused: 'refusal',
}

/** What an entry tells of. */
const kindOf = ({ noun, verb }: { noun: string; verb: string }): AuditKind =>
  (noun === 'session' ? ofSession[verb] : undefined) ?? 'change'
