import { isBlank, type TitleDraft, toUrl } from '@kinora/core'
import { sanitizeRichText } from '../../kernel/sanitize.ts'
import type { TitleChange } from '../../stored-titles/index.ts'

type Draft = Partial<TitleDraft>

/** The fields that hold an id, a date or an address: blank text in them is nothing (VAL-08). */
const nullable = [
  'classCategoryId',
  'classSubCategoryId',
  'classLanguageCode',
  'channelId',
  'providerID',
  'scheduleDate',
  'startDate',
  'endDate',
  'imageLink',
  'alternateLink',
  'trailerName',
  'SourceProviderId',
] as const satisfies readonly (keyof TitleDraft)[]

const lists = ['equipmentIds', 'focusAreaIds', 'labelIds', 'keywords'] as const

/** A draft as it is stored: blanks are nothing, lists hold each value once, names lose the space around them, addresses get a scheme (VAL-07). */
export function tidy(draft: Draft): Draft {
  const tidied: Draft = { ...draft }
  for (const field of nullable) if (draft[field] !== undefined && isBlank(draft[field])) tidied[field] = null
  for (const field of lists) {
    const values = draft[field]
    if (values !== undefined)
      tidied[field] = [...new Set(values.map(value => value.trim()).filter(value => !isBlank(value)))]
  }
  if (draft.className !== undefined) tidied.className = draft.className.trim()
  if (tidied.alternateLink) tidied.alternateLink = toUrl(tidied.alternateLink)
  return tidied
}

/** The columns that a draft changes. Who owns the title is decided elsewhere. */
export function toColumns(draft: Draft): TitleChange {
  const { providerID: _, IsMigrating, SourceProviderId, IsAutoPublish, ...same } = draft
  const columns: TitleChange = { ...same }
  if (IsMigrating !== undefined) columns.isMigrating = IsMigrating
  if (SourceProviderId !== undefined) columns.sourceProviderId = SourceProviderId
  if (IsAutoPublish !== undefined) columns.isAutoPublish = IsAutoPublish
  if (draft.classDescription !== undefined)
    columns.classDescription = sanitizeRichText(draft.classDescription)
  return columns
}
