import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Duplex, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { KinoraError } from '@kinora/core'
import * as z from 'zod'
import { createFolder, exists, syncFile, syncFolder, withErrors, writeAtomic } from '../files.ts'
import { DatabaseFacts, toJson } from './database-copy.ts'

/** A file that a backup keeps under the SHA-256 of what it holds. */
const Content = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number() })
export type Content = z.infer<typeof Content>

/** A file of the data folder; by its size and time the next backup knows that it needn't be read again. */
export const SavedFile = Content.extend({ path: z.string(), modified: z.number() })
export type SavedFile = z.infer<typeof SavedFile>

/** What a backup was taken of, and when. */
const Snapshot = z.object({
  format: z.literal(1),
  /** Its name in the folder: the moment at which it began. Files are made and removed by it, so it names no other folder. */
  id: z.string().regex(/^\w[\w.-]*$/),
  version: z.string(),
  database: Content.extend({ facts: DatabaseFacts }),
  /** The list of its files. */
  files: Content.extend({ count: z.number(), total: z.number() }),
  /** The secrets of the data folder, sealed with a passphrase. */
  secrets: z.string().optional(),
})
export type Snapshot = z.infer<typeof Snapshot>

/** Snapshots in a folder; what several of them have is kept once (OPS-03). */
export type SnapshotFolder = ReturnType<typeof openSnapshotFolder>

export function openSnapshotFolder(root: string) {
  const folders = {
    snapshots: join(root, 'snapshots'),
    contents: join(root, 'contents'),
    tmp: join(root, 'tmp'),
  }
  const pathOf = (sha256: string) => join(folders.contents, sha256.slice(0, 2), sha256)
  const damaged = ({ sha256 }: Pick<Content, 'sha256'>, cause?: unknown) =>
    new KinoraError('conflict', {
      detail: `The backup is damaged at ${pathOf(sha256)}. Look at all of it: kinora backup verify.`,
      cause,
    })
  const has = async ({ sha256, bytes }: Content) => (await exists(pathOf(sha256)))?.size === bytes
  const store = (source: Readable): Promise<Content> =>
    withErrors(root, async () => {
      const path = join(folders.tmp, crypto.randomUUID())
      try {
        const content = await writeHashed(source, path)
        const target = pathOf(content.sha256)
        if (await has(content)) return content
        await syncFile(path, { recursive: false })
        await createFolder(join(target, '..'))
        await rename(path, target)
        await syncFolder(join(target, '..'))
        return content
      } finally {
        await rm(path, { force: true })
      }
    })
  return {
    root,
    /** Where what is written begins, and what a kill left lies. */
    tmp: folders.tmp,
    has,
    store,
    /** Lines as one compressed content. */
    storeLines: (lines: AsyncIterable<string> | Iterable<string>) =>
      store(Readable.from(withBreaks(lines)).pipe(createGzip())),
    /** Takes a content that is damaged out of the way, so that the next backup saves it again. */
    setAside: ({ sha256 }: Content) => rename(pathOf(sha256), `${pathOf(sha256)}.damaged`),
    read: ({ sha256 }: Content) => createReadStream(pathOf(sha256)),
    async *readLines({ sha256 }: Content): AsyncGenerator<string> {
      try {
        yield* linesOf(createReadStream(pathOf(sha256)), createGunzip())
      } catch (cause) {
        throw damaged({ sha256 }, cause)
      }
    },
    async *filesOf({ files }: Snapshot): AsyncGenerator<SavedFile> {
      for await (const line of this.readLines(files)) {
        const read = SavedFile.safeParse(toJson(line))
        if (!read.success) throw damaged(files)
        yield read.data
      }
    },
    /** Removes what a kill left. */
    async clear(): Promise<void> {
      await rm(folders.tmp, { recursive: true, force: true })
      await createFolder(folders.tmp)
    },
    /** Makes the folder where it isn’t there yet. */
    async prepare(): Promise<void> {
      await withErrors(root, async () => {
        for (const folder of Object.values(folders)) await createFolder(folder)
      })
    },
    /** From the oldest to the newest. */
    async list(): Promise<Snapshot[]> {
      const names = await readdir(folders.snapshots).catch(() => {
        throw new KinoraError('notFound', { detail: `There is no backup of Kinora in ${root}.` })
      })
      const found = names.filter(name => name.endsWith('.json')).sort()
      return Promise.all(found.map(async name => readSnapshot(join(folders.snapshots, name))))
    },
    async add(snapshot: Snapshot): Promise<void> {
      const text = `${JSON.stringify(snapshot, undefined, 2)}\n`
      await withErrors(root, () =>
        writeAtomic(
          folders.tmp,
          join(folders.snapshots, `${snapshot.id}.json`),
          new TextEncoder().encode(text),
        ),
      )
    },
    removeSnapshot: ({ id }: Snapshot) => rm(join(folders.snapshots, `${id}.json`), { force: true }),
    /** Removes what none of these names; returns what went. */
    async removeOthers(named: ReadonlySet<string>): Promise<{ count: number; bytes: number }> {
      await this.clear()
      let [count, bytes] = [0, 0]
      for (const part of await readdir(folders.contents))
        for (const sha256 of await readdir(join(folders.contents, part))) {
          if (named.has(sha256)) continue
          bytes += (await stat(pathOf(sha256))).size
          count += 1
          await rm(pathOf(sha256), { force: true })
        }
      return { count, bytes }
    },
  }
}

async function readSnapshot(path: string): Promise<Snapshot> {
  const read = Snapshot.safeParse(toJson(await readFile(path, 'utf8')))
  if (read.success) return read.data
  throw new KinoraError('conflict', { detail: `${path} is damaged, or a newer Kinora wrote it.` })
}

/** The lines of a stream; a failure of either stream is theirs. */
export async function* linesOf(source: Readable, decoded: Duplex): AsyncGenerator<string> {
  source.on('error', error => decoded.destroy(error))
  let rest = ''
  for await (const text of source.pipe(decoded).setEncoding('utf8')) {
    const lines = (rest + String(text)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

async function* withBreaks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

/** Writes a stream to a file, or nowhere, and says what it held. */
export async function writeHashed(source: Readable, path?: string): Promise<Content> {
  const digest = createHash('sha256')
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Uint8Array, _, done) {
      digest.update(chunk)
      bytes += chunk.byteLength
      done(null, path === undefined ? undefined : chunk)
    },
  })
  if (path === undefined) await pipeline(source, counting.resume())
  else await pipeline(source, counting, createWriteStream(path, { mode: 0o600 }))
  return { sha256: digest.digest('hex'), bytes }
}

/** What derives a key from a passphrase, as OWASP recommends scrypt. */
const scrypt = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Seals the secrets of a platform with a passphrase: AES-256-GCM under a key of scrypt. */
export function sealSecrets(secrets: Record<string, string>, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, scrypt), nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Throws `invalid` for another passphrase. */
export function openSecrets(sealed: string, passphrase: string): Record<string, string> {
  const bytes = Buffer.from(sealed, 'base64')
  const key = scryptSync(passphrase, bytes.subarray(0, 16), 32, scrypt)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28)).setAuthTag(
    bytes.subarray(28, 44),
  )
  const start = decipher.update(bytes.subarray(44))
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(Buffer.concat([start, decipher.final()]).toString()))
  } catch (cause) {
    throw new KinoraError('invalid', { detail: 'The passphrase isn’t the one of this backup.', cause })
  }
}
