import { createMessages, datesIn, en, Role } from '@kinora/core'
import { type Happening, nextHeld, toDate, type WallClock, wallClock } from '@kinora/core/schedule'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { isPlayable, readStreams } from '../events/index.ts'
import { eventsTable, type StoredEvent } from '../events/tables.ts'
import type { Caller } from '../kernel/handlers.ts'
import { inBatches } from '../kernel/pieces.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { Mail } from '../ports/services.ts'
import { findCaller } from '../session/index.ts'
import { readTimeZones } from '../tenants/index.ts'
import { forgetParts } from './parts.ts'
import { liveNoticesTable as t } from './tables.ts'
import { forgetViewers } from './viewers.ts'

/** Milliseconds between looks, and before the start of a class from which on it is looked at. */
const PERIOD = 300_000
const AHEAD = 3_600_000
const messages = createMessages(en)

/** How long it is kept that somebody was told: longer than an occurrence lies ahead when it is said. */
const KEPT = 7 * 86_400_000

/** Looks every five minutes for classes of the next hour that have nothing to play, and forgets what is over. */
export const startLiveJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'live.notices',
    period: PERIOD,
    async work() {
      await forgetLive(deps)
      await mailLacking(deps)
    },
  })

/** Of classes that are over nothing is left but what reports count (decision 0144). */
export async function forgetLive(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await forgetViewers(deps)
  await forgetParts(deps)
  await deps.db.delete(t).where(lt(t.mailedAt, new Date(deps.clock.now().getTime() - KEPT)))
}

type Needed = Pick<Deps, 'db' | 'mail' | 'clock' | 'settings' | 'log'>

interface Lacking {
  row: StoredEvent
  one: Happening
  date: string
  clock: WallClock
}

/**
 * C-138: tells whoever made an active event, once for each occurrence, that it has nothing to play. A mail that can’t be sent holds
 * up no other, and is tried again with the next look.
 */
export async function mailLacking(deps: Needed): Promise<void> {
  const { db, mail, clock, log } = deps
  const lacking = await readLacking(deps)
  const known = await readNotices(deps, lacking)
  for (const each of lacking) {
    const { row, date } = each
    const { eventId, createdBy } = row
    if (known.has(`${eventId} ${date}`)) continue
    const caller = createdBy === null ? undefined : await findCaller(deps, createdBy)
    if (caller === undefined || !mayChange(caller, row)) continue
    try {
      await mail.send({ id: `event-${eventId}.${date}`, to: caller.email, ...toMail(deps, each) })
      await db.insert(t).values({ eventId, date, mailedAt: clock.now() }).onConflictDoNothing()
    } catch (error) {
      log.warn(
        { err: error, eventId, date },
        'whoever made an event could not be told that it has nothing to play',
      )
    }
  }
}

async function readLacking({ db, clock }: Needed): Promise<Lacking[]> {
  const now = clock.now().getTime()
  const rows = await db.select().from(eventsTable).where(eq(eventsTable.active, true))
  const zones = await readTimeZones(db, [...new Set(rows.map(({ tenantId }) => tenantId))])
  const soon = await inBatches(rows, (row): Lacking[] => {
    const wall = wallClock(zones.get(row.tenantId) ?? 'UTC')
    const one = nextHeld(wall, row, now)
    const isSoon = one !== undefined && one.start - now <= AHEAD
    return isSoon ? [{ row, one, date: toDate(one.day), clock: wall }] : []
  })
  const near = soon.flat()
  const streams = await readStreams(
    db,
    near.map(({ row }) => row),
  )
  return near.filter(({ row, one }) => !isPlayable(row, streams, one.exception?.details.contentId))
}

async function readNotices({ db }: Needed, lacking: readonly Lacking[]): Promise<ReadonlySet<string>> {
  if (lacking.length === 0) return new Set()
  const ids = lacking.map(({ row }) => row.eventId)
  const dates = lacking.map(({ date }) => date)
  const rows = await db
    .select({ eventId: t.eventId, date: t.date })
    .from(t)
    .where(and(inArray(t.eventId, ids), inArray(t.date, dates)))
  return new Set(rows.map(({ eventId, date }) => `${eventId} ${date}`))
}

/** Whoever made it may be somebody else’s by now. */
const mayChange = ({ role, tenantIds }: Caller, row: StoredEvent): boolean =>
  role === Role.Support || (role === Role.Tenant && tenantIds.includes(row.tenantId))

function toMail({ settings }: Needed, { row, one, date, clock }: Lacking): Pick<Mail, 'subject' | 'text'> {
  const when = `${datesIn(clock.timeZone).dayAndTime(new Date(one.start))} ${clock.timeZone}`
  const params = { title: one.exception?.details.title ?? row.title, when }
  const base = settings.publicUrl?.replace(/\/+$/, '')
  const command = `kinora schedule edit ${row.eventId} --class TAG --tenant ${row.tenantId}`
  const open = [messages.text('event.mailOpen'), `${base}/schedule/${row.eventId}/edit?date=${date}`]
  const lines = [
    ...[messages.text('event.mailText', params), ''],
    ...(base === undefined ? [] : open),
    messages.text('event.mailCommand', { command }),
  ]
  return { subject: messages.text('event.mailSubject', params), text: `${lines.join('\n')}\n` }
}
