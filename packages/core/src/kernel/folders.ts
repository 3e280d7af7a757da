/** What making folders asks of the machine, as `node:fs/promises` and `node:path` have it. */
export interface FolderPorts {
  stat(path: string): Promise<{ isDirectory(): boolean }>
  mkdir(path: string, options: { mode: number }): Promise<unknown>
  resolve(path: string): string
  dirname(path: string): string
}

/** Makes a folder and those above it, each with the mode; returns those that weren't there, the outermost first. */
export type MakeFolder = (path: string, mode?: number) => Promise<string[]>

/**
 * The one way to make a folder. Node's own `recursive` tries without end where a folder that is there refuses new ones with ENOENT,
 * as /proc does; here that error is thrown.
 */
export function createMakeFolder({ stat, mkdir, resolve, dirname }: FolderPorts): MakeFolder {
  /** Throws where something else stands in the way, since nothing can be made below it. */
  const isFolder = async (path: string): Promise<boolean> => {
    try {
      if ((await stat(path)).isDirectory()) return true
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
    const message = `ENOTDIR: not a directory, mkdir '${path}'`
    throw Object.assign(new Error(message), { code: 'ENOTDIR', syscall: 'mkdir', path })
  }
  /** Another process may have made it meanwhile, and even removed it again; a link to nothing stays. */
  const make = async (path: string, mode: number, tries = 5): Promise<void> => {
    try {
      await mkdir(path, { mode })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      if (await isFolder(path)) return
      if (tries === 1) throw error
      await make(path, mode, tries - 1)
    }
  }
  return async (path, mode = 0o777) => {
    const missing: string[] = []
    for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) {
      missing.unshift(folder)
      if (dirname(folder) === folder) break
    }
    for (const folder of missing) await make(folder, mode)
    return missing
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
