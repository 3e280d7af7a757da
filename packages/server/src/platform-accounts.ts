import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { KinoraError, type StaffDraft } from '@kinora/core'
import { type AccountRow, createStaff, listAccounts, resetPassword } from './accounts/index.ts'
import type { Config } from './adapters/config.ts'
import { databaseFolder, openDatabase } from './adapters/database/open.ts'
import { makeFolder } from './adapters/files.ts'
import { lockFolder } from './adapters/folder-lock.ts'
import { createArgon2Passwords } from './adapters/secrets.ts'
import { migrate } from './kernel/db/migrate.ts'
import { readMigrations } from './migrations.ts'
import { systemClock } from './ports/runtime.ts'

/** The accounts of this machine's own platform, without starting it. */
export interface LocalAccounts {
  /** The folder of the embedded database, or `PostgreSQL`. */
  place: string
  list(): Promise<AccountRow[]>
  /** Throws `invalid` for an e-mail that an account has. */
  create(draft: StaffDraft): Promise<AccountRow>
  /** Ends all sessions of the account; throws `notFound`. */
  setPassword(email: string, password: string): Promise<AccountRow>
  close(): Promise<void>
}

/** The author in the audit entries: anybody who may write to the database. */
const author = { userId: '', displayName: 'kinora accounts', client: 'cli' } as const

/**
 * Opens the database that `kinora serve` would open with this configuration. The embedded one belongs to one process: throws
 * `conflict` while another has it, and `notFound` where there is none, unless it may be `made`.
 */
export async function openAccounts(config: Config, { made = false } = {}): Promise<LocalAccounts> {
  const { place, database, close } = await openHere(config, { made })
  try {
    await migrate(database, await readMigrations())
  } catch (error) {
    await close()
    throw error
  }
  const deps = { db: database.db, passwords: createArgon2Passwords() }
  const by = () => ({ ...author, now: systemClock.now() })
  return {
    place,
    list: () => listAccounts(database.db),
    create: draft => createStaff(deps, draft, by()),
    setPassword: (email, password) => resetPassword(deps, { email, password }, by()),
    close,
  }
}

/** Brings that database up to date with this program; gives the names of what ran (OPS-07). Throws as `openAccounts` does. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { database, close } = await openHere(config, { made: false })
  try {
    return await migrate(database, await readMigrations())
  } finally {
    await close()
  }
}

async function openHere(config: Config, { made }: { made: boolean }) {
  const isEmbedded = config.databaseUrl === undefined
  const dataDir = resolve(config.dataDir)
  const place = isEmbedded ? databaseFolder(dataDir) : 'PostgreSQL'
  if (isEmbedded && !made && !existsSync(place))
    throw new KinoraError('notFound', { detail: `There is no Kinora database in ${dataDir}.` })
  if (isEmbedded) await makeFolder(dataDir, 0o700)
  const lock = isEmbedded ? await lockFolder(dataDir) : undefined
  const database = await openDatabase(config, dataDir, () => undefined).catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })
  const close = async () => {
    await database.close()
    await lock?.release()
  }
  return { place, database, close }
}
