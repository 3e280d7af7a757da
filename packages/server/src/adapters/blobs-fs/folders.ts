import { opendir, rmdir, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { StoredObject } from '../../ports/blobs.ts'
import { exists, toStorageError } from './files.ts'
import { isFolderKey, toFolderPath, toPath } from './keys.ts'

/** Times are those of the inode: a link that is made today is of today, however old its bytes are. */
export async function* listFiles(root: string, key: string): AsyncGenerator<StoredObject> {
  try {
    for await (const path of isFolderKey(key) ? filesBelow(toFolderPath(root, key)) : [toPath(root, key)]) {
      const facts = await exists(path)
      const name = relative(root, path).split(sep).join('/')
      if (facts?.isFile()) yield { key: name, size: facts.size, changedAt: facts.ctime }
    }
  } catch (error) {
    throw toStorageError(key, error)
  }
}

/** Any change of a file's times is one of its inode. */
export async function touchFile(path: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(path, now, now)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* filesBelow(path)
      else yield path
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Removes a folder and those above it, below the root, as far as nothing is in them. */
export async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== root; at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (!isGone) return
  }
}
