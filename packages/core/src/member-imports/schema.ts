import * as z from 'zod'
import { WorkStatus } from '../kernel/machine.ts'

/** USER-01, B-23: one uploaded file of members. How far it is, and why it ended, is ours (†). */
export const MemberImport = z.object({
  fileId: z.string(),
  /** Of the file, without its ending. */
  name: z.string(),
  createdDate: z.string(),
  /** E-6; null before the first start. */
  status: z.enum(Object.values(WorkStatus)).nullable(),
  /** The name of the account, while there is one. */
  uploadedBy: z.string(),
  /** Rows of the file. */
  totalUsers: z.int(),
  /** Rows that were taken so far. */
  doneUsers: z.int(),
  failedUsers: z.int(),
  problem: z.string().nullable(),
  /** Stopped, but for the rows in hand. */
  isFinishing: z.boolean(),
})
export type MemberImport = z.infer<typeof MemberImport>

/** USER-02: one page, counted from 1 (C-116). */
export const MemberImportPage = z.object({
  data: z.array(MemberImport),
  pageNo: z.int(),
  totalRecords: z.int(),
  totalPages: z.int(),
})
export type MemberImportPage = z.infer<typeof MemberImportPage>

/** USER-03, CONST-31: what a list holds while nothing is loaded. */
export const noMemberImports: MemberImportPage = { data: [], pageNo: 0, totalRecords: 0, totalPages: 0 }

/**
 * The result of a row: `unchanged` said what was there already, `refused` has a problem; `kept` would overwrite what staff has
 * corrected by hand, which stays, and its `problem` says what.
 */
export const memberRowStates = ['added', 'updated', 'unchanged', 'kept', 'refused'] as const
export type MemberRowState = (typeof memberRowStates)[number]

/** The result of one row of a file (†). */
export const MemberImportRow = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  /** Empty where the row names nobody, or the member has been erased. */
  externalUserId: z.string(),
  state: z.enum(memberRowStates),
  problem: z.string(),
})
export type MemberImportRow = z.infer<typeof MemberImportRow>
