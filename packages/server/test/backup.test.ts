import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { contract, createApi, createSend, type KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Backup } from '../src/adapters/backup/create.ts'
import { dumpDatabase, loadDatabase } from '../src/adapters/backup/database-copy.ts'
import { DUMP_PATH } from '../src/adapters/backup/source.ts'
import { openDatabase } from '../src/adapters/database/open.ts'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { createPgBossJobs } from '../src/adapters/jobs-pgboss.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { readMigrations } from '../src/migrations.ts'
import {
  createBackup,
  listBackups,
  movePlatform,
  type Platform,
  pruneBackups,
  readConfig,
  restoreBackup,
  startPlatform,
  verifyBackups,
} from '../src/platform.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { createPostgres } from './database.ts'
import { postgresWanted } from './postgres.ts'
import { copySeededFolder, startSeededPlatform } from './seeded-platform.ts'

const passphrase = 'correct horse battery staple'
const version = '1.0.0'
/** Of a platform that runs all the while; tests leave what they found, and add at most. */
let dataDir: string
let platform: Platform
let home: string
let to: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinora-backed-up-'))
  platform = await startSeededPlatform({ port: 0, dataDir, logLevel: 'silent' })
})
afterAll(async () => {
  await platform?.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kinora-backup-'))
  to = join(home, 'backups')
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** The folder of a platform that doesn't run. */
async function stopped(): Promise<string> {
  const folder = join(home, 'stopped')
  await copySeededFolder(folder)
  return folder
}

async function start(folder: string): Promise<Platform> {
  const started = await startPlatform({ port: 0, dataDir: folder, logLevel: 'silent', demoClips: false })
  onTestFinished(() => started.close())
  return started
}

const configOf = (folder: string) => readConfig({ KINORA_DATA_DIR: folder })
const back = (folder = dataDir) => createBackup(configOf(folder), { to, version, passphrase })
const factsOf = ({ deps }: Platform) => dumpDatabase(deps.db, () => undefined)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing refused',
    (error: KinoraError) => `${error.code}: ${error.detail}`,
  )

/** What rows add to a backup; a platform that runs may have written some between two. */
const addedRows = (before: Backup, { snapshot: { database } }: Backup): number =>
  database.sha256 === before.snapshot.database.sha256 ? 0 : database.bytes

/** SHA-256 of every file of a data folder that isn’t the database’s, by its path. */
async function digests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (!entry.isFile() || /^(database|kinora\.lock|blobs\/(tmp|scratch))/.test(path)) continue
    found[path] = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex')
  }
  return found
}

/** Rows that every start writes. */
const changes = new Set(['folder_owners', 'names_version'])
const steady = ({ tables }: Awaited<ReturnType<typeof factsOf>>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !changes.has(name)))

describe('OPS-03 backup while the server runs, and restore', () => {
  test('every row and every file comes back, and the platform works as it did', async () => {
    await platform.deps.db.execute(
      sql`UPDATE users SET display_name = E'O''Brien \\\\ "quoted", (x)\\n é \\t null' WHERE role = 0`,
    )
    const before = steady(await factsOf(platform))
    const { snapshot, added } = await back()
    expect(steady(snapshot.database.facts)).toEqual(before)
    expect(added).toBeGreaterThan(100_000)
    const restored = join(home, 'restored')
    await restoreBackup(configOf(restored), { from: to, passphrase })
    expect(await digests(restored)).toEqual(await digests(dataDir))
    const again = await start(restored)
    // A platform of its own, with an id of its own.
    const { files_place: place, ...others } = steady(await factsOf(again))
    expect(place).not.toEqual(before.files_place)
    expect({ ...others, files_place: before.files_place }).toEqual(before)
    const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
    const { session } = createApi(contract, createSend({ baseUrl: again.url, fetch, tokens, timeout: 0 }))
    const account = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }
    expect(await session.login(account)).toMatchObject({ token: expect.any(String) })
  })

  test('OPS-05 says where the files are that lie in a store; what is made of it is another platform', async () => {
    const { db } = platform.deps
    const [before] = await rowsOf<{ id: string; place: string | null }>(db, sql`SELECT * FROM files_place`)
    onTestFinished(async () => void (await db.execute(sql`UPDATE files_place SET place = ${before!.place}`)))
    expect((await back()).snapshot.store).toBeUndefined()
    await db.execute(sql`UPDATE files_place SET place = 's3://bucket/prefix/'`)
    expect(await refused(back())).toMatch(/^conflict: The files of titles lie in s3:\/\/bucket\/prefix\//)
    const without = { to, version, passphrase, withoutStore: true }
    expect((await createBackup(configOf(dataDir), without)).snapshot.store).toEqual({
      name: 's3://bucket/prefix/',
      isIn: false,
    })
    const restored = join(home, 'restored')
    await restoreBackup(configOf(restored), { from: to, passphrase })
    const made = await openDatabase(configOf(restored), restored, () => undefined)
    const [row] = await rowsOf<{ id: string }>(made.db, sql`SELECT id FROM files_place`)
    await made.close()
    expect(row!.id).not.toBe(before!.id)
  })

  test('a second backup adds what changed; nothing of the first is lost; prune frees what only old ones had', async () => {
    const first = await back()
    const second = await back()
    expect(second.added).toBe(addedRows(first, second))
    // Of two files that are the same one is kept.
    for (const name of ['new', 'twin'])
      await platform.deps.blobs.put(`images/${name}`, new TextEncoder().encode('new'))
    const third = await back()
    expect(third.added - addedRows(second, third)).toBe(3)
    expect(await listBackups(to)).toHaveLength(3)
    expect((await pruneBackups(to, 1)).removed).toHaveLength(2)
    expect((await listBackups(to)).map(({ id }) => id)).toEqual([third.snapshot.id])
    expect((await verifyBackups(to)).damages).toEqual([])
  })

  test('files that go each time that it is begun are named, and all others are in it', async () => {
    const folder = await stopped()
    const victims = join(folder, 'victims')
    const names = Array.from({ length: 40 }, (_, nth) => `${nth}`)
    const put = () => {
      mkdirSync(victims, { recursive: true })
      for (const name of names) writeFileSync(join(victims, name), name)
    }
    put()
    let [last, calls] = [0, 0]
    // Gone while their folder is walked, and there again for the next round.
    const onProgress = (done: number) => {
      calls = done <= last ? 1 : calls + 1
      last = done
      if (calls === 1) rmSync(victims, { recursive: true, force: true })
      if (calls === 8) put()
    }
    const { snapshot } = await createBackup(configOf(folder), { to, version, onProgress })
    expect(snapshot.missing?.length).toBeGreaterThan(0)
    expect(snapshot.missing?.filter(path => !path.startsWith('victims/'))).toEqual([])
    const whole = (await back(folder)).snapshot
    expect(whole.missing).toBeUndefined()
    expect(whole.files.count).toBe(snapshot.files.count + snapshot.missing!.length)
  })

  test('a stopped platform is backed up as well, and the backup doesn’t lie in what it backs up', async () => {
    const folder = await stopped()
    expect((await back(folder)).snapshot.files.count).toBeGreaterThan(10)
    const inside = createBackup(configOf(folder), { to: join(folder, 'backups'), version })
    expect(await refused(inside)).toMatch(/^invalid: The backup can’t lie in the data folder/)
    const nowhere = createBackup(configOf(join(home, 'nowhere')), { to, version })
    expect(await refused(nowhere)).toMatch(/^notFound: There is no Kinora in/)
  })

  test('verify finds a byte that changed and a file that went; restore makes no folder of it', async () => {
    const { snapshot } = await back()
    const contents = join(to, 'contents')
    const files = (await readdir(contents, { recursive: true, withFileTypes: true })).filter(
      entry => entry.isFile() && ![snapshot.files.sha256, snapshot.database.sha256].includes(entry.name),
    )
    const [first, second] = files.map(({ parentPath, name }) => join(parentPath, name))
    const bytes = await readFile(first!)
    bytes[0]! ^= 1
    await writeFile(first!, bytes)
    await rm(second!)
    const { damages } = await verifyBackups(to)
    expect(new Set(damages.map(({ problem }) => problem))).toEqual(new Set(['damaged', 'gone']))
    const restored = join(home, 'restored')
    expect(await refused(restoreBackup(configOf(restored), { from: to, passphrase }))).toMatch(
      /damaged|notFound/,
    )
    await expect(stat(restored)).rejects.toThrow('ENOENT')
    await back()
    expect((await verifyBackups(to)).damages).toEqual([])
    await restoreBackup(configOf(restored), { from: to, passphrase })
    expect(await digests(restored)).toEqual(await digests(dataDir))
  })

  test('secrets are sealed, left out, or asked for; a folder with something in it stays as it is', async () => {
    await back()
    const restored = join(home, 'restored')
    const restore = (more: object) => refused(restoreBackup(configOf(restored), { from: to, ...more }))
    expect(await restore({})).toMatch(/^invalid: The backup .* sealed with a passphrase/)
    expect(await restore({ passphrase: 'another passphrase' })).toBe(
      'invalid: The passphrase isn’t the one of this backup.',
    )
    expect(await restore({ snapshot: '2020' })).toMatch(/^notFound: There is no backup 2020/)
    expect(await restore({ withoutSecrets: true })).toBe('nothing refused')
    await expect(stat(join(restored, 'secret.key'))).rejects.toThrow('ENOENT')
    expect(await restore({ passphrase })).toMatch(/^conflict: .* isn’t empty/)
    for (const file of await readdir(join(to, 'snapshots')))
      expect(await readFile(join(to, 'snapshots', file), 'utf8')).not.toContain(
        (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim(),
      )
  })

  test('a backup whose snapshot names another folder is refused, and nothing is made or removed there', async () => {
    const { snapshot } = await back()
    const foreign = join(home, 'foreign')
    const path = join(to, 'snapshots', `${snapshot.id}.json`)
    await writeFile(path, JSON.stringify({ ...snapshot, id: '/../../foreign' }))
    await writeFile(`${foreign}.json`, 'mine')
    const options = { from: to, passphrase }
    expect(await refused(restoreBackup(configOf(join(home, 'restored')), options))).toMatch(
      /^conflict: .* is damaged/,
    )
    expect(await refused(pruneBackups(to, 0))).toMatch(/^conflict: .* is damaged/)
    expect(await readFile(`${foreign}.json`, 'utf8')).toBe('mine')
    await expect(stat(foreign)).rejects.toThrow('ENOENT')
  })

  test('a name in the copy of a database is a name, whatever is written in it', async () => {
    const lines: string[] = []
    await dumpDatabase(platform.deps.db, line => void lines.push(line))
    const sequence = "none', 1), pg_sleep(0); SELECT ('x"
    lines.splice(-1, 0, JSON.stringify({ sequence, value: '1' }))
    const config = configOf(join(home, 'restored'))
    await mkdir(config.dataDir)
    const database = await openDatabase(config, config.dataDir, () => undefined)
    const copy = {
      ...{ database, lines: Readable.from(lines), migrations: await readMigrations() },
      openJobs: () => createPgBossJobs(database, silentLog),
    }
    await expect(loadDatabase(copy)).rejects.toThrow(`relation "${sequence}" does not exist`)
    await database.close()
  })

  test('files on another disk, behind a link, are in it; a damaged backup stops no other, nor does a folder that went', async () => {
    const folder = await stopped()
    const whole = (await back(folder)).snapshot
    await rename(join(folder, 'blobs'), join(home, 'disk'))
    await symlink(join(home, 'disk'), join(folder, 'blobs'))
    await writeFile(join(to, 'snapshots', '2020.json'), '{"half')
    expect(await refused(listBackups(to))).toMatch(/^conflict: .*2020.json is damaged/)
    const held = async () =>
      (await readdir(join(to, 'contents'), { recursive: true, withFileTypes: true })).filter(entry =>
        entry.isFile(),
      ).length
    const before = await held()
    const { snapshot } = await back(folder)
    expect(snapshot.files).toMatchObject({ count: whole.files.count, total: whole.files.total })
    // Of every file the same bytes; only the database and the list of the files may be others.
    expect(await held()).toBeLessThanOrEqual(before + 2)
    await rm(join(to, 'snapshots', '2020.json'))
    expect((await verifyBackups(to)).damages).toEqual([])
  })

  test('a server that can’t read its database out says why', async () => {
    const inTheWay = join(dataDir, 'dump-in-the-way')
    await mkdir(inTheWay)
    onTestFinished(() => rm(inTheWay, { recursive: true }))
    // As what a killed backup left some days ago.
    await utimes(inTheWay, 0, 0)
    expect(await refused(back())).toMatch(
      /^server: The server could not read its database out: .*dump-in-the-way/,
    )
  })

  test('the running server hands its database out to whoever may read its folder, and to nobody else', async () => {
    const order = (authorization?: string) =>
      fetch(`${platform.url}${DUMP_PATH}`, {
        method: 'POST',
        headers: { ...(authorization && { authorization }) },
      })
    const until = Date.now() + 30_000
    for (const forged of [undefined, 'Folder', `Folder ${until}.abc`, `Bearer ${until}`])
      expect((await order(forged)).status).toBe(401)
    expect((await readdir(dataDir)).filter(name => name.startsWith('dump-'))).toEqual([])
    await back()
    expect((await readdir(dataDir)).filter(name => name.startsWith('dump-'))).toEqual([])
  })
})

describe.skipIf(!postgresWanted)('from embedded to PostgreSQL', () => {
  test('OPS-04 every row is there, jobs that waited wait there, and the embedded database is as it was', async () => {
    const folder = join(home, 'moved')
    const embedded = await startSeededPlatform({ port: 0, dataDir: folder, logLevel: 'silent' })
    await embedded.deps.jobs.enqueue('toy-queue', { n: 1 }, { key: 'toy', delaySeconds: 3600 })
    const before = steady(await factsOf(embedded))
    const url = await createPostgres()
    expect(await refused(movePlatform(configOf(folder), { databaseUrl: url }))).toMatch(
      /^conflict: .* is in use by another Kinora/,
    )
    await embedded.close()
    await movePlatform(configOf(folder), { databaseUrl: url })
    const grown = openPostgres({ url })
    expect(steady(await dumpDatabase(grown.db, () => undefined))).toEqual(before)
    const jobs = await grown.pool.query(`SELECT data FROM pgboss.job WHERE name = 'toy-queue'`)
    expect(jobs.rows).toEqual([{ data: { n: 1 } }])
    // Ended right after the rows had come, with one job less.
    await grown.pool.query(`DELETE FROM pgboss.job WHERE name = 'toy-queue'`)
    await movePlatform(configOf(folder), { databaseUrl: url })
    const again = await grown.pool.query(`SELECT data FROM pgboss.job WHERE name = 'toy-queue'`)
    expect(again.rows).toEqual([{ data: { n: 1 } }])
    await grown.pool.query(`UPDATE users SET display_name = 'Somebody' WHERE role = 0`)
    await grown.close()
    expect(await refused(movePlatform(configOf(folder), { databaseUrl: url }))).toMatch(
      /^conflict: .*has accounts already/,
    )
    expect(steady(await factsOf(await start(folder)))).toEqual(before)
  })
})
