import { migrations } from '../migrations/index.ts'
import { createArgon2Passwords } from '../src/adapters/passwords-argon2.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import type { OpenDatabase } from '../src/ports/db.ts'
import { DEMO_PASSWORD } from '../src/seed/accounts.ts'
import { seedFoundation } from '../src/seed/foundation.ts'
import { contentKey } from './template.ts'

/** What a test's database has: the tables, or the demo's organisations, catalogue and accounts as well. */
export type TestContent = 'migrated' | 'seeded'

/** Passwords that cost little. */
export const testPasswords = createArgon2Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 })

export async function fill(database: OpenDatabase, content: TestContent): Promise<void> {
  await migrate(database, migrations)
  if (content === 'seeded') await seedFoundation({ db: database.db, passwords: testPasswords }, DEMO_PASSWORD)
}

const sources = ['core/src', 'server/src', 'server/migrations', 'server/assets', 'server/test/cluster.ts']

/** Names everything that decides what a database or a data folder begins with. */
export const keyOfContent = (): Promise<string> => contentKey(...sources.map(path => `packages/${path}`))
