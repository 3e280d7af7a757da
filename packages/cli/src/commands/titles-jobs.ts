import {
  type PreviewRow,
  type TitleAct,
  TitleJob,
  type TitleJobItem,
  type TitleJobPreview,
  titleJobs,
  toHistoryWords,
  toJobResult,
  toLossWords,
  toProblemWords,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { retryWhileUnreachable } from '../kernel/connection.ts'
import { addExamples } from '../kernel/examples.ts'
import { type ExitCode, exitCodes } from '../kernel/exit.ts'
import { follow, goesOn } from '../kernel/follow.ts'
import { contextFlags } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, group } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { waiting } from '../kernel/pages.ts'
import { requireFlag, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addEditFlags, addTitleFlags, type JobDraft } from '../titles/job-flags.ts'

/** † decision 0045: acts on many titles, which the server carries out as a job. */
const addAct =
  (act: TitleAct, examples: readonly string[]): FillCommand =>
  (command, session) => {
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
    addExamples(command, examples)
  }

const addList: FillCommand = (command, session) => {
  command
    .option('--mine', 'only jobs of this account')
    .option('--all', text('filter.all'))
    .hook('preAction', printing(session, Object.keys(TitleJob.shape)))
    .action(async ({ mine, all }: { mine?: boolean; all?: boolean }) => {
      const send = await session.send()
      const { data } = await send(titleJobs.list, { ...(mine && { mine }), ...(all && { take: -1 }) })
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
  addExamples(command, ['--mine', '--all --json jobId,act,counts'])
}

/** A verb about one job; one that prints no results has no fields. */
const addOfJob =
  (
    act: (session: Session, jobId: string) => Promise<void>,
    fields: readonly string[] | undefined,
    example = 'JOB',
  ): FillCommand =>
  (command, session) => {
    command
      .argument('<job>', 'id of the job')
      .hook('preAction', printing(session, fields))
      .action((jobId: string) => act(session, jobId))
    addExamples(command, [example])
  }

async function printResults(session: Session, jobId: string): Promise<void> {
  const { data } = await (await session.send())(titleJobs.results, { jobId, take: -1 })
  printItems(session, data)
}

async function cancelJob(session: Session, jobId: string): Promise<void> {
  await (await session.send())(titleJobs.cancel, { jobId })
  session.print.done('Cancelled.')
}

async function undoJob(session: Session, id: string): Promise<void> {
  const { jobId } = await (await session.send())(titleJobs.undo, { jobId: id })
  await watchJob(session, jobId)
}

/** Rows that are shown before somebody is asked. */
const SHOWN = 20

const resultFields = ['tag', 'className', 'outcome', 'problem'] as const
const previewFields = ['tag', 'className', 'outcome', 'changes', 'publishes', 'problem'] as const

interface ActFlags {
  dryRun?: boolean
  yes?: boolean
}

/** Shows what a job would do, asks, starts it and follows it (TITLE-26). */
async function actOnTitles(session: Session, draft: JobDraft, { dryRun, yes }: ActFlags): Promise<void> {
  const { print } = session
  const send = await session.send()
  const take = dryRun ? -1 : SHOWN
  const preview = await waiting(session, () => send(titleJobs.preview, { ...draft, take }))
  const rows = preview.data.map(toShownRow)
  if (dryRun) {
    printRows(session, rows)
    return sayCounts(session, draft.act, preview)
  }
  if (!yes) {
    requireFlag(session, '--yes')
    for (const row of rows)
      print.note(`  ${print.paint.accent(row.tag)}  ${row.className}  ${print.paint.dim(toWords(row))}`)
    sayCounts(session, draft.act, preview)
    const { change: count } = preview.counts
    if (count > 0) await requireYes(session, questions[draft.act](count))
  }
  if (preview.counts.change === 0) {
    if (preview.counts.refused === 0) return void print.done('There is nothing to change.')
    const input = { ...draft, outcome: 'refused', take: -1 } as const
    const { data } = await send(titleJobs.preview, input)
    printItems(session, data)
    if (yes) sayCounts(session, draft.act, preview)
    session.code = preview.counts.same > 0 ? exitCodes.partly : exitCodes.failure
    return
  }
  const { jobId } = await send(titleJobs.create, { ...draft, expected: preview.counts.total })
  await watchJob(session, jobId)
}

const questions: Readonly<Record<TitleAct, (count: number) => string>> = {
  edit: count => say({ one: 'Change {{count}} title?', other: 'Change {{count}} titles?' }, { count }),
  publish: count => say({ one: 'Publish {{count}} title?', other: 'Publish {{count}} titles?' }, { count }),
  publishWhenReady: count =>
    say(
      {
        one: 'Publish {{count}} title when it is ready?',
        other: 'Publish {{count}} titles when they are ready?',
      },
      { count },
    ),
  unpublish: count =>
    say({ one: 'Unpublish {{count}} title?', other: 'Unpublish {{count}} titles?' }, { count }),
  delete: count => say({ one: 'Delete {{count}} title?', other: 'Delete {{count}} titles?' }, { count }),
}

/** How many would change, and what sites, collections and events would lose (C-103). */
function sayCounts({ print }: Session, act: TitleAct, preview: TitleJobPreview): void {
  const { total, change: done, same, refused: f } = preview.counts
  print.note(
    say('{{done}} of {{total}} would change, {{same}} are so already, {{f}} can’t be changed.', {
      total,
      done,
      same,
      f,
    }),
  )
  const losses = toLossWords(act === 'delete' ? 'delete' : 'unpublish', preview, messages.text)
  for (const loss of losses) print.warn(loss)
}

/** With the reason in words, also as JSON. */
type ShownRow = Omit<PreviewRow, 'problem'> & { problem: string }
const toShownRow = (row: PreviewRow): ShownRow => ({
  ...row,
  problem: toProblemWords(row.problem, messages.issue),
})

function printRows({ print }: Session, rows: readonly ShownRow[]): void {
  print.table(rows, [
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'WOULD', value: row => row.outcome, look: row => looks[row.outcome] },
    { header: 'TITLE', value: row => row.className, flexible: true },
    { header: 'WHAT', value: toWords, flexible: true },
  ])
}

const looks = { change: 'good', same: 'dim', refused: 'bad' } as const

/** `Skill level: 3 → 7`, or why it is refused. */
function toWords({ changes, problem }: ShownRow): string {
  if (problem !== '') return problem
  const say = { text: messages.text, moment: (wire: string) => wire }
  return changes
    .map(({ path, before, after, beforeNames, afterNames }) => {
      const from = toHistoryWords({ path, value: before, names: beforeNames }, say)
      const to = toHistoryWords({ path, value: after, names: afterNames }, say)
      return `${messages.text(`field.${path}`)}: ${from} → ${to}`
    })
    .join(', ')
}

/** Follows a job, also over a restart of the server, and shows what came of it: exit code 6 when some titles failed, 1 when all did. */
async function watchJob(session: Session, jobId: string): Promise<void> {
  const tell = session.print.lines ? createJsonLinesWriter(session, jobId) : undefined
  const job = await toEnd(session, jobId, tell).catch((error: unknown) => {
    const how = safe`Follow it with: kinora titles jobs watch ${jobId}${contextFlags(session)}`
    const continues = 'The server continues on its own.'
    throw goesOn(error, { how, what: continues, why: continues })
  })
  if (tell === undefined) await showResults(session, job)
  conclude(session, job)
}

type Tell = (job: TitleJob) => Promise<void>

async function toEnd(session: Session, jobId: string, tell?: Tell): Promise<TitleJob> {
  const send = await session.send()
  const first = await send(titleJobs.view, { jobId })
  const { total } = first.counts
  return follow(session, {
    label: first.act,
    total: Math.max(1, total),
    pauses: [1000],
    first,
    look: options => send(titleJobs.view, { jobId }, options),
    async progress(job) {
      await tell?.(job)
      return job.status === 'Running' ? { done: total - job.counts.waiting } : undefined
    },
  })
}

/** Results that are read at a time. */
const RESULTS = 500

/** `--json-lines`: a line for each title as soon as its result is there; a job takes its titles in their order. */
function createJsonLinesWriter(session: Session, jobId: string): Tell {
  let told = 0
  return async ({ status, counts }) => {
    const send = await session.send()
    const settled = status === 'Running' ? counts.total - counts.waiting : counts.total
    while (told < settled) {
      const page = Math.floor(told / RESULTS) + 1
      const { data } = await retryWhileUnreachable(session, options =>
        send(titleJobs.results, { jobId, page, take: RESULTS }, options),
      )
      const rest = data.slice(told % RESULTS)
      const open = status === 'Running' ? rest.findIndex(({ outcome }) => outcome === 'waiting') : -1
      const next = open < 0 ? rest : rest.slice(0, open)
      printItems(session, next)
      told += next.length
      if (next.length === 0 || open >= 0) return
    }
  }
}

/** A line for each title; on a terminal only for those that there is something to say of. */
async function showResults(session: Session, { jobId }: TitleJob): Promise<void> {
  const { print, world } = session
  const { data } = await (await session.send())(titleJobs.results, { jobId, take: -1 })
  const isBrief = world.stdout.isTTY && !print.json
  printItems(session, isBrief ? data.filter(({ problem }) => problem.length > 0) : data)
}

function printItems({ print }: Session, items: readonly (TitleJobItem | PreviewRow)[]): void {
  const { issue } = messages
  const told = items.map(item => ({ ...item, problem: toProblemWords(item.problem, issue) }))
  print.table(told, [
    { header: 'TAG', value: item => item.tag, look: 'accent' },
    { header: 'RESULT', value: item => item.outcome, look: item => outcomeLooks[item.outcome] },
    { header: 'TITLE', value: item => item.className, flexible: true },
    { header: 'WHY', value: item => item.problem, flexible: true },
  ])
}

const outcomeLooks = {
  change: 'good',
  done: 'good',
  same: 'dim',
  waiting: 'dim',
  refused: 'bad',
  changed: 'bad',
} as const

function conclude(session: Session, job: TitleJob): void {
  const { print } = session
  const { text, issue } = messages
  const words = toJobResult(job).map(part => text(part.text, part.params))
  const sentence = [...words, ...(job.problem.length === 0 ? [] : [toProblemWords(job.problem, issue)])].join(
    '. ',
  )
  const code = codeOf(job)
  if (code === exitCodes.ok) print.done(sentence)
  else print.warn(sentence)
  if (job.isUndoable)
    print.note(safe`Undo with: kinora titles jobs undo ${job.jobId}${contextFlags(session)}`)
  session.code = code
}

function codeOf({ status, counts }: TitleJob): ExitCode {
  const bad = counts.refused + counts.changed
  if (status === 'Done' && bad === 0) return exitCodes.ok
  return counts.done + counts.same > 0 || status === 'Cancelled' ? exitCodes.partly : exitCodes.failure
}

/** `kinora titles jobs` */
export const addJobs = group([
  [
    'edit',
    'change fields of many titles',
    addAct('edit', [
      '--category Yoga --set-channel "Pulse House Originals" --add-label Express --dry-run',
      'TAG OTHER_TAG --set-skill 3 --yes',
    ]),
  ],
  [
    'publish',
    'publish many titles',
    addAct('publish', ['--status completed --dry-run', '--channel "Ironside Strength" --yes']),
  ],
  [
    'publish-when-ready',
    'publish many titles, each as soon as its file is processed',
    addAct('publishWhenReady', ['TAG OTHER_TAG --yes']),
  ],
  [
    'unpublish',
    'unpublish many titles',
    addAct('unpublish', ['--provider "Ironside Training" --status published']),
  ],
  [
    'delete',
    'delete many titles; they can be restored for 30 days',
    addAct('delete', ['--label Retired --dry-run', 'TAG OTHER_TAG --yes']),
  ],
  ['list', 'list jobs, newest first', addList],
  ['watch', 'follow a job until it ends', addOfJob(watchJob, resultFields)],
  [
    'results',
    'show what became of each title of a job',
    addOfJob(printResults, resultFields, 'JOB --jq \'.[] | select(.outcome == "refused") | .tag\''),
  ],
  ['cancel', 'cancel a job; what is done stays done', addOfJob(cancelJob, undefined)],
  ['undo', 'take a job back; titles that were changed since are left alone', addOfJob(undoJob, resultFields)],
])
