import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle on PGlite or PostgreSQL; transactions are of the same type, so a repository takes either. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

export type Row = Record<string, unknown>
/** Runs statements one after another and gives the rows of the last. */
export type RunScript = (script: string) => Promise<Row[]>

/** A database as an adapter opens it; repositories only ever see `db`. */
export interface OpenDatabase {
  kind: 'pglite' | 'postgres'
  db: Database
  /** One transaction on one connection that takes whole scripts: for migrations. */
  exclusive<T>(work: (run: RunScript) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Each connection begins with it: pages lie in memory or on flash, and compiling a query takes longer than our queries. */
export const plannerSettings = 'SET random_page_cost = 1.1; SET jit = off'
