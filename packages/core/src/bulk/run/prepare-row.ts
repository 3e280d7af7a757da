import { isKinoraError } from '../../kernel/errors.ts'
import type { CheckedRow } from '../check/check.ts'
import { contentOf } from '../csv/row.ts'
import { digestText } from './digest.ts'
import { isFinished } from './finished.ts'
import { planRow, type RowFiles, type Step, slotsOf } from './plan.ts'
import type { MediaFile, OpenMedia } from './ports.ts'
import type { RowRecord, Slot } from './record.ts'

/** The steps of a row and their files; the same for a plan and for a run. */
export async function prepareRow(
  checked: CheckedRow,
  options: { open: OpenMedia; record: RowRecord | undefined; publish: boolean },
): Promise<{ steps: Step[]; content: string }> {
  const { row } = checked
  const content = await digestText(contentOf(row))
  const isLenient = isFinished(options.record, content)
  const files = await openFiles(slotsOf(row), options.open, isLenient)
  return {
    content,
    steps: planRow({ row, content, files, record: options.record, publish: options.publish }),
  }
}

/** `isLenient`: a file that is gone is left out. */
async function openFiles(
  slots: readonly [Slot, string][],
  open: OpenMedia,
  isLenient: boolean,
): Promise<RowFiles> {
  const opened = await Promise.all(
    slots.map(async ([slot, path]): Promise<[Slot, MediaFile] | undefined> => {
      try {
        return [slot, await open(path)]
      } catch (error) {
        if (isLenient && isKinoraError(error)) return undefined
        throw error
      }
    }),
  )
  return new Map(opened.filter(file => file !== undefined))
}
