import { createArgon2Passwords, createSecrets } from '../src/adapters/secrets.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { readMigrations } from '../src/migrations.ts'
import type { OpenDatabase } from '../src/ports/db.ts'
import { systemClock } from '../src/ports/runtime.ts'
import { DEMO_PASSWORD } from '../src/seed/accounts.ts'
import { seedFoundation } from '../src/seed/foundation.ts'
import { contentKey } from './template.ts'

/** What a test's database has: the tables, or the demo's organisations, catalogue and accounts as well. */
export type TestContent = 'migrated' | 'seeded'

/** Passwords that cost little. */
export const testPasswords = createArgon2Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 })

/** The key of tests that start no platform. */
export const testSecrets = createSecrets(new Uint8Array(48).fill(9))

export async function fill(database: OpenDatabase, content: TestContent): Promise<void> {
  await migrate(database, await readMigrations())
  const needs = { db: database.db, passwords: testPasswords, secrets: testSecrets, clock: systemClock }
  if (content === 'seeded') await seedFoundation(needs, DEMO_PASSWORD)
}

const made = ['cluster.ts', 'content.ts', 'database.ts', 'pristine.ts', 'seeded-platform.ts'].map(
  name => `server/test/${name}`,
)
const sources = ['core/src', 'server/src', 'server/migrations', 'server/assets', ...made]

let key: Promise<string> | undefined
/** Names everything that decides what a database or a data folder begins with; read once by a process, for every start asks. */
export function keyOfContent(): Promise<string> {
  key ??= contentKey(...sources.map(path => `packages/${path}`))
  return key
}
