import { Role } from '@kinora/core'
import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { CategoryList } from './category-list.tsx'
import { categoryAnswers } from './fixtures.tsx'

export default { title: 'Categories/CategoryList' }

const rowHref = (id: string) => `#${id}`
const list = (answers = categoryAnswers()) => (
  <StoryKinora answers={answers}>
    <CategoryList addHref="#add" rowHref={rowHref} />
  </StoryKinora>
)
const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }

export const Loading = { render: () => list(categoryAnswers({ list: never })) }
export const Empty = { render: () => list(categoryAnswers({ list: () => nothing })) }
export const Failed = { render: () => list(categoryAnswers({ list: () => new Failure(403) })) }
export const Full = { render: () => list() }
export const ReadOnly = { render: () => list(categoryAnswers({}, Role.Provider)) }
