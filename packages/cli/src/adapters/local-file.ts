import { openAsBlob, type Stats } from 'node:fs'
import { basename } from 'node:path'
import type { LocalFile } from '../kernel/world.ts'
import { createDigestKeeper } from './digest-file.ts'
import { createMemory, holdPart } from './held-part.ts'
import { readPieces } from './read-pieces.ts'

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
  const memory = createMemory(buffers)
  return {
    path,
    name: basename(path),
    size: facts.size,
    modified: Math.trunc(facts.mtimeMs),
    blob: await openAsBlob(path),
    hold: (start, end) => holdPart({ path, facts, memory }, start, end),
    digests: createDigestKeeper(stateFolder, { path, facts }),
    pieces: () => readPieces(path, facts),
  }
}
