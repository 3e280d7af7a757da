import {
  ContentType,
  canProcessAgain,
  checkPublish,
  checkTitle,
  emptyTitleDraft,
  firstGraphemes,
  fromWireDate,
  type Issue,
  isBlank,
  isVideoFailure,
  isVideoInProgress,
  type PublishSurroundings,
  type Title,
  type TitleDraft,
  TitleStatus,
  titleLimits,
  VideoStatus,
} from '@kinora/core'
import type { TitleEditorKey } from '../editor-texts.ts'
import { canPublish } from '../list/use-title-actions.ts'

export type DraftField = keyof TitleDraft

/** Every field that a person sets on a title. */
export const draftFields = Object.keys(emptyTitleDraft) as DraftField[]

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
  'providerId',
  'channelId',
  'scheduleDate',
] as const satisfies readonly DraftField[]

/** Where the entries of a list of picks come from, what opens it, and the name of its search box. */
export const pickLists = {
  equipmentIds: {
    from: 'equipments',
    add: 'ui.add.equipment',
    search: 'ui.search.equipment',
  },
  focusAreaIds: {
    from: 'focusAreas',
    add: 'ui.add.focusArea',
    search: 'ui.search.focusArea',
  },
  labelIds: { from: 'labels', add: 'ui.add.label', search: 'ui.search.label' },
} as const

/** The part of a stored title that a person sets. */
export function toDraft(title: Title): TitleDraft {
  return Object.fromEntries(draftFields.map(field => [field, title[field]])) as TitleDraft
}

interface DraftChecks extends PublishSurroundings {
  /** Only administrators name the provider, and they must (C-80). */
  needsProvider: boolean
  /** Asks for all that publishing needs (TITLE-05), not only for what saving needs. */
  publishing: boolean
}

/** What blocks saving or publishing a draft, one issue a field (PKG-06). */
export function checkDraft(
  draft: TitleDraft,
  { needsProvider, publishing, ...around }: DraftChecks,
): Issue[] {
  const issues: Issue[] = checkTitle(draft)
  if (needsProvider && isBlank(draft.providerId))
    issues.push({ path: 'providerId', code: 'required.provider' })
  if (publishing) issues.push(...checkPublish(draft, around))
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
  return firstGraphemes(words, titleLimits.name).trim()
}

/** Shown from the beginning of the first day until the end of the last. */
export const toDayInput = (wire: string | null): string =>
  wire === null || fromWireDate(wire) === undefined ? (wire ?? '') : wire.slice(0, 10)
export function fromDayInput(text: string, edge: 'start' | 'end'): string | null {
  if (text === '') return null
  return fromWireDate(text) === undefined ? text : `${text}T${edge === 'start' ? '00:00:00' : '23:59:59'}`
}

/** TITLE-04: audio needs no cover. */
export const isAudio = (draft: Pick<TitleDraft, 'contentType'>): boolean =>
  draft.contentType === ContentType.Audio

/** What the file of a title still lacks before it can be published. */
export type PublishProblem = 'noFile' | 'underWay' | 'failed' | 'cancelled'

/** E-1: only a completed or unpublished title can be published; undefined where its file is no obstacle. */
export function publishProblem(title: Title | undefined): PublishProblem | undefined {
  if (title === undefined) return 'noFile'
  if (canPublish(title) || title.status === TitleStatus.Published) return undefined
  if (isVideoInProgress(title.videoStatus) || title.processing !== null) return 'underWay'
  if (title.videoStatus === VideoStatus.Canceled) return canProcessAgain(title) ? 'cancelled' : 'noFile'
  // What is to be tried again is the file that is still there.
  if (title.status === TitleStatus.Error || isVideoFailure(title.videoStatus))
    return canProcessAgain(title) ? 'failed' : 'noFile'
  return title.streamingLink === null && title.fileDigest === null ? 'noFile' : 'underWay'
}

/** What to do about it. */
export function problemText(problem: PublishProblem, audio: boolean): TitleEditorKey {
  if (problem === 'noFile') return audio ? 'ui.editor.needAudio' : 'ui.editor.needVideo'
  return needs[problem]
}

const needs = {
  underWay: 'ui.editor.needReady',
  failed: 'ui.editor.needRetry',
  cancelled: 'ui.editor.needAgain',
} as const
