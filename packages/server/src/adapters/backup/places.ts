import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StorePlace } from '../blobs-s3/store.ts'
import { createFolder, exists, syncFile, syncFolder, withErrors, writeAtomic } from '../files.ts'
import { lockFolder } from '../folder-lock.ts'

/** What a place keeps under the SHA-256 of its bytes. */
export interface Content {
  sha256: string
  bytes: number
}

/** What was saved; of contents that are the same one is kept, and that one was new. */
export interface SavedContent {
  content: Content
  isNew: boolean
}

/** A place for one process alone. */
export interface PlaceLock {
  /** Throws `conflict` where it was lost meanwhile: asked before a backup is named, and before anything is removed. */
  assertHeld(): Promise<void>
  release(): Promise<unknown>
}

/** Where backups lie: contents by their SHA-256, and small documents by name. Both appear whole or not at all. */
export interface BackupPlace {
  /** For people. */
  name: string
  nameOf(content: Pick<Content, 'sha256'>): string
  /** For this process alone, before it writes or removes. Makes the place where it isn't there yet. Throws `conflict` where another one has it. */
  lock(): Promise<PlaceLock>
  has(content: Content): Promise<boolean>
  /** Keeps what is opened, as often as it takes. */
  save(open: () => Readable | Promise<Readable>): Promise<SavedContent>
  read(content: Content): Promise<Readable>
  /** Takes a content that is damaged out of the way, so that the next backup saves it again. */
  setAside(content: Content): Promise<void>
  contents(): AsyncIterable<Content>
  removeContent(content: Content): Promise<void>
  /** Names that begin so; undefined where the place isn't there. */
  documents(start: string): Promise<string[] | undefined>
  readDocument(name: string): Promise<string>
  writeDocument(name: string, text: string): Promise<void>
  removeDocument(name: string): Promise<void>
  /** A folder of this machine, for what is on its way. */
  scratch: string
  /** A file of this machine, for what a run has saved: should it be killed, the next one goes on there. */
  notes: string
  close(): void
}

/** What notes begin with that lie in a data folder. */
export const NOTES_PREFIX = 'backup-notes-'

/** Where backups lie, as it was asked for: a folder, or a store that speaks S3. */
export type PlaceOfBackups = string | StorePlace

/** Opens it for one command; `dataDir` has room for what is on its way to a store. */
export async function openPlace(at: PlaceOfBackups, dataDir = tmpdir()): Promise<BackupPlace> {
  if (typeof at === 'string') return openFolderPlace(resolve(at))
  const { openStorePlace } = await import('./store-place.ts')
  return openStorePlace(at, dataDir)
}

function openFolderPlace(root: string): BackupPlace {
  const folders = {
    snapshots: join(root, 'snapshots'),
    contents: join(root, 'contents'),
    tmp: join(root, 'tmp'),
  }
  const pathOf = ({ sha256 }: Pick<Content, 'sha256'>) => join(folders.contents, sha256.slice(0, 2), sha256)
  const has = async (content: Content) => (await exists(pathOf(content)))?.size === content.bytes
  /** Two readers may bring the same at once. */
  const added = new Set<string>()
  return {
    name: root,
    scratch: folders.tmp,
    notes: join(root, 'unfinished.ndjson'),
    nameOf: pathOf,
    close: () => undefined,
    has,
    async lock() {
      await withErrors(root, async () => {
        for (const folder of Object.values(folders)) await createFolder(folder)
      })
      const lock = await lockFolder(root)
      // What a kill left.
      await rm(folders.tmp, { recursive: true, force: true })
      await createFolder(folders.tmp)
      return { assertHeld: async () => undefined, release: lock.release }
    },
    save: open =>
      withErrors(root, async () => {
        const path = join(folders.tmp, crypto.randomUUID())
        try {
          const content = await writeHashed(await open(), path)
          const target = pathOf(content)
          if (await has(content)) return { content, isNew: false }
          await syncFile(path, { recursive: false })
          await createFolder(dirname(target))
          await rename(path, target)
          await syncFolder(dirname(target))
          const isNew = !added.has(content.sha256)
          added.add(content.sha256)
          return { content, isNew }
        } finally {
          await rm(path, { force: true })
        }
      }),
    read: async content => createReadStream(pathOf(content)),
    setAside: content => rename(pathOf(content), `${pathOf(content)}.damaged`),
    async *contents() {
      for (const part of await readdir(folders.contents))
        for (const sha256 of await readdir(join(folders.contents, part)))
          yield { sha256, bytes: (await stat(pathOf({ sha256 }))).size }
    },
    removeContent: content => rm(pathOf(content), { force: true }),
    async documents(start) {
      const names = await readdir(join(root, start)).catch(() => undefined)
      return names?.map(name => `${start}${name}`)
    },
    readDocument: name => readFile(join(root, name), 'utf8'),
    writeDocument: (name, text) =>
      withErrors(root, () => writeAtomic(folders.tmp, join(root, name), new TextEncoder().encode(text))),
    removeDocument: name => rm(join(root, name), { force: true }),
  }
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
