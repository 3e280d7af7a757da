import type { Batch } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { BatchList } from './batch-list.tsx'
import { storyBatch } from './fixtures.ts'

export default { title: 'Batches/BatchList' }

const list = (answers: StoryAnswers) => (
  <StoryKinora answers={answers}>
    <BatchList addHref="#add" />
  </StoryKinora>
)
const found = (data: Batch[]) => ({ totalRecords: data.length, totalPages: 1, page: 1, data })
const rows = { total: 120, done: 80, bad: 4 }
const one = (batchId: string, part: Partial<Batch>) => storyBatch({ batchId, ...part })

export const Loading = { render: () => list({ batches: { list: never } }) }
export const Empty = { render: () => list({ batches: { list: () => found([]) } }) }
export const Failed = { render: () => list({ batches: { list: () => new Failure(403) } }) }
export const Full = {
  render: () =>
    list({
      batches: {
        list: () =>
          found([
            one('1', {}),
            one('2', { status: 'Processing', rows, title: 'Winter, all channels' }),
            one('3', { status: 'Stop', isFinishing: true, rows }),
            one('4', { status: 'Stop', rows, title: 'تمارين الصباح' }),
            one('5', { status: 'Complete', rows: { total: 120, done: 120, bad: 0 } }),
            one('6', {
              status: 'Cancelled',
              fileStoreStatus: 'Error',
              problem: 'Unable to access the storage.',
            }),
          ]),
      },
    }),
}
