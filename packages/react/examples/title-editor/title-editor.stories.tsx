import TitleEditorExample from './index.tsx'
import { serverOf, states } from './states.ts'

export default { title: 'Titles/Title editor' }

const story = (name: keyof typeof states) => ({
  render: () => <TitleEditorExample options={serverOf(states[name])} tag={states[name]?.tag} />,
})

export const New = story('new')
export const Partial = story('partial')
export const UnderWay = story('underWay')
export const Failed = story('failed')
export const Full = story('full')
export const Published = story('published')
