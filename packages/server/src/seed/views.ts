import { TitleStatus } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { viewsTable } from '../views/tables.ts'
import { demoAccounts } from './accounts.ts'

/** Two views of titles that the tenant of the demo shares: what it looks at each morning, and what it shows. */
export async function seedViews({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { userId, tenantIds } = demoAccounts.tenant
  const now = clock.now().getTime()
  const views = [
    { name: 'Ready to publish', address: `status=${TitleStatus.Completed}&sort=name-asc` },
    {
      name: 'Short classes on the site',
      address: `status=${TitleStatus.Published}&duration=0-600&view=covers`,
    },
  ]
  await db.insert(viewsTable).values(
    views.map((view, index) => ({
      ...view,
      viewId: `demo-view-${index + 1}`,
      userId,
      tenantId: tenantIds[0],
      providerId: null,
      list: 'titles' as const,
      isShared: true,
      createdAt: new Date(now + index),
      createdBy: userId,
      updatedAt: new Date(now + index),
      updatedBy: userId,
      version: 1,
    })),
  )
}
