import { type CheckedRow, type PlannedRow, planRows } from '@kinora/core/bulk'
import type { Column } from '../kernel/print.ts'
import { toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import type { Book } from './book.ts'
import type { Catalogue } from './inspect.ts'
import { bulkText } from './texts.ts'

const columns: readonly Column<PlannedRow>[] = [
  { header: 'ROW', value: plan => plan.row, align: 'right' },
  { header: 'EXTERNAL ID', value: plan => plan.externalId },
  { header: 'TITLE', value: plan => plan.title, flexible: true },
  {
    header: 'ACTION',
    value: plan => plan.action,
    look: plan => (plan.action === 'refused' ? 'bad' : undefined),
  },
  { header: 'STEPS', value: plan => plan.steps.join(', '), flexible: true },
  { header: 'BYTES', value: plan => plan.bytes, align: 'right' },
  { header: 'CHANGES', value: plan => plan.changes.map(toWords).join('; '), flexible: true },
]

const toWords = ({ column, before, after }: PlannedRow['changes'][number]): string =>
  before === null ? `${column}: ${shown(after)}` : `${column}: ${shown(before)} → ${shown(after)}`

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === null ? '–' : String(value)

export interface PlanWish {
  catalogue: Catalogue
  book: Book
  rows: AsyncIterable<CheckedRow>
  publish: boolean
}

/** What a run would do, asked of the catalogue, its files, the journal and the server; nothing is changed. */
export async function* askPlan(session: Session, wish: PlanWish): AsyncGenerator<PlannedRow[]> {
  const { clock, interrupted: signal } = session.world
  const { open } = wish.catalogue.assets
  const [send, run] = [await session.send(), wish.book.run]
  yield* planRows(wish.rows, { send, clock, signal, open, run, publish: wish.publish })
}

/** `--dry-run` and `--plan`: prints the plan as it is made, and gives it back. */
export async function showPlan(session: Session, wish: PlanWish): Promise<PlannedRow[]> {
  const list = session.print.list(columns)
  const all: PlannedRow[] = []
  for await (const rows of askPlan(session, wish)) {
    list.add(rows)
    all.push(...rows)
  }
  list.end()
  const bytes = all.reduce((sum, plan) => sum + plan.bytes, 0)
  const touched = all.filter(plan => plan.steps.length > 0).length
  session.print.note(bulkText('plan.total', { rows: touched, size: toSize(bytes) }))
  return all
}
