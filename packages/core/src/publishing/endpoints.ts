import * as z from 'zod'
import { Role } from '../access.ts'
import { get, noun, post, put } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import {
  PUBLISHING_MAX,
  PublishingChange,
  PublishingJob,
  PublishingPreview,
  PublishingTitle,
  TenantChange,
} from './schema.ts'

/** F-2 `publish channels to tenant(s)`, C-91: whichever tenant customer support has chosen. */
const managers = { allow: [Role.Admin, Role.Support], scope: 'managed' } as const
const Ids = z.array(Id).max(PUBLISHING_MAX)
const changes = z.array(PublishingChange).min(1).max(PUBLISHING_MAX)
/** The job: ended where it was small, running where it is a large one. */
const answer = { output: z.object({ status: z.int(), job: PublishingJob }), ...managers }

export const publishing = noun('publishing', {
  setChannel: put('/api/v1/channel/{tag}/publish', {
    summary: 'Publishes a channel to tenants and takes it off others; 601 where it is club only (API-78)',
    input: z.object({
      tag: Id.min(1),
      tenantIdsToPublish: Ids.optional(),
      tenantIdsToUnPublish: Ids.optional(),
    }),
    ...answer,
  }),
  setTenant: put('/api/v1/channel/publish/tenants', {
    summary:
      'Publishes channels to a tenant and takes others off it; 601 where one is club only (API-66, API-79, C-102)',
    input: z.object({
      tenantId: Id.min(1).meta({ wire: 'TenantId' }),
      channelIdsToPublish: Ids.optional().meta({ wire: 'ChannelIdsToPublish' }),
      channelIdsToUnPublish: Ids.optional().meta({ wire: 'ChannelIdsToUnPublish' }),
    }),
    aliases: [{ method: 'PUT', path: '/api/v1/tenant/publish' }],
    ...answer,
  }),
  setMany: put('/api/v1/publishing', {
    summary:
      'Publishes channels to tenants and takes others off them, in one job with a result for each tenant; 601 where one is club only (†)',
    input: z.object({ changes: z.array(TenantChange).min(1).max(PUBLISHING_MAX) }),
    ...answer,
  }),
  preview: post('/api/v1/publishing/preview', {
    summary: 'What publishing would do to each tenant; nothing is written (†, C-103)',
    input: z.object({ changes }),
    output: PublishingPreview,
    ...managers,
  }),
  titles: post('/api/v1/publishing/titles', {
    summary: 'The titles that would arrive at a tenant and leave it (†, C-103)',
    input: PageInput.extend(PublishingChange.shape),
    output: Paged(PublishingTitle),
    ...managers,
  }),
  view: get('/api/v1/publishing/{jobId}', {
    summary: 'How far publishing is (†)',
    input: z.object({ jobId: Id }),
    output: PublishingJob,
    ...managers,
  }),
})
