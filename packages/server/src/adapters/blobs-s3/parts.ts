import { createHash } from 'node:crypto'
import type { BlobPort, Digests, ExpectedParts, Finished, StoredObject } from '../../ports/blobs.ts'
import { damagedOf } from '../../ports/blobs.ts'
import { segmentsOf } from '../blob-keys.ts'
import { untilAborted } from '../blobs-fs/receive-part.ts'
import { eachOf } from '../each-of.ts'
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
      // Whoever reads from a socket uses the memory of a piece for the next one.
      const held = new Uint8Array(expected)
      let size = 0
      for await (const piece of untilAborted(pieces, signal)) {
        // More than was announced is refused by its size.
        if (size + piece.byteLength <= expected) held.set(piece, size)
        size += piece.byteLength
      }
      const digest = sha256(held.subarray(0, size))
      if (size === expected && digest === meant) await stored(store.put(name, held, signal), signal)
      return { size, digest }
    },
    async finish(key, meant) {
      return finishParts(store, key, meant)
    },
    abandon: key => abandon(store, key),
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

export const removeAll = (store: Store, key: string): Promise<void> =>
  eachOf(store.list(key), each => store.delete(each.key), REQUESTS)

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

/** Parts, and what was made of them when a server went: the store keeps pieces until it is told. */
async function abandon(store: Store, key: string): Promise<void> {
  for await (const { id, key: name } of store.listUnfinished(objectKey(key)))
    if (name === objectKey(key)) await store.abort(name, id)
  await removeAll(store, partsKey(key))
}

async function finishParts(store: Store, key: string, meant: ExpectedParts): Promise<Finished> {
  const prove = () => proveObject(store, objectKey(key), meant)
  // Another server that finishes the same parts takes them away once the object is there: they aren’t missing then.
  const assembleOrProve = async (): Promise<Finished> => {
    const made = await assemble(store, key, meant).catch((error: unknown) => ({ error }))
    if ('sha256' in made) return made
    const proved = await prove()
    if (proved !== undefined) return proved
    if ('error' in made) throw made.error
    return made
  }
  const finished = (await prove()) ?? (await assembleOrProve())
  // What another server is still making of them isn’t ended under its hands: it comes to the same bytes.
  if ('sha256' in finished) await removeAll(store, partsKey(key))
  return finished
}

/** What was finished before, read anew; undefined where there is none. An object that is damaged is none. */
async function proveObject(
  store: Store,
  object: string,
  meant: ExpectedParts,
): Promise<Finished | undefined> {
  if ((await store.head(object)) === undefined) return undefined
  const read = await digestsOf(store, object, meant.partSize)
  if (damagedOf(read.parts, meant).length === 0) return { sha256: read.whole }
  await store.delete(object)
  return { damaged: damagedOf([], meant) }
}

/** Each part is read once, proven and passed on. */
async function assemble(store: Store, key: string, meant: ExpectedParts): Promise<Finished> {
  const { digests, partSize, size } = meant
  const there = new Set<string>()
  for await (const part of store.list(partsKey(key))) there.add(part.key)
  const names = digests.map((digest, at) => partKey(key, at + 1, digest))
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
