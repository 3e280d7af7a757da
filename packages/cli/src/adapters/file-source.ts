import { appendFileSync, type Stats } from 'node:fs'
import {
  access,
  constants,
  lstat,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { KinoraError } from '@kinora/core/kernel'
import { decodeText, safe } from '../kernel/cells.ts'
import { type Explanation, explain } from '../kernel/exit.ts'
import type { Files } from '../kernel/world.ts'

export interface Folders {
  configFolder: string
  stateFolder: string
}

/** The local disk. */
export function createFiles(folders: Folders, cwd: string): Files {
  const buffers: Buffer<ArrayBuffer>[] = []
  const at = (path: string, base = cwd) => resolve(cwd, base, path)
  return {
    ...folders,
    resolve: at,
    folderOf: path => dirname(at(path)),
    async isWithin(path, folder) {
      const real = (name: string) => realpath(at(name)).catch(() => at(name))
      const way = relative(await real(folder), await real(path))
      return !way.startsWith('..') && !isAbsolute(way)
    },
    async list(path) {
      const entries = await readdir(at(path), { withFileTypes: true }).catch(toMissing(path, 'noFolder'))
      return entries
        .filter(entry => entry.isFile())
        .map(entry => entry.name)
        .sort()
    },
    async open(path) {
      let full = at(path)
      const facts = await stat(full).catch(async (cause: unknown) => {
        const { asComposed } = await import('./composed-path.ts')
        full = (await asComposed(full)) ?? full
        return stat(full).catch(() => toMissing(path)(cause))
      })
      if (!facts.isFile()) throw missing(path, facts)
      const { openLocalFile } = await import('./local-file.ts')
      const { stateFolder } = folders
      return openLocalFile({ path: full, facts, stateFolder, buffers }).catch(toMissing(path))
    },
    text: async path => decodeText(await readFile(at(path)).catch(toMissing(path))),
    write: async (path, body) => (await import('./output-file.ts')).writeOutput(at(path), body),
    append: async (path, body) => (await import('./output-file.ts')).appendOutput(at(path), body),
    appendLine: (path, line) => appendFileSync(at(path), `${line}\n`, { mode: 0o600 }),
    rename: (from, to) => rename(at(from), at(to)),
    remove: path => rm(at(path), { force: true }),
    exists: path => succeeds(lstat(at(path))),
    isFile: async path => (await factsOf(at(path)))?.isFile() ?? false,
    isFolder: async path => (await factsOf(at(path)))?.isDirectory() ?? false,
    // With the slash a file in the place of a folder is none.
    isWritable: async path => succeeds(access(`${await nearest(at(path))}/`, constants.W_OK)),
    async free(path) {
      const disk = await statfs(await nearest(at(path)))
      return disk.bavail * disk.bsize
    },
  }
}

/** The folder itself or the first above it that exists. */
async function nearest(path: string): Promise<string> {
  return dirname(path) === path || (await succeeds(stat(path))) ? path : nearest(dirname(path))
}

const factsOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined)

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

const toMissing =
  (path: string, inTheWay?: 'noFolder') =>
  (cause: unknown): never => {
    throw missing(path, cause, inTheWay)
  }

/** What is there and isn't a readable file is reported as what it is. */
function missing(path: string, found?: unknown, inTheWay?: 'noFolder'): KinoraError {
  const issues = [{ path: 'file', code: 'validation.fileMissing', params: { path } }] as const
  const isInTheWay = (found as NodeJS.ErrnoException | undefined)?.code === 'ENOTDIR'
  const reason = isInTheWay ? inTheWay : reasonOf(path, found)
  if (isInTheWay && reason === undefined) return new KinoraError('invalid', { issues: [...issues] })
  if (reason === undefined) return new KinoraError('invalid', { issues: [...issues], cause: found })
  const { detail, cause } = explain('invalid', wordsOf(reason, path), found)
  return new KinoraError('invalid', { issues: [...issues], detail, cause })
}

function wordsOf(reason: 'folder' | 'noFolder' | 'stream' | 'barred', path: string): Explanation {
  if (reason === 'folder') return { what: safe`${path} is a folder, not a file.`, how: 'Name a file in it.' }
  if (reason === 'noFolder')
    return { what: safe`${path} is a file, not a folder.`, how: 'Name the folder that it lies in.' }
  if (reason === 'stream')
    return {
      what: safe`${path} isn’t a file on the disk.`,
      how: 'This command reads its file more than once. Write it to the disk first, then name that file.',
    }
  return { what: safe`The file ${path} may not be read by you.`, how: 'Check its permissions: ls -l' }
}

function reasonOf(path: string, found: unknown): 'folder' | 'barred' | 'stream' | undefined {
  if (path === '-') return 'stream'
  const { code, isDirectory } = (found ?? {}) as Partial<NodeJS.ErrnoException & Stats>
  if (isDirectory !== undefined) return (found as Stats).isDirectory() ? 'folder' : 'stream'
  if (code === 'EISDIR') return 'folder'
  return code === 'EACCES' || code === 'EPERM' ? 'barred' : undefined
}
