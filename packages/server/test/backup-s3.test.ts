import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { KinoraError } from '@kinora/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPlace } from '../src/adapters/backup/places.ts'
import { createFileBlobs } from '../src/adapters/blobs-fs/index.ts'
import { openReading, wholeOf } from '../src/adapters/blobs-s3/read.ts'
import { openStore, PIECE, type Store, type StorePlace } from '../src/adapters/blobs-s3/store.ts'
import {
  createBackup,
  listBackups,
  movePlatform,
  pruneBackups,
  readConfig,
  restoreBackup,
  startPlatform,
  toBackupPlace,
  verifyBackups,
} from '../src/platform.ts'
import { emptyFolder } from './seeded-platform.ts'
import { hasSwift, inSwift, type Swift, startSwift } from './swift.ts'
import { hash } from './titles/support.ts'

const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing refused',
    (error: KinoraError) => `${error.code}: ${error.detail}`,
  )

describe.skipIf(!hasSwift)(`OPS-03 backups in S3${inSwift}`, () => {
  let swift: Swift
  let to: StorePlace
  let store: Store
  let home: string
  let dataDir: string
  const contents: Record<string, Uint8Array<ArrayBuffer>> = {
    'images/a': new Uint8Array([1, 2, 3]),
    'images/empty': new Uint8Array(),
    'streams/yoga/1/master.m3u8': new TextEncoder().encode('#EXTM3U'),
    'uploads/yoga/original': new Uint8Array(2 * PIECE + 1000).fill(7),
  }
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  beforeEach(async () => {
    to = await swift.createBucket()
    store = openStore(to)
    home = await mkdtemp(join(tmpdir(), 'kinora-backup-s3-'))
    dataDir = join(home, 'data')
    await cp(await emptyFolder(), dataDir, { recursive: true })
    const disk = await createFileBlobs(join(dataDir, 'blobs'))
    for (const [key, content] of Object.entries(contents)) await disk.put(key, content)
  })
  afterEach(async () => {
    store.close()
    await rm(home, { recursive: true, force: true })
  })

  const configOf = (folder: string, files?: StorePlace) => ({
    ...readConfig({ KINORA_DATA_DIR: folder }),
    files,
  })
  const back = (files?: StorePlace) => createBackup(configOf(dataDir, files), { to, version: '1.0.0' })
  const keys = async (start: string) => {
    const found: string[] = []
    for await (const { key } of store.list(start)) found.push(key)
    return found
  }
  const expectAll = async (folder: string) => {
    for (const [key, content] of Object.entries(contents)) {
      const found = await readFile(join(folder, 'blobs', 'objects', key))
      expect([key, hash(new Uint8Array(found))]).toEqual([key, hash(content)])
    }
  }

  test('every file comes back; the next one sends what changed; prune frees what only the first one had', async () => {
    const first = await back()
    expect(first.added).toBeGreaterThan(2 * PIECE)
    expect(await keys('locks/')).toEqual([])
    const disk = await createFileBlobs(join(dataDir, 'blobs'))
    // Of two files that are the same one is kept.
    for (const name of ['a', 'twin']) await disk.put(`images/${name}`, new Uint8Array([4, 5, 6, 7]))
    const second = await back()
    expect(second.added).toBe(4)
    expect((await listBackups(to)).map(({ id }) => id)).toEqual([first.snapshot.id, second.snapshot.id])
    expect((await verifyBackups(to)).damages).toEqual([])
    const restored = join(home, 'restored')
    await restoreBackup(configOf(restored), { from: to, snapshot: first.snapshot.id, withoutSecrets: true })
    await expectAll(restored)
    expect((await pruneBackups(to, 1)).removed.map(({ id }) => id)).toEqual([first.snapshot.id])
    expect(await keys(`contents/${hash(contents['images/a']!).slice(0, 2)}/`)).toEqual([])
    expect((await verifyBackups(to)).damages).toEqual([])
  })

  test('what is damaged in the store is found, and saved again', async () => {
    await back()
    const sha256 = hash(contents['streams/yoga/1/master.m3u8']!)
    await store.put(
      `contents/${sha256.slice(0, 2)}/${sha256}`,
      new TextEncoder().encode('#EXTM3Ü'.slice(0, 6)),
    )
    const restored = configOf(join(home, 'restored'))
    expect(await refused(restoreBackup(restored, { from: to, withoutSecrets: true }))).toMatch(/damaged at/)
    await back()
    expect((await verifyBackups(to)).damages).toEqual([])
    await store.put(`contents/${sha256.slice(0, 2)}/${sha256}`, new TextEncoder().encode('#EXTM4U'))
    expect((await verifyBackups(to)).damages).toMatchObject(Array(2).fill({ problem: 'damaged' }))
    await back()
    expect((await verifyBackups(to)).damages).toEqual([])
  })

  test('files that lie in a store are saved from there, and are the restored folder’s', async () => {
    const files = await swift.createBucket()
    await movePlatform(readConfig({ KINORA_DATA_DIR: dataDir }), { files })
    await rm(join(dataDir, 'blobs'), { recursive: true })
    expect(await refused(back(await swift.createBucket()))).toMatch(
      /^conflict: The files of this platform are in s3:/,
    )
    expect(await refused(back())).toMatch(/^conflict: The files of titles lie in s3:/)
    expect(await refused(createBackup(configOf(dataDir, files), { to: files, version: '1.0.0' }))).toMatch(
      /^invalid: The backup can’t lie where the files of the platform lie/,
    )
    const { snapshot } = await back(files)
    expect(snapshot.store).toMatchObject({ isIn: true })
    const again = await back(files)
    expect(again.added).toBe(0)
    const restored = join(home, 'restored')
    await restoreBackup(configOf(restored), { from: to, withoutSecrets: true })
    await expectAll(restored)
    const platform = await startPlatform({ port: 0, dataDir: restored, logLevel: 'silent', demoClips: false })
    expect(await platform.deps.blobs.size('uploads/yoga/original')).toBe(2 * PIECE + 1000)
    await platform.close()
    const without = await createBackup(configOf(dataDir, files), { to, version: '1.0.0', withoutStore: true })
    expect(without.snapshot).toMatchObject({ store: { isIn: false } })
    expect(without.snapshot.files.total).toBeLessThan(PIECE)
  })

  test('another backup that works there is waited for; a key that opens nothing says so, as does an empty bucket', async () => {
    const place = await openPlace(to)
    const lock = await place.lock()
    expect(await refused(back())).toMatch(/^conflict: Another kinora backup works in s3:/)
    await lock.assertHeld()
    const [key] = await keys('locks/')
    await store.delete(key!)
    expect(await refused(lock.assertHeld())).toMatch(/^conflict: Another kinora backup/)
    await lock.release()
    place.close()
    expect(await refused(back())).toBe('nothing refused')
    const credentials = { accessKeyId: 'nobody', secretAccessKey: 'nothing' }
    const closed = createBackup(configOf(dataDir), { to: { ...to, credentials }, version: '1.0.0' })
    expect(await refused(closed)).toMatch(/^invalid: .*AWS_/)
    expect(await refused(listBackups(await swift.createBucket()))).toMatch(/^notFound: There is no backup/)
  })

  test('a file that is another one each time keeps no other out of a backup, and is named', async () => {
    await back()
    await symlink('/proc/sys/kernel/random/uuid', join(dataDir, 'changing'))
    const { snapshot } = await back()
    expect(snapshot.missing).toEqual(['changing'])
    const restored = join(home, 'restored')
    await restoreBackup(configOf(restored), { from: to, withoutSecrets: true })
    await expectAll(restored)
    expect((await pruneBackups(to, 1)).removed).toEqual([])
    await rm(join(dataDir, 'changing'))
    expect((await back()).snapshot.missing).toBeUndefined()
    expect((await pruneBackups(to, 1)).removed).toHaveLength(2)
    expect((await verifyBackups(to)).damages).toEqual([])
  })

  test('a file that changes while it is read is read again; what is stored is what its name says', async () => {
    const place = await openPlace(to)
    let reads = 0
    const changing = () => {
      reads += 1
      return Readable.from([Buffer.from(reads < 3 ? `read ${reads}` : 'steady')])
    }
    const { content, isNew } = await place.save(changing)
    expect([content.sha256, isNew]).toEqual([hash(new TextEncoder().encode('steady')), true])
    expect((await place.save(changing)).isNew).toBe(false)
    const [key] = await keys('contents/')
    expect(new TextDecoder().decode(await wholeOf(await openReading(store, key!)))).toBe('steady')
    const never = place.save(() => Readable.from([Buffer.from(crypto.randomUUID())]))
    expect(await refused(never)).toMatch(/^conflict: A file changed 3 times/)
    expect(await keys('contents/')).toEqual([key])
    place.close()
  })
})

describe('OPS-03 where backups lie', () => {
  const env = {
    AWS_ACCESS_KEY_ID: 'own',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: 'https://minio.example',
  }
  test('a folder, or a bucket opened as the platform’s own', () => {
    expect(toBackupPlace('/mnt/backups', env)).toBe('/mnt/backups')
    expect(toBackupPlace('s3://backups/kinora', env)).toMatchObject({
      bucket: 'backups',
      prefix: 'kinora/',
      endpoint: 'https://minio.example',
      credentials: { accessKeyId: 'own' },
    })
  })

  test('a bucket of another provider, whose settings alone count', () => {
    const other = { KINORA_BACKUP_AWS_ACCESS_KEY_ID: 'other', KINORA_BACKUP_AWS_SECRET_ACCESS_KEY: 'x' }
    expect(toBackupPlace('s3://backups', { ...env, ...other })).toMatchObject({
      endpoint: undefined,
      style: 'virtual',
      credentials: { accessKeyId: 'other' },
    })
    expect(toBackupPlace('s3://backups', { ...env, ...other, AWS_ENDPOINT_URL: '' })).toMatchObject({
      isApart: true,
    })
    const keyless = { ...env, KINORA_BACKUP_AWS_REGION: 'eu-central-1' }
    expect(() => toBackupPlace('s3://backups', keyless)).toThrow(
      expect.objectContaining({ detail: expect.stringMatching(/^KINORA_BACKUP_AWS_ACCESS_KEY_ID and/) }),
    )
    const half = { ...env, KINORA_BACKUP_AWS_ACCESS_KEY_ID: 'other' }
    expect(() => toBackupPlace('s3://backups', half)).toThrow(expect.objectContaining({ code: 'invalid' }))
    const wrong = { ...env, ...other, KINORA_BACKUP_AWS_ENDPOINT_URL: 'minio' }
    expect(() => toBackupPlace('s3://backups', wrong)).toThrow(
      expect.objectContaining({
        detail: expect.stringMatching(/^KINORA_BACKUP_AWS_ENDPOINT_URL must be an address/),
      }),
    )
    expect(() => toBackupPlace('s3://B', env)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})
