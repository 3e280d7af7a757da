import { isKinoraError, KinoraError } from '../kernel/errors.ts'
import { titles } from '../titles/index.ts'
import { type CheckedRow, isRefused } from './check.ts'
import { digestText } from './digest.ts'
import { refused, toFailure } from './outcome.ts'
import { planRow, type RowFiles, type Step, slotsOf } from './plan.ts'
import type { MediaFile, RunPorts } from './ports.ts'
import type { RowRecord, Slot } from './record.ts'
import { isGeneral, withRetry } from './retry.ts'
import { contentOf } from './row.ts'
import { performStep, recordOf } from './steps.ts'
import { createWatch, type Watch } from './watch.ts'

/**
 * Brings every row to where it wants to be (BULK-12). Files go one at a time; what the server does with them is
 * awaited beside. A bad row becomes its own result and stops no other; a failure that every row would meet stops the
 * run, which can be taken up again at any time.
 */
export async function runRows(rows: Iterable<CheckedRow>, given: RunPorts): Promise<void> {
  const halt = new AbortController()
  const ports: RunPorts = { ...given, signal: AbortSignal.any([given.signal, halt.signal]) }
  const watch = createWatch(ports, error => halt.abort(error))
  try {
    await forgetLost(ports)
    for (const checked of rows) {
      if (ports.signal.aborted) throw new KinoraError('aborted')
      await runRow(checked, ports, watch)
    }
    await watch.finished()
  } catch (error) {
    halt.abort(error)
    await ports.append({ kind: 'end', at: ports.clock.now(), why: 'stopped' })
    throw given.signal.aborted ? new KinoraError('aborted', { cause: error }) : (watch.failure() ?? error)
  }
  await ports.append({ kind: 'end', at: ports.clock.now(), why: 'done' })
}

/** What would be done for a row, and with which files; the same for a plan and for a run. */
export async function prepareRow(
  checked: CheckedRow,
  options: { open: RunPorts['open']; record: RowRecord | undefined; publish: boolean },
): Promise<{ steps: Step[]; content: string }> {
  const { row } = checked
  const content = await digestText(contentOf(row))
  const files = await openFiles(slotsOf(row), options.open)
  return {
    content,
    steps: planRow({ row, content, files, record: options.record, publish: options.publish }),
  }
}

async function runRow(checked: CheckedRow, ports: RunPorts, watch: Watch): Promise<void> {
  const { row, draft } = checked
  const id = row.externalId
  if (isRefused(checked)) return refuse(checked, ports)
  const before = ports.run.rows.get(id)
  try {
    const { steps, content } = await prepareRow(checked, { ...ports, record: before })
    if (before !== undefined && before.row !== row.row)
      await ports.append({ kind: 'moved', id, row: row.row })
    if (steps.length === 0) return ports.report.result(before!, true)
    await ports.append({
      kind: 'row',
      id,
      row: row.row,
      title: draft.className ?? before?.title ?? '',
      content,
    })
    for (const step of steps) {
      if (ports.signal.aborted) throw new KinoraError('aborted')
      await performStep(step, { id, draft, content }, ports)
    }
    watch.add(id)
  } catch (error) {
    if (isGeneral(error) || !isKinoraError(error)) throw error
    await ports.append({ kind: 'result', id, ...toFailure(error), retry: before?.retry ?? false })
    ports.report.result(recordOf(ports, id), false)
  }
}

/** A row without an id of its own can't be remembered; check has named it. */
async function refuse(checked: CheckedRow, ports: RunPorts): Promise<void> {
  const { row, draft, problems } = checked
  const id = row.externalId
  if (id === '' || problems.some(problem => problem.issue.code === 'bulk.externalIdTwice')) return
  const content = await digestText(contentOf(row))
  await ports.append({ kind: 'row', id, row: row.row, title: draft.className ?? '', content })
  const count = problems.filter(problem => problem.level === 'error').length
  await ports.append({ kind: 'result', id, ...refused(count) })
  ports.report.result(recordOf(ports, id), false)
}

/** Titles that somebody has deleted since are made anew rather than believed to be there. */
async function forgetLost(ports: RunPorts): Promise<void> {
  const known = [...ports.run.rows.values()].filter(record => record.tag !== '')
  for (let at = 0; at < known.length; at += 50) {
    const part = known.slice(at, at + 50)
    const titleTags = part.map(record => record.tag)
    const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags }))
    const found = new Set(page.data.map(title => title.tag))
    for (const record of part) if (!found.has(record.tag)) await ports.append({ kind: 'lost', id: record.id })
  }
}

async function openFiles(
  slots: readonly [Slot, string][],
  open: (path: string) => Promise<MediaFile>,
): Promise<RowFiles> {
  return new Map(
    await Promise.all(
      slots.map(async ([slot, path]): Promise<[Slot, MediaFile]> => [slot, await open(path)]),
    ),
  )
}
