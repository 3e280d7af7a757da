import { isGood, type RunReport } from '@kinora/core/bulk'
import { createProgress } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { bulkText } from './texts.ts'

/** A run as a person at a terminal follows it: rows done, the file on its way with speed and time left, every result. */
export function createReport(session: Session, total: number): RunReport {
  const { world, print } = session
  let done = 0
  let bar: ReturnType<typeof createProgress> | undefined
  return {
    sending(record, file) {
      const label = `${done}/${total}  ${record.id}  ${file.name}`
      const current = createProgress(world, { label, total: file.size, unit: 'bytes' })
      bar = current
      return {
        update: sent => current.update(sent),
        end() {
          current.end()
          bar = undefined
        },
      }
    },
    result(record, unchanged) {
      done++
      if (world.stderr.isTTY) bar?.end()
      const params = {
        done,
        total,
        id: record.id || bulkText('run.row', { row: record.row }),
        state: record.state,
        problem: record.problem,
        tag: record.tag,
      }
      if (unchanged) print.note(print.paint.dim(bulkText('run.unchanged', params)))
      else if (isGood(record)) print.done(bulkText('run.rowDone', params))
      else print.fail(bulkText('run.rowFailed', params))
    },
    waiting: count => print.note(bulkText('run.waiting', { count })),
  }
}
