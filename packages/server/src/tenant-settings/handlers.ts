import { KinoraError, pageOf, Role, type tenants } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import { openSite } from '../site-access/index.ts'
import { findTenant, listTenants } from '../tenants/index.ts'
import { assertReach } from './parts.ts'
import { removeTenant, restoreTenant } from './removal.ts'
import { listDeletedTenants, readTenant, toSettings } from './rows.ts'
import { createTenant, generateKeys, readKeys, updateTenant } from './writes.ts'

export const tenantHandlers: Handlers<typeof tenants> = {
  async list(input, context) {
    const now = context.deps.clock.now()
    return pageOf(await listTenants(reach(context), context.deps.db, { ...input, now }), input)
  },

  /** I18N-04, META-11 */
  async config({ tenantId }, context) {
    const now = context.deps.clock.now()
    const tenant = await findTenant(reach(context), context.deps.db, { tenantId, now })
    if (tenant === undefined) throw new KinoraError('notFound')
    const { languageCodes, languageTag, isPlatformOwnedCategories } = tenant
    return { data: [{ tenant: { tenantId, languageCodes, languageTag, isPlatformOwnedCategories } }] }
  },

  async view({ tenantId }, context) {
    assertReach(tenantId, context)
    const { db, clock } = context.deps
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

/** F-2: customer support sees every tenant, whichever it has chosen; it chooses from this very list (ROLE-04). */
function reach({ caller, scope }: Context): Scope {
  return caller.role === Role.Support ? { kind: 'all' } : scope
}
