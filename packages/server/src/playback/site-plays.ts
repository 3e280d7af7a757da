import type { SitePlay } from '@kinora/core'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { stampNew } from '../kernel/rows/stamps.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { addToDays, insertRecords, lockUpload } from './rows.ts'
import { playbackRecordsTable as records, playbackUploadsTable as uploads } from './tables.ts'

type Site = Scope & { kind: 'tenant' }

/** What a play tells, to tell whether it was handed in before. */
export const playText = (play: Omit<SitePlay, 'playId'>): string => {
  const {
    titleTag = null,
    eventId = null,
    device = null,
    userId,
    startedAt,
    secondsWatched,
    completed,
  } = play
  const at = new Date(startedAt).getTime()
  return JSON.stringify([titleTag, eventId, userId, at, secondsWatched, completed, device])
}

/** What those of these ids tell that the site has handed in. */
export async function findSitePlays(
  { tenantId }: Site,
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(records)
    .where(and(eq(records.tenantId, tenantId), inArray(records.sitePlayId, [...ids])))
  return new Map(
    rows.map(({ sitePlayId, titleTag, eventId, device, startedAt, seconds, userId, completed }) => [
      sitePlayId!,
      playText({
        titleTag: titleTag ?? undefined,
        eventId: eventId ?? undefined,
        device: device ?? undefined,
        userId,
        completed,
        startedAt: startedAt.toISOString(),
        secondsWatched: seconds,
      }),
    ]),
  )
}

/**
 * C-119, C-120: adds plays that are new to the numbers; their times are instants. All that a site hands in on one day is one
 * committed upload, which holds whoever hands in at the same time.
 */
export async function insertSitePlays(
  { tenantId }: Site,
  tx: Database,
  { plays, now }: { plays: readonly SitePlay[]; now: Date },
): Promise<void> {
  if (plays.length === 0) return
  const day = now.toISOString().slice(0, 10)
  const trackingId = `site-${day}-${tenantId}`
  await tx
    .insert(uploads)
    .values({ trackingId, fileName: trackingId, status: 'committed', ...stampNew(now, null) })
    .onConflictDoNothing()
  const { good } = await lockUpload(tx, trackingId)
  await insertRecords(
    tx,
    plays.map(({ playId: sitePlayId, secondsWatched: seconds, ...play }, index) => ({
      ...play,
      trackingId,
      nth: good + index + 1,
      tenantId,
      sitePlayId,
      seconds,
    })),
  )
  await tx
    .update(uploads)
    .set({ good: sql`${uploads.good} + ${plays.length}`, updatedAt: now })
    .where(eq(uploads.trackingId, trackingId))
  await addToDays(tx, trackingId, good)
}
