import { categoriesTable, subCategoriesTable } from '../../src/categories/tables.ts'
import { channelsTable } from '../../src/stored-channels/tables.ts'
import { providersTable } from '../../src/stored-providers/tables.ts'
import { tenantsTable } from '../../src/tenants/tables.ts'
import { termsTable } from '../../src/terms/tables.ts'
import type { TestServer } from '../harness.ts'

/** Whose a row is: the demo's tenant and provider, and two that nobody who signs in has to do with. */
export const owners = {
  tenant: { tenantId: 'pulsehouse', providerId: 'tenant-pulsehouse' },
  provider: { tenantId: null, providerId: 'ironside' },
  farTenant: { tenantId: 'faraway', providerId: 'tenant-faraway' },
  farProvider: { tenantId: null, providerId: 'faraway-films' },
} as const
export type Owner = keyof typeof owners
/** Stands in every row of the two, so that an answer that shows one of them shows it. */
export const FAR = 'faraway'

/** The two organisations that nobody reaches, and terms of theirs and of the demo’s tenant. */
export async function makeFarOwners({ deps: { db, blobs } }: TestServer): Promise<void> {
  const texts = { invariantText: FAR, localTexts: [] }
  await db.insert(tenantsTable).values({
    ...{ tenantId: FAR, name: FAR, customerNumber: FAR, email: `hi@${FAR}.test` },
    timeZone: { offsetName: 'Europe/Berlin', utcOffset: '+01:00' },
    ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
  })
  const provider = { name: FAR, displayName: FAR, contact: FAR }
  await db.insert(providersTable).values([
    { ...provider, tag: 'tenant-faraway', email: `a@${FAR}.test`, tenantId: FAR, isTenantProvider: true },
    { ...provider, tag: 'faraway-films', email: `b@${FAR}.test` },
  ])
  await db.insert(channelsTable).values(
    (['tenant-faraway', 'faraway-films'] as const).map(tag => ({
      ...{ tag: `channel-of-${tag}`, name: FAR, displayName: FAR, providerTag: tag },
    })),
  )
  await db.insert(categoriesTable).values({
    ...{ categoryId: 'faraway-category', tenantId: FAR, name: texts, description: texts },
  })
  await db.insert(subCategoriesTable).values({
    ...{ subCategoryId: 'faraway-sub-category', categoryId: 'faraway-category', name: texts },
  })
  for (const tenantId of [FAR, owners.tenant.tenantId]) {
    const blobKey = `terms/${tenantId}.html`
    await blobs.put(blobKey, new TextEncoder().encode(tenantId))
    const file = { fileName: `${tenantId}.html`, size: 1, digest: tenantId, blobKey }
    await db
      .insert(termsTable)
      .values({ tenantId, version: 1, languageCode: 'en-GB', title: tenantId, ...file })
  }
}
