import type { StoredRecord } from './local-database.ts'

/** Whether the local database has a record of an upload. Neither creates the database nor loads its library. */
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
