import { type MissingFiles, STORED_KINDS, type StoredKind } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { lockImage } from '../images/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import type { Clock } from '../ports/runtime.ts'

/** Milliseconds in which a file waits for its row: an upload’s may be adopted, a picture’s form be saved. */
const GRACE_PERIOD = 86_400_000
/** Keys of one question to the database. */
const BATCH = 1000

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock'>

const isInGracePeriod = ({ changedAt }: Pick<StoredUnit, 'changedAt'>, clock: Clock): boolean =>
  changedAt.getTime() > clock.now().getTime() - GRACE_PERIOD

/** Everything stored that no row names and nobody works on. What is stored is read before the rows: what comes between is young. */
export async function* findOrphans(
  { db, blobs, clock }: Needs,
  kinds: readonly StoredKind[] = STORED_KINDS,
): AsyncGenerator<StoredUnit> {
  for (const kind of kinds) {
    const old: StoredUnit[] = []
    for await (const unit of listUnits(blobs, kind)) if (!isInGracePeriod(unit, clock)) old.push(unit)
    const isOwned = old.length === 0 ? () => true : await (owners[kind] ?? ofTitles)(db, old)
    yield* old.filter(unit => !isOwned(unit.key))
  }
}

/** Removes them; returns what went. */
export async function* removeOrphans(
  deps: Needs,
  { kinds, signal }: { kinds?: readonly StoredKind[]; signal: AbortSignal },
): AsyncGenerator<StoredUnit> {
  for await (const unit of findOrphans(deps, kinds)) {
    signal.throwIfAborted()
    if (await removeUnit(deps, unit)) yield unit
  }
}

/** A picture that somebody stores or names at this moment is young once its lock is free. */
function removeUnit(needs: Needs, unit: StoredUnit): Promise<boolean> {
  if (unit.kind !== 'images') return removeOld(needs, unit)
  return needs.db.transaction(async tx => {
    await lockImage(tx, digestOf(unit.key))
    return removeOld(needs, unit)
  })
}

/** What was written since it was found has an owner soon. */
async function removeOld({ blobs, clock }: Needs, { kind, key }: StoredUnit): Promise<boolean> {
  for await (const now of listUnits(blobs, kind, key)) if (isInGracePeriod(now, clock)) return false
  if (kind === 'parts') await blobs.parts.abandon(key)
  else await blobs.remove(key)
  return true
}

type Owners = (db: Database, units: readonly StoredUnit[]) => Promise<(key: string) => boolean>

const ofImages: Owners = async db => {
  const named = await namedImages(db)
  return key => named.has(digestOf(key))
}

const digestOf = (key: string): string => /[0-9a-f]{64}/.exec(key)?.[0] ?? ''

/** A cover on its way is stored as an image; what stays here was left by a crash. */
const owners: Partial<Record<StoredUnit['kind'], Owners>> = {
  images: ofImages,
  sizes: ofImages,
  covers: async () => () => false,
}

/** Those of the keys that a title, an upload, a caption, a batch, terms or a document name, or that a job of a title writes to. */
const ofTitles: Owners = async (db, units) => {
  const owned = new Set<string>()
  for (let at = 0; at < units.length; at += BATCH) {
    const keys = units.slice(at, at + BATCH).map(({ key }) => key.replace(/\/$/, ''))
    const found = await rowsOf<{ key: string }>(
      db,
      sql`SELECT key FROM unnest(${sql.param(keys)}::text[]) AS key WHERE
        EXISTS (SELECT FROM titles t WHERE t.tag = split_part(key, '/', 2) AND (
          key IN (t.source_key, t.trailer_source_key, t.stream_key)
          OR key = 'frames/' || t.tag || '/' || split_part(t.source_key, '/', 3)
          OR split_part(key, '/', 3) IN (t.job_id, t.trailer_job_id,
            split_part(t.trailer_web_key, '/', 3), split_part(t.trailer_mobile_key, '/', 3))))
        OR EXISTS (SELECT FROM uploads u WHERE u.title_tag = split_part(key, '/', 2) AND u.blob_key = key)
        OR EXISTS (SELECT FROM made_streams m WHERE m.stream_key = key)
        OR EXISTS (SELECT FROM captions c WHERE c.title_tag = split_part(key, '/', 2) AND c.blob_key = key)
        OR EXISTS (SELECT FROM batches b WHERE b.file_key = key)
        OR EXISTS (SELECT FROM terms s WHERE s.blob_key = key)
        OR EXISTS (SELECT FROM documents d WHERE d.blob_key = key)`,
    )
    for (const { key } of found) owned.add(key)
  }
  return key => owned.has(key.replace(/\/$/, ''))
}

/** History alone keeps no picture: any other table may name one, in any column, also one that is added some day. */
async function namedImages(db: Database): Promise<Set<string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
        AND table_name NOT IN ('audit_entries', 'former_rows')`,
  )
  const named = new Set<string>()
  for (const { name } of tables) {
    const found = await rowsOf<{ digest: string }>(
      db,
      sql`SELECT DISTINCT match[1] AS digest FROM ${sql.identifier(name)} AS r,
        regexp_matches(r::text, '/images/([0-9a-f]{64})', 'g') AS match WHERE r::text LIKE '%/images/%'`,
    )
    for (const { digest } of found) named.add(digest)
  }
  return named
}

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

type Problem = MissingFiles['problem']

/** Records that are named at once. */
const NAMED = 20

/**
 * OPS-02: stored files that a row names and that are gone, or have another size than was stored. Rows are read before the files
 * and again after them, so that what changes meanwhile is no finding. Of a corrupted file of the same size scrubbing tells,
 * or verifying its title.
 */
export async function findMissing(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  signal: AbortSignal,
): Promise<MissingFiles[]> {
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

/**
 * OPS-02: originals, streams, trailers with their uploaded files and captions that nobody has read yet: scrubbing believes them
 * as it reads them first.
 */
export async function countUndigested(db: Database): Promise<number> {
  const [found] = await rowsOf<{ count: string }>(
    db,
    sql`SELECT (SELECT count(*) FILTER (WHERE source_key IS NOT NULL AND file_digest IS NULL)
          + count(*) FILTER (WHERE stream_key IS NOT NULL AND stream_digest_key IS DISTINCT FROM stream_key)
          + count(*) FILTER (WHERE trailer_source_key IS NOT NULL AND trailer_source_digest_key IS DISTINCT FROM trailer_source_key)
          + count(*) FILTER (WHERE trailer_web_key IS NOT NULL AND trailer_mobile_key IS NOT NULL AND trailer_job_id IS NULL
            AND trailer_digest_key IS DISTINCT FROM 'trailers/' || split_part(trailer_web_key, '/', 2) || '/' || split_part(trailer_web_key, '/', 3))
        FROM titles WHERE NOT is_delete)
      + (SELECT count(*) FROM captions c JOIN titles t ON t.tag = c.title_tag
        WHERE NOT t.is_delete AND c.digest_key IS DISTINCT FROM c.blob_key) AS count`,
  )
  return Number(found!.count)
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
      UNION ALL SELECT 'uploads', trailer_source_key, tag,
        CASE WHEN trailer_source_digest_key = trailer_source_key THEN trailer_source_bytes::text END,
        trailer_source_key = ANY(damaged_keys)
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
      UNION ALL SELECT 'documents', blob_key, document_id, size::text, damaged_key IS NOT DISTINCT FROM blob_key FROM documents
      UNION ALL SELECT 'terms', blob_key, tenant_id, size::text, damaged_key IS NOT DISTINCT FROM blob_key FROM terms`,
  )
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: bytes === null ? null : Number(bytes) }))
}

/** What lives and goes as one: a file, or a folder of a stream. */
export interface StoredUnit {
  kind: StoredKind
  /** Ends in `/` where it is a folder. */
  key: string
  files: number
  bytes: number
  /** When the youngest of its files was written. */
  changedAt: Date
}

/** Parts of the key that name a unit; what has more lies in its folder. */
const depths: Readonly<Record<StoredKind, number>> = {
  uploads: 3,
  parts: 3,
  streams: 3,
  trailers: 3,
  captions: 3,
  batches: 2,
  terms: 2,
  documents: 2,
  images: 2,
  sizes: 2,
  covers: 2,
  frames: 3,
}

/** The units of a kind, or of one key alone. */
async function* listUnits(
  blobs: BlobPort,
  kind: StoredKind,
  key = kind === 'parts' ? 'uploads/' : `${kind}/`,
): AsyncGenerator<StoredUnit> {
  const units = new Map<string, StoredUnit>()
  for await (const file of kind === 'parts' ? blobs.parts.list(key) : blobs.list(key)) {
    const parts = file.key.split('/')
    const depth = depths[kind]
    const name = parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : file.key
    const { files = 0, bytes = 0, changedAt = file.changedAt } = units.get(name) ?? {}
    const youngest = changedAt > file.changedAt ? changedAt : file.changedAt
    units.set(name, { kind, key: name, files: files + 1, bytes: bytes + file.size, changedAt: youngest })
  }
  yield* units.values()
}
