import type { StoredKind } from '@kinora/core'
import type { BlobPort } from '../ports/blobs.ts'

/** What lives and goes as one: a file, or a folder of a stream. */
export interface StoredUnit {
  kind: StoredKind
  /** Ends in `/` where it is a folder. */
  key: string
  files: number
  bytes: number
  /** When the youngest of its files was written. */
  changedAt: Date
}

/** Parts of the key that name a unit; what has more lies in its folder. */
const depths: Readonly<Record<StoredKind, number>> = {
  uploads: 3,
  parts: 3,
  streams: 3,
  trailers: 3,
  captions: 3,
  batches: 2,
  terms: 2,
  documents: 2,
  images: 2,
  sizes: 2,
  covers: 2,
  frames: 3,
}

/** The units of a kind, or of one key alone. */
export async function* listUnits(
  blobs: BlobPort,
  kind: StoredKind,
  key = kind === 'parts' ? 'uploads/' : `${kind}/`,
): AsyncGenerator<StoredUnit> {
  const units = new Map<string, StoredUnit>()
  for await (const file of kind === 'parts' ? blobs.parts.list(key) : blobs.list(key)) {
    const parts = file.key.split('/')
    const depth = depths[kind]
    const name = parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : file.key
    const { files = 0, bytes = 0, changedAt = file.changedAt } = units.get(name) ?? {}
    const youngest = changedAt > file.changedAt ? changedAt : file.changedAt
    units.set(name, { kind, key: name, files: files + 1, bytes: bytes + file.size, changedAt: youngest })
  }
  yield* units.values()
}
