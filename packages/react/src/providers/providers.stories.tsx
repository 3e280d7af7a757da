import { Role } from '@kinora/core'
import { supplyAnswers } from '../publishing/fixtures.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { ProviderForm, type ProviderFormProps } from './provider-form.tsx'
import { ProviderList } from './provider-list.tsx'

export default { title: 'Providers/Providers' }

const rowHref = (tag: string) => `#${tag}`
const form = (props: ProviderFormProps = {}, answers = supplyAnswers()) => (
  <StoryKinora answers={answers}>
    <ProviderForm listHref="#list" {...props} />
  </StoryKinora>
)

export const List = {
  render: () => (
    <StoryKinora answers={supplyAnswers()}>
      <ProviderList rowHref={rowHref} addHref="#add" />
    </StoryKinora>
  ),
}
export const New = { render: () => form() }
export const Stored = { render: () => form({ id: 'north' }) }
export const Own = { render: () => form({ id: 'north' }, supplyAnswers({}, Role.Provider)) }
