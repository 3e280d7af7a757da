import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkAborted } from './encode.ts'

/**
 * Makes a file beside its target and moves it there when it is whole. The name of the work folder is fixed, so that
 * the run after a crash finds and removes what the crashed one left.
 */
export async function makeFile<T>(
  target: string,
  signal: AbortSignal | undefined,
  make: (path: string) => Promise<T>,
): Promise<T> {
  return inWorkFolder(target, async folder => {
    const path = join(folder, basename(target))
    const result = await make(path)
    checkAborted(signal)
    await rename(path, target)
    return result
  })
}

/** The same for a folder: the old one makes way only when the new one is whole. */
export async function makeFolder<T>(
  target: string,
  signal: AbortSignal | undefined,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  const old = `${target}.old`
  return inWorkFolder(target, async work => {
    const folder = join(work, basename(target))
    await mkdir(folder)
    const result = await make(folder)
    checkAborted(signal)
    await rm(old, { recursive: true, force: true })
    await rename(target, old).catch(ignoreMissing)
    await rename(folder, target)
    await rm(old, { recursive: true, force: true })
    return result
  })
}

/** Every file below a folder, by path inside it, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return files.map(file => file.slice(folder.length + 1).replaceAll('\\', '/')).sort()
}

async function inWorkFolder<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dirname(target), `${basename(target)}.partial`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    return await make(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function ignoreMissing(cause: unknown): void {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
}
