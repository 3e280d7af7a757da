import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { callsFor, get, noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion } from '../kernel/fields.ts'
import { PageCounts, Paged, PageInput, SearchInput, ShortPageInput } from '../kernel/pages.ts'
import { Provider } from '../providers/schema.ts'
import { TenantName } from '../tenants/schema.ts'
import { Channel, ChannelDraft, ChannelRecord, ChannelTitle } from './schema.ts'

/** F-2: administrators and customer support change channels; everyone sees those of its side. */
const managers = callsFor({ allow: [Role.Admin, Role.Support], scope: 'managed' })
const { name, providerId, ...rest } = ChannelDraft.shape
const tag = Id.min(1)
const change = z.object({ tag, ...ChannelDraft.partial().shape, ...KnownVersion.shape })

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
  search: get('/api/v1/channels', {
    summary: 'Channels by page, by a part of their names, their provider and their state (†)',
    input: SearchInput.extend({ providerId: Id.optional() }),
    output: Paged(ChannelRecord),
    allow: everyRole,
    scope: 'managed',
  }),
  view: get('/api/v1/channel/{tag}', {
    summary: 'A channel (†)',
    input: z.object({ tag: Id }),
    output: ChannelRecord,
    allow: everyRole,
    scope: 'managed',
  }),
  create: managers.post('/api/v1/channel', {
    summary: 'Adds a channel, published to nobody, and answers with its tag (API-75)',
    input: z.object({ name, providerId }).extend(z.object(rest).partial().shape),
    output: z.object({ tag: Id }),
    status: 201,
  }),
  update: managers.put('/api/v1/channel', {
    summary:
      'Changes a channel; what is left out stays. Inactive, its titles are unpublished; club only, it leaves all tenants (API-75, C-103, C-104)',
    input: change,
    output: ChannelRecord,
  }),
  updateMany: managers.put('/api/v1/channels', {
    summary: 'Changes channels, all or none of them (API-76)',
    input: z.object({ channels: z.array(change).min(1).max(limits.list) }),
    body: 'channels',
    output: z.object({ data: z.array(ChannelRecord) }),
  }),
  activate: managers.put('/api/v1/channel/{tag}', {
    summary: 'Saves a channel and publishes it to these tenants alone; 601 where it is club only (API-77)',
    input: change.extend({ active: z.boolean(), tenants: z.array(Id).max(limits.filter).optional() }),
    output: ChannelRecord,
  }),
  titles: get('/api/v1/channel/{tag}/titles', {
    summary:
      'What a channel holds, for the provider that it belongs to and who manages channels; other providers’ titles first (†, C-136)',
    input: PageInput.extend({ tag, foreign: z.boolean().optional() }),
    output: Paged(ChannelTitle),
    allow: everyRole,
    scope: 'managed',
  }),
  removeTitles: post('/api/v1/channel/{tag}/titles/remove', {
    summary:
      'Takes titles off a channel, all or none of them; those that sites show are unpublished (†, C-136)',
    input: z.object({ tag, titleTags: z.array(Id).min(1).max(limits.list) }),
    output: Done,
    allow: everyRole,
    scope: 'managed',
  }),
})
