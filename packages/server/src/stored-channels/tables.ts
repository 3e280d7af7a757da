import type { ChannelKind } from '@kinora/core'
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const channelsTable = pgTable('channels', {
  tag: text().primaryKey(),
  name: text().notNull(),
  displayName: text('display_name').notNull(),
  description: text().notNull().default(''),
  providerTag: text('provider_tag').notNull(),
  inClub: boolean('in_club').notNull().default(false),
  appAndWeb: boolean('app_and_web').notNull().default(false),
  hotel: boolean().notNull().default(false),
  kinds: text().array().$type<ChannelKind[]>().notNull().default(['web', 'app', 'virtual', 'api']),
  isActive: boolean('is_active').notNull().default(true),
  mediaSpaceImageUrl: text('media_space_image_url'),
  profileImageUrl: text('profile_image_url'),
  ...entity,
})

/** The tenants that a channel is published to. */
export const channelTenantsTable = pgTable(
  'channel_tenants',
  { channelTag: text('channel_tag').notNull(), tenantId: text('tenant_id').notNull() },
  table => [primaryKey({ columns: [table.channelTag, table.tenantId] })],
)
