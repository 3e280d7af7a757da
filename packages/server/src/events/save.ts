import {
  activatesItself,
  assertNoIssues,
  becomesIncomplete,
  ContentType,
  checkActivation,
  checkEvent,
  type EventDraft,
  type EventExceptions,
  type EventMetadata,
  EventType,
  type events,
  type Issue,
  isExternal,
  lostByType,
  newEvent,
  type Parsed,
  settled,
  withType,
} from '@kinora/core'
import { checkTiming, isMoved, type Moment, nextOccurrence } from '@kinora/core/schedule'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { checkPictures, retainPictures, toPictures } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, authorOf, newTag } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { insertTitle, ofEvents } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { checkReferences, findClassRows, readOwner } from '../titles/index.ts'
import { hasVideo } from './playable.ts'
import { eventRows, momentOf, toEventDraft } from './rows.ts'
import type { StoredEvent } from './tables.ts'

const pictures = { imageUrl: 'eventCover' } as const

/** API-80, E-7: the event with its stream key, where it is a live one of the platform. */
export async function createEvent(
  { tenantId, ...given }: Parsed<typeof events.create>,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  const { scope, deps } = context
  const draft = settled({ ...newEvent, ...given })
  const moment = await momentOf(scope, deps)
  assertNoIssues(await check(scope, { before: undefined, draft, moment }, context))
  if (draft.active) assertNoIssues(checkActivation(draft, false))
  draft.active ||= activatesItself(undefined, draft, false)
  return deps.db.transaction(tx => insertEvent({ tenantId, draft, moment }, tx, context))
}

/** Stores a new event that was checked. */
export async function insertEvent(
  { tenantId, draft, moment }: Omit<EventChange, 'before'> & { tenantId: string },
  tx: Database,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  const { scope } = context
  assertNoIssues(await checkStored(scope, tx, { before: undefined, draft }, context))
  const values = { ...draft, ...derived(undefined, draft, moment), tenantId }
  const row = await eventRows.insert(scope, tx, { values, by: authorOf(context) })
  await settleVideo(scope, tx, row)
  return row
}

/** API-83: save, move, another type, activation. An active event that became incomplete is inactive (C-109). */
export async function updateEvent(
  { eventId: id, version, tenantId: _, ...given }: Parsed<typeof events.update>,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  const { scope, deps } = context
  const moment = await momentOf(scope, deps)
  const { after, isAnother } = await deps.db.transaction(async tx => {
    const before = await eventRows.lock(scope, tx, id)
    const draft = toAfter(before, given)
    const old = toEventDraft(before)
    assertNoIssues(
      await check(
        scope,
        { before: { ...old, exceptions: before.exceptions }, draft, moment },
        { ...context, deps: { ...deps, db: tx } },
      ),
    )
    await settleActive(tx, before, draft)
    assertNoIssues(await checkStored(scope, tx, { before: old, draft }, context))
    const exceptions = remainingExceptions(before, draft)
    const set = { ...draft, ...derived(before, draft, moment), exceptions }
    const after = await eventRows.update(scope, tx, { id, version, set, by: authorOf(context) })
    const isAnother = before.type !== after.type
    if (isAnother) await settleVideo(scope, tx, after)
    return { after, isAnother: isAnother && before.type === EventType.Simulated }
  })
  if (isAnother) await removeFiles(deps, id)
  return after
}

/** EVENT-22, C-109: activation asks for all that is needed; what becomes incomplete is inactive, what becomes complete may activate itself. */
async function settleActive(tx: Database, before: StoredEvent, draft: EventDraft): Promise<void> {
  const videoBefore = await hasVideo(tx, before)
  const videoAfter = videoBefore && draft.type === before.type
  const old = toEventDraft(before)
  if (draft.active && !before.active) assertNoIssues(checkActivation(draft, videoAfter))
  if (draft.active && becomesIncomplete(old, draft, { videoBefore, videoAfter })) draft.active = false
  draft.active ||= activatesItself(old, draft, videoAfter)
}

/** The event as it would be: another type first takes what it takes (E-7a), then what is given holds. */
function toAfter(before: StoredEvent, given: Partial<EventDraft>): EventDraft {
  const kept = withType(toEventDraft(before), given.type ?? before.type)
  return settled({ ...kept, ...given })
}

/** EVENT-19 to EVENT-21: what describes the class goes with the type, of single dates as well; a moment has none. */
function remainingExceptions({ type, exceptions }: StoredEvent, draft: EventDraft): EventExceptions {
  if (lostByType(type, draft.type).length === 0) return exceptions
  const kept = Object.entries(exceptions).map(([date, { details, ...one }]) => {
    const { instructor: _, contentId: __, ...others } = details
    return [date, { ...one, details: others }] as const
  })
  return Object.fromEntries(kept)
}

interface EventChange {
  before: (EventDraft & Pick<StoredEvent, 'exceptions'>) | undefined
  draft: EventDraft
  moment: Moment
}

/** What is wrong, by the rules that browser and server share, and by what is referred to. */
export async function check(
  scope: OfTenant,
  { before, draft, moment }: EventChange,
  context: Context,
): Promise<Issue[]> {
  const issues = checkEvent(draft)
  if (issues.length > 0) return issues
  return [
    ...checkTiming(before, { ...draft, exceptions: before?.exceptions ?? {} }, moment),
    ...(draft.imageUrl === before?.imageUrl ? [] : await checkPictures(toPictures(pictures, draft), context)),
    ...(draft.contentId === (before?.contentId ?? null) ? [] : await checkClass(scope, draft, context)),
  ]
}

/** EVENT-33: a class that can't be played is none to attach. */
export async function checkClass(
  scope: OfTenant,
  { contentId }: Pick<EventDraft, 'contentId'>,
  context: Context,
): Promise<Issue[]> {
  if (contentId === null) return []
  const found = await findClassRows(scope, context.deps.db, [contentId])
  return found.length > 0 ? [] : [{ path: 'contentId', code: 'title.classIssue' }]
}

const references = [
  'classCategoryId',
  'classSubCategoryId',
  'classLanguageCode',
  'equipmentIds',
  'focusAreaIds',
  'labelIds',
] as const
const unheld = { equipmentIds: [], focusAreaIds: [], labelIds: [] }

export async function checkStored(
  scope: OfTenant,
  tx: Database,
  { before, draft }: { before: EventDraft | undefined; draft: EventDraft },
  context: Context,
): Promise<Issue[]> {
  const isChanged = (field: keyof EventMetadata) =>
    JSON.stringify(before?.[field] ?? null) !== JSON.stringify(draft[field])
  const referring = { ...draft, channelId: null, imageLink: null, tenantId: scope.tenantId, providerId: null }
  return [
    ...(await checkReferences(scope, tx, referring, {
      changed: new Set(references.filter(isChanged)),
      held: before ?? unheld,
    })),
    ...(await retainPictures(tx, context, toPictures(pictures, draft, before))),
  ]
}

/** What follows from a draft: its first instant (C-79), the stream key, and that it was active once (C-78). */
export function derived(before: StoredEvent | undefined, draft: EventDraft, moment: Moment) {
  const isKept = before !== undefined && lostByType(before.type, draft.type).length === 0
  const hasKey = draft.type === EventType.Live && !isExternal(draft)
  return {
    schedule_time: firstTime(before, draft, moment),
    eventKey: hasKey ? ((isKept ? before.eventKey : null) ?? `${newTag()}${newTag()}`) : null,
    activatedOnce: draft.active || (before?.activatedOnce ?? false),
  }
}

/** An instant that was chosen, else the first occurrence of a schedule that is new or moved. */
function firstTime(
  before: StoredEvent | undefined,
  draft: EventDraft,
  { clock, now }: Moment,
): string | null {
  const { schedule_time: chosen } = draft
  const isChosen = chosen !== null && chosen !== before?.schedule_time
  if (isChosen) return new Date(chosen).toISOString()
  if (before !== undefined && !isMoved(before, draft)) return chosen
  const next = nextOccurrence(clock, draft, now)
  return next === undefined ? chosen : new Date(next).toISOString()
}

/**
 * The video of a simulated event is a title of the event's id that only `ofEvents` reaches: it is received, processed and
 * played like any other (decision 0062). Here it comes and goes with the type; its files go after the transaction.
 */
export async function settleVideo(scope: Scope, tx: Database, row: StoredEvent): Promise<void> {
  const wanted = and(eq(titlesTable.tag, row.eventId), eq(titlesTable.isEvent, true))
  if (row.type !== EventType.Simulated) {
    await tx.delete(titlesTable).where(wanted)
    return
  }
  const { tenantId, providerId } = await readOwner(scope, tx, {})
  await insertTitle(tx, {
    tag: row.eventId,
    isEvent: true,
    tenantId,
    providerId,
    className: row.title,
    contentType: ContentType.Video,
    thumbnailType: 'custom',
  })
}

/** Deletes the row of an event and that of its video; its files go after the transaction. */
export async function dropEvent(scope: OfTenant, tx: Database, { id, by }: { id: string; by: Author }) {
  const row = await eventRows.lock(scope, tx, id)
  await eventRows.remove(scope, tx, { id, by })
  await settleVideo(scope, tx, { ...row, type: EventType.Scheduled })
}

/** Removes what a video left when its row is gone; a file that can't be removed now is an orphan that `kinora doctor` finds. */
export async function removeFiles(
  { blobs, log }: Pick<Deps, 'blobs' | 'log'>,
  eventId: string,
): Promise<void> {
  for (const kind of ['uploads', 'streams', 'frames'])
    await blobs
      .remove(`${kind}/${eventId}/`)
      .catch((err: unknown) => log.warn({ err, eventId }, 'a file of an event stays behind'))
}

/** The same call on the video of an event; throws `notFound` for an event out of reach and `refused` for one of another type. */
export async function onVideo(eventId: string, context: Context): Promise<Context> {
  const { type } = await eventRows.read(context.scope, context.deps.db, eventId)
  if (type !== EventType.Simulated) throw refused('event.notSimulated', undefined, 'type')
  return { ...context, scope: ofEvents(context.scope) }
}
