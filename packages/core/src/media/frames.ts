import type { ByteSource } from '../kernel/byte-source.ts'
import { type AudioFrame, findRun, type ReadFrame, readAdtsFrame, readMp3Frame } from './audio-frames.ts'
import { readPart } from './read-part.ts'
import { SNIFF_SIZE, skipLead } from './sniff.ts'

const WINDOW = 1_048_576
/** Bytes of a tag (ID3v1) that may follow the sound of an MP3 without being looked at. */
const TAG_AT_END = 128
/** Bytes at each end of the sound of an MP3 that are compared with its header. */
const SAMPLE = 65_536
/** Bytes; an ADTS frame has 13 bits for its length. */
const LONGEST_RUN = 3 * 8192
/** Tags and padding that may follow each other before the sound. */
const MAX_LEADS = 16

/** Seconds of an AAC (ADTS) file whose frames reach to its end, else undefined; a tag or padding may follow them. */
export async function measureAdts(file: ByteSource): Promise<number | undefined> {
  let seconds = 0
  const end = await walk(file, await findSound(file), readAdtsFrame, frame => {
    seconds += frame.seconds
  })
  return seconds > 0 && end <= file.size && (await isTail(file, end)) ? seconds : undefined
}

/**
 * Seconds of an MP3 file: those of all whole frames together. A Xing, Info or VBRI header counts them, which is taken where the
 * file agrees with it: frames last longer or shorter where their sampling rate changes. Else the file is read to its end; what
 * lies before and between frames doesn't count. Undefined where there is no frame, or less than the header announces.
 */
export async function measureMp3(file: ByteSource): Promise<number | undefined> {
  const lead = await findSound(file)
  const head = new Uint8Array(await readPart(file, lead, lead + SNIFF_SIZE))
  const first = readMp3Frame(head, 0) === undefined ? findRun(head, 0, readMp3Frame) : 0
  if (first === undefined) return undefined
  const start = lead + first
  const frame = readMp3Frame(head, first)!
  const told = readHeader(head.subarray(first, first + frame.length))
  if (told !== undefined && start + told.bytes > file.size) return undefined
  const from = told === undefined ? start : start + frame.length
  if (
    told &&
    (await matchesHeader(file, { from, end: start + told.bytes, frames: told.frames, kind: frame.kind }))
  )
    return told.frames * frame.seconds
  let seconds = 0
  await walk(file, from, readMp3Frame, next => {
    seconds += next.seconds
  })
  return seconds > 0 ? seconds : undefined
}

interface DeclaredAudio {
  from: number
  end: number
  frames: number
  kind: number
}

/** Whether the sound ends where its header says, at its sampling rate, in so many frames of the lengths that it begins and ends with. */
async function matchesHeader(file: ByteSource, { from, end, frames, kind }: DeclaredAudio): Promise<boolean> {
  if (frames === 0 || end <= from || file.size - end > TAG_AT_END) return false
  const mean = (end - from) / frames
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const start of [from, Math.max(from, end - SAMPLE)]) {
    const bytes = new Uint8Array(await readPart(file, start, Math.min(end, start + SAMPLE)))
    let offset = findRun(bytes, 0, readMp3Frame) ?? 0
    for (let next = readMp3Frame(bytes, offset); next?.kind === kind; next = readMp3Frame(bytes, offset)) {
      offset += next.length
      least = Math.min(least, next.length)
      most = Math.max(most, next.length)
    }
    if (offset + 4 <= bytes.length) return false
  }
  return least <= mean && mean <= most
}

/** Behind all tags and zeros at the beginning. */
async function findSound(file: ByteSource): Promise<number> {
  let at = 0
  for (let count = 0; count < MAX_LEADS && at < file.size; count++) {
    const skipped = skipLead(new Uint8Array(await readPart(file, at, at + SNIFF_SIZE)))
    if (skipped === 0) break
    at += skipped
  }
  return at
}

/** Goes from frame to frame, over what lies between them where the stream goes on behind it; returns where the last one ends. */
async function walk(
  file: ByteSource,
  start: number,
  read: ReadFrame,
  onFrame: (frame: AudioFrame) => void,
): Promise<number> {
  let [at, end] = [start, start]
  while (at < file.size) {
    const bytes = new Uint8Array(await readPart(file, at, at + WINDOW))
    let offset = 0
    for (let next: number | undefined = 0; next !== undefined; next = findRun(bytes, offset, read)) {
      offset = next
      for (let frame = read(bytes, offset); frame !== undefined; frame = read(bytes, offset)) {
        offset += frame.length
        end = at + offset
        if (end <= file.size) onFrame(frame)
      }
    }
    if (at + bytes.length >= file.size) break
    // The last bytes may be the beginning of a run that the next window shows whole.
    at += Math.max(offset, bytes.length - LONGEST_RUN)
  }
  return end
}

/** Nothing but zeros, or a tag. */
async function isTail(file: ByteSource, end: number): Promise<boolean> {
  const rest = new Uint8Array(await readPart(file, end, end + SNIFF_SIZE))
  return (
    /^(?:TAG|APETAG|ID3)/.test(String.fromCharCode(...rest.subarray(0, 6))) || rest.every(byte => byte === 0)
  )
}

/** What the first frame of an MP3 announces: frames behind it, and bytes with it, by flags (Xing, Info) or always (VBRI); 0 where it doesn't. */
function readHeader(frame: Uint8Array): { frames: number; bytes: number } | undefined {
  const text = String.fromCharCode(...frame.subarray(0, 64))
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const xing = Math.max(text.indexOf('Xing'), text.indexOf('Info'))
  if (xing >= 0 && xing + 16 <= frame.length) {
    const flags = view.getUint32(xing + 4)
    const frames = (flags & 1) === 0 ? 0 : view.getUint32(xing + 8)
    return { frames, bytes: (flags & 2) === 0 ? 0 : view.getUint32(xing + ((flags & 1) === 0 ? 8 : 12)) }
  }
  const vbri = text.indexOf('VBRI')
  if (vbri < 0 || vbri + 18 > frame.length) return undefined
  return { frames: view.getUint32(vbri + 14), bytes: view.getUint32(vbri + 10) }
}
