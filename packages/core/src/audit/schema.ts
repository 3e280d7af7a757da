import * as z from 'zod'
import { everyRole } from '../access.ts'
import type { Issue } from '../kernel/errors.ts'
import { Id, LimitedText, StorableDay } from '../kernel/fields.ts'
import { checkPeriod } from '../kernel/formats.ts'
import { PageInput } from '../kernel/pages.ts'

/** What entries tell of. */
export const auditKinds = ['change', 'signIn', 'failedSignIn', 'refusal'] as const
export type AuditKind = (typeof auditKinds)[number]

/** Entries that one answer holds at most; the export has no limit. */
export const AUDIT_PAGE_MAX = 10_000

/** Days are those of UTC (C-118); what is left out doesn’t filter. */
export const AuditFilter = z.object({
  /** Part of the name or of the e-mail of its author. */
  who: LimitedText().optional(),
  /** Part of a name that what was changed has or had, gone or not, or of its author’s; or the id of what was changed. */
  query: LimitedText().optional(),
  kind: z.enum(auditKinds).optional(),
  /** The noun of the contract, such as `titles`. */
  noun: Id.optional(),
  /** The id of what was changed; of a refusal the call, such as `titles.publish`. */
  row: Id.optional(),
  /** From the beginning of this day. */
  since: StorableDay.optional(),
  /** To the end of this day. */
  until: StorableDay.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** What is wrong with the days of a filter as such; its schema finds the rest. */
export const checkAuditFilter = (days: Pick<AuditFilter, 'since' | 'until'>): Issue[] =>
  checkPeriod(days, ['since', 'until'])

export const AuditQuery = AuditFilter.extend(PageInput.shape)

/** What an act did to one field; values as they were recorded, and never a secret. */
export const AuditChange = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })
export type AuditChange = z.infer<typeof AuditChange>

/** One act, sign-in or refusal. */
export const AuditEntry = z.object({
  entryId: z.int(),
  at: z.string(),
  kind: z.enum(auditKinds),
  /** Empty where nobody was known, as with a failed sign-in of no account. */
  userId: z.string(),
  /** The name at that time. */
  by: z.string(),
  /** KEY-02: the key that it was done with, on behalf of its maker; null where a person did it. */
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  /** KEY-06: the person of a host for whom an embed session of the key did it, by the host’s own id and name. */
  externalId: z.string().nullable(),
  externalName: z.string().nullable(),
  /** The account’s e-mail as it is now. */
  email: z.string().nullable(),
  /** The account’s role as it is now. */
  role: z.literal(everyRole).nullable(),
  /** The program, by its own word. */
  client: z.enum(['portal', 'embed', 'cli', 'api']),
  /** The network address of sign-ins and refusals. */
  address: z.string().nullable(),
  noun: z.string(),
  row: z.string(),
  /** What the row was called after the act, or is called now where that wasn’t kept; null where it has no name. */
  name: z.string().nullable(),
  /** What it is called now; null where it is gone, out of reach or without a name. */
  nameNow: z.string().nullable(),
  /** Names of the tenants that it was published to or taken from, as they are now. */
  sites: z.array(z.string()),
  /** The call, such as `publish`. */
  verb: z.string(),
  /** Of the row after the act. */
  version: z.int(),
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>
