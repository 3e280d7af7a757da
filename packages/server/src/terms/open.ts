import type { BinaryAnswer } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Scope } from '../kernel/scope.ts'
import { readTerms } from './rows.ts'
import type { TermsRow } from './tables.ts'

/** API-92, TERMS-04: a file as it was uploaded; the headers of every answer keep it from running as a page (C-108). */
export async function openTerms(
  scope: Scope,
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  wanted: Pick<TermsRow, 'version' | 'languageCode'>,
): Promise<BinaryAnswer> {
  const row = await readTerms(scope, db, wanted)
  return {
    body: await blobs.read(row.blobKey),
    contentType: 'text/html; charset=utf-8',
    fileName: row.fileName,
  }
}
