import { createMessages, en } from '@kinora/core'
import {
  type Assets,
  type CheckedRow,
  checkCatalogue,
  checkFile,
  createAssets,
  createDirectory,
  isGood,
  isOfFile,
  isRefused,
  type OpenMedia,
  type RowRecord,
  type RunRecord,
  readCsv,
  toReasons,
} from '@kinora/core/bulk'
import { BatchFailure, changeBatch, readBatchFile, type StoredBatch } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Creator } from './access.ts'
import { saveRows, toStored } from './journal.ts'

interface BatchCheck {
  batch: StoredBatch
  creator: Creator
  run: RunRecord
  open: OpenMedia
  /** Ends when the server stops. */
  signal: AbortSignal
  /** Throws where the file store isn't. */
  assertThere(): Promise<void>
  isStopped(): boolean
}

const messages = createMessages(en)

/**
 * The rows that are still to be run. Every other row is in the journal afterwards: finished ones as they were, wrong
 * ones with all that is wrong with them, the rest as waiting.
 */
export async function checkRows(deps: Deps, check: BatchCheck): Promise<CheckedRow[]> {
  const { batch, creator } = check
  const directory = createDirectory(await creator.api.metadata.view({}))
  const assets = withoutFinished(createAssets({ open: check.open, checkFile }), check)
  const records = readCsv(await openCsv(deps, batch))
  const open: CheckedRow[] = []
  let total = 0
  for await (const event of checkCatalogue(records, { directory, assets, publish: false })) {
    if (check.isStopped()) return []
    if (event.kind === 'problems') {
      if (event.problems.some(problem => problem.level === 'error' && isOfFile(problem)))
        throw new BatchFailure('validation.fileFormat')
      continue
    }
    total += event.rows.length
    open.push(...(await recordRows(deps, check, event.rows)))
  }
  await changeBatch(systemScope, deps.db, { batchId: batch.batchId, set: { totalRows: total } })
  return open
}

async function openCsv(deps: Deps, batch: StoredBatch): Promise<ReadableStream<Uint8Array>> {
  const file = await readBatchFile(deps, batch)
  if (file === undefined) throw new BatchFailure('bulk.fileLost')
  return file
}

/** Files of finished rows are not looked at again: they may be gone by now. */
function withoutFinished(assets: Assets, { run, signal, assertThere }: BatchCheck): Assets {
  return {
    ...assets,
    async check(row) {
      if (isFinished(run.rows.get(row.externalId))) return []
      const problems = await assets.check(row)
      // Neither a stop of the server nor a store that is away says anything of a file.
      signal.throwIfAborted()
      if (problems.some(({ issue }) => issue.code === 'upload.unreadable')) await assertThere()
      return problems
    },
  }
}

const isFinished = (record: RowRecord | undefined): boolean => record !== undefined && isGood(record)

async function recordRows(
  deps: Deps,
  { batch, run }: BatchCheck,
  rows: readonly CheckedRow[],
): Promise<CheckedRow[]> {
  const open: CheckedRow[] = []
  const recorded: RowRecord[] = []
  for (const checked of rows) {
    const id = idOf(checked)
    const before = run.rows.get(id)
    if (isFinished(before)) continue
    if (!isRefused(checked)) open.push(checked)
    const record = isRefused(checked) ? refuse(checked, before) : (before ?? blank(checked))
    run.rows.set(id, record)
    recorded.push(record)
  }
  const { batchId } = batch
  await saveRows(
    deps.db,
    recorded.map(record => toStored(batchId, record)),
  )
  return open
}

/** A row whose id is missing or taken is known by its place. */
function idOf({ row, problems }: CheckedRow): string {
  const isDuplicate = problems.some(problem => problem.issue.code === 'bulk.externalIdTwice')
  return row.externalId === '' || isDuplicate ? `#${row.row}` : row.externalId
}

/** Every problem of the row in its own sentence, each with its column. */
function refuse(checked: CheckedRow, before: RowRecord | undefined): RowRecord {
  const problem = toReasons(checked.problems, messages)
  return { ...(before ?? blank(checked)), state: 'refused', problem, next: 'next.correct' }
}

function blank(checked: CheckedRow): RowRecord {
  const { row, draft } = checked
  return {
    id: idOf(checked),
    row: row.row,
    title: draft.className ?? '',
    content: '',
    tag: '',
    created: false,
    saved: '',
    stored: {},
    state: 'waiting',
    problem: '',
    next: '',
    retry: false,
  }
}
