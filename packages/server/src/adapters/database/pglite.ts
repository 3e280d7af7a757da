import { PGlite } from '@electric-sql/pglite'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { type Database, type OpenDatabase, plannerSettings, type Row } from '../../ports/db.ts'
import { createDiskSpaceGuard } from './pglite-disk-space.ts'
import { cacheStatements, type QueryClient } from './pglite-prepared.ts'

interface MaintenanceOptions {
  /** Between two looks; 60 unless set. */
  seconds?: number
  onError?: (error: unknown) => void
}

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

interface Changed {
  name: string
  changed: number
}

/** Like autovacuum's threshold: a tenth of the table, and a few hundred rows in any case. */
const changedTable = `
SELECT format('%I.%I', s.schemaname, s.relname) AS name, s.n_mod_since_analyze::int AS changed
FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
WHERE s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 10
ORDER BY 2 DESC LIMIT 1`

/**
 * PGlite has no autovacuum: what changed much is vacuumed and its statistics are renewed here, one table at a time, once
 * nothing has changed there between polls. Calls wait meanwhile, as all take turns on one connection. The function
 * given back ends it.
 */
function startMaintenance(client: PGlite, { seconds = 60, onError }: MaintenanceOptions = {}): () => void {
  let before: Changed | undefined
  let isBusy = false
  const look = async () => {
    const [found] = (await client.query<Changed>(changedTable)).rows
    const isQuiet = found !== undefined && found.name === before?.name && found.changed === before.changed
    before = found
    if (isQuiet) await client.query(`VACUUM (ANALYZE) ${found.name}`)
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    look()
      .catch(error => onError?.(error))
      .finally(() => {
        isBusy = false
      })
  }, seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
