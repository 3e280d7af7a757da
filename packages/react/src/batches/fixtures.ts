import type { Batch } from '@kinora/core'

/** A batch as a story begins with it. */
export const storyBatch = (part: Partial<Batch> = {}): Batch => ({
  batchId: 'b-1',
  tenantId: 'north',
  providerId: 'tenant-north',
  title: 'Autumn classes',
  notificationEmail: 'ops@northwind.test',
  createdDate: '2026-11-18T08:00:00',
  status: null,
  fileStoreStatus: 'Ready',
  fileStoreFolder: 'tenants/north',
  filesFound: 14,
  fileToProcess: 'autumn.csv',
  problem: null,
  isFinishing: false,
  version: 1,
  rows: { total: 0, done: 0, bad: 0 },
  ...part,
})
