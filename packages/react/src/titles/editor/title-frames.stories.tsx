import { Failure, never, type StoryAnswers, StoryKinora } from '../../testing/stories.tsx'
import { TitleFrames } from './title-frames.tsx'

export default { title: 'Titles/TitleFrames' }

const frames = [0, 20, 41, 61, 82, 102].map(second => ({ second, imageLink: `/media/frames/${second}.jpg` }))
const cover = { taking: false, error: undefined, choose: () => Promise.resolve() }
const strip = (titles: StoryAnswers['titles'], more: Partial<typeof cover> = {}) => (
  <StoryKinora answers={{ titles }}>
    <TitleFrames tag="flow" cover={{ ...cover, ...more }} />
  </StoryKinora>
)

export const Loading = { render: () => strip({ frames: never }) }
export const Failed = { render: () => strip({ frames: () => new Failure(500) }) }
export const Full = { render: () => strip({ frames: () => ({ frames }) }) }
export const Taking = { render: () => strip({ frames: () => ({ frames }) }, { taking: true }) }
