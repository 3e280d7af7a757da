import { type BinaryResponse, type TermsFile, toWireDate } from '@kinora/core'
import { and, asc, desc, eq, max } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { owned } from '../kernel/db/queries.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { lockTenant } from '../tenants/index.ts'
import { type TermsRow, termsTable as t } from './tables.ts'

/** All languages of all versions, the newest version first. */
export async function listTerms(scope: Scope, db: Database): Promise<TermsFile[]> {
  const rows = await db
    .select()
    .from(t)
    .where(owned(scope, { tenantId: t.tenantId }))
    .orderBy(desc(t.version), asc(t.languageCode))
  return rows.map(toFile)
}

/** One language of a version, or `notFound` (C-108). */
async function readTerms(
  scope: Scope,
  db: Database,
  { version, languageCode }: Pick<TermsRow, 'version' | 'languageCode'>,
): Promise<TermsRow> {
  const wanted = and(eq(t.version, version), eq(t.languageCode, languageCode))
  const [row] = await db
    .select()
    .from(t)
    .where(and(owned(scope, { tenantId: t.tenantId }), wanted))
  if (row === undefined) throw notFound()
  return row
}

/** A file that is stored already. */
export type StoredTerms = Pick<TermsRow, 'languageCode' | 'fileName' | 'size' | 'digest' | 'blobKey'>

/**
 * TERMS-07: adds the next version; whoever uploads at the same time gets the one after it. What the newest version says
 * already, byte for byte, is that version: an upload whose answer was lost can be sent again. `isNew` is false then, and the
 * files that were stored for it are of no use.
 */
export function insertTerms(
  scope: OfTenant,
  db: Database,
  { title, files, by }: { title: string; files: readonly StoredTerms[]; by: Author },
): Promise<{ version: number; isNew: boolean }> {
  const { tenantId } = scope
  return db.transaction(async tx => {
    await lockTenant(scope, tx)
    const newest = await readNewest(tx, tenantId)
    const last = newest[0]?.version ?? 0
    if (last > 0 && isSame(newest, { title, files })) return { version: last, isNew: false }
    const version = last + 1
    const common = { tenantId, version, title, createdAt: by.now, createdBy: by.userId }
    await tx.insert(t).values(files.map(file => ({ ...common, ...file })))
    const written = {
      title,
      files: Object.fromEntries(files.map(file => [file.languageCode, file.fileName])),
    }
    await recordWrite(tx, by, {
      noun: 'terms',
      id: tenantId,
      name: title,
      verb: 'upload',
      version,
      owner: { tenantId },
      changes: differences({}, written),
    })
    return { version, isNew: true }
  })
}

const readNewest = (tx: Database, tenantId: string): Promise<TermsRow[]> => {
  const newest = tx
    .select({ version: max(t.version) })
    .from(t)
    .where(eq(t.tenantId, tenantId))
  return tx
    .select()
    .from(t)
    .where(and(eq(t.tenantId, tenantId), eq(t.version, newest)))
}

const isSame = (
  rows: readonly TermsRow[],
  { title, files }: { title: string; files: readonly StoredTerms[] },
): boolean =>
  rows.length === files.length &&
  rows.every(row =>
    files.some(
      file =>
        row.title === title &&
        row.languageCode === file.languageCode &&
        row.fileName === file.fileName &&
        row.digest === file.digest,
    ),
  )

const toFile = ({
  version,
  languageCode,
  title,
  fileName,
  size,
  digest,
  createdAt,
}: TermsRow): TermsFile => ({
  version,
  languageCode,
  title,
  size,
  digest,
  filename: fileName,
  createdDate: toWireDate(createdAt),
})

/** API-92, TERMS-04: a file as it was uploaded; the headers of every answer keep it from running as a page (C-108). */
export async function openTerms(
  scope: Scope,
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  wanted: Pick<TermsRow, 'version' | 'languageCode'>,
): Promise<BinaryResponse> {
  const row = await readTerms(scope, db, wanted)
  return {
    body: await blobs.read(row.blobKey),
    contentType: 'text/html; charset=utf-8',
    fileName: row.fileName,
  }
}
