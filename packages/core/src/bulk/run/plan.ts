import { isKinoraError } from '../../kernel/errors.ts'
import { sha256, toHex } from '../../uploads/file/fingerprint.ts'
import { type CheckedRow, isRefused } from '../check/check.ts'
import { type CaptionCell, type CatalogueRow, contentOf } from '../csv/row.ts'
import type { MediaFile, OpenMedia } from './ports.ts'
import type { RowRecord, Slot } from './record.ts'

/** What is still to be done for a row, in this order. */
export type Step =
  | { kind: 'cover'; file: MediaFile }
  | { kind: 'create' }
  | { kind: 'save' }
  | { kind: 'captions'; file: MediaFile; caption: CaptionCell }
  | { kind: 'upload'; file: MediaFile }
  | { kind: 'trailer'; file: MediaFile }
  | { kind: 'process' }

/** The opened files of a row, by their slot. */
export type RowFiles = ReadonlyMap<Slot, MediaFile>

export interface PlanInput {
  row: CatalogueRow
  /** Digest of what the row says. */
  content: string
  files: RowFiles
  record: RowRecord | undefined
  publish: boolean
}

/**
 * The identity of a file, by which it is told from what it was before: unchanged files are never sent again. `note` is what is
 * sent with it.
 */
export const identityOf = (file: MediaFile, note = ''): string =>
  `${file.path} ${file.size} ${file.modified} ${note}`.trimEnd()

export const captionSlot = (language: string): Slot => `captions:${language}`

/** Names of a row's files with their paths, as written. */
function slotsOf(row: CatalogueRow): [Slot, string][] {
  const { file, cover, trailer } = row.files
  const slots: [Slot, string | undefined][] = [
    ['cover', cover],
    ['file', file],
    ['trailer', trailer],
    ...row.captions.map((caption): [Slot, string] => [captionSlot(caption.language), caption.path]),
  ]
  return slots.filter((slot): slot is [Slot, string] => slot[1] !== undefined)
}

/**
 * The steps from where the journal stands to where the row wants to be. Each is safe to repeat: a step whose record
 * was lost in a crash is simply done again. No steps: nothing has changed since the row was finished.
 */
export function planRow(input: PlanInput): Step[] {
  const { row, content, files, record, publish } = input
  const exists = record !== undefined && record.tag !== ''
  const steps: Step[] = []
  const changed = (slot: Slot, note = ''): MediaFile | undefined => {
    const file = files.get(slot)
    return file === undefined || record?.stored[slot]?.file === identityOf(file, note) ? undefined : file
  }
  const add = (file: MediaFile | undefined, toStep: (file: MediaFile) => Step) => {
    if (file !== undefined) steps.push(toStep(file))
  }
  const cover = changed('cover')
  add(cover, file => ({ kind: 'cover', file }))
  if (!exists) steps.push({ kind: 'create' })
  else if (record.saved !== content || cover !== undefined) steps.push({ kind: 'save' })
  for (const caption of row.captions)
    add(changed(captionSlot(caption.language), caption.title), file => ({ kind: 'captions', file, caption }))
  add(changed('file'), file => ({ kind: 'upload', file }))
  add(changed('trailer'), file => ({ kind: 'trailer', file }))
  if (steps.length > 0 || !isFinal(record, publish)) steps.push({ kind: 'process' })
  return steps
}

/** Done, as far as this wish goes: a completed title isn't done when it shall be published. */
function isFinal(record: RowRecord | undefined, publish: boolean): boolean {
  return (
    record?.state === 'published' ||
    (!publish && (record?.state === 'completed' || record?.state === 'saved'))
  )
}

/** SHA-256 in lower-case hex, of text or of a file read piece by piece into one digest of digests. */
export const digestText = async (text: string): Promise<string> =>
  toHex(await sha256(new TextEncoder().encode(text)))

const READ_SIZE = 4_194_304

/** Names the content of a catalogue: equal for equal bytes. */
export async function digestBlob(blob: Blob): Promise<string> {
  const digests: string[] = []
  for (let start = 0; start < blob.size; start += READ_SIZE) {
    digests.push(toHex(await sha256(await blob.slice(start, start + READ_SIZE).arrayBuffer())))
  }
  return digestText(digests.join())
}

/** Whether a run has finished the row as it is now: nothing of it is sent again. */
export const isFinished = (record: RowRecord | undefined, content: string): boolean =>
  record !== undefined &&
  record.tag !== '' &&
  record.saved === content &&
  ['saved', 'completed', 'published', 'changed'].includes(record.state)

/** The row without problems about missing files that its title has already. */
export async function withoutMissingFiles(
  checked: CheckedRow,
  record: RowRecord | undefined,
): Promise<CheckedRow> {
  if (record === undefined || !isRefused(checked)) return checked
  const problems = checked.problems.filter(({ issue }) => issue.code !== 'validation.fileMissing')
  if (problems.length === checked.problems.length) return checked
  return isFinished(record, await digestText(contentOf(checked.row))) ? { ...checked, problems } : checked
}

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
