import { TitleStatus } from '@kinora/core'
import { and, asc, eq, not } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { stampNew } from '../kernel/rows/stamps.ts'
import { addToDays, insertRecords, type NewRecord } from '../playback/index.ts'
import { playbackUploadsTable } from '../playback/tables.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

const DAY = 86_400_000
const DAYS = 90
/** Of each site; those of the user report are among them. */
const MEMBERS = 60
const trackingId = 'demo-plays'

/** What members of the demo's sites have watched in three months: some titles often, others hardly, more on Sundays. */
export async function seedPlays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const published = await db
    .select({ tag: t.tag, tenants: t.tenants, length: t.durationSecond })
    .from(t)
    .where(and(eq(t.status, TitleStatus.Published), not(t.isDelete)))
    .orderBy(asc(t.tag))
  const places = published.flatMap(({ tag, tenants, length }) =>
    tenants.map(tenantId => ({ titleTag: tag, tenantId, length })),
  )
  const records: NewRecord[] = []
  for (let ago = DAYS; ago > 0; ago -= 1) {
    const midnight = Math.floor(now.getTime() / DAY) * DAY - ago * DAY
    const isSunday = new Date(midnight).getUTCDay() === 0
    for (const [index, { length, ...place }] of places.entries()) {
      const number = index * 31 + ago * 17
      // Every title has its own pace, from each day to once in a fortnight.
      const pace = 1 + ((index * 5) % 14)
      const plays = number % pace === 0 ? 1 + (number % 3) + (isSunday ? 1 : 0) : 0
      for (let nth = 0; nth < plays; nth += 1) {
        const share = (number * 7 + nth * 13) % 11
        const seconds = share > 6 ? length : Math.max(1, Math.round((length * (share + 1)) / 8))
        records.push({
          ...place,
          trackingId,
          nth: records.length + 1,
          eventId: null,
          device: null,
          sitePlayId: null,
          seconds,
          userId: `${place.tenantId}-${String(1 + ((number + nth * 19) % MEMBERS)).padStart(3, '0')}`,
          startedAt: new Date(midnight + ((number * 4217 + nth * 7919) % DAY)).toISOString(),
          completed: share > 6,
        })
      }
    }
  }
  await db.insert(playbackUploadsTable).values({
    trackingId,
    fileName: 'demo-plays.json',
    status: 'committed',
    good: records.length,
    ...stampNew(now, null),
  })
  for (let at = 0; at < records.length; at += 1000) await insertRecords(db, records.slice(at, at + 1000))
  await addToDays(db, trackingId)
}
