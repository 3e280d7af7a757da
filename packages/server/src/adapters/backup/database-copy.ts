import { hash } from 'node:crypto'
import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Migration, migrate } from '../../kernel/db/migrate.ts'
import { rowsOf } from '../../kernel/db/queries.ts'
import type { Database, OpenDatabase, RunScript } from '../../ports/db.ts'
import type { JobsPort } from '../../ports/runtime.ts'

/** Rows of one table, and a sum of their digests that doesn't depend on their order. */
const TableFacts = z.object({ rows: z.number(), digest: z.string() })

/** What a copy of a database holds, by the names of the tables; two databases with the same facts hold the same. */
export const DatabaseFacts = z.object({
  tables: z.record(z.string(), TableFacts),
})
export type DatabaseFacts = z.infer<typeof DatabaseFacts>

/**
 * A line of a copy: a row of the table that was named last, as PostgreSQL writes a row as text, which every type reads back as it
 * was; or one of the marks.
 */
const Line = z.union([
  z.string(),
  z.object({ migrations: z.array(z.object({ id: z.number(), name: z.string() })) }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({
    queue: z.string(),
    data: z.record(z.string(), z.unknown()),
    key: z.string().nullable(),
    startAfter: z.string(),
  }),
  z.object({ facts: DatabaseFacts }),
])
type Line = z.infer<typeof Line>
type Job = Extract<Line, { queue: string }>

/** Rows that are read, and put in, at once. */
const BATCH = 500
/** The bookkeeping of migrations comes from the migrations themselves. */
const BOOKKEEPING = 'kinora_migrations'

/**
 * Everything in a database at one moment, line by line (OPS-03): tables, sequences, and the jobs that wait. Whoever writes
 * meanwhile isn't seen; the embedded database answers nobody until it is done.
 */
export const dumpDatabase = (
  db: Database,
  write: (line: string) => Promise<void> | void,
): Promise<DatabaseFacts> =>
  db.transaction(
    tx =>
      dump(
        statement => rowsOf(tx, sql.raw(statement)),
        line => write(JSON.stringify(line)),
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

type Put = (line: Line) => Promise<void> | void

async function dump(run: RunScript, put: Put): Promise<DatabaseFacts> {
  const migrations = await run(`SELECT id, name FROM ${BOOKKEEPING} ORDER BY id`)
  await put({ migrations } as Line)
  const tables: DatabaseFacts['tables'] = {}
  for (const { name, columns } of await tablesOf(run)) {
    await put({ table: name, columns })
    tables[name] = await dumpTable(run, name, put)
  }
  for (const line of await sequencesOf(run)) await put(line as Line)
  for (const job of await jobsOf(run)) await put(job)
  const facts = { tables }
  await put({ facts })
  return facts
}

async function dumpTable(run: RunScript, name: string, put: Put) {
  await run(
    `DECLARE dumped NO SCROLL CURSOR FOR SELECT kinora_row::text AS row FROM ${quote(name)} kinora_row`,
  )
  const sum = createSum()
  for (;;) {
    const rows = await run(`FETCH ${BATCH} FROM dumped`)
    for (const { row } of rows) {
      sum.add(String(row))
      await put(String(row))
    }
    if (rows.length < BATCH) break
  }
  await run('CLOSE dumped')
  return sum.facts()
}

/** 128 bits of each row's SHA-256, added up: the order of rows is no part of what a table holds. */
function createSum() {
  let [rows, sum] = [0, 0n]
  return {
    add(row: string): void {
      rows += 1
      sum = BigInt.asUintN(128, sum + BigInt(`0x${hash('sha256', row).slice(0, 32)}`))
    },
    facts: () => ({ rows, digest: sum.toString(16).padStart(32, '0') }),
  }
}

/** Generated columns are part of a row's text and aren't put in. */
async function tablesOf(run: RunScript): Promise<{ name: string; columns: string[] }[]> {
  const rows =
    await run(`SELECT c.relname AS name, to_json(array_agg(a.attname::text ORDER BY a.attnum))::text AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '${BOOKKEEPING}'
      AND c.relpersistence <> 'u'
    GROUP BY c.relname ORDER BY c.relname`)
  return rows.map(({ name, columns }) => ({
    name: String(name),
    columns: JSON.parse(String(columns)) as string[],
  }))
}

const sequencesOf = (run: RunScript) =>
  run(`SELECT sequencename AS sequence, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)

/** Jobs that wait, by what they are for the platform, as the queue's own tables are its library's. */
async function jobsOf(run: RunScript): Promise<Job[]> {
  const [queue] = await run(`SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`)
  if (queue?.exists !== true) return []
  const jobs = await run(`SELECT name AS queue, data, singleton_key AS key, start_after::text AS "startAfter"
    FROM pgboss.job WHERE state < 'completed' ORDER BY created_on`)
  return jobs as unknown as Job[]
}

export interface LoadOptions {
  /** Migrated by nobody yet, or without a row. */
  database: OpenDatabase
  lines: AsyncIterable<string>
  /** All that this program knows. */
  migrations: readonly Migration[]
  /** The queue, once the tables are there; it is stopped again. */
  openJobs(): Promise<JobsPort>
  /** A database that holds the same already, but for these tables, is taken as filled: who filled it was ended right after. */
  goesOnBut?: readonly string[] | undefined
}

/**
 * Fills an empty database with what was dumped, proves that it holds the same, and brings it up to date (OPS-03, OPS-04). Throws
 * `conflict` where the database has rows, where the copy is of a newer program, and where what was read isn’t what was dumped;
 * nothing is changed then.
 */
export async function loadDatabase({
  database,
  lines,
  migrations,
  openJobs,
  goesOnBut,
}: LoadOptions): Promise<DatabaseFacts> {
  const reading = parsed(lines)
  const first = (await reading.next()).value
  if (typeof first !== 'object' || !('migrations' in first)) throw damaged('it doesn’t begin as one')
  const known = new Map(migrations.map(({ id, name }) => [id, name]))
  const unknown = first.migrations.find(({ id, name }) => known.get(id) !== name)
  if (unknown !== undefined) throw tooNew(unknown.name)
  if (await hasAccounts(database.db)) {
    if (goesOnBut === undefined) throw notEmpty()
    const loaded = await restOf(reading)
    const others = differing(await dumpDatabase(database.db, () => undefined), loaded.facts)
    if (others.some(name => !goesOnBut.includes(name))) throw notEmpty()
    await enqueue(loaded.jobs, database.db, await openJobs())
    return loaded.facts
  }
  const newest = first.migrations.at(-1)?.id ?? 0
  await migrate(
    database,
    migrations.filter(({ id }) => id <= newest),
  )
  const { facts, jobs } = await database.exclusive(run => fill(run, reading))
  await migrate(database, migrations)
  await enqueue(jobs, database.db, await openJobs())
  return facts
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<Line, undefined> {
  for await (const line of lines) {
    const read = Line.safeParse(toJson(line))
    if (!read.success) throw damaged(`a line of it reads ${line.slice(0, 40)}`)
    yield read.data
  }
}

/** Undefined for a text that is none. */
export function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const damaged = (why: string): KinoraError =>
  new KinoraError('conflict', { detail: `The copy of the database is damaged: ${why}.` })

const tooNew = (change: string): KinoraError =>
  new KinoraError('conflict', {
    detail: `The copy comes from a newer Kinora, or from another one: its database has the change ${change}, which this program doesn’t know. Use the Kinora that made it, or a newer one.`,
  })

/** What migrations put in themselves is replaced; what anybody else did isn’t. */
async function hasAccounts(db: Database): Promise<boolean> {
  const [found] = await rowsOf<{ is: boolean }>(db, sql`SELECT to_regclass('public.users') IS NOT NULL AS is`)
  if (!found!.is) return false
  return (await rowsOf(db, sql`SELECT 1 FROM users LIMIT 1`)).length > 0
}

/** Read to its end without being put in. */
async function restOf(reading: AsyncIterable<Line>): Promise<{ facts: DatabaseFacts; jobs: Job[] }> {
  const jobs: Job[] = []
  for await (const line of reading) {
    if (typeof line === 'string') continue
    if ('queue' in line) jobs.push(line)
    else if ('facts' in line) return { facts: line.facts, jobs }
  }
  throw damaged('its end is missing')
}

const notEmpty = (): KinoraError =>
  new KinoraError('conflict', {
    detail: 'The database that is to be filled has accounts already. Name an empty one.',
  })

/** The tables that aren’t the same. */
const differing = (one: DatabaseFacts, other: DatabaseFacts): string[] =>
  Object.keys({ ...one.tables, ...other.tables }).filter(
    name => JSON.stringify(one.tables[name]) !== JSON.stringify(other.tables[name]),
  )

/** Rows are put in with references and triggers away, which come back at the end and are proven then. */
async function fill(
  run: RunScript,
  reading: AsyncIterable<Line>,
): Promise<{ facts: DatabaseFacts; jobs: Job[] }> {
  const names = (await tablesOf(run)).map(({ name }) => quote(name))
  const found = await run(`SELECT conrelid::regclass::text AS name, quote_ident(conname) AS reference,
      pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`)
  const references = found.map(({ name, reference, definition }) => ({
    drop: `ALTER TABLE ${name} DROP CONSTRAINT ${reference}`,
    add: `ALTER TABLE ${name} ADD CONSTRAINT ${reference} ${definition}`,
  }))
  for (const { drop } of references) await run(drop)
  for (const name of names) await run(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await run(`TRUNCATE ${names.join(', ')}`)
  const jobs: Job[] = []
  let insert: ReturnType<typeof inserting> | undefined
  let facts: DatabaseFacts | undefined
  for await (const line of reading) {
    if (typeof line === 'string') {
      if (insert === undefined) throw damaged('a row of it has no table')
      await insert.add(line)
      continue
    }
    await insert?.end()
    insert = undefined
    if ('table' in line) insert = inserting(run, line)
    else if ('sequence' in line)
      await run(`SELECT setval(${literal(quote(line.sequence))}, ${BigInt(line.value)})`)
    else if ('queue' in line) jobs.push(line)
    else if ('facts' in line) facts = line.facts
  }
  if (facts === undefined) throw damaged('its end is missing')
  await assertSame(run, facts)
  for (const name of names) await run(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const { add } of references) await run(add)
  return { facts, jobs }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Characters of one statement at most, beside its last row. */
const STATEMENT_MAX = 1_000_000

function inserting(run: RunScript, { table, columns }: { table: string; columns: readonly string[] }) {
  const list = columns.map(quote).join(', ')
  const fields = columns.map(column => `(r).${quote(column)}`).join(', ')
  let [rows, length]: [string[], number] = [[], 0]
  const end = async (): Promise<void> => {
    if (rows.length === 0) return
    const texts = rows.map(literal).join(',')
    ;[rows, length] = [[], 0]
    await run(`INSERT INTO ${quote(table)} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${fields} FROM (SELECT row_text::${quote(table)} AS r FROM unnest(ARRAY[${texts}]::text[]) AS row_text OFFSET 0) AS read`)
  }
  return {
    async add(row: string): Promise<void> {
      rows.push(row)
      length += row.length
      if (rows.length >= BATCH || length > STATEMENT_MAX) await end()
    },
    end,
  }
}

/** Reads everything again, from where it lies now. */
async function assertSame(run: RunScript, meant: DatabaseFacts): Promise<void> {
  const found = await dump(run, () => undefined)
  const others = differing(meant, found)
  if (others.length > 0) throw damaged(`what was read again differs in ${others.join(', ')}`)
}

/** Those that don’t wait there yet. */
async function enqueue(jobs: readonly Job[], db: Database, port: JobsPort): Promise<void> {
  try {
    const waiting = new Set((await jobsOf(statement => rowsOf(db, sql.raw(statement)))).map(nameOf))
    for (const job of jobs) {
      if (waiting.has(nameOf(job))) continue
      const { queue, data, key, startAfter } = job
      const delay = Math.ceil((Date.parse(startAfter) - Date.now()) / 1000)
      await port.enqueue(queue, data, { key: key ?? undefined, delaySeconds: Math.max(0, delay) })
    }
  } finally {
    await port.stop()
  }
}

const nameOf = ({ queue, data, key }: Job): string => JSON.stringify([queue, key, data])
