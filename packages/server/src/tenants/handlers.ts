import { KinoraError, pageOf, Role, type tenants } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import { findTenant, listTenants } from './rows.ts'

export const tenantHandlers: Handlers<typeof tenants> = {
  async list(input, context) {
    return pageOf(await listTenants(reach(context), context.deps.db), input)
  },

  /** I18N-04, META-11 */
  async config({ tenantId }, context) {
    const tenant = await findTenant(reach(context), context.deps.db, tenantId)
    if (tenant === undefined) throw new KinoraError('notFound')
    const { tenantID, languageCodes, languageTag } = tenant
    return { data: [{ tenant: { tenantID, languageCodes, languageTag } }] }
  },
}

/** F-2: customer support sees every tenant, whichever it has chosen; it chooses from this very list (ROLE-04). */
function reach({ caller, scope }: Context): Scope {
  return caller.role === Role.Support ? { kind: 'all' } : scope
}
