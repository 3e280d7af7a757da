import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {
  type Database,
  type OpenDatabase,
  plannerSettings,
  type Row,
  type RunScript,
} from '../../ports/db.ts'
import { PreparingClient } from './postgres-prepared.ts'
import { retryDeadlocks } from './retry-deadlocks.ts'

export interface PostgresOptions {
  url: string
  /** Connections at most; 10 unless set. */
  connections?: number
  /** Milliseconds that a statement may take; 30,000 unless set. */
  statementTimeout?: number
  /** Told of a connection that broke; the pool replaces it, and what was asked on it is refused. */
  onError?: (error: Error) => void
}

export interface OpenPostgres extends OpenDatabase {
  kind: 'postgres'
  url: string
  pool: pg.Pool
}

/** A PostgreSQL server, version 15 or newer. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const settings = `${plannerSettings}; SET statement_timeout = ${options.statementTimeout ?? 30_000}`
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'kinora',
    onConnect: async client => void (await client.query(settings)),
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
