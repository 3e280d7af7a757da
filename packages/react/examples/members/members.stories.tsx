import { memberAnswers } from '../../src/members/fixtures.tsx'
import { exampleStory } from '../../src/testing/stories.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

export default { title: 'Members/Examples' }

export const ReadyMadePart = exampleStory(ReadyMade, memberAnswers)
export const CompoundParts = exampleStory(Compound, memberAnswers)
export const DataAndActs = exampleStory(Hook, memberAnswers)
