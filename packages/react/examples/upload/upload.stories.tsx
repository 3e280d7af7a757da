import { createStoryKinora } from '../../src/testing/stories.tsx'
import CompoundUpload from './compound.tsx'
import HookUpload from './hook.tsx'
import ReadyMadeUpload from './ready-made.tsx'

export default { title: 'Parts/Upload' }

export const ReadyMade = { render: () => <ReadyMadeUpload kinora={createStoryKinora()} /> }
export const Compound = { render: () => <CompoundUpload kinora={createStoryKinora()} tag="morning-flow" /> }
export const Hook = { render: () => <HookUpload kinora={createStoryKinora()} /> }
