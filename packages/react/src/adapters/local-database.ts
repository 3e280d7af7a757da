import type { UploadRecord } from '@kinora/core/uploads'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** SESS-11, SESS-12: the tables `titles` and `schedules`; `records` repeats UPLOAD-06's local storage, which browsers write to the disk late. */
interface LocalSchema extends DBSchema {
  titles: { key: string; value: StoredFile }
  schedules: { key: string; value: StoredSchedule }
  records: { key: string; value: StoredRecord }
}

/** A file of an unfinished upload: where the browser has it a handle, else the content. */
export interface StoredFile {
  id: string
  title: string
  name: string
  file: Blob | FileSystemFileHandle
  kind?: 'video' | 'audio'
}

/** SESS-12: the same of an event's video. */
interface StoredSchedule {
  id: string
  event_id: string
  identifier: string
  isReplacing: boolean
  name: string
  file: Blob | FileSystemFileHandle
}

/** A record as it was last written; without `record` it was removed. */
export interface StoredRecord {
  id: string
  revision: number
  writtenAt: number
  record?: UploadRecord
}

/** Opens the local database when it is first needed. */
export type LocalDatabase = () => Promise<IDBPDatabase<LocalSchema>>

export function localDatabase(name = 'kinora'): LocalDatabase {
  let opened: Promise<IDBPDatabase<LocalSchema>> | undefined
  const open = (blocked: () => void) =>
    openDB<LocalSchema>(name, 3, {
      upgrade(database, before) {
        if (before < 1) database.createObjectStore('titles', { keyPath: 'id' })
        if (before < 2) database.createObjectStore('records', { keyPath: 'id' })
        if (before < 3) database.createObjectStore('schedules', { keyPath: 'id' })
      },
      blocked,
      blocking(_current, _blocked, event) {
        opened = undefined
        ;(event.target as IDBDatabase).close()
      },
      terminated() {
        opened = undefined
      },
    })
  /** While a page of an older version keeps the database as it was, there is none: nobody waits until it is closed. */
  const openUnlessBlocked = () =>
    new Promise<IDBPDatabase<LocalSchema>>((resolve, reject) => {
      const opening = open(() => reject(new DOMException('An older page keeps it open', 'InvalidStateError')))
      opening.then(
        database => {
          opened = Promise.resolve(database)
          resolve(database)
        },
        (error: unknown) => {
          opened = undefined
          reject(error as Error)
        },
      )
    })
  return () => {
    opened ??= openUnlessBlocked()
    return opened
  }
}

/** On the disk, not only with the operating system, once the transaction is done. */
export const durable = { durability: 'strict' } as const
