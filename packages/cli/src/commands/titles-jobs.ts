import { type TitleAct, TitleJob } from '@kinora/core'
import type { Command } from 'commander'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { type ActFlags, actOnTitles, previewFields } from '../titles/jobs/act.ts'
import { addEditFlags, addTitleFlags } from '../titles/jobs/flags.ts'
import { jobText } from '../titles/jobs/texts.ts'
import { printItems, resultFields, watchJob } from '../titles/jobs/watch.ts'

/** † decision 0045: acts on many titles, which the server carries out as a job. */
export const addJobs: FillCommand = (jobs, session) => {
  for (const act of ['edit', 'publish', 'unpublish', 'delete'] as const) addAct(jobs, session, act)
  addReading(jobs, session)
  jobs
    .command('cancel')
    .argument('<job>', jobText('help.id'))
    .description(jobText('help.cancel'))
    .action(async (jobId: string) => {
      await (await session.api())['title-jobs'].cancel({ jobId })
      session.print.done(jobText('cancel.done'))
    })
  jobs
    .command('undo')
    .argument('<job>', jobText('help.id'))
    .description(jobText('help.undo'))
    .hook('preAction', printing(session, resultFields))
    .action(async (id: string) => {
      const { jobId } = await (await session.api())['title-jobs'].undo({ jobId: id })
      await watchJob(session, jobId)
    })
}

function addAct(jobs: Command, session: Session, act: TitleAct): void {
  const command = jobs.command(act).description(jobText(`help.${act}`))
  const toTitles = addTitleFlags(command, session)
  const toEdit = act === 'edit' ? addEditFlags(command, session) : undefined
  command
    .option('--dry-run', jobText('help.dryRun'))
    .option('-y, --yes', text('flag.yes'))
    .hook(
      'preAction',
      printing(session, ({ dryRun }: ActFlags) => (dryRun ? previewFields : resultFields)),
    )
    .action(async (tags: string[], flags: ActFlags & Record<string, unknown>) => {
      const edit = await toEdit?.(flags)
      const draft = { act, ...(edit && { edit }), ...(await toTitles(tags, flags)) }
      await actOnTitles(session, draft, flags)
    })
}

function addReading(jobs: Command, session: Session): void {
  jobs
    .command('list')
    .description(jobText('help.list'))
    .option('--mine', jobText('help.mine'))
    .option('--all', text('filter.all'))
    .hook('preAction', printing(session, Object.keys(TitleJob.shape)))
    .action(async ({ mine, all }: { mine?: boolean; all?: boolean }) => {
      const api = (await session.api())['title-jobs']
      const { data } = await api.list({ ...(mine && { mine }), ...(all && { take: -1 }) })
      session.print.table(data, [
        { header: 'ID', value: job => job.jobId, look: 'accent' },
        { header: 'ACT', value: job => job.act },
        { header: 'STATUS', value: job => job.status },
        { header: 'DONE', value: job => `${job.counts.done} of ${job.counts.total}`, align: 'right' },
        { header: 'FAILED', value: job => String(job.counts.refused), align: 'right' },
        { header: 'STARTED', value: job => job.createdDate },
        { header: 'BY', value: job => job.by, flexible: true },
      ])
    })
  jobs
    .command('watch')
    .argument('<job>', jobText('help.id'))
    .description(jobText('help.watch'))
    .hook('preAction', printing(session, resultFields))
    .action((jobId: string) => watchJob(session, jobId))
  jobs
    .command('results')
    .argument('<job>', jobText('help.id'))
    .description(jobText('help.results'))
    .hook('preAction', printing(session, resultFields))
    .action(async (jobId: string) => {
      const { data } = await (await session.api())['title-jobs'].results({ jobId, take: -1 })
      printItems(session, data)
    })
}
