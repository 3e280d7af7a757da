import type { Command } from 'commander'
import type { RunFlags } from '../bulk/command-run.ts'
import { bulkText } from '../bulk/texts.ts'
import type { Session } from '../kernel/session.ts'

/** BULK-12: `kinora titles bulk`, the way whole catalogues are brought in. What a verb needs is loaded with its call. */
export function addBulk(titles: Command, session: Session): void {
  const bulk = titles.command('bulk').description(bulkText('help.bulk'))
  bulk
    .command('template')
    .description(bulkText('help.template'))
    .action(async () => {
      const { toTemplate } = await import('../bulk/template.ts')
      session.print.raw(toTemplate())
    })
  bulk
    .command('check')
    .argument('<catalogue>', bulkText('help.catalogue'))
    .description(bulkText('help.check'))
    .option('--offline', bulkText('help.offline'))
    .option('--publish', bulkText('help.checkPublish'))
    .action(async (path: string, flags: { offline?: boolean; publish?: boolean }) => {
      const { checkCommand } = await import('../bulk/command-check.ts')
      await checkCommand(session, path, flags)
    })
  addRun(bulk, session)
  bulk
    .command('status')
    .argument('[catalogue]', bulkText('help.catalogue'))
    .description(bulkText('help.status'))
    .action(async (path: string | undefined) => {
      const { statusCommand } = await import('../bulk/command-results.ts')
      await statusCommand(session, path)
    })
  bulk
    .command('results')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.results'))
    .option('--csv', bulkText('help.csv'))
    .action(async (path: string | undefined, flags: { csv?: boolean }) => {
      const { resultsCommand } = await import('../bulk/command-results.ts')
      await resultsCommand(session, path, flags)
    })
}

function addRun(bulk: Command, session: Session): void {
  bulk
    .command('run')
    .argument('<catalogue>', bulkText('help.catalogue'))
    .description(bulkText('help.run'))
    .option('--publish', bulkText('help.publish'))
    .option('--dry-run', bulkText('help.dryRun'))
    .option('-y, --yes', bulkText('help.yes'))
    .action(async (path: string, flags: RunFlags) => {
      const { runCommand } = await import('../bulk/command-run.ts')
      await runCommand(session, path, flags)
    })
  bulk
    .command('resume')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.resume'))
    .option('--publish', bulkText('help.publish'))
    .action(async (path: string | undefined, flags: RunFlags) => {
      const { resumeCommand } = await import('../bulk/command-run.ts')
      await resumeCommand(session, path, flags)
    })
}
