import { assertNoIssues, limits } from '@kinora/core'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import { newTag } from '../kernel/rows/stamps.ts'
import type { CheckedDocument } from '../ports/probe.ts'
import type { OfTenant } from './rows.ts'

/** A PDF that is good and not stored yet. */
export interface GoodPdf extends CheckedDocument {
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
export async function keepPdf<T>(
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
