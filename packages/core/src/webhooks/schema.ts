import * as z from 'zod'
import { EventId, LogEventType } from '../event-log/schema.ts'
import { Id, LimitedText, Url, Version, writeOnly } from '../kernel/fields.ts'
import { PageInput } from '../kernel/pages.ts'

/** Webhooks that a tenant, or the platform, may have. */
export const WEBHOOKS_MAX = 20
/** HOOK-04: hours for which the secret before stays good. */
export const ROTATION_HOURS = { usual: 24, max: 168 } as const
/** HOOK-02: days of failures after which a webhook is switched off. */
export const FAILING_DAYS = 5

/** What a person sets. */
export const WebhookDraft = z.object({
  url: Url,
  description: LimitedText(),
  /** The types that are sent; all of them where it is empty. */
  eventTypes: z.array(LogEventType).max(LogEventType.options.length),
  isActive: z.boolean(),
})
export type WebhookDraft = z.infer<typeof WebhookDraft>
/** A new one. */
export const newWebhook: WebhookDraft = { url: '', description: '', eventTypes: [], isActive: true }

/** Why the platform switched a webhook off: its address said 410, or failed for five days. */
export const SwitchedOff = z.enum(['gone', 'failing'])
export type SwitchedOff = z.infer<typeof SwitchedOff>

export const Webhook = z.object({
  webhookId: Id,
  /** Null of the platform’s, which gets the events of all. */
  tenantId: Id.nullable(),
  tenantName: z.string().nullable(),
  ...WebhookDraft.shape,
  /** Of one that the platform switched off, why. */
  switchedOff: SwitchedOff.nullable(),
  /** Since when every try failed; null where the last one went well. */
  failingSince: z.string().nullable(),
  /** When something was delivered last. */
  deliveredAt: z.string().nullable(),
  /** Until when the secret before is good as well. */
  formerSecretUntil: z.string().nullable(),
  /** Verifies the signatures by ed25519 (`v1a`); null of a webhook from before there were any, until its secret is rotated. */
  publicKey: z.string().nullable(),
  /** Events that wait to be delivered. */
  waiting: z.int(),
  version: Version,
})
export type Webhook = z.infer<typeof Webhook>

/** What signs the deliveries: the secret is shown this once, the public key with the webhook as well. */
export const WebhookSecret = z.object({
  webhookId: Id,
  secret: z.string().meta(writeOnly),
  publicKey: z.string(),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookDeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

/** HOOK-04: one try. */
export const DeliveryAttempt = z.object({
  at: z.string(),
  milliseconds: z.int(),
  /** Null where no answer came. */
  status: z.int().nullable(),
  /** Its first 4 kB. */
  answer: z.string(),
  /** Why no answer came. */
  problem: z.string().nullable(),
  /** What was sent: headers without the signature, and the body. */
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** An event on its way to a webhook. */
export const WebhookDelivery = z.object({
  eventId: z.string(),
  type: LogEventType,
  happenedAt: z.string(),
  state: WebhookDeliveryState,
  tries: z.int(),
  /** When it is tried next. */
  dueAt: z.string().nullable(),
  attempts: z.array(DeliveryAttempt),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryFilter = PageInput.extend({
  state: WebhookDeliveryState.optional(),
  eventId: EventId.optional(),
})
