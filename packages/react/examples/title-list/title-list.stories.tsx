import { exampleStory, type StoryAnswers } from '../../src/testing/stories.tsx'
import { bare, choices, completed } from '../../src/titles/testing/fixtures.ts'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

export default { title: 'Titles/List, examples' }

const data = [completed, { ...bare, tag: 'kn-2', className: 'Evening Stretch' }]
const found = () => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const answers = (): StoryAnswers => ({
  titles: { search: found, find: found },
  metadata: { view: () => choices },
})

export const ReadyMadePart = exampleStory(ReadyMade, answers)
export const CompoundParts = exampleStory(Compound, answers)
export const DataAndActs = exampleStory(Hook, answers)
