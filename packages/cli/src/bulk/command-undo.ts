import { KinoraError, withoutRetry } from '@kinora/core'
import { planUndo, type RunRecord, type UndoRow, undoRows } from '@kinora/core/bulk'
import { say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText } from '../kernel/texts.ts'
import { applyRun } from './command-run.ts'
import { assertUnchanged, type PlanFile, readPlan, writePlan } from './plan-file.ts'
import { accountOf, findOwnRun, openJournal, reopenRun } from './run-journal.ts'
import { withJournalLock } from './run-task.ts'
import { wordsIn } from './words.ts'

export interface UndoFlags {
  dryRun?: boolean
  plan?: string
  yes?: boolean
  maxDelete?: number
}

export interface ShownUndo {
  row: number
  externalId: string
  title: string
  tag: string
  action: UndoRow['action']
  why: string
}

const columns: readonly Column<ShownUndo>[] = [
  { header: 'ROW', value: undo => undo.row, align: 'right' },
  { header: 'EXTERNAL ID', value: undo => undo.externalId },
  { header: 'TITLE', value: undo => undo.title, flexible: true },
  { header: 'TAG', value: undo => undo.tag },
  { header: 'ACTION', value: undo => undo.action, look: undo => (undo.action === 'keep' ? 'warn' : 'bad') },
  { header: 'WHY', value: undo => undo.why, flexible: true },
]

/** Takes back what the runs of a catalogue created: says what that means, asks, then does it row by row. */
export async function undoCommand(
  session: Session,
  path: string | undefined,
  flags: UndoFlags,
): Promise<void> {
  const run = await findOwnRun(session, path)
  const rows = await askUndo(session, run)
  const counts = countsOf(rows, 'delete')
  if (flags.dryRun || flags.plan !== undefined) {
    session.print.table(
      rows.map(row => toShown(session, row)),
      columns,
    )
    session.print.note(
      say(
        {
          one: 'Would delete {{count}} title and leave {{kept}} alone. Nothing was changed.',
          other: 'Would delete {{count}} titles and leave {{kept}} alone. Nothing was changed.',
        },
        counts,
      ),
    )
    if (flags.plan === undefined) return
    const about = { kinora: 'bulk-plan', version: 1, kind: 'undo', server: await session.url() } as const
    return writePlan(session, flags.plan, { ...about, catalogue: run.path, rows })
  }
  const { maxDelete: max } = flags
  if (max !== undefined && counts.count > max)
    throw new KinoraError('conflict', {
      detail: say(
        {
          one: 'Nothing was deleted: {{count}} title is more than --max-delete {{max}}.',
          other: 'Nothing was deleted: {{count}} titles are more than --max-delete {{max}}.',
        },
        { count: counts.count, max },
      ),
    })
  if (counts.count > 0 && !flags.yes) await agree(session, rows, counts)
  await perform(session, run.path, rows)
}

/** `apply`: plans the undo again and runs it only if every row is the same. */
async function applyUndo(session: Session, plan: Extract<PlanFile, { kind: 'undo' }>): Promise<void> {
  const now = await askUndo(session, await findOwnRun(session, plan.catalogue))
  assertUnchanged(
    session,
    { planned: plan.rows, now },
    row => `${row.tag} ${row.action} ${JSON.stringify(row.reason)}`,
  )
  await perform(session, plan.catalogue, plan.rows)
}

async function askUndo(session: Session, run: RunRecord): Promise<UndoRow[]> {
  const { clock, interrupted: signal } = session.world
  const rows: UndoRow[] = []
  const send = withoutRetry(await session.send())
  await withSpinner(session, 'Comparing with the server…', async () => {
    for await (const part of planUndo(run, { send, clock, signal })) rows.push(...part)
  })
  return rows
}

async function agree(session: Session, rows: readonly UndoRow[], counts: { count: number }): Promise<void> {
  const refusal = () =>
    usage(
      say(
        {
          one: 'Nothing was deleted. Pass --yes to delete {{count}} title.',
          other: 'Nothing was deleted. Pass --yes to delete {{count}} titles.',
        },
        counts,
      ),
    )
  if (!session.interactive) throw refusal()
  session.print.table(
    rows.map(row => toShown(session, row)),
    columns,
  )
  if (
    !(await (
      await session.world.prompt()
    ).confirm(
      say(
        {
          one: 'Delete {{count}} title created by this run?',
          other: 'Delete {{count}} titles created by this run?',
        },
        counts,
      ),
    ))
  )
    throw refusal()
}

async function perform(session: Session, path: string, rows: readonly UndoRow[]): Promise<void> {
  const { clock, interrupted: signal } = session.world
  const { name } = await openJournal(session, path, await accountOf(session))
  await withJournalLock(session, name, async journal => {
    const { run, append } = reopenRun(journal)
    const list = session.print.list(columns)
    const done: UndoRow[] = []
    for await (const part of undoRows(rows, {
      send: withoutRetry(await session.send()),
      clock,
      signal,
      run,
      append,
    })) {
      list.add(part.map(row => toShown(session, row)))
      done.push(...part)
    }
    list.end()
    session.print.done(
      say(
        {
          one: 'Deleted {{count}} title, left {{kept}} alone.',
          other: 'Deleted {{count}} titles, left {{kept}} alone.',
        },
        countsOf(done, 'deleted'),
      ),
    )
  })
}

function toShown(session: Session, undone: UndoRow): ShownUndo {
  const { row, externalId, title, tag, action, reason } = undone
  const why = reason === undefined ? '' : wordsIn(session)(reason.code, { ...reason })
  return { row, externalId, title, tag, action, why }
}

function countsOf(rows: readonly UndoRow[], action: UndoRow['action']): { count: number; kept: string } {
  const count = rows.filter(row => row.action === action).length
  return { count, kept: rowsText(rows.length - count) }
}

/** Does what a plan says, whatever kind it is. */
export async function applyCommand(session: Session, path: string): Promise<void> {
  const plan = await readPlan(session, path)
  if (plan.kind === 'undo') await applyUndo(session, plan)
  else await applyRun(session, plan)
}
