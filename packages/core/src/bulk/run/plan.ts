import type { CaptionCell, CatalogueRow } from '../csv/row.ts'
import type { MediaFile } from './ports.ts'
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

/** Tells a file from what it was before: unchanged files are never sent again. `note` is what is sent with it. */
export const identityOf = (file: MediaFile, note = ''): string =>
  `${file.path} ${file.size} ${file.modified} ${note}`.trimEnd()

export const captionSlot = (language: string): Slot => `captions:${language}`

/** Names of a row's files with their paths, as written. */
export function slotsOf(row: CatalogueRow): [Slot, string][] {
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
