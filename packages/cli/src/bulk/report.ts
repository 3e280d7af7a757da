import { isGood, type RunReport } from '@kinora/core/bulk'
import { createBars } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { bulkText } from './texts.ts'

/** Progress of a run: rows, bytes, speed and time left, the current file, and every result. */
export async function createReport(session: Session, total: number): Promise<RunReport & { end(): void }> {
  const { print } = session
  const bars = await createBars(session)
  const run = bars.addRun(total)
  let done = 0
  let kept = 0
  let sent = 0
  return {
    sending(record, file) {
      const label = `${done}/${total}  ${record.id}  ${file.name}`
      const bar = bars.add({ label, total: file.size, unit: 'bytes' })
      /** Of this file, from where it stood on the server before. */
      let before: number | undefined
      return {
        update(bytes) {
          bar.update(bytes)
          if (bytes <= 0) return
          sent += Math.max(0, bytes - (before ?? bytes))
          before = bytes
          run.update(done, sent)
        },
        end: bar.end,
      }
    },
    result(record, unchanged) {
      done++
      const params = {
        done,
        total,
        id: record.id || bulkText('run.row', { row: record.row }),
        state: record.state,
        problem: record.problem,
        tag: record.tag,
      }
      const { paint } = print
      if (unchanged) kept++
      else if (isGood(record)) bars.say(`${paint.good('✔')} ${bulkText('run.rowDone', params)}`)
      else if (record.state === 'changed') bars.say(`${paint.warn('!')} ${bulkText('run.rowFailed', params)}`)
      else bars.say(`${paint.bad('✖')} ${bulkText('run.rowFailed', params)}`)
      run.update(done, sent)
    },
    waiting: count => bars.say(bulkText('run.waiting', { count })),
    end() {
      if (kept > 0) bars.say(print.paint.dim(bulkText('run.unchanged', { count: kept })))
      bars.end()
    },
  }
}
