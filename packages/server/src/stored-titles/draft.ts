import type { TitleDraft } from '@kinora/core'
import type { StoredTitle } from './rows.ts'

/** A stored title as the draft that it was saved from, which is what the rules of core ask about. */
export const toDraft = (row: StoredTitle): TitleDraft => ({
  className: row.className,
  classDescription: row.classDescription,
  classCategoryId: row.classCategoryId,
  classSubCategoryId: row.classSubCategoryId,
  classLanguageCode: row.classLanguageCode,
  channelId: row.channelId,
  providerID: row.providerId,
  scheduleDate: row.scheduleDate,
  startDate: row.startDate,
  endDate: row.endDate,
  equipmentIds: row.equipmentIds,
  focusAreaIds: row.focusAreaIds,
  labelIds: row.labelIds,
  keywords: row.keywords,
  instructor: row.instructor,
  intensity: row.intensity,
  skill: row.skill,
  imageLink: row.imageLink,
  alternateLink: row.alternateLink,
  thumbnailType: row.thumbnailType,
  trailerName: row.trailerName,
  isActive: row.isActive,
  isEquipment: row.isEquipment,
  contentType: row.contentType,
  IsMigrating: row.isMigrating,
  SourceProviderId: row.sourceProviderId,
  IsAutoPublish: row.isAutoPublish,
})
