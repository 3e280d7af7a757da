import { readFile, writeFile } from 'node:fs/promises'
import { measured } from '../../../scripts/times.ts'
import { type OpenPGlite, openPglite } from '../src/adapters/database/pglite.ts'
import { type OpenPostgres, openPostgres } from '../src/adapters/database/postgres.ts'
import { fill, keyOfContent, type TestContent } from './content.ts'
import { postgresWanted, startPostgres } from './postgres.ts'
import { template } from './template.ts'

export type TestDatabase = OpenPGlite | OpenPostgres

/** What a suite that is about SQL runs on: `describe.each(databases)`. */
export const databases: readonly ('pglite' | 'postgres')[] = postgresWanted
  ? ['pglite', 'postgres']
  : ['pglite']

/** A database in memory. Its start is slow from nothing, so it begins with a dump that is made once. */
export async function openTestPglite(content: TestContent = 'migrated'): Promise<OpenPGlite> {
  const dump = await template(`pglite-${content}`, await keyOfContent(), async path => {
    const database = await openPglite()
    await fill(database, content)
    await writeFile(path, Buffer.from(await (await database.dump()).arrayBuffer()))
    await database.close()
  })
  // Read whole: a Blob of the file fails where another worker that made it too puts its own in the place.
  return measured('database', async () => openPglite({ from: new Blob([await readFile(dump)]) }))
}

/** A database on a PostgreSQL server of its own; closing it stops the server. */
export async function openTestPostgres(content: TestContent = 'migrated'): Promise<OpenPostgres> {
  const cluster = await measured('PostgreSQL', () => startPostgres())
  const database = openPostgres({ url: await cluster.createDatabase(content), connections: 4 })
  return {
    ...database,
    async close() {
      await database.close()
      await cluster.stop()
    },
  }
}
