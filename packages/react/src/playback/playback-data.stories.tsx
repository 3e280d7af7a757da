import type { PlaybackUpload } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { PlaybackData } from './playback-data.tsx'

export default { title: 'Playback/PlaybackData' }

const none = { data: [], totalRecords: 0, totalPages: 0, page: 1 }
const uploaded: PlaybackUpload = {
  trackingId: 'u-1',
  status: 'uploaded',
  fileName: 'plays-october.json',
  good: 9998,
  bad: 0,
  repeats: null,
  uploadedDate: '2026-11-20T10:00:00',
  problems: none,
}
const problems = {
  data: [
    { line: 17, path: 'startedAt', text: 'Use a date and time such as 2026-11-20T18:30:00Z' },
    { line: 204, path: 'tenantId', text: 'Tenant “nrth” doesn’t exist' },
  ],
  totalRecords: 2,
  totalPages: 1,
  page: 1,
}
const at = (search: string) => ({ read: () => new URLSearchParams(search), write: () => undefined })
const screen = (playback: StoryAnswers['playback'] = {}, search = 'upload=u-1') => (
  <StoryKinora answers={{ playback }}>
    <PlaybackData location={at(search)} backHref="#admin" />
  </StoryKinora>
)
const stands = (more: Partial<PlaybackUpload>) => screen({ view: () => ({ ...uploaded, ...more }) })

export const New = { render: () => screen({}, '') }
export const Loading = { render: () => screen({ view: never }) }
export const NotFound = { render: () => screen({ view: () => new Failure(404) }) }
export const Receiving = { render: () => stands({ status: 'receiving', good: 1200 }) }
export const Uploaded = { render: () => stands({}) }
export const WithProblems = { render: () => stands({ bad: 2, problems }) }
export const Committed = { render: () => stands({ status: 'committed' }) }
export const Cancelled = { render: () => stands({ status: 'cancelled' }) }
