import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { type OpenPGlite, openPglite } from '../src/adapters/database/pglite.ts'
import { type OpenPostgres, openPostgres } from '../src/adapters/database/postgres.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { type Cluster, postgresWanted, startPostgres } from './postgres.ts'

export type TestDatabase = OpenPGlite | OpenPostgres

/** What a suite that is about SQL runs on: `describe.each(databases)`. */
export const databases: readonly ('pglite' | 'postgres')[] = postgresWanted
  ? ['pglite', 'postgres']
  : ['pglite']

/** A migrated database in memory. Its start is slow from nothing, so the first test run keeps a dump. */
export async function openTestPglite(): Promise<OpenPGlite> {
  const file = join(import.meta.dirname, '../../../node_modules/.cache/kinora', `${cacheKey()}.tar`)
  if (await exists(file)) return openPglite({ from: await openAsBlob(file) })
  const database = await openPglite()
  await migrate(database, migrations)
  await mkdir(join(file, '..'), { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, Buffer.from(await (await database.dump()).arrayBuffer()))
  await rename(temporary, file)
  return database
}

/** A migrated database on a PostgreSQL server of its own; closing it stops the server. */
export async function openTestPostgres(): Promise<OpenPostgres> {
  const cluster: Cluster = await startPostgres()
  const database = openPostgres({ url: await cluster.createDatabase(), connections: 4 })
  await migrate(database, migrations)
  return {
    ...database,
    async close() {
      await database.close()
      await cluster.stop()
    },
  }
}

function cacheKey(): string {
  const hash = createHash('sha256')
  for (const { name, sql } of migrations) hash.update(`${name}\n${sql}\n`)
  return `migrated-${hash.digest('hex').slice(0, 20)}`
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    facts => facts.size > 0,
    () => false,
  )
