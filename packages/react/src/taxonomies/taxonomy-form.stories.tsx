import type { StoryObj } from '@storybook/react-vite'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { labelAnswers, outdated } from './fixtures.tsx'
import { TaxonomyForm } from './taxonomy-form.tsx'

export default { title: 'Taxonomies/TaxonomyForm' }

const form = (id?: string, answers: StoryAnswers = labelAnswers()) => (
  <StoryKinora answers={answers}>
    <TaxonomyForm kind="label" id={id} listHref="#list" />
  </StoryKinora>
)
const change: StoryObj['play'] = async ({ canvas, canvasElement, userEvent }) => {
  // By what is the same in every language.
  const name = await canvas.findByDisplayValue('Sunrise')
  await userEvent.clear(name)
  await userEvent.type(name, 'Dawn')
  await userEvent.click(
    canvasElement.querySelector('[type="submit"], .kn-sticky-bar [data-variant="primary"]')!,
  )
}

export const Loading = { render: () => form('l-1', labelAnswers(undefined, { list: never })) }
export const Empty = { render: () => form() }
export const Partial = { render: () => form('l-2') }
export const Failed = { render: () => form('l-1', labelAnswers(undefined, { list: () => new Failure(403) })) }
export const Full = { render: () => form('l-1') }
export const Platform = { render: () => form('l-3') }
export const Missing = { render: () => form('gone') }
export const NoLanguages = { render: () => form(undefined, labelAnswers([])) }
export const ManyLanguages = {
  render: () => form('l-1', labelAnswers(['en-GB', 'de-DE', 'ar-SA', 'fr-FR', 'sv-SE', 'he-IL', 'zh-CN'])),
}
export const Conflict: StoryObj = {
  render: () => form('l-1', labelAnswers(undefined, { update: outdated })),
  play: change,
}
