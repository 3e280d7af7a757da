import { createMessages, type Metadata } from '@kinora/core'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { type Assets, createAssets } from './assets.ts'
import { type CheckedRow, checkCatalogue } from './check.ts'
import { type Problem, toSentences } from './problem.ts'
import { createDirectory } from './references.ts'

export interface Inspection {
  catalogue: LocalFile
  assets: Assets
  rows: CheckedRow[]
  problems: Problem[]
  /** Whether the file or its header keeps every row from being run. */
  unusable: boolean
}

/** Reads and checks a whole catalogue; without `metadata` names aren't looked up. */
export async function inspect(
  session: Session,
  path: string,
  options: { metadata: Metadata | undefined; publish: boolean },
): Promise<Inspection> {
  const { files } = session.world
  const catalogue = await files.open(path)
  const { checkFile } = await import('./check-file.ts')
  const assets = createAssets({ files, catalogue: catalogue.path, checkFile })
  const directory = options.metadata === undefined ? undefined : createDirectory(options.metadata)
  const found: Inspection = { catalogue, assets, rows: [], problems: [], unusable: false }
  const chunks = catalogue.blob.stream()
  for await (const event of checkCatalogue(chunks, { directory, assets, publish: options.publish })) {
    if (session.world.interrupted.aborted) break
    if (event.kind === 'problems') found.problems.push(...event.problems)
    else {
      found.rows.push(...event.rows)
      for (const checked of event.rows) found.problems.push(...checked.problems)
    }
  }
  found.unusable = found.problems.some(problem => problem.level === 'error' && isOfFile(problem))
  return found
}

/** The file cannot be read to its end, or its header isn't the template's. */
function isOfFile(problem: Problem): boolean {
  return problem.row <= 1 || problem.issue.code.startsWith('bulk.csv')
}

export interface ShownProblem {
  row: number
  externalId: string
  column: string
  level: string
  problem: string
  mend: string
}

const messages = createMessages()

export function toShown(problem: Problem): ShownProblem {
  const { what, mend } = toSentences(problem, messages)
  const { row, externalId, column, level } = problem
  return { row, externalId, column, level, problem: what, mend }
}

export const problemColumns: readonly Column<ShownProblem>[] = [
  { header: 'ROW', value: problem => problem.row, align: 'right' },
  { header: 'EXTERNAL ID', value: problem => problem.externalId },
  { header: 'COLUMN', value: problem => problem.column },
  {
    header: 'LEVEL',
    value: problem => problem.level,
    look: problem => (problem.level === 'error' ? 'bad' : 'warn'),
  },
  { header: 'PROBLEM', value: problem => problem.problem, flexible: true },
  { header: 'HOW TO MEND', value: problem => problem.mend, flexible: true },
]
