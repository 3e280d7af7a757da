import { openAsBlob, type Stats } from 'node:fs'
import { basename } from 'node:path'
import type { LocalFile } from '../kernel/world.ts'
import { createBufferPool, readPart } from './buffered-part.ts'
import { createDigestCache } from './digest-cache.ts'
import { readAhead } from './read-ahead.ts'

interface Found {
  path: string
  /** The file as it was when it was found. */
  facts: Stats
  stateFolder: string
  /** Buffers of one chunk that are free; shared by all files of a command. */
  buffers: Buffer<ArrayBuffer>[]
}

/** A file of this disk, to be read as it is now. */
export async function openLocalFile({ path, facts, stateFolder, buffers }: Found): Promise<LocalFile> {
  const memory = createBufferPool(buffers)
  return {
    path,
    name: basename(path),
    size: facts.size,
    modified: Math.trunc(facts.mtimeMs),
    blob: await openAsBlob(path),
    hold: (start, end) => readPart({ path, facts, pool: memory }, start, end),
    digests: createDigestCache(stateFolder, { path, facts }),
    pieces: () => readAhead(path, facts),
    sha256: async () => (await import('./digest-file.ts')).digestPieces(readAhead(path, facts)),
  }
}
