import type { Page, PageInput, Subscription } from '@kinora/core'
import { activeCollections } from '../collections/index.ts'
import type { Database } from '../ports/db.ts'
import { listSubscriptions, type OfTenant } from './rows.ts'

/** What a site offers: the active packages, of their collections those that it shows. */
export async function listShownSubscriptions(
  scope: OfTenant,
  db: Database,
  page: PageInput,
): Promise<Page<Subscription>> {
  const found = await listSubscriptions(scope, db, { ...page, status: ['Active'], sort: 'title', dir: 'asc' })
  const active = await activeCollections(scope, db)
  return {
    ...found,
    data: found.data.map(row => ({
      ...row,
      collectionTags: row.collectionTags.filter(tag => active.has(tag)),
    })),
  }
}
