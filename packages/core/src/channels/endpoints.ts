import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { PageCounts, ShortPageInput } from '../kernel/pages.ts'
import { Provider } from '../providers/schema.ts'
import { TenantName } from '../tenants/schema.ts'
import { Channel } from './schema.ts'

export const channels = noun('channels', {
  list: get('/api/v1/channel', {
    summary: 'Channels by page, with all the providers and tenants they name (API-74, CHAN-16)',
    input: ShortPageInput,
    output: PageCounts.extend({
      channels: z.array(Channel),
      providers: z.array(Provider),
      tenants: z.array(TenantName),
    }),
    allow: everyRole,
  }),
})
