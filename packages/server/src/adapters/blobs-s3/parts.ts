import { createHash } from 'node:crypto'
import { isKinoraError } from '@kinora/core'
import pLimit from 'p-limit'
import type { BlobPort, Digests, Finished, MeantParts, StoredObject } from '../../ports/blobs.ts'
import { damagedOf } from '../../ports/blobs.ts'
import { segmentsOf } from '../blob-keys.ts'
import { untilAborted } from '../blobs-fs/receive-part.ts'
import { openReading, wholeOf } from './read.ts'
import { PIECE, pieceOf, type Store } from './store.ts'

/** Requests for one act at the same time. */
export const REQUESTS = 16

export const objectKey = (key: string): string =>
  `objects/${segmentsOf(key).join('/')}${key.endsWith('/') ? '/' : ''}`
const partsKey = (key: string): string => `parts/${segmentsOf(key).join('/')}/`
/** A part with other bytes is another object, so whatever comes late stands in nobody's way. */
const partKey = (key: string, number: number, digest: string): string =>
  `${partsKey(key)}${String(number).padStart(6, '0')}-${digest}`

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Uploads in progress: each part is an object, named by its number and digest; those that the rows name become the object. */
export function createParts(store: Store): BlobPort['parts'] {
  return {
    async write(key, { number, bytes }) {
      await store.put(partKey(key, number, sha256(bytes)), bytes)
    },
    async receive(key, { number, size: expected, digest: meant, pieces, signal }) {
      const name = partKey(key, number, meant)
      const hash = createHash('sha256')
      const held: Uint8Array[] = []
      let size = 0
      for await (const piece of untilAborted(pieces, signal)) {
        size += piece.byteLength
        // More than was announced is refused by its size.
        if (size > expected) continue
        hash.update(piece)
        held.push(piece)
      }
      const digest = hash.digest('hex')
      if (size === expected && digest === meant)
        await stored(store.put(name, Buffer.concat(held), signal), signal)
      return { size, digest }
    },
    async finish(key, meant) {
      return finishParts(store, key, meant)
    },
    async abandon(key) {
      for await (const { id, key: name } of store.listUnfinished(objectKey(key)))
        if (name === objectKey(key)) await store.abort(name, id)
      await removeAll(store, partsKey(key))
    },
    async *list(key) {
      const isBelow = key.endsWith('/')
      yield* listArriving(store, isBelow ? `parts/${segmentsOf(key).join('/')}/` : partsKey(key))
      for await (const { key: name, changedAt } of store.listUnfinished(objectKey(key)))
        yield { key: name.slice('objects/'.length), size: 0, changedAt }
    },
  }
}

/** The reason of whoever stopped it, where somebody did. */
async function stored(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await work.catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}

export async function removeAll(store: Store, key: string): Promise<void> {
  const limit = pLimit(REQUESTS)
  for await (const page of pagesOf(store.list(key)))
    await Promise.all(page.map(each => limit(() => store.delete(each.key))))
}

/** A thousand at a time, as the store lists them. */
async function* pagesOf<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const each of all) {
    page.push(each)
    if (page.length === 1000) {
      yield page
      page = []
    }
  }
  yield page
}

/** Parts that lie beside each other are of one upload. */
async function* listArriving(store: Store, key: string): AsyncGenerator<StoredObject> {
  let arriving: StoredObject | undefined
  for await (const { key: name, size, changedAt } of store.list(key)) {
    const of = name.slice('parts/'.length, name.lastIndexOf('/'))
    if (arriving !== undefined && arriving.key !== of) yield arriving
    const before: StoredObject = arriving?.key === of ? arriving : { key: of, size: 0, changedAt }
    const youngest = before.changedAt > changedAt ? before.changedAt : changedAt
    arriving = { key: of, size: before.size + size, changedAt: youngest }
  }
  if (arriving !== undefined) yield arriving
}

async function finishParts(store: Store, key: string, meant: MeantParts): Promise<Finished> {
  const object = objectKey(key)
  const proved = await proveObject(store, object, meant)
  const finished = proved ?? (await assemble(store, key, meant)) ?? (await proveObject(store, object, meant))
  if (finished === undefined) return { damaged: damagedOf([], meant) }
  if ('sha256' in finished) await removeAll(store, partsKey(key))
  return finished
}

/** What was finished before, read anew; undefined where there is none. An object that is damaged is none. */
async function proveObject(store: Store, object: string, meant: MeantParts): Promise<Finished | undefined> {
  if ((await store.head(object)) === undefined) return undefined
  const read = await digestsOf(store, object, meant.partSize)
  if (damagedOf(read.parts, meant).length === 0) return { sha256: read.whole }
  await store.delete(object)
  return { damaged: damagedOf([], meant) }
}

/** Each part is read once, proven and passed on. Undefined where they go meanwhile: somebody else has finished them. */
async function assemble(store: Store, key: string, meant: MeantParts): Promise<Finished | undefined> {
  const { digests, partSize, size } = meant
  const there = new Set<string>()
  for await (const part of store.list(partsKey(key))) there.add(part.key)
  const names = digests.map((digest, at) => partKey(key, at + 1, digest))
  if (there.size === 0) return undefined
  const damaged = names.flatMap((name, at) => (there.has(name) ? [] : [at + 1]))
  if (damaged.length > 0) return { damaged }
  const whole = createHash('sha256')
  const count = Math.max(1, Math.ceil(pieceOf(size) / partSize))
  async function* proven(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < names.length; at += count) {
      const parts = await Promise.all(
        names.slice(at, at + count).map(async name => wholeOf(await openReading(store, name))),
      )
      for (const [index, part] of parts.entries()) {
        whole.update(part)
        if (sha256(part) !== digests[at + index]) damaged.push(at + index + 1)
      }
      // What is left of them is read for its damage alone.
      if (damaged.length === 0) yield Buffer.concat(parts)
    }
    if (damaged.length > 0) throw new DamagedParts()
  }
  try {
    await store.putPieces(objectKey(key), proven())
    return { sha256: whole.digest('hex') }
  } catch (error) {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    if (damaged.length === 0) throw error
    await Promise.all(damaged.map(number => store.delete(names[number - 1]!)))
    return { damaged }
  }
}

/** Ends the upload of what can't become the object. */
class DamagedParts extends Error {}

/** SHA-256 of an object, and of each part of it. */
export async function digestsOf(
  store: Store,
  key: string,
  partSize: number,
  signal?: AbortSignal,
): Promise<Digests> {
  const whole = createHash('sha256')
  const parts: string[] = []
  let part = createHash('sha256')
  let filled = 0
  for await (const piece of (await openReading(store, key, { signal })).pieces) {
    whole.update(piece)
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + partSize - filled)
      part.update(taken)
      at += taken.byteLength
      filled += taken.byteLength
      if (filled < partSize) continue
      parts.push(part.digest('hex'))
      part = createHash('sha256')
      filled = 0
    }
  }
  if (filled > 0) parts.push(part.digest('hex'))
  return { whole: whole.digest('hex'), parts }
}

/** The pieces in which a large object is stored. */
export async function* slices(
  size: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const length = size > PIECE ? pieceOf(size) : PIECE
  for (let start = 0; start < size; start += length) yield await read(start, Math.min(size, start + length))
}
