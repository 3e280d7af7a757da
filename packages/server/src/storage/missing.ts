import { type MissingFiles, STORED_KINDS, type StoredKind } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Database } from '../ports/db.ts'
import { listUnits } from './units.ts'

/** What a row says is stored. A type and not an interface: rows of the database are records. */
type Named = {
  kind: StoredKind
  /** The unit's key; ends in `/` where it is a folder. */
  key: string
  /** The title, document or tenant whose row it is. */
  id: string
  /** How many bytes were stored, where that is known. */
  bytes: number | null
  /** Whether it was read again and holds other bytes. */
  damaged: boolean
}

type Needs = Pick<Deps, 'db' | 'blobs'>
type Problem = MissingFiles['problem']

/** Records that are named at once. */
const NAMED = 20

/**
 * OPS-02: stored files that a row names and that are gone, or have another size than was stored. Rows are read before the files
 * and again after them, so that what changes meanwhile is no finding. Of a corrupted file of the same size the patrol tells,
 * or verifying its title.
 */
export async function findMissing({ db, blobs }: Needs, signal: AbortSignal): Promise<MissingFiles[]> {
  const before = await readNamed(db)
  const suspects: (Named & { problem: Problem })[] = []
  for (const kind of new Set(before.map(each => each.kind))) {
    const stored = new Map<string, number>()
    for await (const unit of listUnits(blobs, kind)) stored.set(unit.key, unit.bytes)
    signal.throwIfAborted()
    for (const named of before) {
      const problem = named.kind === kind ? problemOf(named, stored.get(named.key)) : undefined
      if (problem !== undefined) suspects.push({ ...named, problem })
    }
  }
  if (suspects.length === 0) return []
  const still = new Map((await readNamed(db)).map(({ key, bytes }) => [key, bytes]))
  return group(suspects.filter(({ key, bytes }) => still.get(key) === bytes))
}

function problemOf({ bytes, damaged }: Named, stored: number | undefined): Problem | undefined {
  if (stored === undefined) return 'gone'
  if (stored === 0 || (bytes !== null && stored !== bytes)) return 'changed'
  return damaged ? 'damaged' : undefined
}

function group(suspects: readonly (Named & { problem: Problem })[]): MissingFiles[] {
  return STORED_KINDS.flatMap(kind =>
    (['gone', 'changed', 'damaged'] as const).flatMap(problem => {
      const ids = new Set(
        suspects.flatMap(each => (each.kind === kind && each.problem === problem ? each.id : [])),
      )
      const first = [...ids].sort().slice(0, NAMED)
      return ids.size === 0 ? [] : [{ kind, problem, count: ids.size, ids: first }]
    }),
  )
}

const readNamed = async (db: Database): Promise<Named[]> => {
  const rows = await rowsOf<Omit<Named, 'bytes'> & { bytes: string | null }>(
    db,
    sql`SELECT 'uploads' AS kind, source_key AS key, tag AS id, file_size::text AS bytes,
        source_key = ANY(damaged_keys) AS damaged
        FROM titles WHERE source_key IS NOT NULL AND NOT is_delete
      UNION ALL SELECT 'uploads', trailer_source_key, tag, NULL, false
        FROM titles WHERE trailer_source_key IS NOT NULL AND NOT is_delete
      UNION ALL SELECT 'streams', stream_key || '/', tag, stream_bytes::text, stream_key = ANY(damaged_keys)
        FROM titles WHERE stream_key IS NOT NULL AND NOT is_delete
      UNION ALL SELECT 'trailers', folder || '/', tag, CASE WHEN trailer_job_id IS NULL AND trailer_digest_key = folder THEN trailer_bytes::text END,
          folder = ANY(damaged_keys)
        FROM titles CROSS JOIN LATERAL (VALUES (trailer_web_key), (trailer_mobile_key)) AS made (key)
          CROSS JOIN LATERAL (VALUES ('trailers/' || split_part(key, '/', 2) || '/' || split_part(key, '/', 3))) AS of (folder)
        WHERE key IS NOT NULL AND NOT is_delete
      UNION ALL SELECT 'captions', c.blob_key, c.title_tag, CASE WHEN c.digest_key = c.blob_key THEN c.bytes::text END, c.blob_key = ANY(t.damaged_keys)
        FROM captions c JOIN titles t ON t.tag = c.title_tag WHERE NOT t.is_delete
      UNION ALL SELECT 'documents', blob_key, document_id, size::text, false FROM documents
      UNION ALL SELECT 'terms', blob_key, tenant_id, size::text, false FROM terms`,
  )
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: bytes === null ? null : Number(bytes) }))
}
