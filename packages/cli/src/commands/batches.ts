import { Batch } from '@kinora/core'
import type { AddFlags } from '../batches/add.ts'
import { problemFields, resultFields } from '../bulk/fields.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, group } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

/** What `--json` may name of a batch. */
const batchFields: readonly string[] = Object.keys(Batch.shape)

const help = { id: 'id of the batch' } as const

const reading = () => import('../batches/read.ts')

const addList: FillCommand = (command, session) => {
  command
    .option('--all', 'all pages')
    .hook('preAction', printing(session, batchFields))
    .action(async (flags: { all?: boolean }) => (await reading()).listCommand(session, flags))
  addExamples(command, ['', '--all --json'])
}

/** A verb that needs the id alone; one that prints nothing has no fields. */
const addOfBatch =
  (act: 'showCommand' | 'watchCommand' | 'stopCommand', fields?: readonly string[]): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', help.id)
      .hook('preAction', printing(session, fields))
      .action(async (id: string) => (await reading())[act](session, id))
    addExamples(command, ['ID'])
  }

function addedFields(flags: AddFlags): readonly string[] {
  if (flags.dryRun) return problemFields
  return flags.process ? batchFields : ['batchId']
}

const addAdd: FillCommand = (command, session) => {
  command
    .argument('<csv>', 'CSV built from the template; paths in it start at your folder of the file store')
    .option('--title <text>', 'name of the batch; without it that of the CSV')
    .option('--email <address>', 'who is told when it has ended; without it the account that is signed in')
    .option('--dry-run', 'check the CSV and add nothing')
    .option('--process', 'start it now and follow it')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, addedFields))
    .action(async (path: string, flags: AddFlags) =>
      (await import('../batches/add.ts')).addCommand(session, path, flags),
    )
  addExamples(command, ['catalogue.csv --title "Spring catalogue" --process'])
}

const addProcess: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('--watch', 'follow it until it finishes')
    .hook(
      'preAction',
      printing(session, ({ watch }: { watch?: boolean }) => (watch ? batchFields : undefined)),
    )
    .action(async (id: string, flags: { watch?: boolean }) =>
      (await reading()).processCommand(session, id, flags),
    )
  addExamples(command, ['ID --watch'])
}

const addResults: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('--csv', 'as CSV with a header, as the server gives it')
    .hook(
      'preAction',
      printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
    )
    .action(async (id: string, flags: { csv?: boolean }) =>
      (await reading()).resultsCommand(session, id, flags),
    )
  addExamples(command, ['ID', 'ID --csv > results.csv'])
}

const addTemplate: FillCommand = (command, session) => {
  command.action(async () => session.print.raw((await import('../bulk/template.ts')).toTemplate()))
  addExamples(command, ['> batch.csv'])
}

/** BULK-12: `kinora batches`, bulk uploads end to end on the server. What a verb needs is loaded with its call. */
export const addBatches = group([
  ['list', 'list batches, newest first', addList],
  ['show', 'show a batch: status, files found, progress', addOfBatch('showCommand', batchFields)],
  ['add', 'check a CSV and add it as a batch; nothing is processed yet', addAdd],
  ['process', 'start a batch, or resume a stopped one', addProcess],
  ['watch', 'follow a batch until it finishes', addOfBatch('watchCommand', batchFields)],
  ['stop', 'stop a batch after the current row; finished rows stay', addOfBatch('stopCommand')],
  ['results', 'show the result of every row', addResults],
  ['template', 'print the CSV that batches are built from', addTemplate],
])
