import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it, each with the mode; whether it wasn't there before. Node's own `recursive` tries without end
 * where a folder that is there refuses new ones with ENOENT, as /proc does.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  const missing: string[] = []
  for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) {
    missing.unshift(folder)
    if (dirname(folder) === folder) break
  }
  for (const folder of missing) await make(folder, mode)
  return missing.length > 0
}

/** Throws where something else stands in the way, since nothing can be made below it. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  const message = `ENOTDIR: not a directory, mkdir '${path}'`
  throw Object.assign(new Error(message), { code: 'ENOTDIR', syscall: 'mkdir', path })
}

/** Another process may have made it meanwhile. */
async function make(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await isFolder(path))) throw error
  }
}
