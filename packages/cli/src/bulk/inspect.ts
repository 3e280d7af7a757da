import type { Metadata } from '@kinora/core'
import {
  type Assets,
  type CheckedRow,
  checkCatalogue,
  checkFile,
  createAssets,
  createDirectory,
  isRefused,
  type Problem,
} from '@kinora/core/bulk'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { readRecords } from './records.ts'

export interface Inspection {
  catalogue: LocalFile
  assets: Assets
  /** Empty unless the rows were to be kept. */
  rows: CheckedRow[]
  problems: Problem[]
  counts: { rows: number; bad: number }
  /** Whether the file or its header keeps every row from being run. */
  unusable: boolean
}

export interface InspectOptions {
  /** Without it names aren't looked up. */
  metadata: Metadata | undefined
  publish: boolean
  /** Whether rows are needed afterwards; a check goes through a file of any length in little memory. */
  keep: boolean
}

/** Reads and checks a whole catalogue. */
export async function inspect(session: Session, path: string, options: InspectOptions): Promise<Inspection> {
  const { files } = session.world
  const catalogue = await files.open(path)
  const base = files.folderOf(catalogue.path)
  const assets = createAssets({ open: path => files.open(files.resolve(path, base)), checkFile })
  const directory = options.metadata === undefined ? undefined : createDirectory(options.metadata)
  const counts = { rows: 0, bad: 0 }
  const found: Inspection = { catalogue, assets, rows: [], problems: [], counts, unusable: false }
  for await (const event of checkCatalogue(readRecords(catalogue.blob.stream()), {
    directory,
    assets,
    publish: options.publish,
  })) {
    session.world.interrupted.throwIfAborted()
    if (event.kind === 'problems') found.problems.push(...event.problems)
    else for (const checked of event.rows) take(checked, found, options.keep)
  }
  found.unusable = found.problems.some(problem => problem.level === 'error' && isOfFile(problem))
  return found
}

function take(checked: CheckedRow, found: Inspection, keep: boolean): void {
  found.counts.rows++
  if (isRefused(checked)) found.counts.bad++
  if (keep) found.rows.push(checked)
  found.problems.push(...checked.problems)
}

/** The file cannot be read to its end, or its header isn't the template's. */
function isOfFile(problem: Problem): boolean {
  return problem.row <= 1 || problem.issue.code.startsWith('bulk.csv')
}
