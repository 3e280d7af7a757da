import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../kernel/db/rows-of.ts'
import type { Database } from '../../ports/db.ts'

/** PROV-12: 409, at its field. */
export const emailTaken = (): KinoraError =>
  new KinoraError('emailExists', { issues: [{ path: 'email', code: 'error.409' }] })

/** C-92: an address is unique over staff, providers and tenants together, whatever its case; those of deleted providers count while they can be restored. */
export async function assertEmailFree(db: Database, email: string): Promise<void> {
  const wanted = sql`lower(${email.trim()}::text)`
  const found = await rowsOf(
    db,
    sql`SELECT 1 FROM users WHERE lower(email) = ${wanted}
      UNION ALL SELECT 1 FROM providers WHERE lower(email) = ${wanted}
      UNION ALL SELECT 1 FROM tenants WHERE lower(email) = ${wanted} LIMIT 1`,
  )
  if (found.length > 0) throw emailTaken()
}
