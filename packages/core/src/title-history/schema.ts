import * as z from 'zod'
import { Version } from '../kernel/fields.ts'
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
export const HistoryChange = z.object({
  path: HistoryField,
  before: HistoryValue,
  after: HistoryValue,
  /** Where the values are ids: the names of what they stand for, as they are now; an id that nothing has any more stays. */
  beforeNames: z.array(z.string()),
  afterNames: z.array(z.string()),
  isRestorable: z.boolean(),
})
export type HistoryChange = z.infer<typeof HistoryChange>

/** One act of a person on a title. */
export const HistoryEntry = z.object({
  entryId: z.int().min(1),
  at: z.string(),
  /** The person’s name at that time. */
  by: z.string(),
  /** The program it was done with, by its own word. */
  client: z.enum(['portal', 'embed', 'cli', 'api']),
  /** The call, such as `update` or `publish`. */
  verb: z.string(),
  /** Of the title after the act. */
  version: Version,
  changes: z.array(HistoryChange),
  /** Whether there is a state before the act that the title can go back to. */
  isRestorable: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
