import {
  type AttachedClass,
  type EventFile,
  type ScheduledEvent,
  toAttachedClass,
  toEventState,
  toWireDate,
} from '@kinora/core'
import { isLocked, type Moment, nextOccurrence } from '@kinora/core/schedule'
import { and, inArray } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Scope } from '../kernel/scope.ts'
import { inScope, ofEvents, titleColumns } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { findClasses } from '../titles/index.ts'
import { toEventDraft } from './rows.ts'
import type { StoredEvent } from './tables.ts'

interface Needs {
  deps: Pick<Deps, 'db' | 'names' | 'clock'>
  scope: Scope & { kind: 'tenant' }
  moment: Moment
}

type Summary = Omit<ScheduledEvent, 'video' | 'file' | 'eventDetailsType' | 'description'>

/** What a calendar shows of an event, told by its row alone. */
export function toSummary(row: StoredEvent, moment: Moment): Summary {
  const { description: _, ...draft } = toEventDraft(row)
  const next = nextOccurrence(moment.clock, draft, moment.now)
  return {
    ...draft,
    event_Id: row.eventId,
    tenantId: row.tenantId,
    eventKey: row.eventKey,
    scheduled_Time: row.schedule_time,
    next_occurrence_time: next === undefined ? null : new Date(next).toISOString(),
    created_date: toWireDate(row.createdAt),
    cover: row.imageUrl,
    tag: row.type === 1 ? row.eventId : null,
    state: toEventState(row),
    isLocked: isLocked(draft, moment),
    timeZone: moment.clock.timeZone,
    version: row.version,
  }
}

/** Events as they travel, with their class and their file. */
export async function toEvents(needs: Needs, rows: readonly StoredEvent[]): Promise<ScheduledEvent[]> {
  const { scope, deps, moment } = needs
  const tags = [...new Set(rows.flatMap(({ contentId }) => contentId ?? []))]
  const classes = new Map((await findClasses({ deps, scope }, tags)).map(title => [title.tag, title]))
  const files = await readFiles(needs, rows)
  return rows.map(row => {
    const attached = row.contentId === null ? undefined : classes.get(row.contentId)
    const file = files.get(row.eventId) ?? null
    return {
      ...toSummary(row, moment),
      description: row.description,
      video: attached === undefined ? null : (toAttachedClass(attached, row.type) satisfies AttachedClass),
      file,
      eventDetailsType: row.contentId !== null ? 'title' : file?.fileName == null ? null : 'upload',
    }
  })
}

/** How far the videos of simulated events have come, by their ids. */
export async function readFiles(
  { deps: { db }, scope }: Pick<Needs, 'scope'> & { deps: Pick<Deps, 'db'> },
  rows: readonly StoredEvent[],
): Promise<Map<string, EventFile>> {
  const ids = rows.filter(({ type }) => type === 1).map(({ eventId }) => eventId)
  if (ids.length === 0) return new Map()
  const found = await db
    .select(titleColumns)
    .from(titlesTable)
    .where(and(inArray(titlesTable.tag, ids), inScope(ofEvents(scope))))
  return new Map(
    found.map(({ tag, fileName, status, videoStatus, errorType, processing }) => [
      tag,
      { fileName, status, videoStatus, errorType, processing },
    ]),
  )
}
