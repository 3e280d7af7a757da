import { ContentType, withoutRetry } from '@kinora/core'
import { type CheckedRow, type PlannedRow, planRows } from '@kinora/core/bulk'
import { safe, say, toLine } from '../kernel/cells.ts'
import { exitCodes } from '../kernel/exit.ts'
import { type Column, createPaint } from '../kernel/print.ts'
import { toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText } from '../kernel/texts.ts'
import type { Catalogue } from './inspect.ts'
import type { RunJournal } from './run-journal.ts'

const columns: readonly Column<PlannedRow>[] = [
  { header: 'ROW', value: plan => plan.row, align: 'right' },
  { header: 'EXTERNAL ID', value: plan => plan.externalId },
  { header: 'TITLE', value: plan => plan.title, flexible: true },
  {
    header: 'ACTION',
    value: plan => plan.action,
    look: ({ action }) => (action === 'refused' ? 'bad' : action === 'changed' ? 'warn' : undefined),
  },
  { header: 'STEPS', value: plan => plan.steps.join(', '), flexible: true },
  { header: 'BYTES', value: plan => plan.bytes, align: 'right' },
  { header: 'CHANGES', value: plan => plan.changes.map(toWords).join('; '), flexible: true },
]

const toWords = ({ column, before, after }: PlannedRow['changes'][number]): string => {
  const [was, becomes] = [shown(column, before), shown(column, after)]
  return toLine(before === null ? `${column}: ${becomes}` : `${column}: ${was} → ${becomes}`)
}

/** As a catalogue writes it. */
function shown(column: string, value: unknown): string {
  if (value === null) return '–'
  if (column === 'contentType') return value === ContentType.Audio ? 'audio' : 'video'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join('; ') : String(value)
}

interface PlanWish {
  catalogue: Catalogue
  journal: RunJournal
  rows: AsyncIterable<CheckedRow>
  publish: boolean
  force: boolean
}

/** What a run would do, from the catalogue, its files, the journal and the server. Changes nothing. */
export async function* planRun(session: Session, wish: PlanWish): AsyncGenerator<PlannedRow[]> {
  const { clock, interrupted: signal } = session.world
  const { open } = wish.catalogue.assets
  const [send, run] = [withoutRetry(await session.send()), wish.journal.run]
  const elsewhere = wish.force ? 'overwrite' : 'keep'
  yield* planRows(wish.rows, { send, clock, signal, open, run, publish: wish.publish, elsewhere })
}

/** `--dry-run` and `--plan`: prints the plan while it is made; `keep` receives its rows. Exit code 1 where every row would be refused. */
export async function showPlan(
  session: Session,
  wish: PlanWish,
  keep: (rows: readonly PlannedRow[]) => void = () => undefined,
): Promise<void> {
  const { print, world } = session
  const list = !print.json && world.stdout.isTTY ? listByRow(session) : print.list(columns)
  let [bytes, touched, planned, refused] = [0, 0, 0, 0]
  for await (const rows of planRun(session, wish)) {
    list.add(rows)
    keep(rows)
    for (const plan of rows) {
      bytes += plan.bytes
      planned++
      if (plan.action === 'refused') refused++
      if (plan.steps.length > 0) touched++
    }
  }
  list.end()
  print.note(safe`${rowsText(touched)} would change, ${toSize(bytes)} to send. Nothing was changed.`)
  if (planned > 0 && refused === planned) session.code = exitCodes.failure
}

/** On a terminal every change has a line of its own, so that nothing is cut off. */
function listByRow({ print, world }: Session) {
  const paint = createPaint(world.stdout, world.env)
  const show = (plan: PlannedRow) => {
    const { action: name } = plan
    const action = name === 'refused' ? paint.bad(name) : name === 'changed' ? paint.warn(name) : name
    const size = plan.bytes === 0 ? '' : `  ${toSize(plan.bytes)}`
    const steps = plan.steps.length === 0 ? '' : paint.dim(`  ${plan.steps.join(', ')}${size}`)
    print.line(
      `${paint.bold(toLine(say('Row {{row}}  {{externalId}}  {{title}}', { ...named(plan) })))}  ${action}${steps}`,
    )
    for (const change of plan.changes) print.line(`  ${toWords(change)}`)
  }
  return { add: (plans: readonly PlannedRow[]) => plans.forEach(show), end: () => undefined }
}

const named = ({ row, externalId, title }: PlannedRow) => ({ row, externalId, title })
