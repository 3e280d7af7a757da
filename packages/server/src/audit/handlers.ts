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
  entryWords,
  fillText,
  type MessageParams,
  toPage,
  toWireDate,
} from '@kinora/core'
import { type CsvCell, toCsvFile, toCsvLine } from '../kernel/csv.ts'
import { firstNames } from '../kernel/db/queries.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type Names, readNames } from './names.ts'
import { eachEntry, lastKnownNames, listEntries, type StoredEntry } from './rows.ts'

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

/** What is called what now, and what rows that are gone were called last. */
interface KnownNames {
  now: Names
  last: Names
}

async function namesOf(scope: Scope, db: Database, rows: readonly StoredEntry[]): Promise<KnownNames> {
  const now = await readNames(
    scope,
    db,
    rows.flatMap(({ entry }) => [
      { noun: entry.noun, id: entry.rowId },
      { noun: 'tenants', id: entry.tenantId },
      { noun: 'providers', id: entry.providerId },
      ...sitesOf(entry).map(id => ({ noun: 'tenants', id })),
    ]),
  )
  const nameless = rows.filter(
    ({ entry: { noun, rowId, rowName } }) =>
      rowName === null && noun !== 'session' && now(noun, rowId) === null,
  )
  const kept = await lastKnownNames(
    scope,
    db,
    nameless.map(({ entry }) => entry),
  )
  return { now, last: (noun, id) => kept.get(`${noun} ${id}`) ?? null }
}

const nameOf = ({ noun, rowId, rowName }: StoredEntry['entry'], { now, last }: KnownNames): string | null =>
  rowName || now(noun, rowId) || last(noun, rowId)

/** The tenants that publishing brought it to, or took it from. */
function sitesOf({ verb, changes }: StoredEntry['entry']): string[] {
  const tenants = changes.find(({ path }) => path === 'tenants')
  if (tenants === undefined || !['publish', 'unpublish'].includes(verb)) return []
  const [before, after] = [idsIn(tenants.before), idsIn(tenants.after)]
  const [less, more] = verb === 'publish' ? [before, after] : [after, before]
  return more.filter(id => !less.includes(id))
}

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : []

async function* eachNamed(scope: Scope, db: Database, filter: AuditFilter): AsyncGenerator<NamedEntry[]> {
  for await (const rows of eachEntry(scope, db, filter)) {
    const names = await namesOf(scope, db, rows)
    yield rows.map(row => ({ ...row, names }))
  }
}

function toEntry({ entry, email, role }: StoredEntry, names: KnownNames): AuditEntry {
  const { id: entryId, at, displayName: by, rowId: row, rowName: _, ...same } = entry
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
    name: nameOf(entry, names),
    nameNow: names.now(noun, row),
    sites: siteNames(entry, names),
    tenantName: names.now('tenants', tenantId),
    providerName: names.now('providers', providerId),
  }
}

const siteNames = (entry: StoredEntry['entry'], { now }: KnownNames): string[] =>
  firstNames(sitesOf(entry).flatMap(id => now('tenants', id) ?? []))

const words = (key: AuditKey, params?: MessageParams): string => fillText(en[key], params)

/** With what its rows are called. */
type NamedEntry = StoredEntry & { names: KnownNames }

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
  ['Row name', ({ entry, names }) => nameOf(entry, names)],
  ['Tenant name', ({ entry, names }) => names.now('tenants', entry.tenantId)],
  ['Provider name', ({ entry, names }) => names.now('providers', entry.providerId)],
  ['What happened', stored => entryWords(toEntry(stored, stored.names), words)],
  ['Key', ({ entry }) => entry.keyName],
  ['Key id', ({ entry }) => entry.keyId],
  ['On behalf of', ({ entry }) => entry.externalName],
  ['On behalf of (id)', ({ entry }) => entry.externalId],
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
