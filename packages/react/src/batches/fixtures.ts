import type { Batch, BatchRow } from '@kinora/core'

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
  ...{
    fileToProcess: 'autumn.csv',
    problem: null,
    isFinishing: false,
    version: 1,
    rows: { total: 0, done: 0, bad: 0 },
  },
  ...part,
})

const states: BatchRow['state'][] = [
  'published',
  'completed',
  'saved',
  'failed',
  'refused',
  'processing',
  'working',
  'waiting',
]

/** One row in each state. */
export const storyRows: BatchRow[] = states.map((state, index) => ({
  row: index + 2,
  externalId: `class-${index + 1}`,
  title: index === 4 ? '' : `Class ${index + 1}`,
  tag: index < 4 ? `kn-${index}` : '',
  state,
  digest: '',
  problem: state === 'failed' ? 'Upload failed' : state === 'refused' ? 'title: Required Title' : '',
  next: state === 'failed' || state === 'refused' ? 'Correct the row and add the CSV anew.' : '',
}))
