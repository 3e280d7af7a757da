import { type channels, Role } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { listProviders } from '../providers/index.ts'
import { listTenants } from '../tenants/index.ts'
import { listChannels } from './rows.ts'

export const channelHandlers: Handlers<typeof channels> = {
  /** CHAN-16: with the providers and tenants that the caller may choose from. Support without a tenant manages all (F-2). */
  async list(_, { deps: { db }, caller, scope }) {
    const visible =
      caller.role === Role.Support && scope.kind === 'unchosen' ? ({ kind: 'all' } as const) : scope
    const named = caller.role === Role.Support ? ({ kind: 'all' } as const) : visible
    return {
      channels: await listChannels(visible, db),
      providers: await listProviders(named, db),
      tenants: await listTenants(named, db),
    }
  },
}
