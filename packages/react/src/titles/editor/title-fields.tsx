import type { ReactNode } from 'react'
import { ContentTypeField } from '../files/title-file-card.tsx'
import { TrailerNameField } from '../files/title-trailer-card.tsx'
import { aboutControls } from './title-about-card.tsx'
import { classControls } from './title-class-card.tsx'
import { coverControls } from './title-cover-card.tsx'
import { releaseControls } from './title-release-card.tsx'

const controls = {
  ...aboutControls,
  ...classControls,
  ...coverControls,
  ...releaseControls,
  contentType: ContentTypeField,
  trailerName: TrailerNameField,
} as const

export interface TitleFieldProps {
  name: keyof typeof controls
}

/** One field of the title, with its label, help and what is wrong with it: for a form that the host lays out. */
export function TitleField({ name }: TitleFieldProps): ReactNode {
  const Control = controls[name]
  return <Control />
}
