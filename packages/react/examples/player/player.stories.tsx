import { toPage } from '@kinora/core'
import { createStoryKinora } from '../../src/testing/stories.tsx'
import { completed } from '../../src/titles/testing/fixtures.ts'
import CompoundPlayer from './compound.tsx'
import HookPlayer from './hook.tsx'
import ReadyMadePlayer from './ready-made.tsx'

export default { title: 'Parts/Player' }

const props = () => ({
  tag: completed.tag,
  kinora: createStoryKinora({
    titles: { find: () => toPage([completed], 1, { page: 1, take: -1 }) },
  }),
})

export const ReadyMade = { render: () => <ReadyMadePlayer {...props()} /> }
export const Compound = { render: () => <CompoundPlayer {...props()} /> }
export const Hook = { render: () => <HookPlayer {...props()} /> }
