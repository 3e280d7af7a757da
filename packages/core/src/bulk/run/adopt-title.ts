import type { Title } from '../../titles/index.ts'
import type { CheckedRow } from '../check/check.ts'
import { contentOf } from '../csv/row.ts'
import { changedResult, isChangedElsewhere } from './changed-elsewhere.ts'
import { digestText } from './digest.ts'
import { isFinished } from './finished.ts'
import { type Result, toOutcome } from './outcome.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'
import { isSettled, isUnchanged, toStamp } from './stamp.ts'
import { recordOf } from './steps.ts'
import { type Standing, standingOf } from './tagged-rows.ts'

const saved: Result = { state: 'saved', problem: '', next: '', retry: false }

type Tagged = CheckedRow & { title: Title }

/**
 * Brings the journal in line with a title that a row names by its tag, before anything is done for the row; how the row
 * stands to it afterwards. What is `same` or `changed` has its result then.
 */
export async function adoptTitle(checked: Tagged, ports: RunPorts): Promise<Standing> {
  const { row, title } = checked
  const id = row.externalId
  const before = ports.run.rows.get(id)
  if (before !== undefined && before.tag !== '' && before.tag !== title.tag)
    await ports.append({ kind: 'lost', id })
  const record = ports.run.rows.get(id)
  const found = standingOf(checked, title, { record, publish: ports.publish })
  const standing = found === 'changed' && ports.elsewhere !== 'keep' ? 'unknown' : found
  if (standing === 'same') await settle(checked, ports)
  if (standing === 'changed') await leave(checked, ports)
  const isBehind = record !== undefined && isSettled(record) && isChangedElsewhere(record, title)
  if (standing === 'current' && isBehind) await accept(record, title, ports)
  return standing
}

/** The row is done: its title is what it says. */
async function settle(checked: Tagged, ports: RunPorts): Promise<void> {
  const { row, title } = checked
  const id = row.externalId
  const content = await digestText(contentOf(row))
  const before = ports.run.rows.get(id)
  if (isFinished(before, content) && before?.state !== 'changed' && isUnchanged(title, before?.stamp ?? '')) {
    await move(before!, row.row, ports)
  } else {
    if (before !== undefined && isSettled(before)) await noteChange(before, title, ports)
    await begin(checked, ports, content)
    await ports.append({ kind: 'saved', id, content })
    const outcome = toOutcome(title, recordOf(ports, id), false)
    const result = outcome.kind === 'result' && outcome.result.problem === '' ? outcome.result : saved
    await ports.append({ kind: 'result', id, ...result, stamp: toStamp(title) })
  }
  ports.report.result(recordOf(ports, id), true)
}

async function leave(checked: Tagged, ports: RunPorts): Promise<void> {
  const id = checked.row.externalId
  const before = ports.run.rows.get(id)
  if (before === undefined || before.tag === '')
    await begin(checked, ports, await digestText(contentOf(checked.row)))
  else await move(before, checked.row.row, ports)
  await ports.append({ kind: 'result', id, ...changedResult(checked.title) })
  ports.report.result(recordOf(ports, id), false)
}

async function move({ id, row }: RowRecord, place: number, ports: RunPorts): Promise<void> {
  if (row !== place) await ports.append({ kind: 'moved', id, row: place })
}

/** The title as people have made it is what the row was written of: the run goes on from there. */
async function accept(record: RowRecord, title: Title, ports: RunPorts): Promise<void> {
  await noteChange(record, title, ports)
  await ports.append({ kind: 'result', id: record.id, ...saved, stamp: toStamp(title) })
}

/** An undo leaves alone what people have changed. */
async function noteChange(record: RowRecord, title: Title, ports: RunPorts): Promise<void> {
  const { id, created, touched, stamp } = record
  if (!created || touched !== undefined || isUnchanged(title, stamp!)) return
  await ports.append({ kind: 'touched', id, at: title.updatedDate })
}

async function begin({ row, draft, title }: Tagged, ports: RunPorts, content: string): Promise<void> {
  const id = row.externalId
  const before = ports.run.rows.get(id)
  const name = draft.className ?? title.className
  await ports.append({ kind: 'row', id, row: row.row, title: name, content, existed: !before?.created })
  if (before?.tag !== title.tag) await ports.append({ kind: 'tag', id, tag: title.tag, created: false })
}
