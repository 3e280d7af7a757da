import type { Issue } from '@kinora/core'
import type { Database } from '../ports/db.ts'
import type { OfTenant } from './rows.ts'

/** Which of these ids are documents of the tenant. */
export type FindDocuments = (
  scope: OfTenant,
  db: Database,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>

/** None is, as long as the platform has no documents: their noun takes this place (API-110 to API-117). */
export const findDocuments: FindDocuments = async () => new Set()

/** COLL-13: an id that names no document of the tenant. */
export async function checkDocuments(
  scope: OfTenant,
  db: Database,
  ids: readonly string[] = [],
  find: FindDocuments = findDocuments,
): Promise<Issue[]> {
  const known = ids.length === 0 ? new Set() : await find(scope, db, ids)
  return ids.flatMap((value, index): Issue[] =>
    known.has(value)
      ? []
      : [
          {
            path: `documentIds.${index}`,
            code: 'validation.reference',
            params: { field: 'Document', value, hint: '' },
          },
        ],
  )
}
