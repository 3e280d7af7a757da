import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { JournalStore } from '../kernel/world.ts'

/** Records and logs as files of mode 0600 below one folder. Records are written beside, fsynced and renamed. */
export function createJournalStore(folder: string): JournalStore {
  const pathOf = (name: string, ending: string) => join(folder, ...name.split('/').map(safe)) + ending
  const prepare = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return {
    folder,
    record: name => {
      const path = pathOf(name, '.json')
      return {
        async read() {
          const text = await textOf(path)
          return text === undefined ? undefined : parse(text)
        },
        async write(value) {
          await prepare(path)
          await writeFileAtomic(path, JSON.stringify(value, undefined, 2), { mode: 0o600, fsync: true })
        },
        remove: () => rm(path, { force: true }),
      }
    },
    log: name => {
      const path = pathOf(name, '.jsonl')
      return {
        async entries<T>() {
          const lines = ((await textOf(path)) ?? '').split('\n').filter(line => line !== '')
          return lines.map(line => parse<T>(line)).filter(entry => entry !== undefined)
        },
        async append(entry) {
          await prepare(path)
          await appendDurably(path, JSON.stringify(entry))
        },
      }
    },
    async list(prefix) {
      const found = await filesBelow(pathOf(prefix, ''))
      const dated = await Promise.all(found.map(async path => ({ path, at: (await stat(path)).mtimeMs })))
      const names = dated
        .sort((a, b) => a.at - b.at)
        .map(({ path }) => relative(folder, path).replace(/\.jsonl?$/, ''))
      return [...new Set(names)]
    },
    async remove(name) {
      for (const ending of ['.json', '.jsonl']) await rm(pathOf(name, ending), { force: true })
    },
  }
}

/** Begins with a line break, so that a line torn by a crash stays alone. */
async function appendDurably(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`\n${line}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** A name that is a file name on every system. */
function safe(part: string): string {
  return part.replace(/[^\w.@-]/g, '_').replace(/^\.+/, '_')
}
