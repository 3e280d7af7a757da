import { checkCharacters, isLonger, lineProblem } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank, isUrl, toUrl } from '../kernel/field-rules.ts'
import { checkPeriod, dateProblem, fromWireDate } from '../kernel/formats.ts'
import { checkRichText } from '../kernel/rich-text.ts'
import { ContentType, checkPicks, titleLimits } from './scales.ts'
import type { TitleDraft } from './schema.ts'

type Draft = Partial<TitleDraft>

/**
 * What is there must be right: lengths (TITLE-08), at most three picks (TITLE-39), a name (TITLE-07). Form, CLI and server share it
 * (PKG-06). `isStorable`: the characters of all texts were checked where they were read.
 */
export function checkTitle(draft: Draft, { isStorable = false } = {}): Issue[] {
  const issues: Issue[] = []
  if (draft.className !== undefined && isBlank(draft.className))
    issues.push({ path: 'className', code: 'required.title' })
  if (!isStorable) issues.push(...checkCharacters(draft))
  issues.push(...broken(draft, 'className'), ...broken(draft, 'instructor'))
  const keyword = draft.keywords?.map(lineProblem).find(code => code !== undefined)
  if (keyword !== undefined) issues.push({ path: 'keywords', code: keyword })
  issues.push(...tooLong(draft, 'className', titleLimits.name))
  issues.push(...tooLong(draft, 'classDescription', titleLimits.description))
  issues.push(...checkRichText(draft.classDescription ?? '', 'classDescription'))
  issues.push(...tooLong(draft, 'instructor', titleLimits.instructor))
  issues.push(...checkPicks(draft))
  if ((draft.keywords?.length ?? 0) > titleLimits.keywords)
    issues.push({ path: 'keywords', code: 'validation.maxOptions', params: { max: titleLimits.keywords } })
  if (!isBlank(draft.alternateLink) && !isUrl(toUrl(draft.alternateLink!)))
    issues.push({ path: 'alternateLink', code: 'validation.url' })
  for (const path of ['scheduleDate', 'startDate', 'endDate'] as const)
    if (!isBlank(draft[path]) && fromWireDate(draft[path]!) === undefined)
      issues.push({ path, code: dateProblem(draft[path]!) })
  issues.push(...checkPeriod(draft, ['startDate', 'endDate']))
  return issues
}

function broken(draft: Draft, path: 'className' | 'instructor'): Issue[] {
  const code = lineProblem(draft[path] ?? '')
  return code === undefined ? [] : [{ path, code }]
}

function tooLong(draft: Draft, path: 'className' | 'classDescription' | 'instructor', max: number): Issue[] {
  return isLonger(draft[path] ?? '', max) ? [{ path, code: 'validation.tooLong', params: { max } }] : []
}

/** A title before anything is said about it. */
export const emptyTitleDraft: TitleDraft = {
  className: '',
  classDescription: '',
  classCategoryId: null,
  classSubCategoryId: null,
  classLanguageCode: null,
  channelId: null,
  providerId: null,
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
