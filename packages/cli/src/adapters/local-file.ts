import type { Hash } from 'node:crypto'
import { openAsBlob, type Stats } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CHUNK_SIZE } from '@kinora/core'
import type { BufferedPart, DigestCache } from '@kinora/core/uploads'
import type { LocalFile } from '../kernel/world.ts'
import { BufferBlob } from './network.ts'
import { createSha256, makeFolder } from './system.ts'

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
    sha256: () => digestPieces(readAhead(path, facts)),
  }
}

/** Bytes of a piece: some hundred rows of a catalogue. With twice as many the engine keeps rows for long-lived. */
const READ_SIZE = 65_536

/**
 * A file in order, in two pieces of memory that take turns: one is being read from the disk while the other is worked
 * on. Throws where the file was changed since it was opened, at the latest behind its last piece.
 */
async function* readAhead(path: string, facts: Stats): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  const buffers = [Buffer.allocUnsafeSlow(READ_SIZE), Buffer.allocUnsafeSlow(READ_SIZE)] as const
  let turn = 0
  const read = () => {
    const reading = file.read(buffers[turn++ % 2]!, 0, READ_SIZE)
    // Nobody asks for the piece ahead where reading ends before.
    reading.catch(() => undefined)
    return reading
  }
  let next = read()
  try {
    await assertUnchanged(file, path, facts)
    for (;;) {
      const { bytesRead, buffer } = await next
      if (bytesRead === 0) break
      next = read()
      yield buffer.subarray(0, bytesRead)
    }
    await assertUnchanged(file, path, facts)
  } finally {
    await next.catch(() => undefined)
    await file.close()
  }
}

/** A pool of chunk-sized buffers: an upload uses as much memory as it has chunks in flight. */
interface BufferPool {
  take(): Buffer<ArrayBuffer>
  give(buffer: Buffer<ArrayBuffer>): void
}

function createBufferPool(free: Buffer<ArrayBuffer>[]): BufferPool {
  return {
    take: () => free.pop() ?? Buffer.from(new ArrayBuffer(CHUNK_SIZE)),
    give: buffer => void free.push(buffer),
  }
}

interface Source {
  path: string
  /** The file as it was when it was opened. */
  facts: Stats
  pool: BufferPool
}

/** Reads a part of a file that must not have been changed or replaced since. */
async function readPart({ path, facts, pool }: Source, start: number, end: number): Promise<BufferedPart> {
  const buffer = pool.take()
  const file = await open(path, 'r')
  try {
    await assertUnchanged(file, path, facts)
    const hash = createSha256()
    const bytes = buffer.subarray(0, await fill(file, buffer.subarray(0, end - start), { start, hash }))
    const digest = new Uint8Array(hash.digest())
    return { bytes, blob: new BufferBlob(bytes), digest, release: () => pool.give(buffer) }
  } finally {
    await file.close()
  }
}

/** Throws where the file isn't the one that was opened, or was changed since. */
export async function assertUnchanged(file: FileHandle, path: string, facts: Stats): Promise<void> {
  const { ino, size, mtimeMs } = await file.stat()
  if (ino !== facts.ino || size !== facts.size || mtimeMs !== facts.mtimeMs)
    throw new Error(`${path} was changed while it was read`)
}

/** Bytes that are read and hashed at once: little enough for what is being sent to go on in between. */
const pieceSize = 524_288

/** Hashes what it reads piece by piece; Web Crypto would copy the whole and keep the copy until it is found. */
async function fill(
  file: FileHandle,
  buffer: Buffer,
  { start, hash }: { start: number; hash: Hash },
): Promise<number> {
  let done = 0
  while (done < buffer.byteLength) {
    const wanted = Math.min(pieceSize, buffer.byteLength - done)
    const { bytesRead } = await file.read(buffer, done, wanted, start + done)
    if (bytesRead === 0) break
    hash.update(buffer.subarray(done, done + bytesRead))
    done += bytesRead
  }
  return done
}

/** SHA-256 of all pieces, as `sha256sum` gives it. */
async function digestPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createSha256()
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** Bytes of a digest; a place of zeros holds none. */
const LENGTH = 32
/** Bytes of a file that are read again as quickly. */
const MIN_SIZE = 33_554_432
/** Milliseconds after which a partial upload counts as abandoned. */
const MAX_AGE = 30 * 24 * 3_600_000

/**
 * Digests of a file's chunks at their places in a file of their own, named by what the system says of the file: one that
 * was written to since, or put in its place, has another name (the time of the last change can't be set back by hand).
 * Written without waiting for the disk: a killed process loses none, a machine without power only time.
 */
function createDigestCache(
  stateFolder: string,
  { path, facts }: { path: string; facts: Stats },
): DigestCache {
  const { dev, ino, size, mtimeMs, ctimeMs } = facts
  const name = createSha256()
    .update(JSON.stringify([path, dev, ino, size, mtimeMs, ctimeMs]))
    .digest('hex')
  const folder = join(stateFolder, 'digests')
  const cacheFile = join(folder, name)
  let writing: Promise<void> | undefined
  const begin = async (): Promise<void> => {
    await makeFolder(folder, 0o700)
    await removeExpired(folder)
  }
  return {
    async load() {
      const bytes = new Uint8Array(await readFile(cacheFile))
      return Array.from({ length: Math.floor(bytes.byteLength / LENGTH) }, (_, index) => {
        const digest = bytes.slice(index * LENGTH, (index + 1) * LENGTH)
        return digest.some(byte => byte !== 0) ? digest : undefined
      })
    },
    keep(chunk, digest) {
      if (size <= MIN_SIZE) return
      const bytes = digest.slice()
      writing = (writing ?? begin())
        .then(() => writeAt(cacheFile, bytes, (chunk - 1) * LENGTH))
        .catch(() => undefined)
    },
    async forget() {
      if (size <= MIN_SIZE) return
      await writing
      await rm(cacheFile, { force: true })
    },
  }
}

async function writeAt(path: string, bytes: Uint8Array, position: number): Promise<void> {
  const file = await open(path, 'r+').catch(() => open(path, 'w', 0o600))
  try {
    await file.write(bytes, 0, bytes.byteLength, position)
  } finally {
    await file.close()
  }
}

async function removeExpired(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && Date.now() - facts.mtimeMs > MAX_AGE) await rm(path, { force: true })
  }
}
