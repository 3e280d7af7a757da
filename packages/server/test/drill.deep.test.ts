import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { dumpDatabase } from '../src/adapters/backup/database-copy.ts'
import { objectKey } from '../src/adapters/blobs-s3/parts.ts'
import { openStore, type StorePlace } from '../src/adapters/blobs-s3/store.ts'
import { openDatabase } from '../src/adapters/database/open.ts'
import { type Backup, type Moved, type Snapshot, verifyBackups } from '../src/platform.ts'
import { createChildren, type StartedChild } from './child.ts'
import { createPostgres } from './database.ts'
import { postgresWanted } from './postgres.ts'
import { startSeededPlatform } from './seeded-platform.ts'
import { hasSwift, inSwift, type Swift, startSwift, variablesOf } from './swift.ts'
import { addManyTitles } from './titles/many.ts'
import { clip, sendFile, viewTitle } from './titles/support.ts'

/** `KINORA_DRILL_TITLES=100000` for the drill of a platform of years; a tenth of them have a file. */
const TITLES = Number(process.env.KINORA_DRILL_TITLES ?? 2000)
const FILES = TITLES / 10
const passphrase = 'correct horse battery staple'
/** The demo encodes nothing meanwhile, so that what is stored is what was sent. */
const quiet = { KINORA_DEMO_CLIPS: 'off', KINORA_RTMP_PORT: 'off' }

/** What `npx kinora backup`, `restore` and `move` call, as a process of its own that says how far it is. */
const scripts = {
  backup: `createBackup(config, { to: process.env.DRILL_TO, version: '1.0.0', passphrase, onProgress })`,
  restore: `restoreBackup(config, { from: process.env.DRILL_TO, passphrase, onProgress })`,
  move: `movePlatform(config, { databaseUrl: process.env.DRILL_DATABASE, files: config.files, onProgress })`,
}
const scriptOf = (name: keyof typeof scripts) => `
  import { createBackup, movePlatform, readConfig, restoreBackup } from '@kinora/server/platform'
  const config = readConfig(process.env)
  const passphrase = '${passphrase}'
  let percent = -1
  const onProgress = (done, total) => {
    const now = Math.floor((100 * done) / total)
    if (now > percent) process.stdout.write(\`\${(percent = now) / 100}\\n\`)
  }
  const result = await ${scripts[name]}
  process.stdout.write(JSON.stringify(result) + '\\n')
`

let home: string
let dataDir: string
let swift: Swift
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kinora-drill-'))
  dataDir = join(home, 'data')
  if (hasSwift) swift = await startSwift()
})
afterAll(async () => {
  await swift?.stop()
  await rm(home, { recursive: true, force: true })
})
const start = await createChildren('provider')

/**
 * Runs a script again and again: killed -9 once it is at each of the shares, then to its end. Gives what it said last, and how many
 * kills took effect.
 */
async function drill<T>(name: keyof typeof scripts, variables: NodeJS.ProcessEnv, shares: readonly number[]) {
  let kills = 0
  for (const share of [...shares, undefined]) {
    const child = spawn(
      process.execPath,
      ['--conditions=@kinora/source', '--input-type=module', '-e', scriptOf(name)],
      {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, LOG_LEVEL: 'silent', ...variables },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let last = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      last = (last + part).slice(-200_000)
      const done = Number(/(?:^|\n)([\d.e-]+)\n$/.exec(last)?.[1] ?? 0)
      if (share !== undefined && done >= share) child.kill('SIGKILL')
    })
    await new Promise(resolve => child.once('close', resolve))
    if (child.signalCode === 'SIGKILL') kills += 1
    if (share === undefined) {
      expect([name, child.exitCode]).toEqual([name, 0])
      return { kills, result: JSON.parse(last.trimEnd().split('\n').at(-1)!) as T }
    }
  }
  throw new Error('not reached')
}

/** SHA-256 of every stored file, by its key. */
async function digestsOnDisk(folder: string): Promise<Record<string, string>> {
  const objects = join(folder, 'blobs/objects')
  const found: Record<string, string> = {}
  for (const entry of await readdir(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    found[path.slice(objects.length + 1)] = hash.digest('hex')
  }
  return found
}

/** Rows that every start writes, and the proof of who has the files. */
const changes = new Set(['folder_owners', 'names_version', 'files_place'])
const steady = ({ tables }: Snapshot['database']['facts']) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !changes.has(name)))

const whole = { start: 0, end: Number.POSITIVE_INFINITY }

/** Of a database that no server has opened since. */
async function rowsOf(folder: string, databaseUrl?: string): Promise<ReturnType<typeof steady>> {
  const { db, close } = await openDatabase({ databaseUrl }, folder, () => undefined)
  try {
    return steady(await dumpDatabase(db, () => undefined))
  } finally {
    await close()
  }
}

interface Sent {
  tag: string
  /** Its file was sent as well. */
  isWhole: boolean
}

/** Somebody who goes on making titles and sending files; what the server confirmed is theirs to find again. */
function keepWriting(server: () => StartedChild) {
  const sent: Sent[] = []
  let isOver = false
  const work = async () => {
    const video = await clip()
    while (!isOver) {
      const { api } = server()
      try {
        const { tag } = await api.titles.create({ className: `Made meanwhile ${sent.length}` })
        const title: Sent = { tag, isWhole: false }
        sent.push(title)
        await sendFile(api, tag, video)
        title.isWhole = true
      } catch {
        // The server was killed: the next one is asked.
        await until('a server answers', async () => {
          const answer = await fetch(`${server().url}/healthz`).catch(() => undefined)
          return answer?.ok
        })
      }
    }
  }
  const done = work()
  const stop = () => {
    isOver = true
    return done
  }
  return { sent, stop }
}

describe.skipIf(!hasSwift || !postgresWanted)(`drills of a platform with ${TITLES} titles${inSwift}`, () => {
  const backups = () => join(home, 'backups')
  const restored = () => join(home, 'restored')
  let facts: ReturnType<typeof steady>
  let digests: Record<string, string>

  test('OPS-03 a backup under load, it and the server killed; restored elsewhere, killed: every row, every byte', async () => {
    const platform = await startSeededPlatform({ port: 0, dataDir, logLevel: 'silent' })
    await addManyTitles(platform.deps.db, TITLES)
    await platform.close()
    const folder = join(dataDir, 'blobs/objects/images/drill')
    await mkdir(folder, { recursive: true })
    for (let file = 0; file < FILES; file += 1)
      await writeFile(join(folder, String(file)), randomBytes(1 + ((file * 7919) % 40_000)))

    const variables = { ...quiet, KINORA_DATA_DIR: dataDir, DRILL_TO: backups() }
    let server = await start(variables)
    const writer = keepWriting(() => server)
    await until('somebody has written', async () => writer.sent.some(({ isWhole }) => isWhole))
    const first = await drill<Backup>('backup', variables, [0, 0.2, 0.5, 0.9])
    expect(first.kills).toBeGreaterThanOrEqual(3)
    await server.kill()
    server = await start(variables)
    const before = [...writer.sent]
    const wholeBefore = before.filter(({ isWhole }) => isWhole)
    const { result } = await drill<Backup>('backup', variables, [0])
    await writer.stop()
    facts = steady(result.snapshot.database.facts)
    expect(facts.titles!.rows).toBeGreaterThanOrEqual(TITLES + before.length)
    await server.kill()
    expect(await verifyBackups(backups())).toMatchObject({ damages: [] })

    const elsewhere = { ...quiet, KINORA_DATA_DIR: restored(), DRILL_TO: backups() }
    expect((await drill('restore', elsewhere, [0, 0.4, 1])).kills).toBeGreaterThanOrEqual(2)
    expect(await rowsOf(restored())).toEqual(facts)
    digests = await digestsOnDisk(restored())
    const original = await digestsOnDisk(dataDir)
    for (const [key, digest] of Object.entries(digests)) expect([key, original[key]]).toEqual([key, digest])
    expect(Object.keys(digests).filter(key => key.startsWith('images/drill/'))).toHaveLength(FILES)

    const there = await start({ ...quiet, KINORA_DATA_DIR: restored() })
    for (const { tag } of before) expect((await viewTitle(there.api, tag)).tag).toBe(tag)
    for (const { tag } of wholeBefore)
      expect(await there.api.titles.verify({ tag })).toMatchObject({ isIntact: true })
    await there.kill()
  })

  test('OPS-04 moved to PostgreSQL and S3, killed: every row, every byte, and the old place as it was', async () => {
    facts = await rowsOf(restored())
    digests = await digestsOnDisk(restored())
    const place: StorePlace = await swift.createBucket()
    const databaseUrl = await createPostgres()
    const s3 = variablesOf(place)
    const variables = { ...quiet, ...s3, KINORA_DATA_DIR: restored(), DRILL_DATABASE: databaseUrl }
    const { kills, result } = await drill<Moved>('move', variables, [0, 0.3, 0.7, 1])
    expect(kills).toBeGreaterThanOrEqual(3)
    expect(result.files!.count).toBe(Object.keys(digests).length)
    const store = openStore(place)
    for (const [key, digest] of Object.entries(digests)) {
      const hash = createHash('sha256')
      await pipeline((await store.open(objectKey(key), whole))!.pieces, hash)
      expect([key, hash.digest('hex')]).toEqual([key, digest])
    }
    store.close()
    expect(await rowsOf(restored(), databaseUrl)).toEqual(facts)
    expect(await digestsOnDisk(restored())).toEqual(digests)
    const after = await start({
      ...quiet,
      ...s3,
      DATABASE_URL: databaseUrl,
      KINORA_DATA_DIR: join(home, 'grown'),
    })
    const { data } = await after.api.titles.search({ take: 1, query: 'Made meanwhile' })
    expect(data).toHaveLength(1)
    await after.kill()
  })
})
