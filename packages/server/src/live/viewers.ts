import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { liveViewersTable as t } from './tables.ts'

/** Milliseconds for which somebody counts who asked for a playlist; players ask every few seconds. */
const SEEN = 30_000
/** Milliseconds in which the same one isn't written again. */
const FRESH = 10_000

/** A member or a link that asked for a playlist. Whoever hasn't for a while goes. */
export async function seen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { eventId, viewer }: { eventId: string; viewer: string },
): Promise<void> {
  const seenAt = clock.now()
  const ago = (milliseconds: number) => new Date(seenAt.getTime() - milliseconds)
  const written = await db
    .insert(t)
    .values({ eventId, viewer, seenAt })
    .onConflictDoUpdate({
      target: [t.eventId, t.viewer],
      set: { seenAt },
      setWhere: lt(t.seenAt, ago(FRESH)),
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (written.some(({ isNew }) => isNew))
    await db.delete(t).where(and(eq(t.eventId, eventId), lt(t.seenAt, ago(2 * SEEN))))
}

/** How many watch an event right now. */
export const countViewers = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, eventId: string): Promise<number> =>
  db.$count(t, and(eq(t.eventId, eventId), gte(t.seenAt, new Date(clock.now().getTime() - SEEN))))
