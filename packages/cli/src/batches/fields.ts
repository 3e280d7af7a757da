import type { Batch } from '@kinora/core'
import { namesOf } from '../kernel/json-fields.ts'

/** What `--json` may name of a batch. */
export const batchFields = namesOf<Batch>({
  batchId: true,
  tenantId: true,
  providerId: true,
  title: true,
  notificationEmail: true,
  createdDate: true,
  status: true,
  fileStoreStatus: true,
  fileStoreFolder: true,
  filesFound: true,
  fileToProcess: true,
  problem: true,
  isFinishing: true,
  rows: true,
  version: true,
})
