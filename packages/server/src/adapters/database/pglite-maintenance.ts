import type { PGlite } from '@electric-sql/pglite'

export interface MaintenanceOptions {
  /** Between two looks; 60 unless set. */
  seconds?: number
  onError?: (error: unknown) => void
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
export function startMaintenance(
  client: PGlite,
  { seconds = 60, onError }: MaintenanceOptions = {},
): () => void {
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
