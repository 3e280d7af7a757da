import { toPage } from '@kinora/core'
import { createStoryKinora } from '../../src/testing/stories.tsx'
import CompoundCaptions from './compound.tsx'
import HookCaptions from './hook.tsx'
import ReadyMadeCaptions from './ready-made.tsx'

export default { title: 'Parts/Captions' }

const track = (language: string, title: string) => ({
  ...{ trackId: language, titleTag: 'flow', title, language, url: `/captions/${language}.vtt` },
  ...{ createdDate: '2026-11-20T09:00:00', beyondEnd: null, version: 1 },
})
const props = () => ({
  titleTag: 'flow',
  kinora: createStoryKinora({
    captions: {
      list: () => toPage([track('de-DE', 'Deutsch'), track('en-GB', 'English')], 2, { page: 1, take: -1 }),
    },
  }),
})

export const ReadyMade = { render: () => <ReadyMadeCaptions {...props()} /> }
export const Compound = { render: () => <CompoundCaptions {...props()} /> }
export const Hook = { render: () => <HookCaptions {...props()} /> }
