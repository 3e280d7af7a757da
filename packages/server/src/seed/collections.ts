import { TitleStatus } from '@kinora/core'
import { and, desc, eq, not } from 'drizzle-orm'
import { collectionItemsTable, collectionsTable } from '../collections/tables.ts'
import type { Deps } from '../deps.ts'
import { type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

type Line = readonly [
  name: string,
  description: string,
  state: 'Active' | 'Inactive' | 'Saved',
  holds: (title: StoredTitle) => boolean,
]

/** What a site of the demo shows together; the first is featured, the second the class of the day. */
const lines: readonly Line[] = [
  ['New this month', 'The latest classes of every studio, the newest first.', 'Active', () => true],
  [
    'Twenty minutes or less',
    'Short classes for a break, with or without equipment.',
    'Active',
    title => title.durationSecond <= 1200,
  ],
  [
    'Start here',
    'Gentle classes for your first weeks. Every move has an easier version.',
    'Active',
    title => (title.skill ?? 10) <= 4,
  ],
  ['Go hard', 'For days when you want to feel it.', 'Inactive', title => (title.intensity ?? 0) >= 8],
  ['Autumn challenge', 'Four weeks, three classes a week. In preparation.', 'Saved', () => false],
]

/** Collections on every site of the demo that shows titles. */
export async function seedCollections({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const published = await db
    .select(titleColumns)
    .from(t)
    .where(and(eq(t.status, TitleStatus.Published), not(t.isDelete)))
    .orderBy(desc(t.publishedDate), desc(t.tag))
  const tenants = [...new Set(published.flatMap(title => title.tenants))].toSorted()
  for (const tenantId of tenants) {
    const shown = published.filter(title => title.tenants.includes(tenantId))
    const made = lines.map(([name, description, wanted, holds], index) => {
      const classes = shown.filter(holds).slice(0, 12)
      const state = classes.length === 0 ? 'Saved' : wanted
      const row = {
        collectionTag: `demo-${tenantId}-${index + 1}`,
        tenantId,
        name,
        description,
        isActive: state === 'Active',
        activatedOnce: state !== 'Saved',
        isFeatured: index === 0 && state === 'Active',
        displayOrder: index + 1,
        isClassOfDay: index === 1 && state === 'Active',
        createdAt: new Date(now - (lines.length - index) * 86_400_000),
      }
      return { row, classes }
    })
    await db.insert(collectionsTable).values(made.map(({ row }) => row))
    const items = made.flatMap(({ row: { collectionTag }, classes }) =>
      classes.map(({ tag }, index) => ({ collectionTag, titleTag: tag, place: index + 1 })),
    )
    if (items.length > 0) await db.insert(collectionItemsTable).values(items)
  }
}
