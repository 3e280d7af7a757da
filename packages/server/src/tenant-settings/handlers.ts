import { KinoraError, pageOf, type tenants } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { openSite } from '../site-access/index.ts'
import { findTenant, listTenants } from '../tenants/index.ts'
import { removeTenant, restoreTenant } from './removal.ts'
import { listDeletedTenants, readTenant, toSettings } from './rows.ts'
import { createTenant, generateKeys, readKeys, updateTenant } from './writes.ts'

export const tenantHandlers: Handlers<typeof tenants> = {
  /** Customer support chooses its tenant from this very list (ROLE-04). */
  async list(input, { scope, deps: { db, clock } }) {
    return pageOf(await listTenants(scope, db, { ...input, now: clock.now() }), input)
  },

  /** I18N-04, META-11 */
  async config({ tenantId }, { scope, deps: { db, clock } }) {
    const tenant = await findTenant(scope, db, { tenantId, now: clock.now() })
    if (tenant === undefined) throw new KinoraError('notFound')
    const { languageCodes, languageTag, isPlatformOwnedCategories } = tenant
    return { data: [{ tenant: { tenantId, languageCodes, languageTag, isPlatformOwnedCategories } }] }
  },

  async view({ tenantId }, { deps: { db, clock } }) {
    return toSettings(await readTenant(db, tenantId), clock.now())
  },
  create: async (draft, context) => ({ tenantId: await createTenant(draft, context) }),
  update: (draft, context) => updateTenant(draft, context),

  async remove({ tenantIds }, context) {
    const items = []
    for (const id of new Set(tenantIds)) items.push(await removeTenant(id, context))
    return items
  },
  deleted: async (page, { deps }) => pageOf(await listDeletedTenants(deps.db, deps.clock.now()), page),
  restore: ({ tenantId }, context) => restoreTenant(tenantId, context),

  keys: async ({ id }, context) => ({ keys: await readKeys(id, context) }),
  generateKeys: async ({ id }, context) => ({ keys: await generateKeys(id, context) }),
  token: openSite,
}
