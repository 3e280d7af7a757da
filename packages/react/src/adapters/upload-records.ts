import { type KeyValueStore, storageKeys } from '@kinora/core'
import {
  type RecordCondition,
  type RecordStore,
  toUploadRecord,
  type UploadRecord,
} from '@kinora/core/uploads'
import { durable, type LocalDatabase, type StoredRecord } from './local-database.ts'

/** Milliseconds that tombstones of removed records are kept, in case an old local storage comes back. */
const TOMBSTONE_AGE = 7 * 24 * 3_600_000

/**
 * UPLOAD-06: records under the one key `uploading` of local storage. A killed browser may lose its last seconds, so each
 * is in the local database too, on the disk before `save` is done; of two copies the newer counts.
 */
export function browserRecords(store: KeyValueStore, database: LocalDatabase): RecordStore {
  let known = new Map<string, StoredRecord>()
  let turn: Promise<unknown> = Promise.resolve()
  const withMutex = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }
  const reconcile = async (): Promise<UploadRecord[]> => {
    const copies = [...readLocal(store), ...(await readDatabase(database))]
    known = newest(copies)
    try {
      writeLocal(store, known)
    } catch {
      // No room in local storage: the local database has the records.
    }
    return alive(known)
  }
  /** Each time from what is stored: another tab writes there too. */
  const write = async (id: string, record?: UploadRecord, condition?: RecordCondition): Promise<void> => {
    await reconcile()
    const before = known.get(id)
    if (condition?.(before?.record) === false) return
    const row: StoredRecord = { id, revision: (before?.revision ?? 0) + 1, writtenAt: Date.now(), record }
    known.set(id, row)
    let isOvertaken = false
    await both(
      () => writeLocal(store, known),
      async () => {
        const kept = (await database()).transaction('records', 'readwrite', durable)
        const now = await kept.store.get(id)
        isOvertaken = now !== undefined && now.revision >= row.revision
        if (!isOvertaken) await kept.store.put(row)
        else if (condition?.(now?.record) !== false)
          await kept.store.put({ ...row, revision: now!.revision + 1 })
        await kept.done
      },
    )
    if (isOvertaken) await reconcile()
  }
  return {
    list: () => withMutex(reconcile),
    load: id => withMutex(async () => (await reconcile()).find(record => record.id === id)),
    save: (record, condition) => withMutex(() => write(record.id, structuredClone(record), condition)),
    remove: (id, condition) => withMutex(() => write(id, undefined, condition)),
  }
}

/** One of two places is enough; only when both refuse is a record lost. */
async function both(one: () => void, other: () => Promise<void>): Promise<void> {
  let failed: { error: unknown } | undefined
  try {
    one()
  } catch (error) {
    failed = { error }
  }
  await other().catch(() => {
    if (failed !== undefined) throw failed.error
  })
}

function newest(copies: readonly StoredRecord[]): Map<string, StoredRecord> {
  const found = new Map<string, StoredRecord>()
  for (const copy of copies)
    if (copy.revision >= (found.get(copy.id)?.revision ?? 0)) found.set(copy.id, copy)
  return found
}

const alive = (records: Map<string, StoredRecord>): UploadRecord[] =>
  [...records.values()].flatMap(({ record }) => (record === undefined ? [] : [structuredClone(record)]))

async function readDatabase(database: LocalDatabase): Promise<StoredRecord[]> {
  try {
    const opened = await database()
    const rows = await opened.getAll('records')
    const old = rows.filter(
      ({ record, writtenAt }) => record === undefined && writtenAt < Date.now() - TOMBSTONE_AGE,
    )
    for (const { id } of old) await opened.delete('records', id)
    return rows.filter(row => row.record === undefined || toUploadRecord(row.record) !== undefined)
  } catch {
    return []
  }
}

function readLocal(store: KeyValueStore): StoredRecord[] {
  return Object.entries(parse(store.getItem(storageKeys.uploading))).flatMap(([id, value]) => {
    const { revision, ...kept } = value ?? {}
    const record = toUploadRecord(kept)
    if (record === undefined) return []
    return [{ id, revision: typeof revision === 'number' ? revision : 0, writtenAt: 0, record }]
  })
}

function writeLocal(store: KeyValueStore, records: Map<string, StoredRecord>): void {
  const entries = [...records.values()].flatMap(({ id, revision, record }) =>
    record === undefined ? [] : [[id, { ...record, revision }] as const],
  )
  const text = JSON.stringify(Object.fromEntries(entries))
  if (entries.length === 0) store.removeItem(storageKeys.uploading)
  else if (text !== store.getItem(storageKeys.uploading)) store.setItem(storageKeys.uploading, text)
}

function parse(text: string | null): Record<string, { revision?: unknown } | undefined> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as ReturnType<typeof parse>) : {}
  } catch {
    return {}
  }
}
