import type { Command } from 'commander'
import type { RunFlags } from '../bulk/command-run.ts'
import type { UndoFlags } from '../bulk/command-undo.ts'
import {
  plannedFields,
  problemFields,
  reconciledFields,
  resultFields,
  statusFields,
  undoFields,
} from '../bulk/fields.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { addParallelFlag } from '../kernel/flags.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

const help = {
  catalogue: 'CSV file; paths in it are relative to its folder',
  latest: 'CSV file; defaults to the last one run',
  publish: 'publish every title that is ready',
  force: 'overwrite titles that were changed elsewhere since the last run',
  yes: 'run without asking, even if some rows have errors',
} as const

/** BULK-12: `kinora titles bulk`, the way whole catalogues are brought in. What a verb needs is loaded with its call. */
export const addBulk: FillCommand = (bulk, session) => {
  addExamples(
    bulk
      .command('template')
      .description('print an empty catalogue with all columns')
      .action(async () => {
        const { toTemplate } = await import('../bulk/template.ts')
        session.print.raw(toTemplate())
      }),
    ['> catalogue.csv'],
  )
  addExamples(
    bulk
      .command('check')
      .argument('<catalogue>', help.catalogue)
      .description('list every problem in every row, with how to fix it')
      .option('--offline', 'don’t contact the server')
      .option('--publish', 'report anything that blocks publishing as an error')
      .hook('preAction', printing(session, problemFields))
      .action(async (path: string, flags: { offline?: boolean; publish?: boolean }) => {
        const { checkCommand } = await import('../bulk/command-check.ts')
        await checkCommand(session, path, flags)
      }),
    ['catalogue.csv', 'catalogue.csv --offline'],
  )
  addRun(bulk, session)
  addAgain(bulk, session)
  addExamples(
    bulk
      .command('status')
      .argument('[catalogue]', help.catalogue)
      .description('show the status of runs')
      .hook('preAction', printing(session, statusFields))
      .action(async (path: string | undefined) => {
        const { statusCommand } = await import('../bulk/command-results.ts')
        await statusCommand(session, path)
      }),
    ['', '--json'],
  )
  addExamples(
    bulk
      .command('results')
      .argument('[catalogue]', help.latest)
      .description('show the result of every row, compared with the server')
      .option('--csv', 'as CSV with a header')
      .option('--offline', 'as the journal has it; don’t contact the server')
      .hook(
        'preAction',
        printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
      )
      .action(async (path: string | undefined, flags: { csv?: boolean; offline?: boolean }) => {
        const { resultsCommand } = await import('../bulk/command-results.ts')
        await resultsCommand(session, path, flags)
      }),
    ['catalogue.csv', 'catalogue.csv --csv > results.csv'],
  )
}

/** A number that counts something. */
function toCount(given: string): number {
  if (!/^\d+$/.test(given)) throw usage(text('usage.number', { value: given }))
  return Number(given)
}

const runFields = (flags: RunFlags): readonly string[] =>
  flags.dryRun || flags.plan !== undefined ? plannedFields : resultFields

/** Which of both it is stands in the plan. */
const appliedFields = [...new Set([...resultFields, ...undoFields])]

/** What every verb takes that is a plan first. */
const planned = (command: Command, yes: string): Command =>
  command
    .option('--dry-run', text('bulk.dryRun'))
    .option('--plan <file>', 'save what would be done to this file and change nothing')
    .option('-y, --yes', yes)

function addRun(bulk: Command, session: Session): void {
  const run = bulk
    .command('run')
    .argument('<catalogue>', help.catalogue)
    .description('create, update, upload and process the titles of a catalogue; safe to repeat')
    .option('--publish', help.publish)
    .option('--force', help.force)
    .hook('preAction', printing(session, runFields))
  addExamples(run, ['catalogue.csv --publish', 'catalogue.csv --dry-run', 'catalogue.csv --strict --yes'])
  addParallelFlag(run, session)
  planned(run, help.yes)
    .option('--strict', 'run nothing if any row has errors')
    .action(async (path: string, flags: RunFlags) => {
      const { runCommand } = await import('../bulk/command-run.ts')
      await runCommand(session, path, flags)
    })
  const resume = bulk
    .command('resume')
    .argument('[catalogue]', help.latest)
    .description('resume an interrupted run')
    .option('--publish', help.publish)
    .option('--force', help.force)
    .hook('preAction', printing(session, resultFields))
    .action(async (path: string | undefined, flags: RunFlags) => {
      const { resumeCommand } = await import('../bulk/command-run.ts')
      await resumeCommand(session, path, flags)
    })
  addExamples(resume, ['', 'catalogue.csv'])
  addParallelFlag(resume, session)
}

function addAgain(bulk: Command, session: Session): void {
  const apply = bulk
    .command('apply')
    .argument('<plan>', 'file created with --plan')
    .description('apply a plan; refused if the catalogue, its files or the server have changed since')
    .hook('preAction', printing(session, appliedFields))
    .action(async (path: string) => {
      const { applyCommand } = await import('../bulk/command-undo.ts')
      await applyCommand(session, path)
    })
  addExamples(apply, ['plan.json'])
  addParallelFlag(apply, session)
  addExamples(
    bulk
      .command('reconcile')
      .argument('[catalogue]', help.latest)
      .description('accept titles that were changed elsewhere as they are on the server')
      .hook('preAction', printing(session, reconciledFields))
      .action(async (path: string | undefined) => {
        const { reconcileCommand } = await import('../bulk/command-run.ts')
        await reconcileCommand(session, path)
      }),
    ['catalogue.csv'],
  )
  const retry = bulk
    .command('retry')
    .argument('[catalogue]', help.latest)
    .description('run again only the rows that failed, from the current catalogue')
    .requiredOption('--failed', 'rows that failed or were refused')
    .option('--publish', help.publish)
    .option('--force', help.force)
    .hook('preAction', printing(session, runFields))
  addExamples(retry, ['--failed', 'catalogue.csv --failed --publish'])
  addParallelFlag(retry, session)
  planned(retry, help.yes).action(async (path: string | undefined, flags: RunFlags) => {
    const { retryCommand } = await import('../bulk/command-run.ts')
    await retryCommand(session, path, flags)
  })
  const undo = bulk
    .command('undo')
    .argument('[catalogue]', help.latest)
    .description('delete what a run created, except titles edited since')
    .hook('preAction', printing(session, undoFields))
  addExamples(undo, ['catalogue.csv --dry-run', 'catalogue.csv --yes --max-delete 50'])
  planned(undo, 'delete without asking')
    .option('--max-delete <n>', 'delete nothing if it would be more titles than this', toCount)
    .action(async (path: string | undefined, flags: UndoFlags) => {
      const { undoCommand } = await import('../bulk/command-undo.ts')
      await undoCommand(session, path, flags)
    })
}
