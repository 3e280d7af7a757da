import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'

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

/** KEY-07: a person as an identity provider hands them over by SCIM. */
export const scimUsersTable = pgTable('scim_users', {
  scimId: text('scim_id').primaryKey(),
  identityProviderId: text('identity_provider_id').notNull(),
  userName: text('user_name').notNull(),
  externalId: text('external_id'),
  displayName: text('display_name'),
  name: jsonb().$type<ScimName>().notNull(),
  emails: jsonb().$type<ScimEmail[]>().notNull(),
  isActive: boolean('is_active').notNull(),
  /** The account that their groups make. */
  userId: text('user_id'),
  /** Deleted ones stay, so that whoever comes back gets the account that was theirs. */
  deletedAt: moment('deleted_at'),
  ...entity,
})
export type ScimUserRow = typeof scimUsersTable.$inferSelect

export interface ScimName {
  formatted?: string | undefined
  familyName?: string | undefined
  givenName?: string | undefined
}

export interface ScimEmail {
  value: string
  type?: string | undefined
  primary?: boolean | undefined
}

/** KEY-07: a group of theirs, whose name says a role, a tenant or a provider. */
export const scimGroupsTable = pgTable('scim_groups', {
  scimId: text('scim_id').primaryKey(),
  identityProviderId: text('identity_provider_id').notNull(),
  displayName: text('display_name').notNull(),
  externalId: text('external_id'),
  ...entity,
})
export type ScimGroupRow = typeof scimGroupsTable.$inferSelect

export const scimMembersTable = pgTable(
  'scim_members',
  {
    groupId: text('group_id').notNull(),
    memberId: text('member_id').notNull(),
    /** In the order in which they were added. */
    addedAt: bigint('added_at', { mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  table => [primaryKey({ columns: [table.groupId, table.memberId] })],
)
