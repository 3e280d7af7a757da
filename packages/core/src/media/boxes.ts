import type { ByteSource } from '../kernel/byte-source.ts'
import { readPart } from './read-part.ts'

interface Box {
  type: string
  /** Bytes before the content. */
  header: number
  /** Bytes with the header. */
  size: number
}

const known = new Set(
  'ftyp styp moov moof mdat free skip wide uuid meta sidx ssix mfra udta pdin prft emsg'.split(' '),
)
const containers = new Set('trak mdia minf stbl traf'.split(' '))

/** No film has more; a file of nothing but empty boxes would take minutes to walk. */
const MAX_BOXES = 200_000
/** Small boxes that follow each other are read together. */
const WINDOW = 4096
/** Bytes of a `moov`; ten hours of film need a tenth of it. */
const MAX_INDEX = 134_217_728
/** Samples of a track that may be laid out in memory: a day at 60 frames per second and half as much again. */
const MAX_SAMPLES = 8_000_000

export interface WholeMovie {
  /** Its samples come in pieces with an index each, as recorders write them; what its header says is not about those. */
  isFragmented: boolean
  /** An edit list says what of the samples is shown, which may be less than there is. */
  isEdited: boolean
}

/**
 * How an MP4 or MOV file is laid out that has its index and all the bytes that its boxes announce, and no table that would
 * exhaust the memory of the reader; undefined for any other. Reads headers and the index only.
 */
export async function readWholeMovie(file: ByteSource): Promise<WholeMovie | undefined> {
  const headers = headersOf(file)
  let indexed = false
  const movie: WholeMovie = { isFragmented: false, isEdited: false }
  let at = 0
  for (let count = 0; at < file.size; count++) {
    const box = readBox(await headers(at), 0, file.size - at)
    if (box === undefined) break
    if (count >= MAX_BOXES) return undefined
    if (at + box.size > file.size) return indexed && !known.has(box.type) ? movie : undefined
    if (box.type === 'moov' || box.type === 'moof') {
      if (box.size > MAX_INDEX) return undefined
      const content = await viewOf(file, at + box.header, box.size - box.header)
      if (!hasSaneTables(content, 0, content.byteLength)) return undefined
      indexed ||= box.type === 'moov'
      movie.isFragmented ||= box.type === 'moof'
      movie.isEdited ||= holds(content, 'elst')
    }
    at += box.size
  }
  return indexed ? movie : undefined
}

/** Gives what stands at a place, 16 bytes at least where the file has them. */
function headersOf(file: ByteSource): (at: number) => Promise<DataView> {
  let start = 0
  let window = new ArrayBuffer(0)
  return async at => {
    if (at < start || Math.min(at + 16, file.size) > start + window.byteLength) {
      start = at
      window = await readPart(file, at, at + WINDOW)
    }
    return new DataView(window, at - start)
  }
}

async function viewOf(file: ByteSource, start: number, size: number): Promise<DataView> {
  return new DataView(await readPart(file, start, start + size))
}

/** `room` is what a box of size 0 reaches to: the end. */
function readBox(view: DataView, at: number, room: number): Box | undefined {
  if (view.byteLength - at < 8) return undefined
  const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4))
  const size = view.getUint32(at)
  if (size === 0) return { type, header: 8, size: room }
  if (size === 1) {
    if (view.byteLength - at < 16) return undefined
    const long = Number(view.getBigUint64(at + 8))
    return long < 16 ? undefined : { type, header: 16, size: long }
  }
  return size < 8 ? undefined : { type, header: 8, size }
}

/** No run of samples may be so long that laying it out never ends; a table that is as long as its box says is fine. */
function hasSaneTables(view: DataView, start: number, end: number): boolean {
  let samples = 0
  let reordered = false
  for (let at = start; at < end; ) {
    const box = readBox(view, at, end - at)
    if (box === undefined) break
    const from = at + box.header
    const to = Math.min(at + box.size, end)
    if (containers.has(box.type) && !hasSaneTables(view, from, to)) return false
    if (box.type === 'stts') samples = sumOfRuns(view, from, to)
    if (box.type === 'ctts') reordered = true
    if (box.type === 'stsc' && !hasSaneChunks(view, from, to)) return false
    if (box.type === 'trun' && to - from >= 8 && view.getUint32(from + 4) > MAX_SAMPLES) return false
    at += box.size
  }
  return !reordered || samples <= MAX_SAMPLES
}

/** Whether a box of this type stands somewhere in the index. */
function holds(view: DataView, type: string, start = 0, end = view.byteLength): boolean {
  for (let at = start; at < end; ) {
    const box = readBox(view, at, end - at)
    if (box === undefined) return false
    const to = Math.min(at + box.size, end)
    if (box.type === type) return true
    if ((box.type === 'edts' || containers.has(box.type)) && holds(view, type, at + box.header, to))
      return true
    at += box.size
  }
  return false
}

/** Samples that a table of runs (count, delta) speaks of. */
function sumOfRuns(view: DataView, from: number, to: number): number {
  let sum = 0
  for (let at = from + 8; at + 8 <= to; at += 8) sum += view.getUint32(at)
  return sum
}

/** Rows of first chunk, samples per chunk, description. */
function hasSaneChunks(view: DataView, from: number, to: number): boolean {
  for (let at = from + 8; at + 12 <= to; at += 12) {
    if (view.getUint32(at) > MAX_SAMPLES || view.getUint32(at + 4) > MAX_SAMPLES) return false
  }
  return true
}
