import { pageOf, type providers, Role } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { listProviders } from './rows.ts'

export const providerHandlers: Handlers<typeof providers> = {
  /** PROV-09: those of tenants kept apart. Admin and customer support manage all of them (F-2). */
  async list(input, { deps, caller, scope }) {
    const all = await listProviders(caller.role === Role.Support ? { kind: 'all' } : scope, deps.db)
    return {
      ...pageOf(
        all.filter(provider => !provider.isTenantProvider),
        input,
      ),
      tenantProviders: all.filter(provider => provider.isTenantProvider),
    }
  },
}
