import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Email, onOneLine, RequiredText, Version } from '../kernel/fields.ts'
import { WorkStatus } from '../kernel/machine.ts'

/** BULK-02 */
export const BatchStatus = WorkStatus
export type BatchStatus = WorkStatus

/** The status of the owner's folder in the file store (B-8). */
export const FileStoreStatus = { Ready: 'Ready', Error: 'Error' } as const
export type FileStoreStatus = (typeof FileStoreStatus)[keyof typeof FileStoreStatus]

/** Bytes of the CSV at most; 10,000 titles with long descriptions fit. */
export const BATCH_FILE_MAX = 20_971_520

/** What a person fills in (BULK-06). */
export const BatchDraft = z.object({
  title: RequiredText('required.title', limits.text).superRefine(onOneLine),
  notificationEmail: Email,
})
export type BatchDraft = z.infer<typeof BatchDraft>

/** How far the rows of the CSV are (†). Nothing is counted before the first start. */
export const BatchRows = z.object({ total: z.int(), done: z.int(), bad: z.int() })
export type BatchRows = z.infer<typeof BatchRows>

/** BULK-01, B-8. The owner's provider, the reason of an end and the counts are ours (†). */
export const Batch = z.object({
  batchId: z.string(),
  tenantId: z.string().nullable(),
  providerId: z.string().nullable(),
  title: z.string(),
  notificationEmail: z.string(),
  createdDate: z.string(),
  /** Null before the first start. */
  status: z.enum(Object.values(WorkStatus)).nullable(),
  fileStoreStatus: z.enum(Object.values(FileStoreStatus)),
  /** Where the owner's files are to be put, below the root of the file store (†). */
  fileStoreFolder: z.string(),
  /** Files in that folder. */
  filesFound: z.int(),
  /** Name of the CSV. */
  fileToProcess: z.string(),
  /** Why the platform gave the batch up. */
  problem: z.string().nullable(),
  /** Stopped, but for the current row (†). */
  isFinishing: z.boolean(),
  rows: BatchRows,
  version: Version,
})
export type Batch = z.infer<typeof Batch>

/** The status of one row of the CSV (†). */
export const BatchRow = z.object({
  row: z.int(),
  externalId: z.string(),
  title: z.string(),
  /** Empty until the title exists. */
  tag: z.string(),
  state: z.enum(['waiting', 'working', 'processing', 'published', 'completed', 'saved', 'failed', 'refused']),
  /** SHA-256 over the chunk digests of the stored video. */
  digest: z.string(),
  problem: z.string(),
  next: z.string(),
})
export type BatchRow = z.infer<typeof BatchRow>
