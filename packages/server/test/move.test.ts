import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileBlobs } from '../src/adapters/blobs-fs/index.ts'
import { objectKey } from '../src/adapters/blobs-s3/parts.ts'
import { writeMark } from '../src/adapters/blobs-s3/prove-access.ts'
import { openStore, PIECE, type Store, type StorePlace } from '../src/adapters/blobs-s3/store.ts'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { type MoveOptions, movePlatform, readConfig, startPlatform } from '../src/platform.ts'
import { createPostgres } from './database.ts'
import { postgresWanted } from './postgres.ts'
import { emptyFolder } from './seeded-platform.ts'
import { hasSwift, inSwift, type Swift, startSwift } from './swift.ts'
import { hash } from './titles/support.ts'

describe.skipIf(!hasSwift)(`OPS-04 files move from the data folder to S3${inSwift}`, () => {
  let swift: Swift
  let place: StorePlace
  let store: Store
  let home: string
  let dataDir: string
  const contents: Record<string, Uint8Array<ArrayBuffer>> = {
    'images/a': new Uint8Array([1, 2, 3]),
    'images/empty': new Uint8Array(),
    'streams/yoga/1/master.m3u8': new TextEncoder().encode('#EXTM3U'),
    'uploads/yoga/original': new Uint8Array(PIECE + 1000).fill(7),
  }
  const bytes = Object.values(contents).reduce((sum, { byteLength }) => sum + byteLength, 0)
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  beforeEach(async () => {
    place = await swift.createBucket()
    store = openStore(place)
    home = await mkdtemp(join(tmpdir(), 'kinora-move-'))
    dataDir = join(home, 'data')
    await cp(await emptyFolder(), dataDir, { recursive: true })
    const disk = await createFileBlobs(join(dataDir, 'blobs'))
    for (const [key, content] of Object.entries(contents)) await disk.put(key, content)
  })
  afterEach(async () => {
    store.close()
    await rm(home, { recursive: true, force: true })
  })

  const move = (more: MoveOptions = {}) =>
    movePlatform(readConfig({ KINORA_DATA_DIR: dataDir }), { files: place, ...more })
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing refused',
      (error: KinoraError) => `${error.code}: ${error.detail}`,
    )
  /** A start of the platform: what its files hold there, or why it is refused. */
  async function started(more: Parameters<typeof startPlatform>[0]) {
    try {
      const platform = await startPlatform({
        port: 0,
        dataDir,
        logLevel: 'silent',
        demoClips: false,
        ...more,
      })
      const digests: Record<string, string> = {}
      for (const key of Object.keys(contents))
        digests[key] = await platform.deps.blobs.digest(key, new AbortController().signal)
      await platform.close()
      return digests
    } catch (error) {
      return (error as KinoraError).detail
    }
  }
  const digests = Object.fromEntries(Object.entries(contents).map(([key, content]) => [key, hash(content)]))

  test('every file is proven there, then the platform starts on it; the disk stays as it was', async () => {
    const seen: number[] = []
    const { files } = await move({ onProgress: done => void seen.push(done) })
    expect(files).toEqual({ place: store.name, count: 4, bytes, sent: bytes })
    expect(seen.at(-1)).toBe(bytes)
    expect(await started({ files: place })).toEqual(digests)
    expect(await started({})).toContain(`are in ${store.name}, not in the data folder`)
    for (const [key, content] of Object.entries(contents))
      expect(new Uint8Array(await readFile(join(dataDir, 'blobs/objects', key)))).toEqual(content)
    expect(await refused(move())).toBe(`conflict: The files of this platform are in ${store.name} already.`)
  })

  test('what lies there already isn’t sent again, what is damaged there is; until the end the disk is the place', async () => {
    const isFull = new Error('no more')
    const stopped = move({
      onProgress: () => {
        throw isFull
      },
    })
    await expect(stopped).rejects.toBe(isFull)
    expect(await started({})).toEqual(digests)
    for (const [key, content] of Object.entries(contents)) await store.put(objectKey(key), content)
    await store.put(objectKey('images/a'), new Uint8Array([1, 2, 4]))
    expect((await move()).files).toMatchObject({ count: 4, bytes, sent: 3 })
    expect(await started({ files: place })).toEqual(digests)
  })

  test('a place with other files is refused, as is a running platform; nothing is written there', async () => {
    await store.put('objects/somebody', new Uint8Array(1))
    expect(await refused(move())).toContain('isn’t empty: objects/somebody lies there. Choose another prefix')
    await writeMark(store, 'another')
    expect(await refused(move())).toContain('holds the files of another platform')
    expect(await store.head(objectKey('images/a'))).toBeUndefined()
    const platform = await startPlatform({ port: 0, dataDir, logLevel: 'silent', demoClips: false })
    expect(await refused(move())).toMatch(/^conflict: .* is in use by another Kinora/)
    await platform.close()
  })

  test.skipIf(!postgresWanted)(
    'with its rows: PostgreSQL names the store, the embedded database the disk',
    async () => {
      const databaseUrl = await createPostgres()
      await writeFile(join(dataDir, 'blobs/objects/not a key'), 'somebody’s')
      const { database, files } = await move({ databaseUrl })
      expect(files).toMatchObject({ count: 4, bytes })
      expect(database?.tables.users?.rows).toBeGreaterThan(0)
      expect(await started({ databaseUrl, files: place })).toEqual(digests)
      expect(await started({})).toEqual(digests)
    },
  )

  test.skipIf(!postgresWanted)(
    'of a PostgreSQL database, the files of the folder that it was used with',
    async () => {
      const databaseUrl = await createPostgres('seeded')
      const config = readConfig({ KINORA_DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
      expect(await refused(movePlatform(config, { files: place }))).toContain('with another data folder than')
      expect(await started({ databaseUrl })).toEqual(digests)
      expect((await movePlatform(config, { files: place })).files).toMatchObject({
        count: expect.any(Number),
      })
      const grown = openPostgres({ url: databaseUrl })
      expect(await rowsOf(grown.db, sql`SELECT place FROM files_place`)).toEqual([{ place: store.name }])
      await grown.close()
    },
  )
})
