import { isGood, type RunReport, toResult } from '@kinora/core/bulk'
import { safe, say } from '../kernel/cells.ts'
import { createBars } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { countBytes } from './run-bytes.ts'
import { bulkText } from './words.ts'

/** Progress of a run: rows, bytes, speed and time left, the current file, and every result. */
export async function createReport(
  session: Session,
  { rows: total, bytes: planned }: { rows: number; bytes: ReadonlyMap<string, number> },
): Promise<RunReport & { end(): void }> {
  const { print } = session
  const bars = await createBars(session)
  const run = bars.addRun(total)
  let done = 0
  let kept = 0
  const bytes = countBytes(planned)
  run.update(0, bytes.now())
  return {
    sending(record, file) {
      const label = `${done}/${total}  ${record.id}  ${file.name}`
      const bar = bars.add({ label, total: file.size, unit: 'bytes' })
      const counted = bytes.begin(record.id, file.size)
      return {
        update(sent) {
          bar.update(sent)
          counted.reach(sent)
          run.update(done, bytes.now())
        },
        end() {
          counted.end()
          bar.end()
        },
      }
    },
    result(record, unchanged) {
      done++
      bytes.finish(record.id)
      const params = {
        done,
        total,
        id: record.id || safe`Row ${record.row}`,
        state: record.state,
        problem: record.problem,
        tag: record.tag,
      }
      if (print.lines) print.table([toResult(record, bulkText)], [])
      const { paint } = print
      if (unchanged) kept++
      else if (isGood(record))
        bars.say(`${paint.good('✔')} ${say('{{done}}/{{total}}  {{id}}  {{state}}  {{tag}}', params)}`)
      else if (record.state === 'changed')
        bars.say(`${paint.warn('!')} ${text('bulk.run.rowFailed', params)}`)
      else bars.say(`${paint.bad('✖')} ${text('bulk.run.rowFailed', params)}`)
      run.update(done, bytes.now())
    },
    waiting: count =>
      bars.say(
        say(
          {
            one: 'Everything is sent. {{count}} title is processing.',
            other: 'Everything is sent. {{count}} titles are processing.',
          },
          { count },
        ),
      ),
    end() {
      if (kept > 0)
        bars.say(
          print.paint.dim(
            say({ one: '{{count}} row unchanged.', other: '{{count}} rows unchanged.' }, { count: kept }),
          ),
        )
      bars.end()
    },
  }
}
