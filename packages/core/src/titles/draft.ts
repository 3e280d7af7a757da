import { ContentType } from './scales.ts'
import type { TitleDraft } from './schema.ts'

/** A title before anything is said about it. */
export const emptyTitleDraft: TitleDraft = {
  className: '',
  classDescription: '',
  classCategoryId: null,
  classSubCategoryId: null,
  classLanguageCode: null,
  channelId: null,
  providerID: null,
  scheduleDate: null,
  startDate: null,
  endDate: null,
  equipmentIds: [],
  focusAreaIds: [],
  labelIds: [],
  keywords: [],
  instructor: '',
  intensity: null,
  skill: null,
  imageLink: null,
  alternateLink: null,
  thumbnailType: 'auto',
  trailerName: null,
  isActive: true,
  isEquipment: false,
  contentType: ContentType.Video,
  IsMigrating: false,
  SourceProviderId: null,
  IsAutoPublish: false,
}
