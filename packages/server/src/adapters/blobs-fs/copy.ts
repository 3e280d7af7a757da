import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFolder, syncFile, syncFolder } from './files.ts'

/** File systems that know no links, and files that have as many as they may. */
const unlinked: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * A second name for the same bytes, which costs no room: objects are never changed in place, so two names of one are
 * two objects. Where the disk knows no links the bytes are copied.
 */
export async function copyWhole(tmp: string, source: string, target: string): Promise<void> {
  const path = join(tmp, crypto.randomUUID())
  try {
    await linkOrCopy(source, path)
    await createFolder(dirname(target))
    await rename(path, target)
    await syncFolder(dirname(target))
  } finally {
    // A rename onto another name of the same file does nothing at all and leaves both.
    await rm(path, { force: true })
  }
}

/** The same for every file below a folder. */
export async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    await (entry.isDirectory() ? copyTree(from, to) : linkOrCopy(from, to))
  }
}

async function linkOrCopy(source: string, path: string): Promise<void> {
  try {
    await link(source, path)
  } catch (error) {
    if (!unlinked.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(source, path)
    await syncFile(path, { recursive: false })
  }
}
