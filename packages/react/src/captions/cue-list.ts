import { type Block, type Cue, isBeyondEnd, type WebVtt } from '@kinora/core/webvtt'

/** A block on the page: its key stays while its words change. */
export type EditedBlock = Block & { key: number }
export type EditedCue = EditedBlock & { kind: 'cue' }

export interface EditedFile {
  header: string
  blocks: readonly EditedBlock[]
  /** The key of the next new block. */
  next: number
}

export const toEdited = ({ header, blocks }: WebVtt): EditedFile => ({
  header,
  blocks: blocks.map((block, key) => ({ ...block, key })),
  next: blocks.length,
})

export const cuesIn = ({ blocks }: EditedFile): EditedCue[] =>
  blocks.filter((block): block is EditedCue => block.kind === 'cue')

/** Puts other cues in the place of one; the first of them keeps its key. */
export function replaceCue(file: EditedFile, key: number, cues: readonly Cue[]): EditedFile {
  const at = file.blocks.findIndex(block => block.key === key)
  const made = cues.map(
    (cue, nth): EditedCue => ({
      ...cue,
      kind: 'cue',
      key: nth === 0 ? key : file.next + nth,
    }),
  )
  return { ...file, blocks: file.blocks.toSpliced(at, 1, ...made), next: file.next + cues.length + 1 }
}

/** What keeps a cue of a title of so many seconds from being saved: the key of its text. */
export function problemOf({ start, end, text }: Cue, length: number | undefined) {
  if (end <= start) return 'ui.captions.endInvalid'
  if (isBeyondEnd(start, length)) return 'ui.captions.beyondEnd'
  return text.trim() === '' ? 'ui.captions.textMissing' : undefined
}

/** A cue of two seconds after another, or at the start; it ends where the next begins. */
export function newCueAfter(cue: Cue | undefined, next: Cue | undefined): Cue {
  const start = cue?.end ?? 0
  const end = next === undefined || next.start <= start ? start + 2 : Math.min(start + 2, next.start)
  return { id: '', start, end, settings: '', text: '', line: 0 }
}

/** The cue that is shown at a moment of the video. */
export const cueAt = (file: EditedFile, seconds: number): EditedCue | undefined =>
  cuesIn(file).findLast(cue => cue.start <= seconds && seconds < cue.end)
