import type { Issue } from '../kernel/errors.ts'

/** TITLE-02 */
export const ContentType = { Video: 1, Audio: 2 } as const
export type ContentType = (typeof ContentType)[keyof typeof ContentType]

/** TITLE-08, VAL-28 and B-1. */
export const titleLimits = { name: 40, description: 10_000, picks: 3, keywords: 30, instructor: 100 } as const

type Picks = Partial<Record<'equipmentIds' | 'focusAreaIds' | 'labelIds', readonly string[]>>

/** TITLE-39, VAL-09, CONST-28: at most three of each, on a title and on an event. */
export const checkPicks = (draft: Picks): Issue[] =>
  (['equipmentIds', 'focusAreaIds', 'labelIds'] as const)
    .filter(path => (draft[path]?.length ?? 0) > titleLimits.picks)
    .map(path => ({ path, code: 'validation.maxOptions', params: { max: titleLimits.picks } }))

/** TITLE-09 */
export const skillBands = { beginner: [1, 4], intermediate: [5, 7], advanced: [8, 10] } as const
export type SkillBand = keyof typeof skillBands

/** TITLE-09: the band of a skill from 1 to 10. */
export function toSkillBand(skill: number): SkillBand {
  return skill <= 4 ? 'beginner' : skill <= 7 ? 'intermediate' : 'advanced'
}

/** TITLE-10, C-47: the effort scale, index 0 being intensity 1. */
export const intensityLabels = [
  'Very Slight',
  'Slight',
  'Light',
  'Moderate',
  'Somewhat Hard',
  'Hard',
  'Harder',
  'Very Hard',
  'Very Very Hard',
  'Maximum effort',
] as const

/** TITLE-10 */
export const intensities = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
type Intensity = (typeof intensities)[number]

/** TITLE-10: the text that says an intensity from 1 to 10. */
export const toIntensityKey = (intensity: number) => `ui.titles.intensity.${intensity as Intensity}` as const

/** TITLE-11, C-47: skill or intensity on the scale of five that the class chooser shows. */
export const toFiveScale = (value: number): number => Math.ceil(value / 2)

/** Ranges of the duration filter, in seconds, inclusive at both ends; the last one is open-ended in practice (TITLE-16, C-46). */
export const durationRanges = ['0-600', '601-1200', '1201-1800', '1801-18000'] as const

/** TITLE-40, C-46: minutes offered by the duration picker. */
export const durationChoices: readonly number[] = [
  1,
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * 5),
]

/** CONST-02 */
export const CONTENT_PAGE_SIZE = 100
