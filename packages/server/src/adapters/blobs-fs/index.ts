import { rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KinoraError } from '@kinora/core'
import type { BlobPort } from '../../ports/blobs.ts'
import { makeFolder } from '../folders.ts'
import { createBlocks } from './blocks.ts'
import { copyTree, copyWhole } from './copy.ts'
import { digestFile, digestParts } from './digest-file.ts'
import {
  createFolder,
  exists,
  moveOnce,
  readStream,
  syncFile,
  syncFolder,
  withErrors,
  writeWhole,
} from './files.ts'
import { listFiles, removeEmpty, touchFile } from './folders.ts'
import { isFolderKey, toFolderPath, toPath } from './keys.ts'
import { createPartFiles, writeAll } from './part-files.ts'
import { receivePart } from './receive-part.ts'

/**
 * Objects as files below a folder. `objects` holds what is finished, `parts` uploads in progress (one sparse file
 * each), `scratch` the pipeline's working folders, `tmp` what is being written; all on one disk, so that a rename
 * is the moment in which an object begins to exist.
 */
export async function createFileBlobs(root: string): Promise<BlobPort> {
  const folders = {
    objects: join(root, 'objects'),
    parts: join(root, 'parts'),
    scratch: join(root, 'scratch'),
    tmp: join(root, 'tmp'),
  }
  await rm(folders.tmp, { recursive: true, force: true })
  for (const folder of Object.values(folders)) await createFolder(folder)
  const opened = createPartFiles()
  const blocks = createBlocks()
  const object = (key: string) => toPath(folders.objects, key)
  const part = (key: string) => toPath(folders.parts, key)

  return {
    async put(key, bytes) {
      const target = object(key)
      await withErrors(key, () => writeWhole(folders.tmp, target, bytes))
    },
    async size(key) {
      const facts = await exists(object(key))
      return facts?.isFile() ? facts.size : undefined
    },
    async read(key, range) {
      return readStream(key, object(key), range)
    },
    touch: key => touchFile(object(key)),
    async digest(key, signal) {
      return withErrors(key, () => digestFile(object(key), signal))
    },
    async copy(from, to) {
      if (isFolderKey(from)) return withErrors(from, () => copyBelow(folders, from, to))
      const [source, target] = [object(from), object(to)]
      await withErrors(from, () => copyWhole(folders.tmp, source, target))
    },
    list: key => listFiles(folders.objects, key),
    async remove(key) {
      const path = isFolderKey(key) ? toFolderPath(folders.objects, key) : object(key)
      await withErrors(key, () => rm(path, { recursive: isFolderKey(key), force: true }))
    },
    parts: {
      async write(key, { offset, bytes }) {
        const path = part(key)
        await withErrors(key, () =>
          opened.use(path, async file => {
            await writeAll(file.handle, bytes, offset)
            await file.sync()
          }),
        )
      },
      async receive(key, arriving) {
        const path = part(key)
        return withErrors(key, () => opened.use(path, file => receivePart(file, arriving, blocks)))
      },
      async digests(key, partSize, signal) {
        const arriving = part(key)
        return withErrors(key, async () =>
          digestParts((await exists(arriving)) === undefined ? object(key) : arriving, partSize, signal),
        )
      },
      async finish(key, size) {
        const [source, target] = [part(key), object(key)]
        await opened.forget(source)
        await withErrors(key, () => finishParts({ key, source, target, size }))
        await removeEmpty(folders.parts, dirname(source))
      },
      async abandon(key) {
        const path = part(key)
        await opened.forget(path)
        await withErrors(key, () => rm(path, { force: true }))
        await removeEmpty(folders.parts, dirname(path))
      },
      list: key => listFiles(folders.parts, key),
    },
    async local(key) {
      const path = object(key)
      if ((await exists(path)) === undefined) throw new KinoraError('notFound')
      return { path, release: async () => {} }
    },
    async scratch(name) {
      const path = toPath(folders.scratch, name)
      await withErrors(name, () => makeFolder(path))
      return { path, discard: () => rm(path, { recursive: true, force: true }) }
    },
    async adopt(prefix, folder) {
      const target = toFolderPath(folders.objects, prefix)
      await withErrors(prefix, () =>
        adoptFolder({ target, folder, aside: join(folders.tmp, crypto.randomUUID()) }),
      )
    },
    async free() {
      const facts = await statfs(root)
      return facts.bavail * facts.bsize
    },
  }
}

/**
 * Turns the parts into the object, which is never replaced: a second call, at the same time or after a crash, finds it
 * there, and a part that came once more after it was finished is dropped.
 */
async function finishParts(move: {
  key: string
  source: string
  target: string
  size: number
}): Promise<void> {
  const [parts, whole] = [await exists(move.source), await exists(move.target)]
  if (whole?.size === move.size) return rm(move.source, { force: true })
  if (parts === undefined) throw new KinoraError('notFound')
  if (parts.size !== move.size) throw new Error(`${move.key} has ${parts.size} bytes of ${move.size}`)
  await createFolder(dirname(move.target))
  await moveOnce(move.source, move.target)
  await syncFolder(dirname(move.target))
  // Who finishes the same parts at the same time may have removed their folder.
  await syncFolder(dirname(move.source)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function copyBelow(
  { objects, tmp }: { objects: string; tmp: string },
  from: string,
  to: string,
): Promise<void> {
  const folder = join(tmp, crypto.randomUUID())
  try {
    await copyTree(toFolderPath(objects, from), folder)
    await adoptFolder({ target: toFolderPath(objects, to), folder, aside: join(tmp, crypto.randomUUID()) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every file of the folder is on the disk before the folder takes the place of the one before. */
async function adoptFolder(move: { target: string; folder: string; aside: string }): Promise<void> {
  if ((await exists(move.folder)) === undefined) throw new KinoraError('notFound')
  await syncFile(move.folder, { recursive: true })
  await createFolder(dirname(move.target))
  const replaced = (await exists(move.target)) !== undefined
  if (replaced) await rename(move.target, move.aside)
  await rename(move.folder, move.target)
  await syncFolder(dirname(move.target))
  if (replaced) await rm(move.aside, { recursive: true, force: true })
  await stat(move.target)
}
