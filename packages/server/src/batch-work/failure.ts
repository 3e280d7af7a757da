import { en } from '@kinora/core'

/** The reasons for which the platform gives a batch up (C-42). */
export type FailureKey =
  | 'bulk.storageDirectory'
  | 'validation.fileFormat'
  | 'bulk.fileLost'
  | 'bulk.creatorGone'
  | 'memberImport.fileLost'
  | 'memberImport.accountGone'

/**
 * What makes going on with a batch senseless: it ends as Cancelled with this sentence. No KinoraError, so that the
 * engine takes it for no single row's failure.
 */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure'

  constructor(key: FailureKey, cause?: unknown) {
    super(en[key], { cause })
  }
}

/** The failure in an error or in what caused it. */
export function findBatchFailure(error: unknown): BatchFailure | undefined {
  for (let next = error; next instanceof Error; next = next.cause)
    if (next instanceof BatchFailure) return next
  return undefined
}
