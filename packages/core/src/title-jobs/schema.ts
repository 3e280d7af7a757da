import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id } from '../kernel/fields.ts'
import { machine } from '../kernel/machine.ts'
import { PageCounts } from '../kernel/pages.ts'
import { namingFieldsOf } from '../kernel/schema-names.ts'
import { HistoryChange } from '../title-history/schema.ts'
import { TitleDraft } from '../titles/schema.ts'

/** Days for which a job that has ended is kept, with what became of its titles. */
export const KEPT_DAYS = 30

export const TitleJobStatus = z.enum(['Running', 'Done', 'Cancelled'])
export type TitleJobStatus = z.infer<typeof TitleJobStatus>

/** A job on titles runs from its making on. Cancelled, by a person or as nobody may go on with it, what is done stays. */
export const titleJobStatus = machine<TitleJobStatus, 'finish' | 'cancel' | 'giveUp'>({
  Running: { finish: 'Done', cancel: 'Cancelled', giveUp: 'Cancelled' },
  Done: {},
  Cancelled: {},
})

/** What can be done to many titles at once. */
export const TitleAct = z.enum(['publish', 'publishWhenReady', 'unpublish', 'delete', 'edit'])
export type TitleAct = z.infer<typeof TitleAct>

/** Titles of one job. */
export const TITLE_JOB_MAX = limits.bulk

/** What happens to a list that each title has of its own. */
const ListEdit = <T extends z.ZodType>(values: T) =>
  z.object({ how: z.enum(['add', 'remove', 'replace']), values })

/**
 * What is changed on every title of a job; what is left out stays. Left out of it are a title’s own: name, picture,
 * trailer and whose it is.
 */
export const TitleEdit = TitleDraft.pick({
  classDescription: true,
  classCategoryId: true,
  classSubCategoryId: true,
  classLanguageCode: true,
  channelId: true,
  scheduleDate: true,
  startDate: true,
  endDate: true,
  instructor: true,
  intensity: true,
  skill: true,
  alternateLink: true,
  isActive: true,
  isEquipment: true,
  contentType: true,
  IsAutoPublish: true,
})
  .extend({
    equipmentIds: ListEdit(TitleDraft.shape.equipmentIds),
    focusAreaIds: ListEdit(TitleDraft.shape.focusAreaIds),
    labelIds: ListEdit(TitleDraft.shape.labelIds),
    keywords: ListEdit(TitleDraft.shape.keywords),
  })
  .partial()
export type TitleEdit = z.infer<typeof TitleEdit>

/**
 * Why something was refused, or what else is to be said: keys of the catalogue with their values, for `toProblemWords`;
 * empty where there is nothing to say.
 */
export const TitleJobProblem = z.array(
  z.object({
    path: namingFieldsOf(TitleDraft, z.string()),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
)
export type TitleJobProblem = z.infer<typeof TitleJobProblem>

/** What would become of a title: nothing is written. */
export const PreviewOutcome = z.enum(['change', 'same', 'refused'])
export type PreviewOutcome = z.infer<typeof PreviewOutcome>

export const PreviewRow = z.object({
  tag: z.string(),
  className: z.string(),
  outcome: PreviewOutcome,
  /** Field by field; empty where the act changes no field. */
  changes: z.array(HistoryChange.omit({ isRestorable: true })),
  /** Publishes itself once it is changed (TITLE-34). */
  publishes: z.boolean(),
  /** Why it is refused; empty where it isn’t. */
  problem: TitleJobProblem,
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const PreviewCounts = z.object({
  total: z.int(),
  change: z.int(),
  same: z.int(),
  refused: z.int(),
  publishes: z.int(),
  /** Of those that change: published titles that leave their sites, and how many sites lose some. */
  live: z.int(),
  sites: z.int(),
  /** C-103: collections that show some of them, and events whose class they are. */
  collections: z.int(),
  events: z.int(),
})
export const TitleJobPreview = z.object({
  ...PageCounts.shape,
  counts: PreviewCounts,
  data: z.array(PreviewRow),
  /** The names of those collections that the caller may see: the first of them, and “…” where there are more. */
  collections: z.array(z.string()),
  /** Those of the events, likewise. */
  events: z.array(z.string()),
})
export type TitleJobPreview = z.infer<typeof TitleJobPreview>

/** What became of a title; `changed` is left alone by an undo, as somebody has changed it since. */
export const ItemOutcome = z.enum(['waiting', 'done', 'same', 'refused', 'changed'])
export type ItemOutcome = z.infer<typeof ItemOutcome>

export const TitleJobItem = z.object({
  tag: z.string(),
  /** When the job was made. */
  className: z.string(),
  outcome: ItemOutcome,
  /** Why it was refused, or what else is to be said; else empty. */
  problem: TitleJobProblem,
})
export type TitleJobItem = z.infer<typeof TitleJobItem>

export const ItemCounts = z.object({
  total: z.int(),
  waiting: z.int(),
  done: z.int(),
  same: z.int(),
  refused: z.int(),
  changed: z.int(),
  /** Of those that are done: taken back since. */
  undone: z.int(),
})

export const TitleJob = z.object({
  jobId: Id,
  act: z.enum([...TitleAct.options, 'undo']),
  /** The job that it takes back, where it is an undo, and what that one did. */
  undoes: z.object({ jobId: Id, act: TitleAct }).nullable(),
  status: TitleJobStatus,
  /** Why the platform gave it up; empty where it didn’t. */
  problem: TitleJobProblem,
  edit: TitleEdit.nullable(),
  counts: ItemCounts,
  /** Whether it has ended and left something to take back. */
  isUndoable: z.boolean(),
  /** The name of who made it, and whether that is the caller. */
  by: z.string(),
  isMine: z.boolean(),
  createdDate: z.string(),
  endedDate: z.string().nullable(),
})
export type TitleJob = z.infer<typeof TitleJob>
