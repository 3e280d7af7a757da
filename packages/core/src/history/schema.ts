import * as z from 'zod'
import { AuditChange, AuditEntry } from '../audit/schema.ts'

/** The nouns whose rows have a history (decision 0125); titles have calls of their own (decision 0043). */
export const historyNouns = [
  'app-settings',
  'categories',
  'channels',
  'collections',
  'documents',
  'equipment',
  'events',
  'focus-areas',
  'labels',
  'members',
  'providers',
  'site',
  'subscriptions',
  'tenants',
  'web-settings',
] as const
export const HistoryNoun = z.enum(historyNouns)
export type HistoryNoun = z.infer<typeof HistoryNoun>

/** What an act did to one field of a row. */
export const RowChange = AuditChange.extend({
  /** Where the values are ids: the names of what they stand for, as they are now; an id that is gone or out of reach stays. */
  beforeNames: z.array(z.string()),
  afterNames: z.array(z.string()),
})
export type RowChange = z.infer<typeof RowChange>

/** One act of a person on a row. */
export const RowEntry = AuditEntry.pick({
  entryId: true,
  at: true,
  by: true,
  client: true,
  verb: true,
  version: true,
}).extend({ changes: z.array(RowChange) })
export type RowEntry = z.infer<typeof RowEntry>
