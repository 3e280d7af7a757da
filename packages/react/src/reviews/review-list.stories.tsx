import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { reviewAnswers } from './fixtures.tsx'
import { ReviewList } from './review-list.tsx'

export default { title: 'Reviews/ReviewList' }

const list = (answers = reviewAnswers()) => (
  <StoryKinora answers={answers}>
    <ReviewList titleHref={tag => `#${tag}`} />
  </StoryKinora>
)
const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }
const unrated = { count: 0, average: null, months: [] }

export const Loading = { render: () => list(reviewAnswers({ list: never, ratings: never })) }
export const Empty = {
  render: () => list(reviewAnswers({ list: () => nothing, ratings: () => unrated })),
}
export const Failed = { render: () => list(reviewAnswers({ list: () => new Failure(503) })) }
export const Full = { render: () => list() }
