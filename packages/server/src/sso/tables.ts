import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Whom an identity provider knows by which name. */
export const externalIdentitiesTable = pgTable(
  'external_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    signedInAt: moment('signed_in_at').notNull(),
  },
  table => [primaryKey({ columns: [table.issuer, table.subject] })],
)

/** Sign-ins under way, until they are exchanged for tokens. */
export const externalSignInsTable = pgTable('external_sign_ins', {
  /** Of the state, or of the name of a sign-in on another device. */
  hash: text().primaryKey(),
  identityProviderId: text('identity_provider_id').notNull(),
  challenge: text().notNull(),
  loopbackPort: integer('loopback_port'),
  /** What finishes it, then what has come back. */
  sealed: text().notNull(),
  codeHash: text('code_hash'),
  returnedAt: moment('returned_at'),
  issuer: text(),
  subject: text(),
  sid: text(),
  nextPollAt: moment('next_poll_at'),
  /** Seconds. */
  pollInterval: integer('poll_interval'),
  expiresAt: moment('expires_at').notNull(),
})

/** What a sign-in of ours stands on at the identity provider. */
export const externalSessionsTable = pgTable('external_sessions', {
  family: text().primaryKey(),
  identityProviderId: text('identity_provider_id').notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  sid: text(),
  sealed: text().notNull(),
  /** When the identity provider was asked last. */
  checkedAt: moment('checked_at').notNull(),
})

/** Logout tokens that have come, until they could come no more. */
export const externalLogoutsTable = pgTable(
  'external_logouts',
  {
    issuer: text().notNull(),
    jti: text().notNull(),
    subject: text(),
    sid: text(),
    receivedAt: moment('received_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.issuer, table.jti] })],
)
