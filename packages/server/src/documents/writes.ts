import { assertNoIssues, type DocumentDraft, type DocumentPlaces, limits } from '@kinora/core'
import { collectionsWith, setDocument } from '../collections/index.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, newTag } from '../kernel/rows/audit.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import type { CheckedDocument } from '../ports/probe.ts'
import { assertQuotaForDocument } from '../quotas/index.ts'
import { lockTenant } from '../tenants/index.ts'
import { documentRows, placeDocument } from './rows.ts'

/** A file with the key that it is stored under. */
interface StoredPdf {
  pdf: GoodPdf
  blobKey: string
}

interface NewDocument extends Partial<DocumentPlaces> {
  draft: DocumentDraft
  file: StoredPdf
  by: Author
}

type Needs = Pick<Deps, 'settings'> & { db: Database; blobs: BlobPort }

/** API-112: with its places, or not at all. */
export async function insertDocument(
  scope: OfTenant,
  { db: tx, blobs, settings }: Needs,
  { draft: { active: isActive, title, ...draft }, file, by, ...places }: NewDocument,
): Promise<string> {
  const { tenantId } = scope
  await assertQuotaForDocument({ settings }, tx, { tenantId, size: file.pdf.bytes.byteLength })
  await lockTenant(scope, tx)
  const values = { tenantId, ...draft, title: title.trim(), isActive, ...(await toColumns(file, tx, blobs)) }
  const { documentId } = await documentRows.insert(scope, tx, { values, by })
  const row = await documentRows.lock(scope, tx, documentId)
  await placeDocument(scope, tx, { row, ...places, by })
  return documentId
}

interface DocumentChange extends Partial<DocumentPlaces> {
  id: string
  version: number | undefined
  set: { [K in keyof DocumentDraft]?: DocumentDraft[K] | undefined }
  /** Another one in place of the one that is there. */
  file: StoredPdf | undefined
  by: Author
}

/** API-113: what is left out stays; returns the key of a file that nobody needs any more. */
export async function updateDocument(
  scope: OfTenant,
  { db: tx, blobs, settings }: Needs,
  { id, version, set: { active: isActive, title, ...texts }, file, by, ...places }: DocumentChange,
): Promise<string | undefined> {
  if (file !== undefined) {
    const { byteLength: size } = file.pdf.bytes
    await assertQuotaForDocument({ settings }, tx, { tenantId: scope.tenantId, size, documentId: id })
  }
  await lockTenant(scope, tx)
  const row = await documentRows.lock(scope, tx, id)
  const columns = file && (await toColumns(file, tx, blobs))
  const set = { ...texts, title: title?.trim(), isActive, ...columns }
  await documentRows.update(scope, tx, { id, version, by, set })
  await placeDocument(scope, tx, { row, ...places, by })
  if (file === undefined) return undefined
  // The same file once more is no change: then the new copy is the one that goes.
  return row.digest === file.pdf.digest ? file.blobKey : row.blobKey
}

/** The picture of the first page goes with the row that names it. */
async function toColumns({ pdf, blobKey }: StoredPdf, tx: Database, blobs: BlobPort) {
  const { bytes, pages, digest, preview } = pdf
  const previewLink = await storeImage({ blobs, db: tx }, preview, 'png')
  return { blobKey, size: bytes.byteLength, pages, digest, previewLink }
}

/** API-115 */
export async function mapDocument(
  scope: OfTenant,
  tx: Database,
  { documentId, by, ...places }: { documentId: string; by: Author } & Partial<DocumentPlaces>,
): Promise<void> {
  await lockTenant(scope, tx)
  const row = await documentRows.lock(scope, tx, documentId)
  await placeDocument(scope, tx, { row, ...places, by })
}

/** API-117 */
export async function setInCollection(
  scope: OfTenant,
  tx: Database,
  { documentId, tag, on, by }: { documentId: string; tag: string; on: boolean; by: Author },
): Promise<void> {
  await lockTenant(scope, tx)
  await documentRows.lock(scope, tx, documentId)
  await setDocument(scope, tx, { tag, documentId, on, by })
}

/** API-116: it leaves the collections that show it. */
export async function removeDocument(
  scope: OfTenant,
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  { documentId, by }: { documentId: string; by: Author },
): Promise<void> {
  const { blobKey } = await db.transaction(async tx => {
    await lockTenant(scope, tx)
    const row = await documentRows.lock(scope, tx, documentId)
    for (const { collectionTag: tag } of await collectionsWith(scope, tx, documentId))
      await setDocument(scope, tx, { tag, documentId, on: false, by })
    await documentRows.remove(scope, tx, { id: documentId, by })
    return row
  })
  await discard(blobs, blobKey)
}

/** A file that can’t be removed now is an orphan, which the daily sweep takes. */
export const discard = (blobs: BlobPort, blobKey: string): Promise<void> =>
  blobs.remove(blobKey).catch(() => undefined)

/** A PDF that is good and not stored yet. */
interface GoodPdf extends CheckedDocument {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  digest: string
}

/** DOC-02: looks at the file that came, away from everybody else’s calls. Throws `invalid` with what is wrong with it. */
export async function checkPdf(
  file: Blob,
  { tenantId }: OfTenant,
  { deps, signal }: Pick<Context, 'deps' | 'signal'>,
): Promise<GoodPdf> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  if (file.size >= limits.documentSize) assertNoIssues([{ path: 'file', code: 'validation.documentSize' }])
  const bytes = new Uint8Array(await file.arrayBuffer())
  const checked = await deps.probe.document({ name, bytes, owner: tenantId }, signal)
  if ('issues' in checked) assertNoIssues(checked.issues)
  const { pages, preview } = checked as CheckedDocument
  return { name, bytes, pages, preview, digest: await sha256(bytes) }
}

/** Stores it under a key of its own, which goes again where `write` fails. */
export async function storePdf<T>(
  { deps: { blobs } }: Pick<Context, 'deps'>,
  pdf: GoodPdf,
  write: (blobKey: string) => Promise<T>,
): Promise<T> {
  const blobKey = `documents/${newTag()}.pdf`
  await blobs.put(blobKey, pdf.bytes)
  try {
    return await write(blobKey)
  } catch (error) {
    await blobs.remove(blobKey)
    throw error
  }
}
