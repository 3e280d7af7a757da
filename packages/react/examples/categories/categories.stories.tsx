import { categoryAnswers } from '../../src/categories/fixtures.tsx'
import { exampleStory } from '../../src/testing/stories.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

export default { title: 'Categories/Examples' }

export const ReadyMadePart = exampleStory(ReadyMade, categoryAnswers)
export const CompoundParts = exampleStory(Compound, categoryAnswers)
export const DataAndActs = exampleStory(Hook, categoryAnswers)
