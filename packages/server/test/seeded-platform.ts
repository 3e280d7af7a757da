import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measured } from '../../../scripts/times.ts'
import { createFileBlobs } from '../src/adapters/blobs-fs/index.ts'
import { openPglite } from '../src/adapters/database/pglite.ts'
import { copyDemoFiles } from '../src/adapters/file-store-folder.ts'
import { createFolderFiles } from '../src/adapters/files-folder.ts'
import { createPgBossJobs } from '../src/adapters/jobs-pgboss.ts'
import { createProbe } from '../src/adapters/probe/index.ts'
import { createSecrets, readSecretKey } from '../src/adapters/secrets.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { readMigrations } from '../src/migrations.ts'
import { type Config, type Platform, startPlatform } from '../src/platform.ts'
import { silentLog, systemClock } from '../src/ports/runtime.ts'
import { DEMO_PASSWORD } from '../src/seed/accounts.ts'
import { demoStoreFiles } from '../src/seed/batches.ts'
import { seed } from '../src/seed/index.ts'
import { keyOfContent, testPasswords } from './content.ts'
import { template } from './template.ts'

const demo = join(import.meta.dirname, '../assets/demo')

/**
 * The platform with its demo on a data folder that is a copy of one seeded before: the first start after a change of the
 * sources, or on a new day, seeds; all others take half a second. The demo's clips stay unprocessed unless asked for, and encoding
 * gives way to nothing, so that a full machine doesn't hold up who waits for it. A token outlives the tests: a browser logs the 401
 * of an old one as an error, and on a slow machine one file of tests takes longer than a token lives.
 */
export async function startSeededPlatform(config: Partial<Config> & { dataDir: string }): Promise<Platform> {
  const seeded = await seededFolder()
  return measured('platform', async () => {
    await copyFolder(seeded, config.dataDir)
    return startPlatform({ demoClips: false, encoderNiceness: 0, accessTokenLifetime: 86_400, ...config })
  })
}

/** The data folder of a platform with its demo that doesn't run. */
export const copySeededFolder = async (target: string): Promise<void> =>
  copyFolder(await seededFolder(), target)

async function seededFolder(): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  return template('platform-demo', `${today}-${await keyOfContent()}`, folder => seedFolder(folder, false))
}

async function copyFolder(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${source}/.`, target])
}

/** A data folder with one administrator and nothing else, to be copied. */
export const emptyFolder = async (): Promise<string> =>
  template('platform-empty', await keyOfContent(), folder => seedFolder(folder, true))

/** A data folder as the first start makes it, before anything is done with its titles. */
async function seedFolder(folder: string, empty: boolean): Promise<void> {
  const store = join(folder, 'file-store')
  await mkdir(store, { recursive: true, mode: 0o750 })
  const database = await openPglite({ dataDir: join(folder, 'database') })
  await migrate(database, await readMigrations())
  const probe = createProbe()
  const deps = {
    db: database.db,
    blobs: await createFileBlobs(join(folder, 'blobs')),
    passwords: testPasswords,
    secrets: createSecrets(await readSecretKey(folder)),
    clock: systemClock,
    probe,
  }
  await seed(deps, { empty, password: DEMO_PASSWORD, assets: createFolderFiles(demo) })
  if (!empty) await copyDemoFiles({ from: demo, store }, demoStoreFiles)
  // The queue's schema too, which each platform's start would make otherwise.
  await (await createPgBossJobs(database, silentLog)).stop()
  await probe.close()
  await database.close()
  await dropTemplates(join(folder, 'database/base'))
}

/** What PostgreSQL copies for a new database, a third of the files that each start would copy; PGlite has one and makes no other. */
async function dropTemplates(databases: string): Promise<void> {
  for (const name of ['1', '4']) {
    const folder = join(databases, name)
    for (const file of await readdir(folder)) if (file !== 'PG_VERSION') await rm(join(folder, file))
  }
}
