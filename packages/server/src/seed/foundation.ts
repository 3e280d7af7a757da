import { count, eq, sql } from 'drizzle-orm'
import { categoriesTable, subCategoriesTable } from '../categories/tables.ts'
import { channelsTable, channelTenantsTable } from '../channels/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sealSecret } from '../kernel/stored-secret.ts'
import type { Database } from '../ports/db.ts'
import type { FilesPort } from '../ports/files.ts'
import { providersTable } from '../providers/tables.ts'
import { usersTable, userTenantsTable } from '../session/tables.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { demoCategories, demoSubCategories, demoTaxonomies } from './catalogue.ts'
import { demoChannels, demoProviders, demoTenants } from './organisations.ts'

type Needs = Pick<Deps, 'db' | 'passwords' | 'secrets' | 'clock'>

/** Whether nobody can sign in yet: the sign of a new data folder. */
export async function isUnseeded(db: Database): Promise<boolean> {
  const [row] = await db.select({ total: count() }).from(usersTable)
  return row?.total === 0
}

/** The demo without its titles: organisations, catalogue and the four accounts; all or nothing. */
export async function seedFoundation(
  { db, passwords, secrets, clock }: Needs,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction(async tx => {
    const jwPlayerSecret = sealSecret('demo-jw-secret', secrets, clock.now())
    await tx
      .insert(tenantsTable)
      .values(demoTenants.map(tenant => (tenant.isProviderActive ? { ...tenant, jwPlayerSecret } : tenant)))
    await tx.insert(providersTable).values(demoProviders)
    await tx.insert(channelsTable).values(demoChannels.map(({ tenants: _, ...channel }) => channel))
    await tx
      .insert(channelTenantsTable)
      .values(
        demoChannels.flatMap(({ tag, tenants }) => tenants.map(tenantId => ({ channelTag: tag, tenantId }))),
      )
    await tx.insert(categoriesTable).values(demoCategories)
    await tx.insert(subCategoriesTable).values(demoSubCategories)
    // One is there already: a platform has it from the start; in the demo it has another name.
    await tx
      .insert(taxonomiesTable)
      .values(demoTaxonomies)
      .onConflictDoUpdate({ target: taxonomiesTable.id, set: { name: sql`excluded.name` } })
    await addAccounts(tx, Object.values(demoAccounts), passwordHash)
  })
}

/** `--empty`: one administrator and nothing else. */
export async function seedAdministrator(
  { db, passwords }: Pick<Needs, 'db' | 'passwords'>,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction(tx => addAccounts(tx, [demoAccounts.admin], passwordHash))
}

async function addAccounts(
  db: Database,
  accounts: readonly DemoAccount[],
  passwordHash: string,
): Promise<void> {
  await db
    .insert(usersTable)
    .values(accounts.map(({ tenantIds: _, ...account }) => ({ ...account, passwordHash })))
  const entries = accounts.flatMap(({ userId, tenantIds }) =>
    tenantIds.map((tenantId, position) => ({ userId, tenantId, position })),
  )
  if (entries.length > 0) await db.insert(userTenantsTable).values(entries)
}

/** Channels that have images of their own; the others use them again. */
const PICTURED = 5

/** CHAN-08: an active channel has both images. */
export async function seedChannelImages(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  assets: FilesPort,
): Promise<void> {
  const store = async (path: string) => {
    const file = await assets.read(path)
    return file === undefined ? null : await storeImage({ blobs, db }, file.bytes, 'jpg')
  }
  for (const [index, { tag }] of demoChannels.entries()) {
    const number = (index % PICTURED) + 1
    const profileImageUrl = await store(`/channel-${number}-profile.jpg`)
    const mediaSpaceImageUrl = await store(`/channel-${number}-space.jpg`)
    await db
      .update(channelsTable)
      .set({ profileImageUrl, mediaSpaceImageUrl })
      .where(eq(channelsTable.tag, tag))
  }
}
