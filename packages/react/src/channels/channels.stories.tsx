import { Role } from '@kinora/core'
import { supplyAnswers } from '../publishing/fixtures.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { ChannelForm, type ChannelFormProps } from './channel-form.tsx'
import { ChannelList } from './channel-list.tsx'

export default { title: 'Channels/Channels' }

const rowHref = (tag: string) => `#${tag}`
const list = (answers = supplyAnswers()) => (
  <StoryKinora answers={answers}>
    <ChannelList rowHref={rowHref} addHref="#add" />
  </StoryKinora>
)
const form = (props: ChannelFormProps = {}, answers = supplyAnswers()) => (
  <StoryKinora answers={answers}>
    <ChannelForm listHref="#list" publishHref={tag => `#publish-${tag}`} {...props} />
  </StoryKinora>
)

export const List = { render: () => list() }
export const ListOfATenant = { render: () => list(supplyAnswers({}, Role.Tenant)) }
export const New = { render: () => form() }
export const Stored = { render: () => form({ id: 'flow' }) }
export const ReadOnly = { render: () => form({ id: 'flow' }, supplyAnswers({}, Role.Tenant)) }
