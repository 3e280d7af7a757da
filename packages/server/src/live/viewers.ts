import { and, eq, gte, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { liveViewersTable as t } from './tables.ts'

/** Milliseconds for which somebody counts who asked for a playlist; players ask every few seconds. */
const SEEN = 30_000
/** Milliseconds in which the same one isn't written again. */
const FRESH = 10_000

/** A member or a link that asked for a playlist. */
export async function seen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { eventId, viewer }: { eventId: string; viewer: string },
): Promise<void> {
  const seenAt = clock.now()
  await db
    .insert(t)
    .values({ eventId, viewer, seenAt })
    .onConflictDoUpdate({
      target: [t.eventId, t.viewer],
      set: { seenAt },
      setWhere: lt(t.seenAt, new Date(seenAt.getTime() - FRESH)),
    })
}

/** Whoever hasn’t asked for a while no longer watches, and what names a member goes. */
export async function forgetViewers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.delete(t).where(lt(t.seenAt, new Date(clock.now().getTime() - SEEN)))
}

/** How many watch an event right now. */
export const countViewers = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, eventId: string): Promise<number> =>
  db.$count(t, and(eq(t.eventId, eventId), gte(t.seenAt, new Date(clock.now().getTime() - SEEN))))
