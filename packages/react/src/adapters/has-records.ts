import type { StoredRecord } from './local-database.ts'

/** Whether the local database tells of an upload that was begun; it neither makes the database nor loads what writes it. */
export async function hasStoredRecords(name = 'kinora'): Promise<boolean> {
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

/** The database as it is; one that went away meanwhile is not made anew. */
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
