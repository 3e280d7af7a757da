import { Failure, never, type StoryAnswers, StoryKinora } from '../../testing/stories.tsx'
import { bare, choices, completed } from '../testing/fixtures.ts'
import { TitleEditor } from './title-editor.tsx'

export default { title: 'Titles/TitleEditor' }

const metadata = { view: () => choices }
type Titles = NonNullable<StoryAnswers['titles']>

const found = (title: typeof completed | undefined) => ({
  totalRecords: 1,
  totalPages: 1,
  page: 1,
  data: title === undefined ? [] : [title],
})
const editor = (find: Titles['find'], tag: string | undefined = completed.tag) => (
  <StoryKinora answers={{ titles: { find }, metadata }}>
    <TitleEditor tag={tag} listHref="#list" />
  </StoryKinora>
)

export const Empty = {
  render: () => (
    <StoryKinora answers={{ metadata }}>
      <TitleEditor listHref="#list" />
    </StoryKinora>
  ),
}
export const Loading = { render: () => editor(never) }
export const NotFound = { render: () => editor(() => found(undefined)) }
export const Failed = { render: () => editor(() => new Failure(500)) }
export const Partial = { render: () => editor(() => found(bare), bare.tag) }
export const Full = { render: () => editor(() => found(completed)) }
