import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/fields.ts'
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
export function checkActivation(draft: EventDraft): Issue[] {
  const missing = missingToActivate(draft)
  return missing.length === 0 ? [] : [{ path: 'active', code: 'event.incomplete' }, ...missing]
}

/** EVENT-18: what an event misses to be activated, field by field. */
export function missingToActivate(draft: EventDraft): Issue[] {
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
  return checks.filter(([, absent]) => absent).map(([path, , code]) => ({ path, code }))
}

/**
 * B-15 `allowAutoPublish`: whether a save makes an event active by itself. It does once: when the details become complete, or
 * when that is first wished for; whoever then switches the event off finds it off.
 */
export const activatesItself = (before: EventDraft | undefined, after: EventDraft): boolean =>
  after.allowAutoPublish &&
  !after.active &&
  missingToActivate(after).length === 0 &&
  (before === undefined || !before.allowAutoPublish || missingToActivate(before).length > 0)

/** What the form asks: an event that is to be active must be complete. */
export const checkEventForm = (draft: EventDraft): Issue[] => [
  ...checkEvent(draft),
  ...(draft.active ? checkActivation(draft) : []),
]
