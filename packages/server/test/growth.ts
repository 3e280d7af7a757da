import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '../src/ports/db.ts'
import { run } from './titles/many.ts'

/** What a call costs whatever the machine: statements, and pages of 8 kB that they touch. */
export interface Cost {
  statements: number
  buffers: number
}

interface Asked {
  text: string
  values: unknown[]
}

/** What a piece of work asks of a PostgreSQL database; each question is asked once more to count its buffers. */
export async function costOf(pool: pg.Pool, work: (db: Database) => Promise<unknown>): Promise<Cost> {
  const asked: Asked[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  await work(drizzle(pool, { logger }) as unknown as Database)
  let buffers = 0
  for (const { text, values } of asked) buffers += await buffersOf(pool, text, values)
  return { statements: asked.length, buffers }
}

interface Explained {
  'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }]
}

/** An EXPLAIN of the call's own reads nothing. */
async function buffersOf(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  if (!/^\s*(select|with)\b/i.test(text)) return 0
  const { rows } = await pool.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const tenant = "'pulsehouse'"
/** One every second, the newest last. */
const moment = "timestamptz '2026-11-01' - n * interval '1 second'"

/** Rows `from` to `to` of each noun, made by the database itself. */
export const nouns = {
  members: (from: number, to: number) =>
    `INSERT INTO members (user_id, tenant_id, external_user_id, name, email, created_at)
     SELECT 'u-' || n, ${tenant}, 'x-' || n, md5(n::text), 'm' || n || '@site.example', ${moment} FROM generate_series(${from}, ${to}) n`,
  audit_entries: (from: number, to: number) =>
    `INSERT INTO audit_entries (at, user_id, display_name, client, noun, row_id, version, tenant_id, verb, changes)
     SELECT ${moment}, 'user-' || n % 1000, 'Somebody', 'portal', 'titles', 'row-' || CASE WHEN n <= 10000 THEN n % 50 ELSE n END, 1, ${tenant}, 'update', '[]' FROM generate_series(${from}, ${to}) n`,
  titles: (from: number, to: number) =>
    `INSERT INTO titles (tag, class_name, provider_id, channel_id, created_at)
     SELECT 'grown-' || n, 'Class ' || n, 'ironside', 'ironside-strength', ${moment} FROM generate_series(${from}, ${to}) n`,
  reviews: (from: number, to: number) =>
    `INSERT INTO reviews (review_id, tenant_id, title_tag, user_name, rating, comment, written_at)
     SELECT 'r-' || n, ${tenant}, 'grown-' || (1 + n % 1000), 'Reader ' || n, 1 + n % 5, 'Good', ${moment} FROM generate_series(${from}, ${to}) n`,
}

/** Rows that one statement makes. */
const PIECE = 20_000
/** Adds these rows of a noun. */
export async function grow(
  db: Database,
  noun: keyof typeof nouns,
  [from, to]: readonly [number, number],
): Promise<void> {
  for (let at = from; at <= to; at += PIECE) await run(db, nouns[noun](at, Math.min(to, at + PIECE - 1)))
  await run(db, `VACUUM ANALYZE ${noun}`)
}
