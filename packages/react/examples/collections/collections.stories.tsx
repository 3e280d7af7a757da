import { collectionAnswers } from '../../src/collections/fixtures.tsx'
import { exampleStory } from '../../src/testing/stories.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

export default { title: 'Collections/Examples' }

export const ReadyMadePart = exampleStory(ReadyMade, collectionAnswers)
export const CompoundParts = exampleStory(Compound, collectionAnswers)
export const DataAndActs = exampleStory(Hook, collectionAnswers)
