import type { Context } from './handlers.ts'
import { notFound } from './rows/refusals.ts'
import type { Scope } from './scope.ts'

/** The scope of a call that names its tenant. One that the caller doesn't act for looks like one that doesn't exist (C-14). */
export function tenantScope(tenantId: string, { scope }: Context): Scope & { kind: 'tenant' } {
  if (scope.kind !== 'tenant' || scope.tenantId !== tenantId) throw notFound()
  return scope
}
