import type { BatchRow } from '@kinora/core'
import type { PlannedRow, ReconciledRow, RowResult } from '@kinora/core/bulk'
import { namesOf } from '../kernel/json-fields.ts'
import type { RunStatus } from './command-results.ts'
import type { ShownUndo } from './command-undo.ts'
import type { ShownProblem } from './show-problems.ts'

/** What `--json` may name of each thing that `titles bulk` prints. */
export const problemFields = namesOf<ShownProblem>({
  row: true,
  externalId: true,
  column: true,
  level: true,
  problem: true,
  mend: true,
})
export const plannedFields = namesOf<PlannedRow>({
  row: true,
  externalId: true,
  title: true,
  tag: true,
  action: true,
  steps: true,
  bytes: true,
  changes: true,
  proof: true,
})
/** The result of a row, in a run of this command or in a batch of the server: reported in the same words. */
export const resultFields = namesOf<RowResult & BatchRow>({
  row: true,
  externalId: true,
  title: true,
  tag: true,
  state: true,
  digest: true,
  problem: true,
  next: true,
})
export const undoFields = namesOf<ShownUndo>({
  row: true,
  externalId: true,
  title: true,
  tag: true,
  action: true,
  why: true,
})
export const reconciledFields = namesOf<ReconciledRow>({
  row: true,
  externalId: true,
  title: true,
  tag: true,
  now: true,
})
export const statusFields = namesOf<RunStatus>({
  catalogue: true,
  server: true,
  state: true,
  rows: true,
  published: true,
  completed: true,
  saved: true,
  failed: true,
  refused: true,
  changed: true,
  undone: true,
  open: true,
  startedAt: true,
})
