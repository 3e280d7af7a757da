import type { TitleJob, TitleJobPreview } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../../testing/stories.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { TitleJobList } from './title-job-list.tsx'

export default { title: 'Titles/Bulk changes' }

const counts = { total: 40, waiting: 0, done: 38, same: 0, refused: 2, changed: 0, undone: 0 }
const job = (jobId: string, part: Partial<TitleJob> = {}): TitleJob => ({
  jobId,
  act: 'publish',
  undoes: null,
  status: 'Done',
  problem: [],
  edit: null,
  counts,
  isUndoable: true,
  by: 'Mia Larsen',
  isMine: true,
  createdDate: '2026-11-20T08:00:00',
  endedDate: '2026-11-20T08:00:12',
  ...part,
})
const list = (answers: StoryAnswers) => (
  <StoryKinora answers={answers}>
    <TitleJobList listHref="#titles" />
  </StoryKinora>
)
const found = (data: TitleJob[]) => ({ totalRecords: data.length, totalPages: 1, page: 1, data })

export const Loading = { render: () => list({ 'title-jobs': { list: never } }) }
export const Empty = { render: () => list({ 'title-jobs': { list: () => found([]) } }) }
export const Failed = { render: () => list({ 'title-jobs': { list: () => new Failure(403) } }) }
export const Full = {
  render: () =>
    list({
      'title-jobs': {
        list: () =>
          found([
            job('1', {
              act: 'edit',
              edit: { skill: 7, labelIds: { how: 'add', values: ['a'] } },
              status: 'Running',
              endedDate: null,
              isUndoable: false,
              counts: { ...counts, waiting: 25, done: 15, refused: 0 },
            }),
            job('2'),
            job('3', {
              act: 'undo',
              undoes: { jobId: '2', act: 'delete' },
              isUndoable: false,
              counts: { ...counts, done: 40, refused: 0 },
            }),
            job('4', {
              status: 'Cancelled',
              problem: [{ path: '', code: 'titleJob.accountGone' }],
              counts: { ...counts, waiting: 10, done: 28 },
            }),
          ]),
      },
    }),
}

const preview: TitleJobPreview = {
  totalRecords: 3,
  totalPages: 1,
  page: 1,
  counts: {
    total: 3,
    change: 1,
    same: 1,
    refused: 1,
    publishes: 1,
    live: 0,
    sites: 0,
    collections: 0,
    events: 0,
  },
  collections: [],
  events: [],
  data: [
    {
      tag: 'kn-1',
      className: 'Morning flow',
      outcome: 'change',
      publishes: true,
      problem: [],
      changes: [{ path: 'skill', before: 3, after: 7, beforeNames: [], afterNames: [] }],
    },
    {
      tag: 'kn-2',
      className: 'تمارين الصباح',
      outcome: 'refused',
      publishes: false,
      changes: [],
      problem: [{ path: 'equipmentIds', code: 'validation.maxOptions', params: { max: 3 } }],
    },
  ],
}

const dialog = (act: 'edit' | 'publish') => (
  <StoryKinora answers={{ 'title-jobs': { preview: () => preview } }}>
    <BulkDialog
      act={act}
      choice={{ titles: { tags: ['kn-1', 'kn-2', 'kn-3'] }, count: 3 }}
      metadata={undefined}
      onClose={() => undefined}
      onStarted={() => undefined}
    />
  </StoryKinora>
)
export const Preview = { render: () => dialog('publish') }
export const Fields = { render: () => dialog('edit') }
