import {
  ContentType,
  checkPublish,
  checkTitle,
  firstSigns,
  type Issue,
  isBlank,
  type PublishChannel,
  type Title,
  TitleDraft,
  titleLimits,
} from '@kinora/core'

export type DraftField = keyof TitleDraft

/** Every field that a person sets on a title. */
export const draftFields = Object.keys(TitleDraft.shape) as DraftField[]

/** The order in which the form shows what publishing needs. */
export const pageOrder = [
  'className',
  'classDescription',
  'classLanguageCode',
  'classCategoryId',
  'skill',
  'intensity',
  'equipmentIds',
  'imageLink',
  'providerID',
  'channelId',
  'scheduleDate',
] as const satisfies readonly DraftField[]

/** The part of a stored title that a person sets. */
export function toDraft(title: Title): TitleDraft {
  return Object.fromEntries(draftFields.map(field => [field, title[field]])) as TitleDraft
}

export interface DraftChecks {
  /** Only administrators name the provider, and they must (C-80). */
  needsProvider: boolean
  /** Asks for all that publishing needs (TITLE-05), not only for what saving needs. */
  publishing: boolean
  /** The channel that the draft names, where it is known. */
  channel?: PublishChannel | undefined
}

/** What stands in the way of saving or of publishing a draft, one issue a field (PKG-06). */
export function checkDraft(draft: TitleDraft, { needsProvider, publishing, channel }: DraftChecks): Issue[] {
  const issues: Issue[] = checkTitle(draft)
  if (needsProvider && isBlank(draft.providerID))
    issues.push({ path: 'providerID', code: 'required.provider' })
  if (publishing) issues.push(...checkPublish(draft, channel))
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue)
  return [...first.values()]
}

/** A name for a title from the name of its file: `Morning_Flow-2.mp4` gives `Morning Flow 2`. */
export function nameFromFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
  return firstSigns(words, titleLimits.name).trim()
}

/** Shown from the beginning of the first day until the end of the last. */
export const toDayInput = (wire: string | null): string => wire?.slice(0, 10) ?? ''
export const fromDayInput = (text: string, edge: 'start' | 'end'): string | null =>
  text === '' ? null : `${text}T${edge === 'start' ? '00:00:00' : '23:59:59'}`

/** TITLE-04: audio needs no cover. */
export const isAudio = (draft: Pick<TitleDraft, 'contentType'>): boolean =>
  draft.contentType === ContentType.Audio
