import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { KinoraError } from '@kinora/core'
import type { StoredObject } from '../../ports/blobs.ts'
import { proveAccess } from '../blobs-s3/prove-access.ts'
import { openReading, wholeOf } from '../blobs-s3/read.ts'
import { openStore, PIECE, pieceOf, type StorePlace } from '../blobs-s3/store.ts'
import { makeFolder } from '../files.ts'
import {
  type BackupPlace,
  type Content,
  NOTES_PREFIX,
  type PlaceLock,
  type SavedContent,
  writeHashed,
} from './places.ts'

/** Milliseconds after which a backup that says nothing more was killed. */
const LOCK_LIFETIME = 600_000
/** Milliseconds between signs of life. */
const LOCK_RENEWAL = 60_000
/** Times that a file which changes while it is read is begun anew. */
const TRIES = 3
const [CONTENTS, LOCKS] = ['contents/', 'locks/']

type Opening = () => Readable | Promise<Readable>

/** Backups in a store that speaks S3. A content is read twice where it lies: for its name, and on its way. */
export async function openStorePlace(place: StorePlace, dataDir: string): Promise<BackupPlace> {
  const store = openStore(place)
  const id = createHash('sha256').update(store.name).digest('hex').slice(0, 16)
  const scratch = join(dataDir, `${NOTES_PREFIX}${id}.tmp`)
  const keyOf = ({ sha256 }: Pick<Content, 'sha256'>) => `${CONTENTS}${sha256.slice(0, 2)}/${sha256}`
  const sizes = new Map<string, number>()
  let listed: Promise<void> | undefined
  const list = async () => {
    for await (const { key, size } of store.list(CONTENTS)) sizes.set(key, size)
  }
  /** One list tells of all; asking for each file of a large platform would take hours. */
  const has = async (content: Content) => {
    listed ??= list()
    await listed
    return sizes.get(keyOf(content)) === content.bytes
  }
  const read = async (key: string) => Readable.from((await openReading(store, key)).pieces)
  /** Undefined where it isn't what it was when it was hashed. */
  const send = async (content: Content, open: Opening): Promise<SavedContent | undefined> => {
    const key = keyOf(content)
    const changed = new Error('changed while it was read')
    const pieces = provenPieces(content, { open, changed })
    try {
      if (content.bytes > PIECE) await store.putPieces(key, pieces)
      else await store.put(key, await buffer(pieces))
    } catch (error) {
      if (isCausedBy(error, changed)) return undefined
      throw error
    }
    const isNew = sizes.get(key) !== content.bytes
    sizes.set(key, content.bytes)
    return { content, isNew }
  }
  return {
    name: store.name.replace(/\/$/, ''),
    scratch,
    notes: join(dataDir, `${NOTES_PREFIX}${id}`),
    nameOf: content => `${store.name}${keyOf(content)}`,
    close: store.close,
    has,
    async lock() {
      await proveAccess(store, place)
      const lock = await lockStore(store)
      // What a kill left.
      for await (const each of store.listUnfinished(CONTENTS)) await store.abort(each.key, each.id)
      await rm(scratch, { recursive: true, force: true })
      await makeFolder(scratch, 0o700)
      return {
        ...lock,
        release: () => lock.release().finally(() => rm(scratch, { recursive: true, force: true })),
      }
    },
    async save(open) {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const content = await writeHashed(await open())
        if (await has(content)) return { content, isNew: false }
        const sent = await send(content, open)
        if (sent !== undefined) return sent
      }
      throw new KinoraError('conflict', {
        detail: `A file changed ${TRIES} times while it was read. Take the backup again at a quieter hour: what was copied is kept.`,
      })
    },
    read: content => read(keyOf(content)),
    async setAside(content) {
      const key = keyOf(content)
      const size = (await store.head(key))?.size
      if (size === undefined) return
      await store.copy(key, `${key}.damaged`, size)
      await store.delete(key)
    },
    async *contents() {
      for await (const { key, size } of store.list(CONTENTS))
        yield { sha256: key.slice(key.lastIndexOf('/') + 1), bytes: size }
    },
    removeContent: content => store.delete(keyOf(content)),
    async documents(start) {
      const names: string[] = []
      for await (const { key } of store.list(start)) names.push(key)
      return names.length === 0 ? undefined : names
    },
    readDocument: async name => new TextDecoder().decode(await wholeOf(await openReading(store, name))),
    writeDocument: (name, text) => store.put(name, new TextEncoder().encode(text)),
    removeDocument: name => store.delete(name),
  }
}

/** The bytes of a content; throws `changed` as soon as they aren’t those that were hashed. */
async function* provenPieces(
  { bytes, sha256 }: Content,
  { open, changed }: { open: Opening; changed: Error },
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  let read = 0
  // Opened where it is read: what fails before that would fail nobody's stream.
  for await (const piece of inPieces(await open(), pieceOf(bytes))) {
    digest.update(piece)
    read += piece.byteLength
    if (read > bytes) throw changed
    yield piece
  }
  if (digest.digest('hex') !== sha256) throw changed
}

const isCausedBy = (error: unknown, cause: Error): boolean =>
  error === cause || (error instanceof Error && error.cause !== undefined && isCausedBy(error.cause, cause))

/** All of this size but the last. */
async function* inPieces(source: Readable, size: number): AsyncGenerator<Uint8Array> {
  let [held, bytes]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    let rest = chunk
    while (bytes + rest.byteLength >= size) {
      const taken = rest.subarray(0, size - bytes)
      yield Buffer.concat([...held, taken])
      rest = rest.subarray(taken.byteLength)
      held = []
      bytes = 0
    }
    if (rest.byteLength === 0) continue
    held.push(rest)
    bytes += rest.byteLength
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/**
 * A store locks nothing: each process says that it is there, then looks whether another one is. Two that begin at once may both
 * give way. What says nothing for ten minutes, by the clock of the store, was killed; whoever couldn't say it so long asks, and
 * stops.
 */
async function lockStore(store: ReturnType<typeof openStore>): Promise<PlaceLock> {
  const key = `${LOCKS}${crypto.randomUUID()}`
  const note = new TextEncoder().encode(`${JSON.stringify({ host: hostname(), process: process.pid })}\n`)
  const refuse = async () => {
    await store.delete(key)
    throw new KinoraError('conflict', {
      detail: `Another kinora backup works in ${store.name}. Wait until it has ended; one that was killed is taken for gone after ten minutes.`,
    })
  }
  await store.put(key, note)
  const found: StoredObject[] = []
  try {
    for await (const each of store.list(LOCKS)) found.push(each)
  } catch (error) {
    await store.delete(key).catch(() => undefined)
    throw error
  }
  const mine = found.find(each => each.key === key)
  const isGone = ({ changedAt }: StoredObject) =>
    changedAt.getTime() <= (mine?.changedAt.getTime() ?? 0) - LOCK_LIFETIME
  if (mine === undefined || found.some(each => each !== mine && !isGone(each))) await refuse()
  for (const each of found) if (each !== mine) await store.delete(each.key)
  let signing: Promise<unknown> = Promise.resolve()
  const sign = () => {
    // Not made anew where another process took it away.
    signing = store.head(key).then(there => there && store.put(key, note))
    signing.catch(() => undefined)
  }
  const timer = setInterval(sign, LOCK_RENEWAL)
  timer.unref()
  return {
    async assertHeld() {
      if ((await store.head(key)) === undefined) await refuse()
    },
    async release() {
      clearInterval(timer)
      await signing.catch(() => undefined)
      await store.delete(key)
    },
  }
}
