import { sql } from 'drizzle-orm'
import type { Database } from '../../ports/db.ts'
import { allNames, type NamedJson, readable, type ShownNames } from './names.ts'

interface Known {
  version: string
  names: ShownNames
}

const known = new WeakMap<Database, Known>()

/**
 * All names that titles show, held for each database until it says with a page that one has changed: they are a few
 * hundred, change rarely, and never lag behind (decision 0016).
 */
export async function knownNames(db: Database, version?: string): Promise<ShownNames> {
  const held = known.get(db)
  if (held !== undefined && held.version === version) return held.names
  const answer = await db.execute(
    sql`SELECT (SELECT version FROM names_version) AS version, ${allNames} AS names`,
  )
  const [row] = (answer as unknown as { rows: { version: string; names: NamedJson }[] }).rows
  const read = { version: row!.version, names: readable(row!.names) }
  known.set(db, read)
  return read.names
}
