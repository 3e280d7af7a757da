import { Role } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { notFound } from '../kernel/rows/refusals.ts'

/** F-1, C-91: administrators and customer support reach every tenant, a tenant itself alone (C-14). */
export function assertReach(tenantId: string, { caller, scope }: Context): void {
  if (caller.role !== Role.Tenant) return
  if (scope.kind !== 'tenant' || scope.tenantId !== tenantId) throw notFound()
}
