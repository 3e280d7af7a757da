import { Batch } from '@kinora/core'

/** What `--json` may name of a batch. */
export const batchFields: readonly string[] = Object.keys(Batch.shape)
