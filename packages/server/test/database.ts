import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { measured } from '../../../scripts/times.ts'
import { type OpenPGlite, openPglite, type PGliteOptions } from '../src/adapters/database/pglite.ts'
import type { QueryClient } from '../src/adapters/database/pglite-prepared.ts'
import { type OpenPostgres, openPostgres } from '../src/adapters/database/postgres.ts'
import { createPgBossJobs } from '../src/adapters/jobs-pgboss.ts'
import type { Database } from '../src/ports/db.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { fill, keyOfContent, type TestContent } from './content.ts'
import { MemoryFiles } from './memory-files.ts'
import { nameOf, postgresWanted } from './postgres.ts'
import { createPristine, keepRows, type Pristine } from './pristine.ts'
import { template } from './template.ts'

export type TestDatabase = OpenPGlite | OpenPostgres

/** What a suite that is about SQL runs on: `describe.each(databases)`. */
export const databases: readonly ('pglite' | 'postgres')[] = postgresWanted
  ? ['pglite', 'postgres']
  : ['pglite']

/** A database in memory, with the tables alone or the demo's rows as well. */
export const openTestPglite = (content: TestContent = 'migrated'): Promise<OpenPGlite> =>
  content === 'seeded' ? borrow() : start(content)

/** The tables alone, on a database that is opened with such options. */
export const openPgliteWith = (options: PGliteOptions): Promise<OpenPGlite> => start('migrated', options)

/** Its start is slow from nothing, so it begins with a dump that is made once. */
async function start(content: TestContent, options: PGliteOptions = {}): Promise<OpenPGlite> {
  const dump = await template(`pglite-${content}`, await keyOfContent(), async path => {
    const database = await openPglite()
    await fill(database, content)
    if (content === 'seeded') {
      await (await createPgBossJobs(database, silentLog)).stop()
      await keepRows(database)
    }
    await writeFile(path, Buffer.from(await (await database.dump()).arrayBuffer()))
    await database.close()
  })
  return measured('database', async () =>
    openPglite({ ...options, files: new MemoryFiles(await readFile(dump)) }),
  )
}

interface Kept {
  database: OpenPGlite
  pristine: Pristine
}

/**
 * Seeded databases that no test of this process uses at present. Files that a worker runs in turn hand one on: what the one
 * before did is taken back in a twentieth of a second, while another one takes a second and its memory for good.
 */
const idle: Kept[] = []

async function borrow(): Promise<OpenPGlite> {
  const kept = idle.pop() ?? (await startKept())
  const { database, pristine } = kept
  const { $client } = database.db as unknown as { $client: QueryClient }
  let isReturned = false
  const held = () => {
    if (isReturned) throw new Error('This database was closed by the test that had it.')
    return $client
  }
  const client: QueryClient = {
    query: async (...asked) => held().query(...asked),
    transaction: async work => held().transaction(work),
  }
  return {
    ...database,
    db: drizzle(client as PGlite) as unknown as Database,
    async close() {
      if (isReturned) return
      isReturned = true
      if (await pristine.restore()) idle.push(kept)
      else await database.close()
    },
  }
}

async function startKept(): Promise<Kept> {
  const database = await start('seeded')
  return { database, pristine: await createPristine(database) }
}

/** A database of its own on the run's PostgreSQL server. */
export const openTestPostgres = async (content: TestContent = 'migrated'): Promise<OpenPostgres> =>
  openPostgres({ url: await createPostgres(content), connections: 4 })

/** Address of a new database on the run's PostgreSQL server; empty by default. */
export const createPostgres = (content?: TestContent): Promise<string> =>
  measured('PostgreSQL', async () => {
    const server = inject('postgres')
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client({ connectionString: `${server}/postgres` })
    await client.connect()
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${content === undefined ? 'template0' : nameOf(content)}`,
    )
    await client.end()
    return `${server}/${name}`
  })
