import type { Role } from '@kinora/core'
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { ClientName } from '../kernel/handlers.ts'

export const usersTable = pgTable('users', {
  userId: text('user_id').primaryKey(),
  email: text().notNull(),
  displayName: text('display_name').notNull(),
  role: smallint().$type<Role>().notNull(),
  /** None of who signs in at an identity provider alone (KEY-05). */
  passwordHash: text('password_hash'),
  /** Of provider users. */
  providerTag: text('provider_tag'),
  isActive: boolean('is_active').notNull().default(true),
  /** Counts how often all sessions of the account were ended; an access token of an earlier one is refused (C-99). */
  sessionGeneration: integer('session_generation').notNull().default(0),
  ...entity,
})

/** ROLE-10: the entries of a tenant-as-provider user, in order. */
export const userTenantsTable = pgTable(
  'user_tenants',
  {
    userId: text('user_id').notNull(),
    tenantId: text('tenant_id').notNull(),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.tenantId] })],
)

/** A family is one sign-in and all that was renewed from it. */
export const refreshTokensTable = pgTable('refresh_tokens', {
  hash: text().primaryKey(),
  family: text().notNull(),
  userId: text('user_id').notNull(),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** When the sign-in began that it is of. */
  startedAt: moment('started_at').notNull(),
  client: text().$type<ClientName>(),
  address: text(),
  usedAt: moment('used_at'),
  revokedAt: moment('revoked_at'),
})
