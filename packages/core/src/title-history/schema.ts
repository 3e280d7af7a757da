import * as z from 'zod'
import { RowChange, RowEntry } from '../history/schema.ts'
import { namingFieldsOf } from '../kernel/schema-names.ts'
import { TitleDraft } from '../titles/schema.ts'

/** Fields whose former values can be put back: what a person sets, but for whom the title belongs to. */
export const RestorableField = namingFieldsOf(TitleDraft, TitleDraft.keyof().exclude(['providerId']))
export type RestorableField = z.infer<typeof RestorableField>

/** What is told of: what a person sets, and the file. */
export const HistoryField = namingFieldsOf(TitleDraft, z.enum([...TitleDraft.keyof().options, 'fileName']))
export type HistoryField = z.infer<typeof HistoryField>

/** A value as it was recorded. */
export const HistoryValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
export type HistoryValue = z.infer<typeof HistoryValue>

/** What one act did to one field. */
export const HistoryChange = RowChange.extend({
  path: HistoryField,
  before: HistoryValue,
  after: HistoryValue,
  isRestorable: z.boolean(),
})
export type HistoryChange = z.infer<typeof HistoryChange>

/** One act of a person on a title. */
export const HistoryEntry = RowEntry.extend({
  changes: z.array(HistoryChange),
  /** Whether there is a state before the act that the title can go back to. */
  isRestorable: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
