import type { VerifiedPart } from '@kinora/core'
import { readWebVtt, spanOf } from '@kinora/core/webvtt'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { captionsTable as c } from '../captions/tables.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { StoredDigest } from '../kernel/digest.ts'
import type { Database } from '../ports/db.ts'
import { type StoredTitle, saveDigestIfUnknown, trailerFolder } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

/** A stored file, or the files of one folder, that a row names. */
export interface Stored {
  key: string
  /** What a damage is marked by. */
  mark: string
  /** As it was stored or first read; null where nobody has yet. */
  digest: string | null
  bytes: number | null
  /** SHA-256 of a file whose chunk tree nobody kept, where it is known. */
  sha256?: string | null
  /** Keeps what was read first. */
  keep?(read: StoredDigest): Promise<unknown>
}

/** What of a title it is. */
interface TitlePart extends Stored {
  part: VerifiedPart['part'] | 'original'
  /** Of captions. */
  language?: string
}

/** A stored file with what marks it, or takes its mark away; whether that changed anything. */
export type Marked = Stored & { set(isDamaged: boolean): Promise<boolean> }

type OwnTable = 'documents' | 'terms'

/** Documents or terms, whose rows have their SHA-256: those for which `condition` holds, up to a hundred. */
export async function ownFiles(db: Database, table: OwnTable, condition: SQL): Promise<Marked[]> {
  const rows = await rowsOf<{ key: string; bytes: number; sha256: string }>(
    db,
    sql`SELECT blob_key AS key, size AS bytes, digest AS sha256 FROM ${sql.identifier(table)} WHERE ${condition} LIMIT 100`,
  )
  return rows.map(({ key, ...known }) => ({
    ...known,
    key,
    mark: key,
    digest: null,
    set: isDamaged => markOwn(db, { table, key, isDamaged }),
  }))
}

/** Those after this one in the order of their keys, in which documents come before terms. */
export async function nextOwn(db: Database, after: string): Promise<Marked[]> {
  const condition = sql`blob_key COLLATE "C" > ${after} ORDER BY blob_key COLLATE "C"`
  const found = await ownFiles(db, 'documents', condition)
  return found.length > 0 ? found : ownFiles(db, 'terms', condition)
}

/** What was replaced while it was read has another key. */
async function markOwn(
  db: Database,
  { table, key, isDamaged }: { table: OwnTable; key: string; isDamaged: boolean },
): Promise<boolean> {
  const mark = isDamaged ? key : null
  const changed = await rowsOf(
    db,
    sql`UPDATE ${sql.identifier(table)} SET damaged_key = ${mark}::text
      WHERE blob_key = ${key} AND damaged_key IS DISTINCT FROM ${mark}::text RETURNING blob_key`,
  )
  return changed.length > 0
}

/** All that a title names and what is known of it: its original, its stream, its trailer with its uploaded file, its captions. */
export async function storedOf(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  title: StoredTitle,
): Promise<TitlePart[]> {
  const parts = [originalOf, streamOf, trailerOf, trailerFileOf].flatMap(partOf => partOf(db, title) ?? [])
  return [...parts, ...(await captionsOf({ db, blobs }, title.tag))]
}

function originalOf(
  db: Database,
  { sourceKey, fileDigest, fileSha256, fileSize }: StoredTitle,
): TitlePart | undefined {
  if (sourceKey === null) return undefined
  return {
    part: 'original',
    key: sourceKey,
    mark: sourceKey,
    digest: fileDigest,
    sha256: fileSha256,
    bytes: fileSize,
    keep: ({ digest, bytes }) => saveDigestIfUnknown(db, sourceKey, { fileDigest: digest, fileSize: bytes }),
  }
}

function streamOf(db: Database, title: StoredTitle): TitlePart | undefined {
  const { tag, streamKey } = title
  if (streamKey === null) return undefined
  return {
    part: 'stream',
    key: `${streamKey}/`,
    mark: streamKey,
    bytes: title.streamBytes,
    digest: title.streamDigestKey === streamKey ? title.streamDigest : null,
    keep: ({ digest, bytes }) =>
      db
        .update(t)
        .set({ streamDigest: digest, streamDigestKey: streamKey, streamBytes: bytes })
        .where(and(eq(t.tag, tag), eq(t.streamKey, streamKey))),
  }
}

function trailerOf(db: Database, title: StoredTitle): TitlePart | undefined {
  const { tag, trailerWebKey } = title
  if (trailerWebKey === null || title.trailerMobileKey === null || title.trailerJobId !== null)
    return undefined
  const folder = trailerFolder(trailerWebKey)
  const isRead = title.trailerDigestKey === folder
  return {
    part: 'trailer',
    key: `${folder}/`,
    mark: folder,
    digest: isRead ? title.trailerDigest : null,
    bytes: isRead ? title.trailerBytes : null,
    keep: ({ digest, bytes }) =>
      db
        .update(t)
        .set({ trailerDigest: digest, trailerDigestKey: folder, trailerBytes: bytes })
        .where(and(eq(t.tag, tag), eq(t.trailerWebKey, trailerWebKey))),
  }
}

function trailerFileOf(db: Database, title: StoredTitle): TitlePart | undefined {
  const { tag, trailerSourceKey } = title
  if (trailerSourceKey === null) return undefined
  const isRead = title.trailerSourceDigestKey === trailerSourceKey
  return {
    part: 'trailerFile',
    key: trailerSourceKey,
    mark: trailerSourceKey,
    digest: isRead ? title.trailerSourceDigest : null,
    bytes: isRead ? title.trailerSourceBytes : null,
    keep: ({ digest, bytes }) =>
      db
        .update(t)
        .set({
          trailerSourceDigest: digest,
          trailerSourceDigestKey: trailerSourceKey,
          trailerSourceBytes: bytes,
        })
        .where(and(eq(t.tag, tag), eq(t.trailerSourceKey, trailerSourceKey))),
  }
}

/** A title's captions; what is read of them says where they begin and end as well. */
async function captionsOf({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, tag: string): Promise<TitlePart[]> {
  const tracks = await db.select().from(c).where(eq(c.titleTag, tag)).orderBy(asc(c.trackId))
  return tracks.map(
    ({ blobKey, digestKey, digest, bytes, language }): TitlePart => ({
      part: 'captions',
      language,
      key: blobKey,
      mark: blobKey,
      ...(digestKey === blobKey ? { digest, bytes } : { digest: null, bytes: null }),
      async keep(read) {
        const file = await new Response((await blobs.read(blobKey)) as BodyInit).arrayBuffer()
        const { first, last } = spanOf(readWebVtt(new Uint8Array(file)))
        await db
          .update(c)
          .set({ ...read, digestKey: blobKey, firstStart: first, lastStart: last })
          .where(and(eq(c.titleTag, tag), eq(c.blobKey, blobKey)))
      },
    }),
  )
}
