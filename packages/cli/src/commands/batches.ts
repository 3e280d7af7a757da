import type { Command } from 'commander'
import type { AddFlags } from '../batches/add.ts'
import { batchFields } from '../batches/fields.ts'
import { batchText } from '../batches/texts.ts'
import { problemFields, resultFields } from '../bulk/fields.ts'
import { printing } from '../kernel/json-fields.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

/** BULK-12: `kinora batches`, bulk uploads end to end on the server. What a verb needs is loaded with its call. */
export function addBatches(batches: Command, session: Session): void {
  batches
    .command('list')
    .description(batchText('help.list'))
    .option('--all', batchText('help.all'))
    .hook('preAction', printing(session, batchFields))
    .action(async (flags: { all?: boolean }) => (await reading()).listCommand(session, flags))
  batches
    .command('show')
    .argument('<id>', batchText('help.id'))
    .description(batchText('help.show'))
    .hook('preAction', printing(session, batchFields))
    .action(async (id: string) => (await reading()).showCommand(session, id))
  addMaking(batches, session)
  batches
    .command('watch')
    .argument('<id>', batchText('help.id'))
    .description(batchText('help.watch'))
    .hook('preAction', printing(session, batchFields))
    .action(async (id: string) => (await import('../batches/watch.ts')).watchCommand(session, id))
  batches
    .command('stop')
    .argument('<id>', batchText('help.id'))
    .description(batchText('help.stop'))
    .action(async (id: string) => (await import('../batches/process.ts')).stopCommand(session, id))
  batches
    .command('results')
    .argument('<id>', batchText('help.id'))
    .description(batchText('help.results'))
    .option('--csv', batchText('help.asCsv'))
    .hook(
      'preAction',
      printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
    )
    .action(async (id: string, flags: { csv?: boolean }) =>
      (await reading()).resultsCommand(session, id, flags),
    )
  batches
    .command('template')
    .description(batchText('help.template'))
    .action(async () => {
      const { toTemplate } = await import('../bulk/template.ts')
      session.print.raw(toTemplate())
    })
}

function addedFields(flags: AddFlags): readonly string[] {
  if (flags.dryRun) return problemFields
  return flags.process ? batchFields : ['batchId']
}

function addMaking(batches: Command, session: Session): void {
  batches
    .command('add')
    .argument('<csv>', batchText('help.csv'))
    .description(batchText('help.add'))
    .option('--title <text>', batchText('help.title'))
    .option('--email <address>', batchText('help.email'))
    .option('--dry-run', batchText('help.dryRun'))
    .option('--process', batchText('help.start'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, addedFields))
    .action(async (path: string, flags: AddFlags) =>
      (await import('../batches/add.ts')).addCommand(session, path, flags),
    )
  batches
    .command('process')
    .argument('<id>', batchText('help.id'))
    .description(batchText('help.process'))
    .option('--watch', batchText('help.follow'))
    .hook(
      'preAction',
      printing(session, ({ watch }: { watch?: boolean }) => (watch ? batchFields : undefined)),
    )
    .action(async (id: string, flags: { watch?: boolean }) =>
      (await import('../batches/process.ts')).processCommand(session, id, flags),
    )
}

const reading = () => import('../batches/read.ts')
