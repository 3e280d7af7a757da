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
import { bulkText } from '../bulk/texts.ts'
import { usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { addTransferFlags } from '../kernel/transfer-flags.ts'
import { text } from '../texts.ts'

/** BULK-12: `kinora titles bulk`, the way whole catalogues are brought in. What a verb needs is loaded with its call. */
export const addBulk: FillCommand = (bulk, session) => {
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
    .hook('preAction', printing(session, problemFields))
    .action(async (path: string, flags: { offline?: boolean; publish?: boolean }) => {
      const { checkCommand } = await import('../bulk/command-check.ts')
      await checkCommand(session, path, flags)
    })
  addRun(bulk, session)
  addAgain(bulk, session)
  bulk
    .command('status')
    .argument('[catalogue]', bulkText('help.catalogue'))
    .description(bulkText('help.status'))
    .hook('preAction', printing(session, statusFields))
    .action(async (path: string | undefined) => {
      const { statusCommand } = await import('../bulk/command-results.ts')
      await statusCommand(session, path)
    })
  bulk
    .command('results')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.results'))
    .option('--csv', bulkText('help.csv'))
    .option('--offline', bulkText('help.resultsOffline'))
    .hook(
      'preAction',
      printing(session, ({ csv }: { csv?: boolean }) => (csv ? undefined : resultFields)),
    )
    .action(async (path: string | undefined, flags: { csv?: boolean; offline?: boolean }) => {
      const { resultsCommand } = await import('../bulk/command-results.ts')
      await resultsCommand(session, path, flags)
    })
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
const planned = (command: Command, yes: 'help.yes' | 'help.undoYes'): Command =>
  command
    .option('--dry-run', bulkText('help.dryRun'))
    .option('--plan <file>', bulkText('help.plan'))
    .option('-y, --yes', bulkText(yes))

function addRun(bulk: Command, session: Session): void {
  const run = bulk
    .command('run')
    .argument('<catalogue>', bulkText('help.catalogue'))
    .description(bulkText('help.run'))
    .option('--publish', bulkText('help.publish'))
    .option('--force', bulkText('help.force'))
    .hook('preAction', printing(session, runFields))
  addTransferFlags(run, session, { many: true })
  planned(run, 'help.yes')
    .option('--strict', bulkText('help.strict'))
    .action(async (path: string, flags: RunFlags) => {
      const { runCommand } = await import('../bulk/command-run.ts')
      await runCommand(session, path, flags)
    })
  const resume = bulk
    .command('resume')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.resume'))
    .option('--publish', bulkText('help.publish'))
    .option('--force', bulkText('help.force'))
    .hook('preAction', printing(session, resultFields))
    .action(async (path: string | undefined, flags: RunFlags) => {
      const { resumeCommand } = await import('../bulk/command-run.ts')
      await resumeCommand(session, path, flags)
    })
  addTransferFlags(resume, session, { many: true })
}

function addAgain(bulk: Command, session: Session): void {
  const apply = bulk
    .command('apply')
    .argument('<plan>', bulkText('help.planFile'))
    .description(bulkText('help.apply'))
    .hook('preAction', printing(session, appliedFields))
    .action(async (path: string) => {
      const { applyCommand } = await import('../bulk/command-apply.ts')
      await applyCommand(session, path)
    })
  addTransferFlags(apply, session, { many: true })
  bulk
    .command('reconcile')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.reconcile'))
    .hook('preAction', printing(session, reconciledFields))
    .action(async (path: string | undefined) => {
      const { reconcileCommand } = await import('../bulk/command-reconcile.ts')
      await reconcileCommand(session, path)
    })
  const retry = bulk
    .command('retry')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.retry'))
    .requiredOption('--failed', bulkText('help.failed'))
    .option('--publish', bulkText('help.publish'))
    .option('--force', bulkText('help.force'))
    .hook('preAction', printing(session, runFields))
  addTransferFlags(retry, session, { many: true })
  planned(retry, 'help.yes').action(async (path: string | undefined, flags: RunFlags) => {
    const { retryCommand } = await import('../bulk/command-run.ts')
    await retryCommand(session, path, flags)
  })
  const undo = bulk
    .command('undo')
    .argument('[catalogue]', bulkText('help.latest'))
    .description(bulkText('help.undo'))
    .hook('preAction', printing(session, undoFields))
  planned(undo, 'help.undoYes')
    .option('--max-delete <n>', bulkText('help.maxDelete'), toCount)
    .action(async (path: string | undefined, flags: UndoFlags) => {
      const { undoCommand } = await import('../bulk/command-undo.ts')
      await undoCommand(session, path, flags)
    })
}
