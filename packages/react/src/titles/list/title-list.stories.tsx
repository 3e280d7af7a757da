import { type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../../testing/stories.tsx'
import { bare } from '../testing/fixtures.ts'
import { TitleList } from './title-list.tsx'

export default { title: 'Titles/TitleList' }

const at = (address: string) => {
  const params = new URLSearchParams(address)
  return { read: () => params, write: () => undefined }
}
const list = (answers: StoryAnswers, address = '') => (
  <StoryKinora answers={answers}>
    <TitleList location={address === '' ? undefined : at(address)} addHref="#add" />
  </StoryKinora>
)
const found = (data: Title[]) => ({ totalRecords: data.length, totalPages: 1, page: 1, data })

const draft: Title = {
  ...bare,
  tag: 'kn-1',
  className: '',
  classCategory: '',
  classSubCategory: '',
  classLanguage: '',
  channelName: '',
  equipmentTypeTags: [],
  focusAreaTags: [],
  level: null,
  isComplete: false,
  rawVideoFileUrl: null,
}
const names = ['Morning flow', 'Kettlebell ladder', 'Climb', 'Yin for runners', '晨间瑜伽', 'تمارين الصباح']
const one = (index: number, part: Partial<Title> = {}): Title => ({
  ...draft,
  tag: `kn-${1000 + index}`,
  className: names[index % names.length]!,
  instructor: 'Mia Larsen',
  classCategory: 'Yoga',
  channelName: 'Studio',
  durationSecond: 1200 + index * 61,
  status: TitleStatus.Published,
  videoStatus: VideoStatus.Completed,
  scheduleDate: '2026-12-01T09:00:00',
  ...part,
})
const working = [
  one(0, { status: 6, videoStatus: VideoStatus.Processing, processing: { step: 'encode', fraction: 0.42 } }),
  one(1, {
    status: 6,
    videoStatus: VideoStatus.Normalizing,
    processing: { step: 'normalise', fraction: 0.1 },
  }),
  one(2, { status: TitleStatus.Error, videoStatus: VideoStatus.Failed, errorType: 'upload.unreadable' }),
  draft,
]

export const Loading = { render: () => list({ titles: { search: never } }) }
export const Empty = { render: () => list({ titles: { search: () => found([]) } }) }
/** Some titles still lack most of what they need; nothing is known about the choices of the filters. */
export const Partial = {
  render: () => list({ titles: { search: () => found(working), find: () => found(working) } }),
}
export const Failed = { render: () => list({ titles: { search: () => new Failure(403) } }) }
export const Full = {
  render: () =>
    list({ titles: { search: () => found(Array.from({ length: 90 }, (_, index) => one(index))) } }),
}
const library = (input: { status?: unknown }) => {
  const asked = [input.status ?? []].flat()
  const all = [...working, ...Array.from({ length: 60 }, (_, index) => one(index))]
  return found(asked.length === 0 ? all : all.filter(({ status }) => asked.includes(status)))
}
export const Covers = { render: () => list({ titles: { search: library } }, 'view=covers') }
export const Board = { render: () => list({ titles: { search: library } }, 'view=board') }
