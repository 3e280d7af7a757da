import type { TestProject } from 'vitest/node'
import { postgresWanted, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL server, with the name of no database. */
    postgres: string
  }
}

/** One PostgreSQL server for all files of a run: each test that asks has a database of its own there. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!postgresWanted) return undefined
  const cluster = await startPostgres('-c max_connections=300')
  provide('postgres', cluster.url)
  return () => cluster.stop()
}
