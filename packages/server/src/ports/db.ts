import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle on PGlite or PostgreSQL; transactions are of the same type, so a repository takes either. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>
