import type { Batch, BatchRow } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { BatchView } from './batch-view.tsx'
import { storyBatch } from './fixtures.ts'

export default { title: 'Batches/BatchView' }

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
const storyRows: BatchRow[] = states.map((state, index) => ({
  row: index + 2,
  externalId: `class-${index + 1}`,
  title: index === 4 ? '' : `Class ${index + 1}`,
  tag: index < 4 ? `kn-${index}` : '',
  state,
  digest: '',
  problem: state === 'failed' ? 'Upload failed' : state === 'refused' ? 'title: Required Title' : '',
  next: state === 'failed' || state === 'refused' ? 'Correct the row and add the CSV anew.' : '',
}))

const view = (batches: StoryAnswers['batches']) => (
  <StoryKinora answers={{ batches }}>
    <BatchView batchId="b-1" listHref="#list" titleHref={tag => `#${tag}`} />
  </StoryKinora>
)
const paged = (data: BatchRow[]) => ({ totalRecords: data.length, totalPages: 1, page: 1, data })
const shown = (part: Partial<Batch>, rows: BatchRow[] = []) =>
  view({ fetch: () => storyBatch(part), results: () => paged(rows) })

export const Loading = { render: () => view({ fetch: never }) }
export const NotFound = { render: () => view({ fetch: () => new Failure(404) }) }
export const Failed = { render: () => view({ fetch: () => new Failure(500) }) }
export const New = { render: () => shown({}) }
export const Processing = {
  render: () => shown({ status: 'Processing', rows: { total: 8, done: 3, bad: 2 } }, storyRows),
}
export const Stopping = {
  render: () => shown({ status: 'Stop', isFinishing: true, rows: { total: 8, done: 3, bad: 2 } }, storyRows),
}
export const Cancelled = {
  render: () =>
    shown({
      status: 'Cancelled',
      fileStoreStatus: 'Error',
      problem: 'Unable to access the storage directory for this bulk upload.',
    }),
}
export const Complete = {
  render: () => shown({ status: 'Complete', rows: { total: 3, done: 3, bad: 0 } }, storyRows.slice(0, 3)),
}
