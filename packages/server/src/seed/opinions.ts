import { TitleStatus } from '@kinora/core'
import { and, asc, eq, not } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { favouritesTable } from '../favourites/tables.ts'
import { reviewsTable } from '../reviews/tables.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { demoAccounts } from './accounts.ts'

const DAY = 86_400_000

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
