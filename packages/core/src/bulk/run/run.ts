import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { titles } from '../../titles/endpoints.ts'
import type { Title } from '../../titles/schema.ts'
import { type CheckedRow, isRefused } from '../check/check.ts'
import { findExisting } from '../check/existing.ts'
import { contentOf } from '../csv/row.ts'
import { createMutex, inGroups, inParallel, isFatal, withRetry } from './concurrency.ts'
import { changedResult, isSettled, refusedResult, toFailure, toOverwritten, toStamp } from './outcome.ts'
import { digestText, prepareRow, type Step, withoutMissingFiles } from './plan.ts'
import { createProcessingPoller, type ProcessingPoller } from './poll-processing.ts'
import type { RunPorts } from './ports.ts'
import { type RowRecord, toRefusal } from './record.ts'
import { compareTitles, recordExternalChanges } from './results.ts'
import { type Job, performStep, recordOf } from './steps.ts'
import { adoptTitle, changesOf, recordOfTagged } from './tagged-rows.ts'

/** Rows that are prepared together when several are processed at a time. */
const GROUP = 50

/**
 * Brings every row to where it wants to be (BULK-12), reading no more rows than it works on. Files go one at a time;
 * what the server does with them is awaited beside. A bad row becomes its own result and stops no other; a failure
 * that every row would meet stops the run, which can be taken up again at any time.
 */
export async function runRows(
  rows: Iterable<CheckedRow> | AsyncIterable<CheckedRow>,
  given: RunPorts,
): Promise<void> {
  const halt = new AbortController()
  const exclusive = createMutex()
  const ports: RunPorts = { ...given, signal: AbortSignal.any([given.signal, halt.signal]) }
  const poller = createProcessingPoller(ports, error => halt.abort(error))
  const concurrency = ports.concurrency ?? 1
  const stopAll = (error: unknown) => {
    halt.abort(error)
    throw error
  }
  try {
    const changed = await compareTitles(ports)
    for await (const group of inGroups(rows, concurrency === 1 ? 1 : GROUP)) {
      const jobs = await prepareGroup(group, { ports, changed })
      await inParallel(jobs, concurrency, job => {
        const run = () => runJob(job, ports, poller)
        return (job.steps.some(sendsFile) ? exclusive(run) : run()).catch(stopAll)
      })
    }
    await poller.finished()
  } catch (error) {
    halt.abort(error)
    await ports.append({ kind: 'end', at: ports.clock.now(), why: 'stopped' })
    throw given.signal.aborted ? new KinoraError('aborted', { cause: error }) : (poller.failure() ?? error)
  }
  await ports.append({ kind: 'end', at: ports.clock.now(), why: 'done' })
}

/** Rows that send a video or a trailer go one at a time, in the order of the catalogue. */
const sendsFile = (step: Step): boolean => step.kind === 'upload' || step.kind === 'trailer'

interface Prepared extends Job {
  row: number
  title: string
  steps: Step[]
  /** Whether a title was already there before the first attempt, where that has just been asked. */
  existed?: boolean
  /** The title that the row names by its tag. */
  tag?: string
  /** Whether an earlier run had finished the row: any other state of the title is somebody else's change. */
  wasSettled: boolean
}

/** The rows that have something to be done, with all that must be on the disk before the first of it is. */
async function prepareGroup(
  group: readonly CheckedRow[],
  { ports, changed }: { ports: RunPorts; changed: Titles },
): Promise<Prepared[]> {
  const all: Prepared[] = []
  for (const given of group) {
    if (ports.signal.aborted) throw new KinoraError('aborted')
    const checked = await withoutMissingFiles(given, ports.run.rows.get(given.row.externalId))
    const job = isRefused(checked) ? await refuse(checked, ports) : await prepare(checked, { ports, changed })
    if (job !== undefined) all.push(job)
  }
  // Kept on the disk before the rows count as being worked on, where a change could be the run's own.
  const prepared = await withoutChanged(all, ports)
  const unknown = prepared.filter(({ id, steps }) => isNew(ports.run.rows.get(id), steps))
  const existing = await findExisting(
    unknown.map(({ id }) => id),
    ports,
  )
  for (const job of unknown) job.existed = existing.has(job.id)
  await Promise.all(prepared.map(job => begin(job, ports)))
  return prepared
}

async function begin({ id, row, title, content, existed, tag }: Prepared, ports: RunPorts): Promise<void> {
  const known = existed === undefined ? {} : { existed }
  await ports.append({ kind: 'row', id, row, title, content, ...known })
  if (tag !== undefined && recordOf(ports, id).tag !== tag)
    await ports.append({ kind: 'tag', id, tag, created: false })
}

/** Titles that people have changed since a run left them, by the id of their row. */
type Titles = ReadonlyMap<string, Title>

/** The rows that may be gone on with; the others are reported as left alone. */
async function withoutChanged(jobs: readonly Prepared[], ports: RunPorts): Promise<Prepared[]> {
  const changed = await recordExternalChanges(settledOf(jobs), ports)
  if (ports.elsewhere !== 'keep') return [...jobs]
  for (const { id, row } of jobs) {
    const title = changed.get(id)
    if (title !== undefined) await leaveAlone({ id, row, title }, ports)
  }
  return jobs.filter(({ id }) => !changed.has(id))
}

async function leaveAlone(
  { id, row, title }: { id: string; row: number; title: Title },
  ports: RunPorts,
): Promise<undefined> {
  if (recordOf(ports, id).row !== row) await ports.append({ kind: 'moved', id, row })
  await ports.append({ kind: 'result', id, ...changedResult(title) })
  ports.report.result(recordOf(ports, id), false)
}

const settledOf = (jobs: readonly Prepared[]): string[] =>
  jobs.filter(job => job.wasSettled).map(({ id }) => id)

const isNew = (record: RowRecord | undefined, steps: readonly Step[]): boolean =>
  record?.existed === undefined && steps.some(step => step.kind === 'create')

/** Undefined where nothing is to be done any more. */
async function prepare(
  checked: CheckedRow,
  { ports, changed }: { ports: RunPorts; changed: Titles },
): Promise<Prepared | undefined> {
  const { row, title } = checked
  const id = row.externalId
  const comparison = title === undefined ? 'unknown' : await adoptTitle({ ...checked, title }, ports)
  if (comparison === 'same' || comparison === 'changed') return
  const before = ports.run.rows.get(id)
  const other = comparison === 'current' ? undefined : changed.get(id)
  if (other !== undefined && ports.elsewhere === 'keep')
    return leaveAlone({ id, row: row.row, title: other }, ports)
  try {
    const isOverwritten = other !== undefined && before !== undefined && ports.elsewhere === 'overwrite'
    const own = isOverwritten ? toOverwritten(before, other) : before
    const record = title === undefined ? own : recordOfTagged(id, title, own)
    const { steps, content } = await prepareRow(checked, { ...ports, record })
    const wasSettled = before !== undefined && isSettled(before)
    if (steps.length > 0) return { ...toJob(checked, before), content, steps, wasSettled }
    if (before!.row !== row.row) await ports.append({ kind: 'moved', id, row: row.row })
    ports.report.result(before!, true)
    return undefined
  } catch (error) {
    // Nothing was done yet: what the title is now may be somebody else's doing.
    await failRow(id, error, ports, before !== undefined && isSettled(before) ? before.stamp : undefined)
    return undefined
  }
}

function toJob(checked: CheckedRow, before: RowRecord | undefined) {
  const { row, draft, title } = checked
  const name = draft.className ?? before?.title ?? ''
  const base = { id: row.externalId, row: row.row, title: name, draft }
  if (title === undefined) return base
  const isNew = before === undefined || before.tag === ''
  return { ...base, tag: title.tag, draft: changesOf(checked, title), ...(isNew ? { existed: true } : {}) }
}

async function runJob(job: Prepared, ports: RunPorts, poller: ProcessingPoller): Promise<void> {
  try {
    // Again, since the rows before it in its group may have taken hours.
    const isLeft = (await withoutChanged([job], ports)).length === 0
    if (isLeft) return
    for (const step of job.steps) {
      if (ports.signal.aborted) throw new KinoraError('aborted')
      await performStep(step, job, ports)
    }
    poller.add(job.id)
  } catch (error) {
    await failRow(job.id, error, ports)
  }
}

async function failRow(id: string, error: unknown, ports: RunPorts, known?: string): Promise<void> {
  if (isFatal(error) || !isKinoraError(error)) throw error
  const before = ports.run.rows.get(id)
  const stamp = known ?? (before === undefined || before.tag === '' ? '' : await stampOf(before.tag, ports))
  await ports.append({ kind: 'result', id, ...toFailure(error), retry: before?.retry ?? false, stamp })
  ports.report.result(recordOf(ports, id), false)
}

async function stampOf(tag: string, ports: RunPorts): Promise<string> {
  const find = () => ports.send(titles.find, { titleTags: [tag] })
  const page = await withRetry(ports.clock, ports.signal, find)
  const [title] = page.data
  return title === undefined ? '' : toStamp(title)
}

const sharedIds: ReadonlySet<string> = new Set(['bulk.externalIdTwice', 'bulk.titleTwice'])

/** A row without an id of its own can't be told from others: it has a line of the journal, but no record. */
const isNameless = ({ row, problems }: CheckedRow): boolean =>
  row.externalId === '' || problems.some(problem => sharedIds.has(problem.issue.code))

async function refuse(checked: CheckedRow, ports: RunPorts): Promise<undefined> {
  const { row, draft, problems } = checked
  const id = row.externalId
  if (isNameless(checked)) {
    const { problem, next } = refusedResult(problems)
    const refusal = { id, row: row.row, title: draft.className ?? '', problem, next }
    await ports.append({ kind: 'nameless', ...refusal })
    ports.report.result(toRefusal(refusal), false)
    return
  }
  const content = await digestText(contentOf(row))
  await Promise.all([
    ports.append({ kind: 'row', id, row: row.row, title: draft.className ?? '', content }),
    ports.append({ kind: 'result', id, ...refusedResult(problems) }),
  ])
  ports.report.result(recordOf(ports, id), false)
}
