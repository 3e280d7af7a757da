import {
  createMessages,
  en,
  type PreviewRow,
  type TitleAct,
  type TitleJobPreview,
  toHistoryWords,
  toLeavingWords,
  toProblemWords,
} from '@kinora/core'
import { say } from '../../kernel/cells.ts'
import { demand, requireYes, type Session } from '../../kernel/session.ts'
import { withSpinner } from '../../kernel/spinner.ts'
import { text } from '../../kernel/texts.ts'
import type { JobDraft } from './flags.ts'
import { watchJob } from './watch.ts'

/** Rows that are shown before somebody is asked. */
const SHOWN = 20

export const previewFields = ['tag', 'className', 'outcome', 'changes', 'publishes', 'problem'] as const

export interface ActFlags {
  dryRun?: boolean
  yes?: boolean
}

/** Shows what a job would do, asks, starts it and follows it (TITLE-26). */
export async function actOnTitles(
  session: Session,
  draft: JobDraft,
  { dryRun, yes }: ActFlags,
): Promise<void> {
  const { print, world } = session
  const jobs = (await session.api())['title-jobs']
  const take = dryRun ? -1 : SHOWN
  const preview = await withSpinner(session, text('wait.server'), () =>
    jobs.preview({ ...draft, take }, { signal: world.interrupted }),
  )
  const rows = preview.data.map(toTold)
  if (dryRun) {
    printRows(session, rows)
    return sayCounts(session, draft.act, preview)
  }
  if (!yes) {
    demand(session, '--yes')
    for (const row of rows)
      print.note(`  ${print.paint.accent(row.tag)}  ${row.className}  ${print.paint.dim(toWords(row))}`)
    sayCounts(session, draft.act, preview)
    const { change: count } = preview.counts
    if (count > 0) await requireYes(session, questions[draft.act](count))
  }
  if (preview.counts.change === 0) return void print.done('There is nothing to change.')
  const { jobId } = await jobs.create({ ...draft, expected: preview.counts.total })
  await watchJob(session, jobId)
}

const questions: Readonly<Record<TitleAct, (count: number) => string>> = {
  edit: count => say({ one: 'Change {{count}} title?', other: 'Change {{count}} titles?' }, { count }),
  publish: count => say({ one: 'Publish {{count}} title?', other: 'Publish {{count}} titles?' }, { count }),
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
  const losses = toLeavingWords(act === 'delete' ? 'delete' : 'unpublish', preview, createMessages(en).text)
  for (const loss of losses) print.warn(loss)
}

/** With the reason in words, also as JSON. */
type Told = Omit<PreviewRow, 'problem'> & { problem: string }
const toTold = (row: PreviewRow): Told => ({
  ...row,
  problem: toProblemWords(row.problem, createMessages(en).issue),
})

function printRows({ print }: Session, rows: readonly Told[]): void {
  print.table(rows, [
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'WOULD', value: row => row.outcome, look: row => looks[row.outcome] },
    { header: 'TITLE', value: row => row.className, flexible: true },
    { header: 'WHAT', value: toWords, flexible: true },
  ])
}

const looks = { change: 'good', same: 'dim', refused: 'bad' } as const

/** `Skill level: 3 → 7`, or why it is refused. */
function toWords({ changes, problem }: Told): string {
  if (problem !== '') return problem
  const messages = createMessages(en)
  const say = { text: messages.text, moment: (wire: string) => wire }
  return changes
    .map(({ path, before, after, beforeNames, afterNames }) => {
      const from = toHistoryWords({ path, value: before, names: beforeNames }, say)
      const to = toHistoryWords({ path, value: after, names: afterNames }, say)
      return `${messages.text(`field.${path}`)}: ${from} → ${to}`
    })
    .join(', ')
}
