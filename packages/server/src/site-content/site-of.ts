import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'

/** The scope of a site's call, which is always that of its tenant. */
export function siteOf(context: Context): Scope & { kind: 'tenant' } {
  const { scope } = context
  return tenantScope(scope.kind === 'tenant' ? scope.tenantId : '', context)
}
