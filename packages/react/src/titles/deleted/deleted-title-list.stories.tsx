import type { DeletedTitle } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../../testing/stories.tsx'
import { DeletedTitleList } from './deleted-title-list.tsx'

export default { title: 'Titles/DeletedTitleList' }

const deleted = (tag: string, className: string, wasPublished: boolean): DeletedTitle => ({
  tag,
  className,
  wasPublished,
  contentType: 1,
  imageLink: null,
  classCategory: 'Yoga',
  provider: 'Lake',
  deletedBy: 'Mia Larsen',
  deletedDate: '2026-11-18T09:00:00',
  restorableUntil: '2026-12-18T09:00:00',
})
const found = (data: DeletedTitle[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const list = (list: NonNullable<StoryAnswers['deleted-titles']>['list']) => (
  <StoryKinora answers={{ 'deleted-titles': { list } }}>
    <DeletedTitleList listHref="#list" />
  </StoryKinora>
)

export const Loading = { render: () => list(never) }
export const Empty = { render: () => list(() => found([])) }
export const Failed = { render: () => list(() => new Failure(500)) }
export const Full = {
  render: () => list(() => found([deleted('1', 'Morning flow', true), deleted('2', '', false)])),
}
