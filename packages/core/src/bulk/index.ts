export {
  type Assets,
  type CheckFile,
  checkFile,
  createAssets,
  findComposed,
  type MediaRule,
} from './check/assets.ts'
export {
  type CheckEvent,
  type CheckedRow,
  type CheckOptions,
  checkCatalogue,
  isRefused,
} from './check/check.ts'
export type { FindTitles } from './check/existing.ts'
export { findExisting, findTagged } from './check/existing.ts'
export { type BatchInspection, inspectBatch, isOfFile } from './check/inspect-batch.ts'
export { type Level, type Place, type Problem, toProblem, toReasons, toSentences } from './check/problem.ts'
export { createDirectory, type Directory } from './check/references.ts'
export { didYouMean, suggest } from './check/suggest.ts'
export { type Column, columns, exportHeader, templateRows, toExportRow } from './csv/columns.ts'
export { decodeText, readCsv } from './csv/csv.ts'
export { type Delimiter, delimiters, detectDelimiter, type Header } from './csv/header.ts'
export { createIdentities, type Identities } from './csv/read.ts'
export { type CaptionCell, type CatalogueRow, contentOf, emptyRow, type FileColumn } from './csv/row.ts'
export {
  inspectMembers,
  type MemberEvent,
  type MemberRow,
  readMembers,
  toMemberProblem,
} from './members/read.ts'
export {
  type ImportedSubscription,
  type MemberRecord,
  memberColumns,
  memberTemplateRows,
} from './members/record.ts'
export {
  captionSlot,
  digestBlob,
  digestText,
  identityOf,
  type PlanInput,
  planRow,
  prepareRow,
  type RowFiles,
  type Step,
  withoutMissingFiles,
} from './run/plan.ts'
export { type PlannedChange, type PlannedRow, planRows } from './run/plan-rows.ts'
export type * from './run/ports.ts'
export {
  applyEntry,
  type Entry,
  type FinalState,
  type NextKey,
  type RowRecord,
  type RowState,
  type RunAccount,
  type RunRecord,
  replayJournal,
  type Slot,
  type Stored,
  startRun,
} from './run/record.ts'
export {
  countStates,
  eachComparedResult,
  eachResult,
  isGood,
  isResumableRow,
  isUnfinished,
  type ReconciledRow,
  type RowResult,
  reconcile,
  toResult,
} from './run/results.ts'
export { runRows } from './run/run.ts'
export { createSendFile, type SendFile, type SendFileOptions } from './run/send-file.ts'
export { planUndo, type UndoReason, type UndoRow, undoRows } from './run/undo.ts'
export {
  type CellChoice,
  type CellReading,
  createSheet,
  parseTable,
  type Sheet,
  type SheetField,
  sheetFields,
  toTable,
} from './sheet.ts'
export { type BulkTextKey, bulkText, bulkTexts, type TranslateBulk } from './texts.ts'
