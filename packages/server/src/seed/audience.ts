import { TitleStatus } from '@kinora/core'
import { memberTemplateRows } from '@kinora/core/bulk'
import { and, asc, eq, not, sql } from 'drizzle-orm'
import { batchesTable } from '../batch-work/tables.ts'
import type { Deps } from '../deps.ts'
import { favouritesTable } from '../favourites/tables.ts'
import { toCsvLine } from '../kernel/csv.ts'
import { stampNew } from '../kernel/rows/audit.ts'
import { memberSubscriptionsTable, membersTable } from '../members/tables.ts'
import { addToDays, insertRecords, type NewRecord } from '../playback/index.ts'
import { playbackUploadsTable } from '../playback/tables.ts'
import { reviewsTable } from '../reviews/tables.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { demoAccounts } from './accounts.ts'

const DAY = 86_400_000
const tenants = ['pulsehouse', 'oasiswellness', 'nordicmove'] as const
const people = [
  ...['Mia Larsen', 'Jonas Weber', 'Priya Shah', 'Tom Fielding', 'ليان خوري', 'Camille Dubois', 'Alex Stone'],
  ...['Nadia Rahimi', 'Henrik Åsberg', 'Ruth Okafor', 'Sam Ortiz', 'Eleni Pappa', 'Yuki Tanaka', 'Ola Nowak'],
]

/** What a member has had: first and last day before today, where there is a last one. */
interface Plan {
  title: string
  source: string
  status: string
  externalStatus: string | null
  from: number
  to: number | null
  price: string | null
}
const plan = (
  title: string,
  source: string,
  [status, externalStatus]: readonly [string, string | null],
  [from, to]: readonly [number, number | null],
): Plan => ({
  title,
  source,
  status,
  externalStatus,
  from,
  to,
  price: title === 'Premium' ? '19.90' : '9.90',
})

/** One of each state and source; the last member has none. */
const plans: readonly (readonly Plan[])[] = [
  [plan('Premium', 'stripe', ['active', 'active'], [172, null])],
  [plan('Basic', 'flatfile', ['active', null], [150, null])],
  [plan('Premium', 'stripe', ['cancelled', 'canceled'], [160, 41])],
  [plan('Basic', 'flatfile', ['expired', null], [178, 88])],
  [plan('Premium', 'apple', ['trial', 'trialing'], [6, -8])],
  [
    plan('Premium', 'stripe', ['active', 'past_due'], [64, null]),
    plan('Basic', 'stripe', ['cancelled', 'canceled'], [175, 65]),
  ],
  [plan('Basic', 'mms', ['active', 'active'], [95, null])],
]

/** Members of the demo's tenants with what they subscribed to over half a year, and a file of members that is ready to be imported. */
export async function seedMembers({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const dayAgo = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10)
  const rows = tenants.flatMap((tenantId, at) =>
    people.map((name, nth) => {
      const number = String(nth + 1).padStart(3, '0')
      const joined = Math.max(1, ...(plans[(nth + at) % 8] ?? []).map(({ from }) => from))
      const seen = new Date(now - Math.min((nth * 5 + at) % 30, joined) * DAY)
      return {
        userId: `demo-member-${tenantId}-${number}`,
        tenantId,
        externalUserId: `${tenantId}-${number}`,
        name,
        email: `member${number}@${tenantId}.example`,
        lastAccessedAt: seen,
        lastLoginAt: seen,
        createdAt: new Date(now - joined * DAY - nth * 60_000),
        updatedAt: seen,
      }
    }),
  )
  await db.insert(membersTable).values(rows)
  await db.execute(sql`INSERT INTO member_visits (user_id, day, has_signed_in)
    SELECT user_id, (last_login_at AT TIME ZONE 'UTC')::date, true FROM members`)
  const items = tenants.flatMap((tenantId, at) =>
    people.flatMap((_, nth) =>
      (plans[(nth + at) % 8] ?? []).map(({ from, to, ...item }, index) => ({
        ...item,
        id: `demo-item-${tenantId}-${nth + 1}-${index + 1}`,
        userId: `demo-member-${tenantId}-${String(nth + 1).padStart(3, '0')}`,
        productId: `${item.title.toLowerCase()}-1`,
        planId: 'monthly',
        startDate: dayAgo(from),
        endDate: to === null ? null : dayAgo(to),
        ...(item.status === 'trial' && { trialStart: dayAgo(from), trialEnd: dayAgo(to ?? 0) }),
        cancelledDates: item.status === 'cancelled' ? [dayAgo(to ?? 0)] : [],
      })),
    ),
  )
  await db.insert(memberSubscriptionsTable).values(items)
  await seedImport({ db, blobs, clock })
}

async function seedImport({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const [header] = memberTemplateRows()
  const lines = [
    header!,
    [
      'pulsehouse-101',
      'Ines Prado',
      'ines@pulsehouse.example',
      'Premium',
      'premium-1',
      'monthly',
      'active',
      '',
      '',
    ],
    ['pulsehouse-001', 'Mia Larsen', 'mia@pulsehouse.example', '', '', '', '', '', ''],
    ['pulsehouse-102', 'No Address', 'not an address', '', '', '', '', '', ''],
  ].map(toCsvLine)
  const fileKey = 'batches/demo-import.csv'
  await blobs.put(fileKey, new TextEncoder().encode(lines.join('')))
  const { userId, email } = demoAccounts.tenant
  await db.insert(batchesTable).values({
    batchId: 'demo-import',
    kind: 'members',
    tenantId: 'pulsehouse',
    title: 'members',
    totalRows: 3,
    notificationEmail: email,
    fileName: 'members.csv',
    fileKey,
    createdBy: userId,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
}

/** As members write: in their languages, with signs that a page or a spreadsheet could take for more than text. */
const opinions: readonly (readonly [user: string, rating: number, comment: string])[] = [
  ['Mia Larsen', 5, 'My favourite class this month. The cool-down alone is worth it.'],
  ['Jonas Weber', 4, 'Gutes Tempo, klare Ansagen. Die Musik dürfte leiser sein.'],
  ['Priya S.', 5, ''],
  ['Tom', 2, 'Sound was out of step with the picture from minute 12 on.'],
  ['ليان', 5, 'تمرين رائع، أعيده كل صباح.'],
  ['Camille D.', 4, 'Très bien, mais un peu court.'],
  ['Alex Stone', 3, 'OK if you have <10 minutes & no equipment. "Beginner" it is not.'],
  ['Nadia', 5, '+1 for the playlist!'],
  ['Henrik Ås', 4, 'Tydliga instruktioner.\nLite mer uppvärmning, tack.'],
  ['Ruth', 1, 'The video stopped three times.'],
  ['Sam O.', 4, ''],
  [
    'Eleni P.',
    5,
    'I came back after an injury and was afraid of doing too much. Every move has an easier version, shown at the side, and the instructor says when to rest. Six weeks later I do the full one.',
  ],
]

/** Reviews of a year on the sites of the demo's published titles, and a few favourites of each of those sites. */
export async function seedOpinions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const published = await db
    .select({ tag: t.tag, tenants: t.tenants })
    .from(t)
    .where(and(eq(t.status, TitleStatus.Published), not(t.isDelete)))
    .orderBy(asc(t.tag))
  const shown = published.flatMap(({ tag, tenants }) =>
    tenants.map(tenantId => ({ titleTag: tag, tenantId })),
  )
  const reviews = shown.flatMap((place, index) =>
    [0, 1, 2].map(nth => {
      const number = index * 3 + nth
      const [userName, rating, comment] = opinions[(number * 5) % opinions.length]!
      const writtenAt = new Date(now - ((number * 47) % 353) * DAY - number * 1_234_567)
      return { reviewId: `demo-review-${number + 1}`, ...place, userName, rating, comment, writtenAt }
    }),
  )
  const favourites = shown
    .filter((_, index) => index % 3 === 0)
    .map((place, index) => ({
      ...place,
      createdAt: new Date(now - index * 5 * DAY),
      createdBy: demoAccounts.support.userId,
    }))
  if (reviews.length > 0) await db.insert(reviewsTable).values(reviews)
  if (favourites.length > 0) await db.insert(favouritesTable).values(favourites)
}

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
