import { type TitleAct, TitleJob } from '@kinora/core'
import type { Command } from 'commander'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { type ActFlags, actOnTitles, previewFields } from '../titles/jobs/act.ts'
import { addEditFlags, addTitleFlags } from '../titles/jobs/flags.ts'
import { printItems, resultFields, watchJob } from '../titles/jobs/watch.ts'

const help = { id: 'id of the job' } as const

/** † decision 0045: acts on many titles, which the server carries out as a job. */
export const addJobs: FillCommand = (jobs, session) => {
  const edit = jobs.command('edit').description('change fields of many titles')
  addAct(edit, session, 'edit')
  addExamples(edit, [
    '--category Yoga --set-channel "Pulse House Originals" --add-label Express --dry-run',
    'TAG OTHER_TAG --set-skill 3 --yes',
  ])
  const publish = jobs.command('publish').description('publish many titles')
  addAct(publish, session, 'publish')
  addExamples(publish, ['--status completed --dry-run', '--channel "Ironside Strength" --yes'])
  const unpublish = jobs.command('unpublish').description('unpublish many titles')
  addAct(unpublish, session, 'unpublish')
  addExamples(unpublish, ['--provider "Ironside Training" --status published'])
  const remove = jobs.command('delete').description('delete many titles; they can be restored for 30 days')
  addAct(remove, session, 'delete')
  addExamples(remove, ['--label Retired --dry-run', 'TAG OTHER_TAG --yes'])
  addReading(jobs, session)
  addExamples(
    jobs
      .command('cancel')
      .argument('<job>', help.id)
      .description('cancel a job; what is done stays done')
      .action(async (jobId: string) => {
        await (await session.api())['title-jobs'].cancel({ jobId })
        session.print.done('Cancelled.')
      }),
    ['JOB'],
  )
  addExamples(
    jobs
      .command('undo')
      .argument('<job>', help.id)
      .description('take a job back; titles that were changed since are left alone')
      .hook('preAction', printing(session, resultFields))
      .action(async (id: string) => {
        const { jobId } = await (await session.api())['title-jobs'].undo({ jobId: id })
        await watchJob(session, jobId)
      }),
    ['JOB'],
  )
}

function addAct(command: Command, session: Session, act: TitleAct): void {
  const toTitles = addTitleFlags(command, session)
  const toEdit = act === 'edit' ? addEditFlags(command, session) : undefined
  command
    .option('--dry-run', 'show what would change and change nothing')
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
  addExamples(
    jobs
      .command('list')
      .description('list jobs, newest first')
      .option('--mine', 'only jobs of this account')
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
      }),
    ['--mine', '--all --json jobId,act,counts'],
  )
  addExamples(
    jobs
      .command('watch')
      .argument('<job>', help.id)
      .description('follow a job until it ends')
      .hook('preAction', printing(session, resultFields))
      .action((jobId: string) => watchJob(session, jobId)),
    ['JOB'],
  )
  addExamples(
    jobs
      .command('results')
      .argument('<job>', help.id)
      .description('show what became of each title of a job')
      .hook('preAction', printing(session, resultFields))
      .action(async (jobId: string) => {
        const { data } = await (await session.api())['title-jobs'].results({ jobId, take: -1 })
        printItems(session, data)
      }),
    ['JOB --jq \'.[] | select(.outcome == "refused") | .tag\''],
  )
}
