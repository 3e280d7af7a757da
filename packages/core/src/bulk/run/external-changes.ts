import type { Title } from '../../titles/index.ts'
import { isChangedElsewhere } from './changed-elsewhere.ts'
import { eachComparison } from './compare-titles.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'
import { isUnchanged } from './stamp.ts'

/**
 * Records which titles somebody has changed since the last run, before this one changes them again: an undo couldn't
 * tell afterwards. Only rows whose title is as a run has left it may be asked about. Returns those titles, by id.
 */
export async function recordExternalChanges(
  ids: readonly string[],
  ports: RunPorts,
): Promise<Map<string, Title>> {
  const changed = new Map<string, Title>()
  const records = ids.flatMap(id => ports.run.rows.get(id) ?? [])
  const isAsked = ({ created, touched }: RowRecord) =>
    ports.elsewhere === 'keep' || (created && touched === undefined)
  for await (const part of eachComparison(records.filter(isAsked), ports))
    for (const { record, title } of part) {
      if (title === undefined) continue
      if (isChangedElsewhere(record, title)) changed.set(record.id, title)
      if (!record.created || record.touched !== undefined || isUnchanged(title, record.stamp!)) continue
      await ports.append({ kind: 'touched', id: record.id, at: title.updatedDate })
    }
  return changed
}
