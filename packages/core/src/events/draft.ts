import {
  type EventDraft,
  type EventException,
  type EventMetadata,
  type EventState,
  EventType,
} from './schema.ts'

/** Nothing said about the class. */
export const noMetadata: EventMetadata = {
  contentId: null,
  classCategoryId: null,
  classSubCategoryId: null,
  classLanguageCode: null,
  skill: null,
  intensity: null,
  equipmentIds: [],
  focusAreaIds: [],
  labelIds: [],
  instructor: '',
}

/** A new one. */
export const newEvent: EventDraft = {
  type: EventType.Scheduled,
  title: '',
  description: '',
  category: 'GX',
  durationSecond: 0,
  active: false,
  schedule: null,
  schedule_time: null,
  imageUrl: null,
  allowAutoPublish: false,
  liveStreamingLink: '',
  eventSource: null,
  ...noMetadata,
  startsOn: null,
  endsOn: null,
}

/** C-150: an occurrence as its series has it. */
export const noException: EventException = { isAdded: false, isCancelled: false, start: null, details: {} }

/** What an event takes of the title that is its class. */
export type ClassOfEvent = Omit<EventMetadata, 'contentId'> &
  Pick<EventDraft, 'durationSecond'> & { tag: string }

/** EVENT-07: the class of an event, and of what describes it all that the draft doesn't say yet. */
export function filledBy(title: ClassOfEvent, draft: EventDraft): Partial<EventDraft> {
  const isEmpty = (held: unknown) =>
    held === null || held === '' || (Array.isArray(held) && held.length === 0)
  const names = (Object.keys(noMetadata) as (keyof EventMetadata)[]).filter(name => isEmpty(draft[name]))
  return {
    ...Object.fromEntries(names.map(name => [name, title[name as keyof ClassOfEvent]])),
    ...(draft.durationSecond === 0 && { durationSecond: title.durationSecond }),
    contentId: title.tag,
  }
}

/** What a change of type deletes (E-7a). */
export type Loss = 'eventKey' | 'video' | 'metadata'
const losses: Record<EventType, readonly Loss[]> = {
  [EventType.Live]: ['eventKey', 'metadata'],
  [EventType.Simulated]: ['video', 'metadata'],
  [EventType.Scheduled]: ['metadata'],
}

/** EVENT-19 to EVENT-21: what an event of one type loses when it becomes another. */
export const lostByType = (before: EventType, after: EventType): readonly Loss[] =>
  before === after ? [] : losses[before]

/** The draft as another type keeps it. What is gone with `before` is gone (E-7a). */
export function withType(draft: EventDraft, type: EventType): EventDraft {
  const kept = draft.type === type ? draft : { ...draft, ...noMetadata, liveStreamingLink: '' }
  return settled({ ...kept, type })
}

/** EVENT-06, EVENT-17: what the type and the source leave no choice about. */
export function settled(draft: EventDraft): EventDraft {
  if (draft.type !== EventType.Live) return { ...draft, eventSource: null }
  const eventSource = draft.eventSource ?? 'platform'
  return eventSource === 'external'
    ? { ...draft, eventSource, allowAutoPublish: false, contentId: null }
    : { ...draft, eventSource }
}

/** EVENT-17 */
export const isExternal = ({ type, eventSource }: Pick<EventDraft, 'type' | 'eventSource'>): boolean =>
  type === EventType.Live && eventSource === 'external'

/** E-7, C-78: the state of what is stored as two flags; Saved until it is active for the first time. */
export const toEventState = ({
  active,
  activatedOnce,
}: {
  active: boolean
  activatedOnce: boolean
}): EventState => (active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved')

/** EVENT-24, C-39: the order of a list by the index of the column that was chosen. */
export interface EventOrder {
  key: 'created_date' | 'next_occurrence_time'
  dir: 'asc' | 'desc'
}

/** EVENT-24, C-39: by creation below index 3, else by the next occurrence; odd descends, even ascends. Without an index the stored direction holds. */
export function toEventOrder(sort: number | undefined, dir: EventOrder['dir'] = 'desc'): EventOrder {
  if (sort === undefined) return { key: 'next_occurrence_time', dir }
  return {
    key: sort < 3 ? 'created_date' : 'next_occurrence_time',
    dir: sort % 2 === 1 ? 'desc' : 'asc',
  }
}

/** The index that stands for an order. */
export const toSortIndex = ({ key, dir }: EventOrder): number =>
  key === 'created_date' ? (dir === 'desc' ? 1 : 0) : dir === 'desc' ? 3 : 4
