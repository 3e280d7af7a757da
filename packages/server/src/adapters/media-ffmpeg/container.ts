import { type FileHandle, open, stat } from 'node:fs/promises'
import { MediaError } from '../../ports/media.ts'

/** Refuses what no demuxer needs to see: a missing, empty or cut-off file. */
export async function checkFile(file: string): Promise<void> {
  const facts = await stat(file).catch((cause: unknown) => {
    throw new MediaError('missing', 'the stored file is not there', { cause })
  })
  if (!facts.isFile()) throw new MediaError('unreadable', 'not a file')
  if (facts.size === 0) throw new MediaError('unreadable', 'the file is empty')
  if (await isCutOff(file, facts.size)) throw new MediaError('unreadable', 'the file ends in the middle')
}

/** No film has more; a file of nothing but empty boxes would take hours to walk. */
const MAX_BOXES = 200_000
/** Small boxes that follow each other are read together. */
const WINDOW = 4096

/** Walks the top boxes of an MP4: one that reaches beyond the end of the file means that the rest is missing. */
async function isCutOff(file: string, size: number): Promise<boolean> {
  const handle = await open(file)
  try {
    const read = readerOf(handle)
    let at = 0
    for (let count = 0; at < size; count++) {
      const header = await read(at)
      const type = header.toString('latin1', 4, 8)
      if (at === 0 && type !== 'ftyp') return false
      const length = boxLength(header, size - at)
      if (length < 8) return false
      if (count >= MAX_BOXES) throw new MediaError('unreadable', 'it has too many boxes')
      at += length
      if (at > size) return type === 'mdat' || type === 'moov' || type === 'moof'
    }
    return false
  } finally {
    await handle.close()
  }
}

/** Gives 16 bytes, less at the end of the file. */
function readerOf(handle: FileHandle): (at: number) => Promise<Buffer> {
  const window = Buffer.alloc(WINDOW)
  let [start, length] = [0, 0]
  return async at => {
    if (at < start || at + 16 > start + length) {
      start = at
      length = (await handle.read(window, 0, WINDOW, at)).bytesRead
    }
    return window.subarray(at - start, Math.min(at - start + 16, length))
  }
}

function boxLength(header: Buffer, rest: number): number {
  if (header.length < 8) return 0
  const short = header.readUInt32BE(0)
  if (short === 0) return rest
  if (short !== 1) return short
  return header.length === 16 ? Number(header.readBigUInt64BE(8)) : 0
}
