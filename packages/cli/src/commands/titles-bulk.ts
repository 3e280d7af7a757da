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
import { type FillCommand, group } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

const help = {
  catalogue: 'CSV file; paths in it are relative to its folder',
  latest: 'CSV file; defaults to the last one run',
  publish: 'publish every title that is ready',
  force: 'overwrite titles that were changed elsewhere since the last run',
  yes: 'run without asking, even if some rows have errors',
} as const

const addTemplate: FillCommand = (command, session) => {
  command.action(async () => session.print.raw((await import('../bulk/template.ts')).toTemplate()))
  addExamples(command, ['> catalogue.csv'])
}

const addCheck: FillCommand = (command, session) => {
  command
    .argument('<catalogue>', help.catalogue)
    .option('--offline', 'don’t contact the server')
    .option('--publish', 'report anything that blocks publishing as an error')
    .hook('preAction', printing(session, problemFields))
    .action(async (path: string, flags: { offline?: boolean; publish?: boolean }) =>
      (await import('../bulk/command-check.ts')).checkCommand(session, path, flags),
    )
  addExamples(command, ['catalogue.csv', 'catalogue.csv --offline'])
}

const addStatus: FillCommand = (command, session) => {
  command
    .argument('[catalogue]', help.catalogue)
    .hook('preAction', printing(session, statusFields))
    .action(async (path?: string) =>
      (await import('../bulk/command-results.ts')).statusCommand(session, path),
    )
  addExamples(command, ['', '--json'])
}

const addResults: FillCommand = (command, session) => {
  command
    .argument('[catalogue]', help.latest)
    .option('--csv', 'as CSV with a header')
    .option('--offline', 'as the journal has it; don’t contact the server')
    .hook(
      'preAction',
      printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
    )
    .action(async (path: string | undefined, flags: { csv?: boolean; offline?: boolean }) =>
      (await import('../bulk/command-results.ts')).resultsCommand(session, path, flags),
    )
  addExamples(command, ['catalogue.csv', 'catalogue.csv --csv > results.csv'])
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

const running = () => import('../bulk/command-run.ts')
const undoing = () => import('../bulk/command-undo.ts')

/** What every verb takes that is a plan first. */
const planned = (command: Command, yes: string): Command =>
  command
    .option('--dry-run', text('bulk.dryRun'))
    .option('--plan <file>', 'save what would be done to this file and change nothing')
    .option('-y, --yes', yes)

/** What every verb takes that runs rows. */
const runs = (command: Command): Command =>
  command.option('--publish', help.publish).option('--force', help.force)

const addRun: FillCommand = (command, session) => {
  runs(command.argument('<catalogue>', help.catalogue)).hook('preAction', printing(session, runFields))
  addParallelFlag(command, session)
  planned(command, help.yes)
    .option('--strict', 'run nothing if any row has errors')
    .action(async (path: string, flags: RunFlags) => (await running()).runCommand(session, path, flags))
  addExamples(command, ['catalogue.csv --publish', 'catalogue.csv --dry-run', 'catalogue.csv --strict --yes'])
}

const addResume: FillCommand = (command, session) => {
  runs(command.argument('[catalogue]', help.latest))
    .hook('preAction', printing(session, resultFields))
    .action(async (path: string | undefined, flags: RunFlags) =>
      (await running()).resumeCommand(session, path, flags),
    )
  addParallelFlag(command, session)
  addExamples(command, ['', 'catalogue.csv'])
}

const addApply: FillCommand = (command, session) => {
  command
    .argument('<plan>', 'file created with --plan')
    .hook('preAction', printing(session, appliedFields))
    .action(async (path: string) => (await undoing()).applyCommand(session, path))
  addParallelFlag(command, session)
  addExamples(command, ['plan.json'])
}

const addReconcile: FillCommand = (command, session) => {
  command
    .argument('[catalogue]', help.latest)
    .hook('preAction', printing(session, reconciledFields))
    .action(async (path?: string) => (await running()).reconcileCommand(session, path))
  addExamples(command, ['catalogue.csv'])
}

const addRetry: FillCommand = (command, session) => {
  command
    .argument('[catalogue]', help.latest)
    .requiredOption('--failed', 'rows that failed or were refused')
    .hook('preAction', printing(session, runFields))
  runs(command)
  addParallelFlag(command, session)
  planned(command, help.yes).action(async (path: string | undefined, flags: RunFlags) =>
    (await running()).retryCommand(session, path, flags),
  )
  addExamples(command, ['--failed', 'catalogue.csv --failed --publish'])
}

const addUndo: FillCommand = (command, session) => {
  command.argument('[catalogue]', help.latest).hook('preAction', printing(session, undoFields))
  planned(command, 'delete without asking')
    .option('--max-delete <n>', 'delete nothing if it would be more titles than this', toCount)
    .action(async (path: string | undefined, flags: UndoFlags) =>
      (await undoing()).undoCommand(session, path, flags),
    )
  addExamples(command, ['catalogue.csv --dry-run', 'catalogue.csv --yes --max-delete 50'])
}

/** BULK-12: `kinora titles bulk`, the way whole catalogues are brought in. What a verb needs is loaded with its call. */
export const addBulk = group([
  ['template', 'print an empty catalogue with all columns', addTemplate],
  ['check', 'list every problem in every row, with how to fix it', addCheck],
  ['run', 'create, update, upload and process the titles of a catalogue; safe to repeat', addRun],
  ['resume', 'resume an interrupted run', addResume],
  ['apply', 'apply a plan; refused if the catalogue, its files or the server have changed since', addApply],
  ['reconcile', 'accept titles that were changed elsewhere as they are on the server', addReconcile],
  ['retry', 'run again only the rows that failed, from the current catalogue', addRetry],
  ['undo', 'delete what a run created, except titles edited since', addUndo],
  ['status', 'show the status of runs', addStatus],
  ['results', 'show the result of every row, compared with the server', addResults],
])
