import { storageKeys } from '@kinora/core'
import type { QueueSnapshot, UploadQueue } from '@kinora/core/uploads'
import type { BrowserQueueOptions } from './browser-queue.ts'
import type { StoredRecord } from './local-database.ts'

/** What the components know of the queue. */
export type BrowserUploads = Pick<UploadQueue, keyof UploadQueue>

const nothing: QueueSnapshot = { items: [], blocked: undefined, elsewhere: undefined }

/** The upload queue of a page whose script comes with the first file, or with a record of an upload that was begun before or in another tab. */
export function createLazyQueue(options: BrowserQueueOptions): BrowserUploads {
  const listeners = new Set<() => void>()
  let queue: UploadQueue | undefined
  let loading: Promise<UploadQueue> | undefined
  const load = (): Promise<UploadQueue> => {
    loading ??= import('./browser-queue.ts').then(
      ({ createBrowserQueue }) => {
        queue = createBrowserQueue(options)
        queue.subscribe(() => {
          for (const listener of listeners) listener()
        })
        return queue
      },
      error => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const stop = whenNeeded(options, () => void load().catch(() => undefined))
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => queue?.getSnapshot() ?? nothing,
    refusal: async () => (await load()).refusal(),
    add: async entries => (await load()).add(entries),
    pause: id => queue?.pause(id),
    cancel: id => queue?.cancel(id),
    resume: async id => (await load()).resume(id),
    reupload: async (id, file, settings) => (await load()).reupload(id, file, settings),
    remove: async id => queue?.remove(id),
    signedOut: () => queue?.signedOut(),
    signedIn: async settings => (await load()).signedIn(settings),
    restore: async settings => (await load()).restore(settings),
    async dispose() {
      stop()
      await (await loading)?.dispose()
    },
  }
}

/** Calls `act` once somebody is signed in and there are records of uploads, in either store or from another tab (UPLOAD-06, SESS-15). */
function whenNeeded({ session, store, name }: BrowserQueueOptions, act: () => void): () => void {
  let stopped = false
  const isSignedIn = () => session.getSnapshot().kind === 'loggedIn'
  const found = () => {
    if (stopped || !isSignedIn()) return
    stop()
    act()
  }
  const look = async () => {
    if (stopped || !isSignedIn()) return
    window.addEventListener('storage', onStorage)
    if (store.getItem(storageKeys.uploading) !== null || (await hasStoredRecords(name))) found()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.endsWith(storageKeys.uploading)) void look()
  }
  const leave = session.subscribe(() => void look())
  const stop = () => {
    stopped = true
    if (typeof window !== 'undefined') window.removeEventListener('storage', onStorage)
    leave()
  }
  return stop
}

/** Whether the local database has a record of an upload. Neither creates the database nor loads its library. */
async function hasStoredRecords(name = 'kinora'): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    if (!databases.some(database => database.name === name)) return false
    const database = await opened(name)
    try {
      if (!database.objectStoreNames.contains('records')) return false
      const rows: StoredRecord[] = await answer(
        database.transaction('records').objectStore('records').getAll(),
      )
      return rows.some(({ record }) => record !== undefined)
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Opens the database as it is; doesn't create a missing one. */
async function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.onupgradeneeded = () => request.transaction?.abort()
  const database = await answer(request)
  database.onversionchange = () => database.close()
  return database
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
