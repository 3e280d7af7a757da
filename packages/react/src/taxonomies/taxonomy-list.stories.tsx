import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { labelAnswers } from './fixtures.tsx'
import { TaxonomyList } from './taxonomy-list.tsx'

export default { title: 'Taxonomies/TaxonomyList' }

const list = (answers = labelAnswers()) => (
  <StoryKinora answers={answers}>
    <TaxonomyList kind="label" addHref="#add" />
  </StoryKinora>
)
const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }

export const Loading = { render: () => list(labelAnswers(undefined, { list: never })) }
export const Empty = { render: () => list(labelAnswers(undefined, { list: () => nothing })) }
export const Failed = { render: () => list(labelAnswers(undefined, { list: () => new Failure(403) })) }
export const Full = { render: () => list() }
