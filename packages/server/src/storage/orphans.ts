import { STORED_KINDS, type StoredKind } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { lockImage } from '../images/index.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/db.ts'
import { listUnits, type StoredUnit } from './units.ts'

export type { StoredUnit } from './units.ts'

/** Milliseconds in which a file waits for its row: an upload’s may be adopted, a picture’s form be saved. */
const YOUNG = 86_400_000
/** Keys of one question to the database. */
const BATCH = 1000

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock'>

const isYoung = ({ changedAt }: Pick<StoredUnit, 'changedAt'>, clock: Clock): boolean =>
  changedAt.getTime() > clock.now().getTime() - YOUNG

/** Everything stored that no row names and nobody works on. What is stored is read before the rows: what comes between is young. */
export async function* findOrphans(
  { db, blobs, clock }: Needs,
  kinds: readonly StoredKind[] = STORED_KINDS,
): AsyncGenerator<StoredUnit> {
  for (const kind of kinds) {
    const old: StoredUnit[] = []
    for await (const unit of listUnits(blobs, kind)) if (!isYoung(unit, clock)) old.push(unit)
    const isOwned = old.length === 0 ? () => true : await (owners[kind] ?? ofTitles)(db, old)
    yield* old.filter(unit => !isOwned(unit.key))
  }
}

/** Removes them; gives what went. */
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
  for await (const now of listUnits(blobs, kind, key)) if (isYoung(now, clock)) return false
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
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'audit_entries'`,
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
