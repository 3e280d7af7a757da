import { checkCharacters, hasLineBreak } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank, isUrl, toUrl } from '../kernel/fields.ts'
import { fromWireDate } from '../kernel/formats.ts'
import { checkRichText, toPlainText } from '../kernel/rich-text.ts'
import type { MessageKey } from '../messages/en.ts'
import { ContentType, titleLimits } from './scales.ts'
import type { TitleDraft } from './schema.ts'

type Draft = Partial<TitleDraft>
type Check = [keyof TitleDraft, boolean, MessageKey]

/** What is there must be right: lengths (TITLE-08), at most three picks (TITLE-39), a name (TITLE-07). Form, CLI and server share it (PKG-06). */
export function checkTitle(draft: Draft): Issue[] {
  const issues: Issue[] = []
  if (draft.className !== undefined && isBlank(draft.className))
    issues.push({ path: 'className', code: 'required.title' })
  issues.push(...checkCharacters(draft))
  issues.push(...broken(draft, 'className'), ...broken(draft, 'instructor'))
  if (draft.keywords?.some(hasLineBreak)) issues.push({ path: 'keywords', code: 'validation.lineBreak' })
  issues.push(...tooLong(draft, 'className', titleLimits.name))
  issues.push(...tooLong(draft, 'classDescription', titleLimits.description))
  issues.push(...checkRichText(draft.classDescription ?? '', 'classDescription'))
  issues.push(...tooLong(draft, 'instructor', titleLimits.instructor))
  for (const path of ['equipmentIds', 'focusAreaIds', 'labelIds'] as const)
    if ((draft[path]?.length ?? 0) > titleLimits.picks)
      issues.push({ path, code: 'validation.maxOptions', params: { max: titleLimits.picks } })
  if ((draft.keywords?.length ?? 0) > titleLimits.keywords)
    issues.push({ path: 'keywords', code: 'validation.maxOptions', params: { max: titleLimits.keywords } })
  if (!isBlank(draft.alternateLink) && !isUrl(toUrl(draft.alternateLink!)))
    issues.push({ path: 'alternateLink', code: 'validation.url' })
  for (const path of ['scheduleDate', 'startDate', 'endDate'] as const)
    if (!isBlank(draft[path]) && fromWireDate(draft[path]!) === undefined)
      issues.push({ path, code: 'validation.date' })
  if (draft.startDate && draft.endDate && draft.endDate < draft.startDate)
    issues.push({ path: 'endDate', code: 'validation.invalid' })
  return issues
}

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
    ['providerID', isBlank(title.provider), 'required.provider'],
    ['channelId', isBlank(title.channelName), 'required.channel'],
    ['scheduleDate', isBlank(title.scheduleDate), 'required.releaseDate'],
  ])
}

export const isFormComplete = (draft: Draft): boolean => missingForComplete(draft).length === 0
export const isPublishReady = (draft: Draft): boolean => missingToPublish(draft).length === 0
export const isDisplayComplete = (title: Parameters<typeof missingForDisplay>[0]): boolean =>
  missingForDisplay(title).length === 0

const hasNoWords = (text: string | undefined): boolean => isBlank(text) || isBlank(toPlainText(text!))

/** Called for every row of a catalogue, so it allocates nothing if nothing is missing. */
function missing(checks: readonly Check[]): Issue[] {
  const issues: Issue[] = []
  for (const [path, absent, code] of checks) if (absent) issues.push({ path, code })
  return issues
}

function broken(draft: Draft, path: 'className' | 'instructor'): Issue[] {
  return hasLineBreak(draft[path] ?? '') ? [{ path, code: 'validation.lineBreak' }] : []
}

function tooLong(draft: Draft, path: 'className' | 'classDescription' | 'instructor', max: number): Issue[] {
  return (draft[path]?.length ?? 0) > max ? [{ path, code: 'validation.tooLong', params: { max } }] : []
}
