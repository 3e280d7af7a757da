import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import { hasNoWords } from '../kernel/rich-text.ts'
import type { MessageKey } from '../messages/en.ts'
import { ContentType } from './scales.ts'
import type { ForeignName, PublishChannel, TitleDraft } from './schema.ts'

type Draft = Partial<TitleDraft>
type Check = [keyof TitleDraft, boolean, MessageKey]

/** TITLE-03, TITLE-04: what the form still misses to count as complete. */
export function missingForComplete(draft: Draft): Issue[] {
  const audio = draft.contentType === ContentType.Audio
  return missing([
    ['className', isBlank(draft.className), 'required.title'],
    ['classDescription', hasNoWords(draft.classDescription), 'required.description'],
    ['imageLink', !audio && isBlank(draft.imageLink), 'required.cover'],
    ['classCategoryId', isBlank(draft.classCategoryId), 'required.category'],
    ['skill', draft.skill == null, 'required.skill'],
    ['classLanguageCode', isBlank(draft.classLanguageCode), 'required.language'],
    ['equipmentIds', (draft.equipmentIds?.length ?? 0) === 0, 'required.equipment'],
    ['intensity', draft.intensity == null, 'required.intensity'],
  ])
}

/** TITLE-05, TITLE-38: publishing also asks for a channel and a release date. */
export function missingToPublish(draft: Draft): Issue[] {
  return [
    ...missingForComplete(draft),
    ...missing([
      ['channelId', isBlank(draft.channelId), 'required.channel'],
      ['scheduleDate', isBlank(draft.scheduleDate), 'required.releaseDate'],
    ]),
  ]
}

/** What keeps a title from being published to its channel; none where the channel isn't known. */
export function checkPublishChannel(channel: PublishChannel | null | undefined): Issue[] {
  if (channel == null) return []
  const { name, clubOnly, active, foreign } = channel
  if (foreign) return [{ path: 'channelId', code: 'title.channelForeign' }]
  if (clubOnly) return [{ path: 'channelId', code: 'title.channelClubOnly', params: { name } }]
  return active ? [] : [{ path: 'channelId', code: 'channel.inactive' }]
}

const foreignFields: Readonly<Record<ForeignName['field'], string>> = {
  classCategoryId: 'category',
  classSubCategoryId: 'sub category',
  equipmentIds: 'equipment',
  focusAreaIds: 'focus area',
  labelIds: 'label',
}

/** C-136: the fields in which a draft still names what its stored title may not. */
export function checkForeignNames(draft: Draft, names: readonly ForeignName[] = []): Issue[] {
  const held = names.filter(({ field, id }) => draft[field] === id || draft[field]?.includes(id))
  return [...new Set(held.map(({ field }) => field))].map(path => ({
    path,
    code: 'title.referenceForeign',
    params: { field: foreignFields[path] },
  }))
}

/** What publishing asks beside the draft: the channel that it names, and what the stored title names of others. */
export interface PublishSurroundings {
  publishChannel?: PublishChannel | null | undefined
  foreignNames?: readonly ForeignName[] | undefined
}

/**
 * TITLE-05, CHAN-14, C-136: all that keeps a title from being published, for form, list, CLI, bulk and server; each issue names its
 * field. A title has its own surroundings: `checkPublish(title, title)`.
 */
export const checkPublish = (draft: Draft, around: PublishSurroundings): Issue[] => [
  ...missingToPublish(draft),
  ...checkForeignNames(draft, around.foreignNames),
  ...checkPublishChannel(around.publishChannel),
]

/** TITLE-06: what a published title still misses to be shown on a site. A third question, kept apart (C-06). */
export function missingForDisplay(
  title: Draft & { provider?: string | null; channelName?: string | null },
): Issue[] {
  return missing([
    ['classCategoryId', isBlank(title.classCategoryId), 'required.category'],
    ['imageLink', isBlank(title.imageLink), 'required.cover'],
    ['classDescription', hasNoWords(title.classDescription), 'required.description'],
    ['classLanguageCode', isBlank(title.classLanguageCode), 'required.language'],
    ['className', isBlank(title.className), 'required.title'],
    ['providerId', isBlank(title.provider), 'required.provider'],
    ['channelId', isBlank(title.channelName), 'required.channel'],
    ['scheduleDate', isBlank(title.scheduleDate), 'required.releaseDate'],
  ])
}

export const isFormComplete = (draft: Draft): boolean => missingForComplete(draft).length === 0
export const isDisplayComplete = (title: Parameters<typeof missingForDisplay>[0]): boolean =>
  missingForDisplay(title).length === 0

/** Called for every row of a catalogue, so it allocates nothing if nothing is missing. */
function missing(checks: readonly Check[]): Issue[] {
  const issues: Issue[] = []
  for (const [path, absent, code] of checks) if (absent) issues.push({ path, code })
  return issues
}
