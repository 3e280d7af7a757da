import { pageOf, type providers, RESTORABLE_DAYS } from '@kinora/core'
import { and } from 'drizzle-orm'
import type { Handlers } from '../kernel/handlers.ts'
import { removeEach } from '../kernel/rows/removals.ts'
import {
  deletedProviderRows,
  isDeletedSince,
  isLike,
  isOfTenant,
  providerRows,
} from '../stored-providers/index.ts'
import { createProvider, removeProvider, restoreProvider, updateProvider } from './writes.ts'

const DAY = 86_400_000
const all = { page: 1, take: -1 }

export const providerHandlers: Handlers<typeof providers> = {
  /** API-72, PROV-09: those of tenants kept apart. */
  async list({ query, isTenantProvider = false, isDeleted = false, page, take }, { scope, deps }) {
    const { db, clock } = deps
    if (isDeleted) {
      const since = isDeletedSince(new Date(clock.now().getTime() - RESTORABLE_DAYS * DAY))
      const where = and(since, isLike(query))
      return { ...(await deletedProviderRows.list(scope, db, { page, take, where })), tenantProviders: [] }
    }
    const listed = (wanted: boolean, rows: { page: number; take: number }) =>
      providerRows.list(scope, db, { ...rows, where: and(isOfTenant(wanted), isLike(query)) })
    const tenantProviders = (await listed(true, all)).data
    if (isTenantProvider) return { ...pageOf(tenantProviders, { page, take }), tenantProviders }
    return { ...(await listed(false, { page, take })), tenantProviders }
  },

  view: ({ tag }, { scope, deps }) => providerRows.read(scope, deps.db, tag),
  create: createProvider,
  update: updateProvider,

  /** API-73 */
  async remove({ ids }, context) {
    const remove = (tag: string) => context.deps.db.transaction(tx => removeProvider(tx, tag, context))
    return { data: await removeEach(new Set(ids), remove) }
  },

  restore: ({ tag }, context) => restoreProvider(tag, context),
}
