import * as z from 'zod'
import { Role } from '../access.ts'
import { EventId } from '../event-log/schema.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { Done, Id, KnownVersion, LimitedText, Moment } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import {
  DeliveryAttempt,
  ROTATION_HOURS,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryFilter,
  WebhookDraft,
  WebhookSecret,
} from './schema.ts'

const { del, get, patch, post } = callsFor({ allow: [Role.Admin, Role.Tenant, Role.Support] })
const byId = z.object({ webhookId: Id })

/** HOOK-02 to HOOK-04: addresses that are told what happens. */
export const webhooks = noun('webhooks', {
  list: get('/api/v1/webhooks', {
    summary: 'The caller’s webhooks; of administrators those of the platform and of every tenant (HOOK-02)',
    input: PageInput.extend({ query: LimitedText().optional() }),
    output: Paged(Webhook),
  }),
  view: get('/api/v1/webhooks/{webhookId}', {
    summary: 'One webhook',
    input: byId,
    output: Webhook,
  }),
  create: post('/api/v1/webhooks', {
    summary: 'Adds a webhook and answers with its secret, which is shown this once (HOOK-02)',
    input: WebhookDraft,
    output: WebhookSecret,
    status: 201,
    isSecret: true,
  }),
  update: patch('/api/v1/webhooks/{webhookId}', {
    summary: 'Changes a webhook; what is left out stays. One that is switched on again gets what still waits',
    input: byId.extend(WebhookDraft.partial().shape).extend(KnownVersion.shape),
    output: Webhook,
  }),
  remove: del('/api/v1/webhooks/{webhookId}', {
    summary: 'Deletes a webhook, with what waits for it and what is known of its deliveries',
    input: byId,
    output: Done,
  }),
  rotate: post('/api/v1/webhooks/{webhookId}/rotate', {
    summary: 'Makes a new secret, shown this once; the one before stays good for a time (HOOK-04)',
    input: byId.extend({
      /** Hours for which both sign; 0 ends the one before at once. */
      hours: z.int().min(0).max(ROTATION_HOURS.max).default(ROTATION_HOURS.usual),
    }),
    output: WebhookSecret,
    isSecret: true,
  }),
  test: post('/api/v1/webhooks/{webhookId}/test', {
    summary: 'Sends an event of type webhook.test now, and answers with what came back',
    input: byId,
    output: DeliveryAttempt,
  }),
  deliveries: get('/api/v1/webhooks/{webhookId}/deliveries', {
    summary:
      'Events that were sent in the last 30 days or wait, the newest first, each with its tries (HOOK-04)',
    input: byId.extend(WebhookDeliveryFilter.shape),
    output: Paged(WebhookDelivery),
  }),
  resend: post('/api/v1/webhooks/{webhookId}/resend', {
    summary: 'Sends one event again, or all since a moment (HOOK-04)',
    input: byId.extend({
      eventId: EventId.optional(),
      since: Moment.optional(),
    }),
    output: z.object({ count: z.int() }),
  }),
})
