import { eventAnswers } from '../../src/events/fixtures.tsx'
import { createStoryKinora } from '../../src/testing/stories.tsx'
import CompoundSchedule from './compound.tsx'
import HookSchedule from './hook.tsx'
import ReadyMadeSchedule from './ready-made.tsx'

export default { title: 'Parts/Schedule' }

const kinora = () => createStoryKinora(eventAnswers())

export const ReadyMade = { render: () => <ReadyMadeSchedule kinora={kinora()} /> }
export const Compound = { render: () => <CompoundSchedule kinora={kinora()} /> }
export const Hook = {
  render: () => <HookSchedule kinora={kinora()} from="2030-11-25" to="2030-12-01" />,
}
