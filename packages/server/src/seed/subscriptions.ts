import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { subscriptionsTable } from '../stored-subscriptions/tables.ts'
import { demoAccounts } from './accounts.ts'

const tenantId = 'pulsehouse'
const lines = [
  {
    title: 'Pulse House unlimited',
    description: 'Every class and every live session, on the web and in the app.',
    subscriptionType: 'allinone',
    collections: [1, 2, 3],
    pricingTableId: 'price_1PulseUnlimited',
    cover: 'channel-1-space.jpg',
  },
  {
    title: 'First steps',
    description: 'Gentle and short classes for the first three months.',
    subscriptionType: 'bundle',
    collections: [3, 2],
    pricingTableId: 'price_1PulseStart',
    cover: 'channel-2-space.jpg',
  },
] as const

/** Packages of one tenant of the demo; its collections are there already. */
export async function seedSubscriptions(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const at = { createdAt: clock.now(), createdBy: demoAccounts.tenant.userId }
  for (const [index, { collections, cover, ...line }] of lines.entries()) {
    const file = await assets.read(`/${cover}`)
    if (file === undefined) throw new Error(`the demo lacks ${cover}`)
    await db.insert(subscriptionsTable).values({
      ...line,
      ...at,
      tenantId,
      subsPackageId: `demo-package-${index + 1}`,
      collectionTags: collections.map(nth => `demo-${tenantId}-${nth}`),
      imageLink: await storeImage({ blobs, db }, file.bytes, 'jpg'),
      isActive: index === 0,
      activatedOnce: index === 0,
    })
  }
}
