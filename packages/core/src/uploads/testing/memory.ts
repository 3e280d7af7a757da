import { KinoraError } from '../../kernel/errors.ts'
import type {
  DigestCache,
  FileSource,
  FileStore,
  Lock,
  Network,
  OwnerProgress,
  RecordStore,
} from '../ports.ts'
import { toUploadRecord, type UploadRecord } from '../queue/records.ts'

/** A file held in memory; `lose` makes it unreadable. */
export function createMemoryFile(
  content: Uint8Array<ArrayBuffer>,
  name: string,
): FileSource & { lose(): void } {
  let lost = false
  return {
    name,
    size: content.byteLength,
    async slice(start, end) {
      if (lost) throw new KinoraError('notFound')
      return new Blob([content.slice(start, end)])
    },
    lose() {
      lost = true
    },
  }
}

/** Digests that outlive whoever found them. */
export function createMemoryDigests(): DigestCache {
  let kept: (Uint8Array<ArrayBuffer> | undefined)[] = []
  return {
    load: async () => [...kept],
    keep(chunk, digest) {
      kept[chunk - 1] = digest.slice()
    },
    async forget() {
      kept = []
    },
  }
}

/** Records as text, as local storage keeps them. */
export function createMemoryRecords(stored = new Map<string, string>()): RecordStore {
  const parse = (text: string): UploadRecord => {
    const record = toUploadRecord(JSON.parse(text))
    if (record === undefined) throw new Error(`no record: ${text}`)
    return record
  }
  const find = (id: string) => {
    const text = stored.get(id)
    return text === undefined ? undefined : parse(text)
  }
  return {
    list: async () => [...stored.values()].map(parse),
    load: async id => find(id),
    async save(record, condition) {
      if (condition?.(find(record.id)) ?? true) stored.set(record.id, JSON.stringify(record))
    },
    async remove(id, condition) {
      if (condition?.(find(id)) ?? true) stored.delete(id)
    },
  }
}

export function createMemoryFiles(
  stored = new Map<string, FileSource>(),
): FileStore & { stored: Map<string, FileSource> } {
  return {
    stored,
    put: async (id, file) => void stored.set(id, file),
    get: async id => stored.get(id),
    remove: async id => void stored.delete(id),
  }
}

export function createMemoryNetwork(): Network & { set(online: boolean): void } {
  const listeners = new Set<() => void>()
  let online = true
  return {
    online: () => online,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(value) {
      online = value
      for (const listener of listeners) listener()
    },
  }
}

/** One lock for everyone in the process who is given it. */
export function createMemoryLock(): Lock {
  const held = new Set<string>()
  const listeners = new Set<(news: OwnerProgress) => void>()
  const queue: { name: string; take: () => void }[] = []
  const take = (name: string) => {
    held.add(name)
    return () => {
      if (!held.delete(name)) return
      const index = queue.findIndex(waiting => waiting.name === name)
      if (index >= 0) queue.splice(index, 1)[0]!.take()
    }
  }
  return {
    broadcast(_name, news) {
      for (const listener of listeners) listener(news)
    },
    listen(_name, listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    acquire: async name => (held.has(name) ? undefined : take(name)),
    wait: (name, signal) =>
      new Promise((resolve, reject) => {
        if (!held.has(name)) return resolve(take(name))
        const waiting = { name, take: () => resolve(take(name)) }
        queue.push(waiting)
        signal.addEventListener('abort', () => {
          const index = queue.indexOf(waiting)
          if (index >= 0) queue.splice(index, 1)
          reject(new KinoraError('aborted'))
        })
      }),
  }
}
