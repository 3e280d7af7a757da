import { createKinora } from '@kinora/react'
import { useState } from 'react'
import OwnTitleForm from './compound.tsx'
import PlainTitleForm from './hook.tsx'
import TitleEditorExample from './ready-made.tsx'
import { serverOf, states } from './states.ts'

export default { title: 'Titles/Title editor' }

const useKinoraOf = (name: keyof typeof states) => useState(() => createKinora(serverOf(states[name])))[0]

const story = (name: keyof typeof states) => ({
  render: () => <TitleEditorExample kinora={useKinoraOf(name)} tag={states[name]?.tag} />,
})

export const New = story('new')
export const Partial = story('partial')
export const UnderWay = story('underWay')
export const Failed = story('failed')
export const Full = story('full')
export const Published = story('published')
export const Compound = { render: () => <OwnTitleForm kinora={useKinoraOf('full')} tag={states.full.tag} /> }
export const Hook = { render: () => <PlainTitleForm kinora={useKinoraOf('full')} tag={states.full.tag} /> }
