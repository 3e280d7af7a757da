import { isRefused, prepareRow, type Step } from '@kinora/core/bulk'
import type { Column } from '../kernel/print.ts'
import { toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import type { Book } from './book.ts'
import type { Inspection } from './inspect.ts'
import { bulkText } from './texts.ts'

interface PlannedRow {
  row: number
  externalId: string
  title: string
  action: 'create' | 'update' | 'nothing' | 'refused'
  steps: string
  bytes: number
}

const columns: readonly Column<PlannedRow>[] = [
  { header: 'ROW', value: plan => plan.row, align: 'right' },
  { header: 'EXTERNAL ID', value: plan => plan.externalId },
  { header: 'TITLE', value: plan => plan.title, flexible: true },
  {
    header: 'ACTION',
    value: plan => plan.action,
    look: plan => (plan.action === 'refused' ? 'bad' : undefined),
  },
  { header: 'STEPS', value: plan => plan.steps, flexible: true },
  { header: 'BYTES', value: plan => plan.bytes, align: 'right' },
]

/** `--dry-run`: what a run would do, row by row; nothing is changed, here or on the server. */
export async function showPlan(
  session: Session,
  found: Inspection,
  options: { book: Book; publish: boolean },
): Promise<void> {
  const existing = await findExisting(session, found)
  const plans: PlannedRow[] = []
  for (const checked of found.rows) {
    const { row, draft } = checked
    const base = { row: row.row, externalId: row.externalId, title: draft.className ?? '' }
    if (isRefused(checked)) {
      plans.push({ ...base, action: 'refused', steps: '', bytes: 0 })
      continue
    }
    const known = existing.has(row.externalId)
    const record = known ? options.book.run?.rows.get(row.externalId) : undefined
    const { steps } = await prepareRow(checked, { open: found.assets.open, record, publish: options.publish })
    plans.push({ ...base, ...toPlan(steps, known, options.publish) })
  }
  session.print.table(plans, columns)
  const bytes = plans.reduce((sum, plan) => sum + plan.bytes, 0)
  session.print.note(
    bulkText('plan.total', { rows: plans.filter(plan => plan.steps !== '').length, size: toSize(bytes) }),
  )
}

function toPlan(
  steps: readonly Step[],
  known: boolean,
  publish: boolean,
): Pick<PlannedRow, 'action' | 'steps' | 'bytes'> {
  const names = steps.map(step => (step.kind === 'create' && known ? 'save' : step.kind))
  const bytes = steps.reduce((sum, step) => sum + ('file' in step ? step.file.size : 0), 0)
  if (publish && steps.length > 0) names.push('publish' as Step['kind'])
  return {
    action: steps.length === 0 ? 'nothing' : known ? 'update' : 'create',
    steps: names.join(', '),
    bytes,
  }
}

/** External ids that the server knows already. */
async function findExisting(session: Session, found: Inspection): Promise<Set<string>> {
  const api = await session.api()
  const ids = found.rows.map(checked => checked.row.externalId).filter(id => id !== '')
  const known = new Set<string>()
  for (let at = 0; at < ids.length; at += 100) {
    const externalId = ids.slice(at, at + 100)
    const page = await api.titles.search({ externalId, take: -1 }, { signal: session.world.interrupted })
    for (const title of page.data) if (title.externalId !== null) known.add(title.externalId)
  }
  return known
}
