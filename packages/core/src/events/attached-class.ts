import * as z from 'zod'
import { Title } from '../titles/schema.ts'

const ofTitle = Title.pick({
  equipmentIds: true,
  focusAreaIds: true,
  labelIds: true,
  classCategory: true,
  classDescription: true,
  classLanguage: true,
  classLanguageCode: true,
  className: true,
  classSubCategory: true,
  classSubCategoryId: true,
  classCategoryId: true,
  durationSecond: true,
  imageLink: true,
  instructor: true,
  intensity: true,
  isActive: true,
  isEquipment: true,
  level: true,
  provider: true,
  providerID: true,
  skill: true,
  startDate: true,
  status: true,
  streamingLink: true,
  tag: true,
  trailerLinkMobile: true,
  trailerLinkWeb: true,
  trailerName: true,
  IsMigrating: true,
  SourceProviderId: true,
})
const dates = Title.pick({ creationDate: true, endDate: true, scheduleDate: true })

/** EVENT-07, EVENT-08, B-15a: the class of an event as the title has it; three of its dates for simulated events alone. */
export const AttachedClass = ofTitle.extend(dates.partial().shape).extend({ featured: z.literal(true) })
export type AttachedClass = z.infer<typeof AttachedClass>

/** EVENT-07, EVENT-08: a title as it is attached to an event of this type. */
export const toAttachedClass = (title: Title, type: number): AttachedClass => ({
  ...ofTitle.parse(title),
  ...(type === 1 ? dates.parse(title) : {}),
  featured: true,
})
