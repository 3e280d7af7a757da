import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { TextList } from './text-list.tsx'

export default { title: 'Translations/TextList' }

const list = (list: NonNullable<StoryAnswers['translations']>['list']) => (
  <StoryKinora answers={{ translations: { list } }}>
    <TextList backHref="#admin" />
  </StoryKinora>
)

export const Loading = { render: () => list(never) }
export const Failed = { render: () => list(() => new Failure(500)) }
export const Full = { render: () => list(() => ({ data: [] })) }
