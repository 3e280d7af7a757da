import { type CheckedRow, type OpenMedia, prepareRow, type RowRecord } from '@kinora/core/bulk'
import type { RunBytes } from '../kernel/progress.ts'

/** Bytes of videos and trailers that a run has to send for a row: what is stored already isn't sent. */
export async function bytesOf(
  checked: CheckedRow,
  record: RowRecord | undefined,
  open: OpenMedia,
): Promise<number> {
  const { file, trailer } = checked.row.files
  if (file === undefined && trailer === undefined) return 0
  const { steps } = await prepareRow(checked, { open, record, publish: false })
  const sent = steps.flatMap(step =>
    step.kind === 'upload' || step.kind === 'trailer' ? step.file.size : [],
  )
  return sent.reduce((sum, size) => sum + size, 0)
}

/** The bytes of a run while it goes on. `planned`: bytes of each row with something to send, by external id. */
export function countBytes(planned: ReadonlyMap<string, number>) {
  const open = new Map(planned)
  let total = [...planned.values()].reduce((sum, bytes) => sum + bytes, 0)
  let [done, sent] = [0, 0]
  return {
    now: (): RunBytes => ({ sent, done, total }),
    /** A file is begun; what nobody has planned adds to the total. */
    begin(id: string, size: number) {
      const left = open.get(id) ?? 0
      total += Math.max(0, size - left)
      open.set(id, Math.max(0, left - size))
      let at: number | undefined
      return {
        /** The first figure above zero is where the file stood before. */
        reach(bytes: number) {
          if (bytes <= 0) return
          sent += Math.max(0, bytes - (at ?? bytes))
          done += bytes - (at ?? 0)
          at = bytes
        },
        /** What isn't there by then won't come any more. */
        end() {
          total -= size - (at ?? 0)
        },
      }
    },
    /** A row is finished: what it was to send and didn't begin won't come any more. */
    finish(id: string) {
      total -= open.get(id) ?? 0
      open.delete(id)
    },
  }
}
