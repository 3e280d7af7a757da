import { type channels, pageOf, Role } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { listProviders } from '../providers/index.ts'
import { listTenants } from '../tenants/index.ts'
import { listChannels } from './rows.ts'

export const channelHandlers: Handlers<typeof channels> = {
  /** CHAN-16: with the providers and tenants that the caller may choose from. Support without a tenant manages all (F-2). */
  async list(input, { deps: { db }, caller, scope }) {
    const visible =
      caller.role === Role.Support && scope.kind === 'unchosen' ? ({ kind: 'all' } as const) : scope
    const named = caller.role === Role.Support ? ({ kind: 'all' } as const) : visible
    const { data, ...counts } = pageOf(await listChannels(visible, db), input)
    return {
      ...counts,
      channels: data,
      providers: await listProviders(named, db),
      tenants: await listTenants(named, db),
    }
  },
}
