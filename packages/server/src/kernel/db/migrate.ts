import { KinoraError } from '@kinora/core'
import { isDeadlock, isLockTimeout, type OpenDatabase, type RunScript } from '../../ports/db.ts'
import { sha256 } from '../digest.ts'

/** A step forward of the database; what was released is never changed again. */
export interface Migration {
  id: number
  name: string
  sql: string
}

/** Any number will do, as long as every Kinora uses the same. */
const lockKey = 5_466_721

const bookkeeping = `
CREATE TABLE IF NOT EXISTS kinora_migrations (
  id integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`

export interface LockTimeouts {
  /** Milliseconds that a statement waits for a table; statements that ask for the table after it wait behind it. */
  lockTimeout: number
  /** Milliseconds until it is retried. */
  pause: number
  /** Milliseconds after which it is given up. */
  deadline: number
}

const defaultLockTimeouts: LockTimeouts = { lockTimeout: 2000, pause: 5000, deadline: 600_000 }

/**
 * Runs pending migrations, all or nothing, one process at a time; returns the names of what ran. A table that a server which
 * still runs holds for long is asked for again and again: that server's own calls would wait behind a question without an end.
 * So are tables that such a server's calls take in another order (a deadlock). Throws `conflict` where a newer program has
 * been at the database (OPS-07).
 */
export async function migrate(
  database: OpenDatabase,
  migrations: readonly Migration[],
  lockTimeouts = defaultLockTimeouts,
): Promise<string[]> {
  assertOrdered(migrations)
  const until = performance.now() + lockTimeouts.deadline
  for (;;) {
    try {
      return await runMissing(database, migrations, lockTimeouts)
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error
      if (performance.now() > until)
        throw new Error(
          'The database can’t be brought up to date: another connection holds a table that has to be changed. End what runs there for so long, such as a backup or a report, and start again.',
          { cause: error },
        )
    }
    await new Promise(resolve => setTimeout(resolve, lockTimeouts.pause))
  }
}

async function runMissing(
  database: OpenDatabase,
  migrations: readonly Migration[],
  { lockTimeout }: LockTimeouts,
): Promise<string[]> {
  const checksums = await Promise.all(migrations.map(({ sql }) => sumOf(sql)))
  return database.exclusive(async run => {
    await run(`SELECT pg_advisory_xact_lock(${lockKey})`)
    await run(`SET LOCAL lock_timeout = ${lockTimeout}`)
    await run(bookkeeping)
    const done = await applied(run)
    assertKnown(done, migrations)
    const ran: string[] = []
    for (const [index, migration] of migrations.entries()) {
      const sum = checksums[index]!
      const known = done.get(migration.id)
      // Three of 2026 were stored without the line break at their end.
      if (known === sum || known === (await sumOf(migration.sql.trimEnd()))) continue
      if (known !== undefined) throw new Error(`Migration ${label(migration)} was changed after it had run.`)
      if (ran.length === 0) await run(callIfThere('kinora_before_migrations'))
      await run(migration.sql)
      await run(
        `INSERT INTO kinora_migrations (id, name, checksum) VALUES (${migration.id}, '${migration.name}', '${sum}')`,
      )
      ran.push(label(migration))
    }
    if (ran.length > 0) await run(callIfThere('kinora_after_migrations'))
    return ran
  })
}

function assertKnown(done: ReadonlyMap<number, string>, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.id ?? 0
  const unknown = [...done.keys()].filter(id => id > newest)
  if (unknown.length === 0) return
  throw new KinoraError('conflict', {
    detail: `The database belongs to a newer Kinora: it has ${unknown.length === 1 ? 'a change' : `${unknown.length} changes`} that this one doesn’t know (the newest is ${unknown.at(-1)}, this one’s ${newest}). Start the newer Kinora, or restore a backup from before.`,
  })
}

/** What depends on the columns of tables makes way for migrations and is made anew after them, by functions of the database. */
const callIfThere = (name: string): string =>
  `DO $$ BEGIN IF to_regproc('${name}') IS NOT NULL THEN PERFORM ${name}(); END IF; END $$`

const sumOf = (text: string): Promise<string> => sha256(new TextEncoder().encode(text))

async function applied(run: RunScript): Promise<Map<number, string>> {
  const rows = await run('SELECT id, checksum FROM kinora_migrations ORDER BY id')
  return new Map(rows.map(row => [Number(row.id), String(row.checksum)]))
}

function assertOrdered(migrations: readonly Migration[]): void {
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before !== undefined && migration.id <= before.id)
      throw new Error(
        `Migration ${label(migration)} stands behind ${label(before)}: give it the next number.`,
      )
    if (!/^[a-z0-9_]+$/.test(migration.name))
      throw new Error(`Migration ${label(migration)} has an odd name.`)
  }
}

const label = (migration: Migration): string => `${String(migration.id).padStart(4, '0')}_${migration.name}`
