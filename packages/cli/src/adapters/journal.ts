import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { named } from '../kernel/exit.ts'
import type { JournalRecord, JournalStore } from '../kernel/world.ts'
import { makeFolder } from './system.ts'

/** Records and logs as files of mode 0600 below one folder. Records are written beside, fsynced and renamed. */
export function createJournalStore(folder: string): JournalStore {
  const pathOf = (name: string, ending: string) => join(folder, ...name.split('/').map(safe)) + ending
  return {
    folder,
    record: name => createRecord(pathOf(name, '.json')),
    log: name => {
      const path = pathOf(name, '.jsonl')
      return {
        entries: () => readEntries(path),
        append: createAppend(path),
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

const prepare = (path: string) => makeFolder(dirname(path), 0o700)

function createRecord<T>(path: string): JournalRecord<T> {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(unlessMissing)
      return text === undefined ? undefined : parse(text)
    },
    async write(value) {
      await prepare(path)
      const { default: writeAtomic } = await import('write-file-atomic')
      await writeAtomic(path, JSON.stringify(value, undefined, 2), { mode: 0o600, fsync: true }).catch(
        error => {
          throw named(error, path)
        },
      )
    },
    remove: () => rm(path, { force: true }),
  }
}

/**
 * Entries that come while others are being written go to the disk together, with one fsync for all of them; each call
 * resolves once its own entry is there. Entries stay in the order in which they were given.
 */
function createAppend(path: string): (entry: unknown) => Promise<void> {
  let waiting: string[] = []
  let next: Promise<void> | undefined
  let last: Promise<unknown> | undefined
  /** The next entry retries, without those whose calls have already failed. */
  const forget = (error: unknown) => {
    waiting = []
    next = undefined
    last = undefined
    throw error
  }
  const write = async (): Promise<void> => {
    last ??= prepare(path)
    await last.catch(forget)
    const lines = waiting
    waiting = []
    const written = appendDurably(path, lines.join('\n')).catch(error => {
      throw named(error, path)
    })
    last = written.catch(() => undefined)
    next = undefined
    return written
  }
  return entry => {
    waiting.push(JSON.stringify(entry))
    next ??= write()
    return next
  }
}

/** Begins with a line break, so that a line torn by a crash stays alone. */
async function appendDurably(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`\n${lines}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Reads the lines that are whole, a piece of the file at a time. */
async function* readEntries<T>(path: string): AsyncGenerator<T[]> {
  const file = await open(path, 'r').catch(unlessMissing)
  if (file === undefined) return
  let rest = ''
  for await (const piece of file.createReadStream({ encoding: 'utf8' })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    yield parseAll<T>(lines)
  }
  yield parseAll<T>([rest])
}

const parseAll = <T>(lines: readonly string[]): T[] =>
  lines.flatMap(line => (line === '' ? [] : (parse<T>(line) ?? [])))

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
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
