import { Role } from '@kinora/core'
import type { Context } from './handlers.ts'
import type { Scope } from './scope.ts'

/** C-91: customer support manages every tenant, provider and channel, whichever tenant it has chosen. */
export const managedScope = ({ caller, scope }: Pick<Context, 'caller' | 'scope'>): Scope =>
  caller.role === Role.Support ? { kind: 'all' } : scope
