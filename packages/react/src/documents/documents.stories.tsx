import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { DocumentForm, DocumentList } from './documents.tsx'
import { documentAnswers } from './fixtures.tsx'

export default { title: 'Documents' }

const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }
const rowHref = (id: string) => `#${id}`
const list = (answers = documentAnswers()) => (
  <StoryKinora answers={answers}>
    <DocumentList addHref="#add" rowHref={rowHref} />
  </StoryKinora>
)
const form = (id?: string, answers = documentAnswers()) => (
  <StoryKinora answers={answers}>
    <DocumentForm id={id} listHref="#list" />
  </StoryKinora>
)

export const ListLoading = { render: () => list(documentAnswers({ list: never })) }
export const ListEmpty = { render: () => list(documentAnswers({ list: () => nothing })) }
export const ListFailed = { render: () => list(documentAnswers({ list: () => new Failure(403) })) }
export const ListFull = { render: () => list() }
export const FormNew = { render: () => form() }
export const FormStored = { render: () => form('plan') }
export const FormMissing = { render: () => form('gone') }
