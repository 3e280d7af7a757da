import { PGlite } from '@electric-sql/pglite'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { type Database, type OpenDatabase, plannerSettings, type Row } from '../../ports/db.ts'
import { createDiskSpaceGuard } from './pglite-disk-space.ts'
import { type MaintenanceOptions, startMaintenance } from './pglite-maintenance.ts'
import { cacheStatements, type QueryClient } from './pglite-prepared.ts'

export interface PGliteOptions {
  /** A folder of its own; in memory where there is none. */
  dataDir?: string
  /** Where its files are instead, and what they begin with. */
  files?: Filesystem
  /** Vacuums by itself after mass changes. */
  maintenance?: MaintenanceOptions
}

export interface OpenPGlite extends OpenDatabase {
  kind: 'pglite'
  client: PGlite
  /** The whole database as one uncompressed file. */
  dump(): Promise<Blob>
}

/** PostgreSQL inside the process: one connection, one process for a folder. */
export async function openPglite(options: PGliteOptions = {}): Promise<OpenPGlite> {
  const client = await PGlite.create({
    dataDir: options.dataDir,
    fs: options.files,
    extensions: { pg_trgm },
  })
  await client.exec(plannerSettings)
  const assertRoom = options.dataDir === undefined ? () => undefined : createDiskSpaceGuard(options.dataDir)
  guard(client, assertRoom)
  const cached = cacheStatements(client, assertRoom)
  const stopMaintenance =
    options.maintenance === undefined ? undefined : startMaintenance(client, options.maintenance)
  return {
    kind: 'pglite',
    client,
    db: drizzle(cached as QueryClient as PGlite) as unknown as Database,
    async exclusive(work) {
      // Scripts of many statements aren't looked into.
      assertRoom('UPDATE')
      return client.transaction(async tx => {
        await cached.forget(tx)
        return work(async script => ((await tx.exec(script)).at(-1)?.rows ?? []) as Row[])
      })
    },
    dump: () => client.dumpDataDir('none'),
    async close() {
      stopMaintenance?.()
      await client.close()
    },
  }
}

/** What others ask of the client itself: the queue of jobs and the maintenance. */
function guard(client: PGlite, assertRoom: (statement: string) => void): void {
  const [query, exec] = [client.query.bind(client), client.exec.bind(client)]
  client.query = async (text, ...rest) => {
    assertRoom(text)
    return query(text, ...rest)
  }
  client.exec = async (text, ...rest) => {
    assertRoom(text)
    return exec(text, ...rest)
  }
}
