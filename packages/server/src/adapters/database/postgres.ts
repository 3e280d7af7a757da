import { KinoraError } from '@kinora/core'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {
  customPlanMark,
  type Database,
  isDeadlock,
  NOT_NOW,
  type OpenDatabase,
  plannerSettings,
  type Row,
  type RunScript,
} from '../../ports/db.ts'
import { createStatementCache } from './statement-cache.ts'

interface PostgresOptions {
  url: string
  /** Connections at most; 10 unless set. */
  connections?: number
  /** Milliseconds that a statement may take; 30,000 unless set. */
  statementTimeout?: number
  /** Called with a connection that broke; the pool replaces it, and what was asked on it is refused. */
  onError?: (error: Error) => void
}

export interface OpenPostgres extends OpenDatabase {
  kind: 'postgres'
  url: string
  pool: pg.Pool
}

/** A PostgreSQL server, version 15 or newer. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const settings = `${plannerSettings}; SET statement_timeout = ${options.statementTimeout ?? 30_000}; SELECT pg_is_in_recovery() AS follows`
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'kinora',
    async onConnect(client) {
      const answers = (await client.query(settings)) as unknown as pg.QueryResult[]
      if (answers.at(-1)?.rows[0]?.follows) throw followsAnother()
    },
  })
  const onError = options.onError ?? (() => undefined)
  pool.on('error', onError)
  // The pool listens to idle connections only: one that breaks while a transaction holds it would end the process.
  pool.on('connect', client => void client.on('error', onError))
  return {
    kind: 'postgres',
    url: options.url,
    pool,
    db: retryDeadlocks(drizzle(pool) as unknown as Database),
    exclusive: work => transaction(pool, work),
    close: () => pool.end(),
  }
}

/** After a fail-over a proxy may still lead to a standby, which takes no writes: as good as none. */
const followsAnother = (): Error =>
  Object.assign(new Error('the PostgreSQL server is a standby, which takes no writes'), { code: NOT_NOW })

/**
 * Settings and prepared statements belong to a connection. A pooler that lends PostgreSQL’s connections for a transaction each
 * gives them to whoever comes next. Throws `invalid`.
 */
export async function assertSessions({ pool }: OpenPostgres): Promise<void> {
  if (await hasSessions(pool)) return
  throw new KinoraError('invalid', {
    detail:
      'DATABASE_URL leads to a pooler that lends connections by transactions. Kinora needs connections of its own: set pool_mode = session in PgBouncer, or name PostgreSQL itself (docs/scale.md).',
  })
}

/** While another connection is in a transaction, ours is still the one that it was, and not the other. */
async function hasSessions(pool: pg.Pool): Promise<boolean> {
  const processOf = `SELECT pg_backend_pid() AS pid`
  const client = await pool.connect()
  try {
    const ask = async () => (await client.query(processOf)).rows[0].pid
    const before = await ask()
    return await transaction(pool, async run => {
      const [other] = await run(processOf)
      return other!.pid !== before && (await ask()) === before
    })
  } finally {
    client.release()
  }
}

async function transaction<T>(pool: pg.Pool, work: (run: RunScript) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const run: RunScript = async script => {
    const result = (await client.query(script)) as pg.QueryResult | pg.QueryResult[]
    return (Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows) as Row[]
  }
  try {
    await run('BEGIN; SET LOCAL statement_timeout = 0')
    const answer = await work(run)
    await run('COMMIT')
    return answer
  } catch (error) {
    await run('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Statements that a connection knows at most; one that differs in the length of a list is another. */
const MAX_STATEMENTS = 200

type Statement = pg.QueryConfig & { text: string }

/**
 * Prepares a statement that comes a second time: it is parsed and analysed once for each connection rather than with every
 * call, and planned once where that is no dearer. What is marked with `customPlan` isn't kept (decision 0016).
 */
class PreparingClient extends pg.Client {
  readonly #names = createStatementCache<string>(MAX_STATEMENTS)
  #count = 0
  /** What was asked last: code inside a transaction asks for several things at once, and pg 9 takes one at a time. */
  #last: Promise<unknown> = Promise.resolve()

  override query = ((asked: unknown, ...rest: unknown[]) => {
    const named = isStatement(asked) ? this.#named(asked) : asked
    const ask = () => super.query(...([named, ...rest] as Parameters<pg.Client['query']>))
    if (!isStatement(asked) || typeof rest.at(-1) === 'function') return ask()
    const answer = this.#last.then(ask)
    this.#last = answer.then(undefined, () => undefined)
    return answer
  }) as pg.Client['query']

  #named(statement: Statement): Statement {
    const { text } = statement
    if (text.includes(customPlanMark)) return statement
    const isRepeated = this.#names.seenBefore(text)
    if (!isRepeated) return statement
    const name = this.#names.get(text) ?? `kinora ${++this.#count}`
    this.#names.keep(text, name)
    return { ...statement, name }
  }
}

const isStatement = (asked: unknown): asked is Statement =>
  typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked)

const MAX_TRIES = 4

/**
 * A transaction that the database chose to end a deadlock is rolled back as a whole, so it is retried. Its work may run
 * more than once.
 */
function retryDeadlocks(db: Database): Database {
  const begin = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let tries = 1; ; tries++) {
      try {
        return await begin(work, config)
      } catch (error) {
        if (tries === MAX_TRIES || !isDeadlock(error)) throw error
      }
    }
  }
  return db
}
