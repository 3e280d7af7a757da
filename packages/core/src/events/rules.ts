import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import type { MessageKey } from '../messages/en.ts'
import { checkPicks } from '../titles/scales.ts'
import { isExternal } from './draft.ts'
import { type EventDraft, EventType, EventDraft as Schema } from './schema.ts'

/** C-109: what an event needs to be saved: a title, a type, and a weekly schedule unless it is live. VAL-09: at most three of each kind of pick. */
export function checkEvent(draft: EventDraft): Issue[] {
  const issues = [...checkWith(Schema, draft), ...checkPicks(draft)]
  if (draft.type !== EventType.Live && draft.schedule === null)
    issues.push({ path: 'schedule', code: 'event.weekdays' })
  const { startsOn, endsOn } = draft
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    issues.push({ path: 'endsOn', code: 'event.endsOn' })
  return issues
}

/** EVENT-22: why an event can't be activated: the sentence of it, then each missing field; nothing where it can. */
export function checkActivation(draft: EventDraft, hasVideo: boolean): Issue[] {
  const missing = missingToActivate(draft, hasVideo)
  return missing.length === 0 ? [] : [{ path: 'active', code: 'event.incomplete' }, ...missing]
}

/** EVENT-18, C-138: what an event misses to be activated, field by field. `hasVideo`: its own video was uploaded and processed. */
export function missingToActivate(draft: EventDraft, hasVideo: boolean): Issue[] {
  const checks: [keyof EventDraft, boolean, MessageKey][] = [
    ['title', isBlank(draft.title), 'required.title'],
    ['description', isBlank(draft.description), 'required.description'],
    ['durationSecond', draft.durationSecond === 0, 'required.duration'],
    ['imageUrl', isBlank(draft.imageUrl), 'required.cover'],
    ['classCategoryId', isBlank(draft.classCategoryId), 'required.category'],
    ['classSubCategoryId', isBlank(draft.classSubCategoryId), 'required.subCategory'],
    ['skill', draft.skill === null, 'required.skill'],
    ['classLanguageCode', isBlank(draft.classLanguageCode), 'required.language'],
    ['equipmentIds', draft.equipmentIds.length === 0, 'required.equipment'],
    ['intensity', draft.intensity === null, 'required.intensity'],
    ['liveStreamingLink', isExternal(draft) && isBlank(draft.liveStreamingLink), 'required.streamingLink'],
    ['schedule', draft.schedule === null && draft.schedule_time === null, 'event.weekdays'],
  ]
  return [
    ...checks.filter(([, absent]) => absent).map(([path, , code]) => ({ path, code })),
    ...missingToPlay(draft, hasVideo),
  ]
}

/** C-138: a simulated event plays a class or its own video, a scheduled one a class; a live one its link or what comes by its stream key. */
export function missingToPlay(
  { type, contentId }: Pick<EventDraft, 'type' | 'contentId'>,
  hasVideo: boolean,
): Issue[] {
  if (type === EventType.Live || !isBlank(contentId)) return []
  if (type === EventType.Simulated)
    return hasVideo ? [] : [{ path: 'contentId', code: 'event.noClassOrVideo' }]
  return [{ path: 'contentId', code: 'event.noClass' }]
}

/** C-109: whether an active event is to be inactive after a save: it misses what it didn't before. One that always missed it stays as it is, and is marked. */
export function becomesIncomplete(
  before: EventDraft,
  after: EventDraft,
  has: { videoBefore: boolean; videoAfter: boolean },
): boolean {
  const known = missingToActivate(before, has.videoBefore).map(({ path }) => path)
  return missingToActivate(after, has.videoAfter).some(({ path }) => !known.includes(path))
}

/**
 * B-15 `allowAutoPublish`: whether a save makes an event active by itself. It does once: when the details become complete, or
 * when that is first wished for; whoever then switches the event off finds it off.
 */
export const activatesItself = (
  before: EventDraft | undefined,
  after: EventDraft,
  hasVideo: boolean,
): boolean =>
  after.allowAutoPublish &&
  !after.active &&
  missingToActivate(after, hasVideo).length === 0 &&
  (before === undefined || !before.allowAutoPublish || missingToActivate(before, hasVideo).length > 0)

/** What the form asks: an event that is to be active must be complete; one that was active without all of it may stay so. */
export function checkEventForm(draft: EventDraft, hasVideo: boolean, before?: EventDraft): Issue[] {
  const stays =
    before?.active === true &&
    !becomesIncomplete(before, draft, { videoBefore: hasVideo, videoAfter: hasVideo })
  return [...checkEvent(draft), ...(draft.active && !stays ? checkActivation(draft, hasVideo) : [])]
}
