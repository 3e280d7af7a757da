import { describe, expect, test } from 'vitest'
import { localDatabase } from './local-database.ts'

const older = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('titles', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

describe('SESS-11 UPLOAD-06 the local database', () => {
  test('nobody waits for a page of an older version that keeps it open; once it is closed, it is there', async () => {
    const name = crypto.randomUUID()
    const before = await older(name)
    const database = localDatabase(name)
    await expect(database()).rejects.toThrow('An older page keeps it open')
    await expect(database()).rejects.toThrow('An older page keeps it open')
    before.close()
    await expect
      .poll(() =>
        database().then(
          ({ version }) => version,
          () => 'blocked',
        ),
      )
      .toBe(3)
    ;(await database()).close()
  })
})
