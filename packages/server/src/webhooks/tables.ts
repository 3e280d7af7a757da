import type { DeliveryAttempt, LogEventType, SwitchedOff, WebhookDeliveryState } from '@kinora/core'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { StoredSecret } from '../kernel/secrets.ts'

export const webhooksTable = pgTable('webhooks', {
  webhookId: text('webhook_id').primaryKey(),
  tenantId: text('tenant_id'),
  url: text().notNull(),
  description: text().notNull(),
  eventTypes: text('event_types').array().$type<LogEventType[]>().notNull(),
  isActive: boolean('is_active').notNull(),
  secret: jsonb().$type<StoredSecret>().notNull(),
  formerSecret: jsonb('former_secret').$type<StoredSecret>(),
  formerUntil: moment('former_until'),
  /** Null of one from before there were any, until its secret is rotated. */
  publicKey: text('public_key'),
  privateKey: jsonb('private_key').$type<StoredSecret>(),
  formerPrivateKey: jsonb('former_private_key').$type<StoredSecret>(),
  switchedOff: text('switched_off').$type<SwitchedOff>(),
  /** When its owner was told that it is off. */
  toldAt: moment('told_at'),
  failingSince: moment('failing_since'),
  deliveredAt: moment('delivered_at'),
  ...entity,
})
export type WebhookRow = typeof webhooksTable.$inferSelect

/** An event on its way to a webhook; the event log puts it here. */
export const webhookMessagesTable = pgTable(
  'webhook_messages',
  {
    webhookId: text('webhook_id').notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    subject: text().notNull(),
    state: text().$type<WebhookDeliveryState>().notNull(),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at').notNull(),
    /** Until then nobody else sends it: a lease, which ends by itself where its process died. */
    claimedUntil: moment('claimed_until'),
  },
  table => [primaryKey({ columns: [table.webhookId, table.position] })],
)

export const webhookAttemptsTable = pgTable('webhook_attempts', {
  attemptId: bigint('attempt_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  webhookId: text('webhook_id').notNull(),
  position: bigint({ mode: 'number' }).notNull(),
  at: moment('at').notNull(),
  milliseconds: integer().notNull(),
  status: integer(),
  answer: text().notNull(),
  problem: text(),
  request: jsonb().$type<DeliveryAttempt['request']>().notNull(),
})
