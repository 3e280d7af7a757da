import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileBlobs } from '../src/adapters/blobs-fs/index.ts'
import { readMark } from '../src/adapters/blobs-s3/prove-access.ts'
import { openStore, type StorePlace } from '../src/adapters/blobs-s3/store.ts'
import type { Config } from '../src/adapters/config.ts'
import { becomeAnother, openBlobs } from '../src/adapters/files-place.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { openTestPglite, type TestDatabase } from './database.ts'
import { hasSwift, inSwift, key, type Swift, startSwift } from './swift.ts'

describe.skipIf(!hasSwift)(`where the files of a platform are${inSwift}`, () => {
  let swift: Swift
  let place: StorePlace
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  beforeEach(async () => {
    place = await swift.createBucket()
    database = await openTestPglite('migrated')
    folder = await mkdtemp(join(tmpdir(), 'kinora-place-'))
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What a start says where it doesn't open the files; undefined where it does. */
  async function opens(config: Partial<Config> = {}, { db } = database): Promise<string | undefined> {
    try {
      const given = { files: undefined, filesMoved: false, ...config }
      const { close } = await openBlobs(given, { db, dataDir: folder, log: silentLog })
      close()
      return undefined
    } catch (error) {
      return (error as KinoraError).detail
    }
  }

  test.each([
    [
      'a secret that isn’t the key’s',
      { credentials: { ...key, secretAccessKey: 'another' } },
      'AWS_SECRET_ACCESS_KEY isn’t the secret of AWS_ACCESS_KEY_ID',
    ],
    ['a bucket that isn’t there', { bucket: 'no-bucket' }, 'There is no bucket no-bucket at'],
    [
      'a key that may not write',
      { credentials: { ...key, accessKeyId: 'kinora:guest' } },
      'doesn’t let this key write in the bucket',
    ],
    [
      'no answer',
      { endpoint: 'http://127.0.0.1:9' },
      'There is no answer from http://127.0.0.1:9 (ECONNREFUSED)',
    ],
  ])('a start with %s says so', async (_name, change, said) => {
    expect(await opens({ files: { ...place, ...change } })).toContain(said)
  })

  test('OPS-05 a start asks for where they were; who has copied them says so once', async () => {
    const files = place
    const another = await openTestPglite('migrated')
    const store = openStore(place)
    expect(await opens({ files })).toBeUndefined()
    expect(await opens({ files })).toBeUndefined()
    expect(await opens()).toBe(
      `The files of this platform are in ${store.name}, not in the data folder. Start with KINORA_FILES=s3://${place.bucket}/files; or copy them, then start once with KINORA_FILES_MOVED=on (docs/files-in-s3.md).`,
    )
    expect(await opens({ files: await swift.createBucket() })).toContain(`are in ${store.name}, not in`)
    expect(await opens({ files }, another)).toContain('holds the files of another platform')
    await store.delete(store.markKey)
    expect(await opens({ files })).toContain('Is it the right bucket, or was it emptied?')
    expect(await opens({ files, filesMoved: true })).toBeUndefined()
    expect(await opens({ filesMoved: true })).toBeUndefined()
    expect(await opens({ files })).toContain('are in the data folder, not in s3://')
    store.close()
    await another.close()
  })

  test('a first start that was killed between database and store, before the mark or after it, goes on', async () => {
    const store = openStore(place)
    expect(await opens({ files: place })).toBeUndefined()
    await database.db.execute(sql`UPDATE files_place SET is_marked = false`)
    expect(await opens({ files: place })).toBeUndefined()
    await store.delete(store.markKey)
    await database.db.execute(sql`UPDATE files_place SET is_marked = false`)
    expect(await opens({ files: place })).toBeUndefined()
    expect(await readMark(store)).toBeDefined()
    store.close()
  })

  test('OPS-03 a restored platform isn’t started on the store of the one that it was made from, unless somebody says so', async () => {
    expect(await opens({ files: place })).toBeUndefined()
    await becomeAnother(database.db, { isOnDisk: false })
    expect(await opens({ files: place })).toContain('Only where no other platform runs on these files')
    expect(await opens({ files: place, filesMoved: true })).toBeUndefined()
    expect(await opens({ files: place })).toBeUndefined()
  })

  test('a platform that is older than the record has its files where a title names one, whatever folder this machine has', async () => {
    await database.db.execute(
      sql`INSERT INTO titles (tag, class_name, stream_key) VALUES ('older', 'Older', 'streams/older/1')`,
    )
    expect(await opens({ files: place })).toContain('are in the data folder, not in s3://')
  })

  test('files on the disk aren’t left for an empty bucket, also where nothing said yet that they are there', async () => {
    const disk = await createFileBlobs(join(folder, 'blobs'))
    await disk.put('images/a', new Uint8Array(1))
    const refused = 'The files of this platform are in the data folder, not in s3://'
    expect(await opens({ files: place })).toContain(refused)
    expect(await opens()).toBeUndefined()
    await disk.remove('images/a')
    expect(await opens({ files: place })).toContain(refused)
  })
})
