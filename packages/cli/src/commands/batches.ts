import { Batch } from '@kinora/core'
import type { Command } from 'commander'
import type { AddFlags } from '../batches/add.ts'
import { problemFields, resultFields } from '../bulk/fields.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** What `--json` may name of a batch. */
const batchFields: readonly string[] = Object.keys(Batch.shape)

const help = { id: 'id of the batch' } as const

/** BULK-12: `kinora batches`, bulk uploads end to end on the server. What a verb needs is loaded with its call. */
export function addBatches(batches: Command, session: Session): void {
  addExamples(
    batches
      .command('list')
      .description('list batches, newest first')
      .option('--all', 'all pages')
      .hook('preAction', printing(session, batchFields))
      .action(async (flags: { all?: boolean }) => (await reading()).listCommand(session, flags)),
    ['', '--all --json'],
  )
  addExamples(
    batches
      .command('show')
      .argument('<id>', help.id)
      .description('show a batch: status, files found, progress')
      .hook('preAction', printing(session, batchFields))
      .action(async (id: string) => (await reading()).showCommand(session, id)),
    ['ID'],
  )
  addMaking(batches, session)
  addExamples(
    batches
      .command('watch')
      .argument('<id>', help.id)
      .description('follow a batch until it finishes')
      .hook('preAction', printing(session, batchFields))
      .action(async (id: string) => (await import('../batches/read.ts')).watchCommand(session, id)),
    ['ID'],
  )
  addExamples(
    batches
      .command('stop')
      .argument('<id>', help.id)
      .description('stop a batch after the current row; finished rows stay')
      .action(async (id: string) => (await import('../batches/read.ts')).stopCommand(session, id)),
    ['ID'],
  )
  addExamples(
    batches
      .command('results')
      .argument('<id>', help.id)
      .description('show the result of every row')
      .option('--csv', 'as CSV with a header, as the server gives it')
      .hook(
        'preAction',
        printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
      )
      .action(async (id: string, flags: { csv?: boolean }) =>
        (await reading()).resultsCommand(session, id, flags),
      ),
    ['ID', 'ID --csv > results.csv'],
  )
  addExamples(
    batches
      .command('template')
      .description('print the CSV that batches are built from')
      .action(async () => {
        const { toTemplate } = await import('../bulk/template.ts')
        session.print.raw(toTemplate())
      }),
    ['> batch.csv'],
  )
}

function addedFields(flags: AddFlags): readonly string[] {
  if (flags.dryRun) return problemFields
  return flags.process ? batchFields : ['batchId']
}

function addMaking(batches: Command, session: Session): void {
  addExamples(
    batches
      .command('add')
      .argument('<csv>', 'CSV built from the template; paths in it start at your folder of the file store')
      .description('check a CSV and add it as a batch; nothing is processed yet')
      .option('--title <text>', 'name of the batch; without it that of the CSV')
      .option('--email <address>', 'who is told when it has ended; without it the account that is signed in')
      .option('--dry-run', 'check the CSV and add nothing')
      .option('--process', 'start it now and follow it')
      .option('-y, --yes', text('flag.yes'))
      .hook('preAction', printing(session, addedFields))
      .action(async (path: string, flags: AddFlags) =>
        (await import('../batches/add.ts')).addCommand(session, path, flags),
      ),
    ['catalogue.csv --title "Spring catalogue" --process'],
  )
  addExamples(
    batches
      .command('process')
      .argument('<id>', help.id)
      .description('start a batch, or resume a stopped one')
      .option('--watch', 'follow it until it finishes')
      .hook(
        'preAction',
        printing(session, ({ watch }: { watch?: boolean }) => (watch ? batchFields : undefined)),
      )
      .action(async (id: string, flags: { watch?: boolean }) =>
        (await import('../batches/read.ts')).processCommand(session, id, flags),
      ),
    ['ID --watch'],
  )
}

const reading = () => import('../batches/read.ts')
