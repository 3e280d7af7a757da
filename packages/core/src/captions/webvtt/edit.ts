import { type Block, type Cue, cuesOf, formatTimestamp, type WebVtt } from './cue.ts'

/** The file, as it is stored and sent. */
export function formatWebVtt({ header, blocks }: WebVtt): string {
  const start = header.includes('\n') || header === '' ? `WEBVTT\n${header}`.trim() : `WEBVTT ${header}`
  return `${[start, ...blocks.map(formatBlock)].join('\n\n')}\n`
}

function formatBlock(block: Block): string {
  if (block.kind !== 'cue') return block.text
  const times =
    `${formatTimestamp(block.start)} --> ${formatTimestamp(block.end)} ${block.settings}`.trimEnd()
  return [block.id, times, block.text].filter(line => line !== '').join('\n')
}

/** Text as a cue can hold it: an empty line would end the cue, and an arrow would begin another. */
export const toCueText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n+/g, '\n')
    .replaceAll('-->', '—›')
    .trim()

/** Two cues of one: the text is cut at `offset` (UTF-16 units), the time at `at` seconds, or where the share of the text ends. */
export function splitCue(cue: Cue, offset: number, at?: number): [Cue, Cue] {
  const share = cue.text.length === 0 ? 0.5 : offset / cue.text.length
  const isInside = at !== undefined && at > cue.start && at < cue.end
  const middle = isInside ? at : cue.start + (cue.end - cue.start) * Math.min(0.9, Math.max(0.1, share))
  const cut = Math.round(middle * 1000) / 1000
  const [before, after] = [cue.text.slice(0, offset).trim(), cue.text.slice(offset).trim()]
  return [
    { ...cue, end: cut, text: before },
    { ...cue, id: '', start: cut, text: after, line: 0 },
  ]
}

/** One cue of two that follow each other. */
export const joinCues = (first: Cue, second: Cue): Cue => ({
  ...first,
  end: Math.max(first.end, second.end),
  text: [first.text, second.text].filter(text => text !== '').join('\n'),
})

/** How far every cue can be moved of so many seconds: the first of them stops at 0. */
export function shiftOf(file: WebVtt, seconds: number): number {
  const first = cuesOf(file).reduce((least, cue) => Math.min(least, cue.start), Number.POSITIVE_INFINITY)
  return first === Number.POSITIVE_INFINITY ? 0 : Math.max(seconds, 0 - first)
}

/** Every cue moved by so many seconds. Nothing starts before 0: the whole stops there, so that distances stay. */
export function shiftCues(file: WebVtt, seconds: number): WebVtt {
  const by = shiftOf(file, seconds)
  const move = (time: number) => Math.round((time + by) * 1000) / 1000
  const blocks = file.blocks.map(block =>
    block.kind === 'cue' ? { ...block, start: move(block.start), end: move(block.end) } : block,
  )
  return { ...file, blocks }
}
