import { openPostgres } from '../src/adapters/database/postgres.ts'
import { type Cluster, copyCluster, createCluster } from './cluster.ts'
import { fill, keyOfContent, type TestContent } from './content.ts'
import { template } from './template.ts'

/** `KINORA_TEST_POSTGRES=off` leaves PostgreSQL out; anything else demands it. */
export const postgresWanted = process.env.KINORA_TEST_POSTGRES !== 'off'

export interface TestCluster extends Omit<Cluster, 'createDatabase'> {
  /** Address of a new database; empty by default. */
  createDatabase(content?: TestContent): Promise<string>
}

/** A PostgreSQL server of its own in a temporary folder, on a free port, without durability; `more` adds settings of the server. */
export async function startPostgres(more = ''): Promise<TestCluster> {
  const prepared = await template('postgres-cluster', await keyOfContent(), prepare)
  const { createDatabase, ...cluster } = await copyCluster(prepared, more)
  return { ...cluster, createDatabase: content => createDatabase(content && nameOf(content)) }
}

/** A cluster that has a database for each content, to be copied from. */
async function prepare(folder: string): Promise<void> {
  const cluster = await createCluster()
  for (const content of ['migrated', 'seeded'] as const) {
    const database = openPostgres({
      url: await cluster.createDatabase(undefined, nameOf(content)),
      connections: 1,
    })
    await fill(database, content)
    await database.close()
  }
  await cluster.keep(folder)
}

/** The database of a cluster that has this content, to copy from. */
export const nameOf = (content: TestContent): string => `kinora_${content}`
