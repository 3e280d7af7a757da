import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
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

/** Stands in a statement whose best plan depends on the values that it is asked with: it is planned with every call. */
export const customPlanMark = '/* planned by its values */'
export const customPlan = sql.raw(customPlanMark)

/** SQLSTATEs of a server that stops, has crashed, starts, is full or takes no writes (a standby), and what the system says of a lost connection. */
const unreachable = /^(08\w{3}|57P0[123]|53300|25006|ECONNREFUSED|ECONNRESET|ETIMEDOUT)$/
const connectionLost = /^(Connection terminated|timeout exceeded when trying to connect)/

/** Whether the cause of an error is a database that can't be reached just now; what was asked of it may be done or not. */
export const isUnreachable = (error: unknown): boolean =>
  causesOf(error).some(
    cause => ('code' in cause && unreachable.test(String(cause.code))) || connectionLost.test(cause.message),
  )

/** SQLSTATE of a server that takes nobody just now. */
export const NOT_NOW = '57P03'

/** SQLSTATEs and words of a connection that never came about. */
const refused = /^(08001|08004|57P03|53300|ECONNREFUSED)$/

/** Whether a database that can't be reached just now was never asked, so that nothing was done. */
export const isNeverSent = (error: unknown): boolean =>
  causesOf(error).some(
    cause =>
      ('code' in cause && refused.test(String(cause.code))) ||
      cause.message.startsWith('timeout exceeded when trying to connect'),
  )

/** Whether the database’s disk, or that of the files, had no room for what was to be kept. */
export const isDiskFull = (error: unknown): boolean =>
  hasState(error, /^53100$/) || causesOf(error).some(cause => 'code' in cause && cause.code === 'storageFull')

/** A full disk in the words of whatever met it, which name the place; anything else as it is. */
export function toDiskFull(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new KinoraError('storageFull', { detail: causesOf(error).at(-1)!.message, cause: error })
}

/** Whether a transaction was rolled back to end a deadlock. */
export const isDeadlock = (error: unknown): boolean => hasState(error, /^40(P01|001)$/)

/** Whether a statement was ended since it took longer than a statement may. */
export const isTimeLimit = (error: unknown): boolean => hasState(error, /^57014$/)

/** Whether a statement was ended since what it wanted was locked by others for longer than its lock timeout. */
export const isLockTimeout = (error: unknown): boolean => hasState(error, /^55P03$/)

const hasState = (error: unknown, state: RegExp): boolean =>
  causesOf(error).some(cause => 'code' in cause && state.test(String(cause.code)))

/** An error with what caused it, and what caused that. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}
