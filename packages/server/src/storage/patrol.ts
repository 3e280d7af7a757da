import { isKinoraError } from '@kinora/core'
import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import { captionsTable as c } from '../captions/tables.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import { digestStored, type StoredDigest } from '../kernel/stored-digest.ts'
import { markStored, type StoredTitle, titleColumns, trailerFolder } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { forgetStored } from '../uploads/index.ts'
import { keepSizes } from './sizes.ts'

/** Bytes a second: little beside what a disk does for people, and ten terabytes a month. */
const RATE = 4 * 1_048_576
/** Milliseconds from one round to the next. */
const ROUND = 30 * 86_400_000
/** Pieces after which its place is written down; more are read again after a crash. */
const SAVED = 16

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>

interface PatrolOptions {
  signal: AbortSignal
  /** Milliseconds after which it leaves the rest to the next turn. */
  turn: number
  /** Bytes a second. */
  rate?: number
}

/** A stored file, or the files of one folder, that a title names. */
interface Stored {
  key: string
  /** What a damage is marked by. */
  mark: string
  /** As it was stored or first read; null where nobody has yet. */
  digest: string | null
  bytes: number | null
  /** Keeps what was read first. */
  keep?(read: StoredDigest): Promise<unknown>
}

interface Place {
  isSized: boolean
  tag: string
  key: string
  digests: Uint8Array
  nextRound: string
}

class TurnOver extends Error {}
class UnreadError extends Error {}

/**
 * OPS-02: reads originals, streams, trailers and captions from where they lie, title by title, slowly, and marks those whose bytes
 * aren't what was stored; a mark goes once they are again. Goes on where the turn before ended, also after a restart. What was
 * stored before digests were kept is believed once, as it is read first.
 */
export async function patrol(deps: Needs, options: PatrolOptions): Promise<void> {
  const place = await readPlace(deps)
  if (!place.isSized) {
    await keepSizes(deps, options.signal)
    await deps.db.execute(sql`UPDATE patrol SET is_sized = true`)
  }
  if (Date.parse(place.nextRound) > deps.clock.now().getTime()) return
  const pace = createPace(options)
  try {
    let { tag, key } = place
    let from = new Uint8Array(place.digests)
    for (let title = await nextTitle(deps, tag); title !== undefined; title = await nextTitle(deps, tag)) {
      const stored = await storedOf(deps, title)
      const begun = stored.findIndex(each => each.key === key)
      for (const each of stored.slice(Math.max(0, begun))) {
        await look(deps, { title, stored: each, pace, from: each.key === key ? from : undefined }).catch(
          (err: unknown) => {
            if (!(err instanceof UnreadError)) throw err
            deps.log.warn({ err, tag: title.tag, key: each.key }, 'left to the next round')
          },
        )
      }
      tag = title.tag
      key = ''
      from = new Uint8Array()
      await savePlace(deps, { tag, key, digests: from })
    }
    const nextRound = new Date(deps.clock.now().getTime() + ROUND).toISOString()
    await deps.db.execute(
      sql`UPDATE patrol SET tag = '', key = '', digests = '', next_round = ${nextRound}::timestamptz`,
    )
  } catch (error) {
    if (!(error instanceof TurnOver) && !options.signal.aborted) throw error
  }
}

type Pace = ReturnType<typeof createPace>

/** Waits after each piece, so that no more is read in a second than the rate says. */
function createPace({ signal, turn, rate = RATE }: PatrolOptions) {
  const end = performance.now() + turn
  return {
    signal,
    async after(bytes: number): Promise<void> {
      if (performance.now() > end) throw new TurnOver()
      const { promise, resolve } = promiseOf()
      const timer = setTimeout(resolve, (bytes / rate) * 1000)
      signal.addEventListener('abort', resolve, { once: true })
      await promise
      clearTimeout(timer)
      signal.removeEventListener('abort', resolve)
      signal.throwIfAborted()
    },
  }
}

function promiseOf() {
  let resolve = () => {}
  const promise = new Promise<void>(keep => {
    resolve = keep
  })
  return { promise, resolve }
}

interface Look {
  title: StoredTitle
  stored: Stored
  pace: Pace
  /** What an earlier turn has read of it. */
  from: Uint8Array<ArrayBuffer> | undefined
}

async function look(deps: Needs, { title: { tag }, stored, pace, from }: Look): Promise<void> {
  const { db, blobs, log } = deps
  let pieces = 0
  const read = (begin?: Uint8Array<ArrayBuffer>) =>
    readStored(blobs, stored.key, {
      signal: pace.signal,
      from: begin,
      async onPiece(bytes, soFar) {
        pieces += 1
        if (pieces % SAVED === 0) await savePlace(deps, { key: stored.key, digests: soFar() })
        await pace.after(bytes)
      },
    })
  // What differs is read once more, from its beginning: a turn before may have read it while it still was another.
  let found = await read(from)
  if (!isAsStored(stored, found)) found = await read()
  const isDamaged = !isAsStored(stored, found)
  if (isDamaged && !(await isNamed(deps, tag, stored))) return
  if (isDamaged) {
    log.error({ tag, key: stored.key }, 'a stored file is damaged')
    await forgetStored(db, stored.key)
  } else if (stored.digest === null) await stored.keep?.(found as StoredDigest)
  await markStored(db, { tag, key: stored.mark, isDamaged })
}

/** Undefined where there is nothing, or the disk can't give it; what only this moment stands in the way of is thrown, as `UnreadError`. */
const readStored: typeof digestStored = async (blobs, key, options) => {
  try {
    return await digestStored(blobs, key, options)
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    const causes: unknown[] = []
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
    if (error.code === 'notFound' || causes.some(cause => (cause as NodeJS.ErrnoException).code === 'EIO'))
      return undefined
    throw new UnreadError('a stored file could not be read', { cause: error })
  }
}

const isAsStored = ({ digest, bytes }: Stored, read: StoredDigest | undefined): boolean =>
  read !== undefined &&
  (bytes === null || bytes === read.bytes) &&
  (digest === null || digest === read.digest)

/** Whether the title still names it: what was replaced while it was read is nobody's damage. */
async function isNamed(deps: Needs, tag: string, { key }: Stored): Promise<boolean> {
  const [title] = await deps.db
    .select(titleColumns)
    .from(t)
    .where(and(eq(t.tag, tag), not(t.isDelete)))
  return title !== undefined && (await storedOf(deps, title)).some(each => each.key === key)
}

async function storedOf({ db }: Pick<Needs, 'db'>, title: StoredTitle): Promise<Stored[]> {
  const { tag, sourceKey, fileDigest, fileSize, streamKey, trailerWebKey, trailerJobId } = title
  const keep = (set: object, same: SQL) =>
    db
      .update(t)
      .set(set)
      .where(and(eq(t.tag, tag), same))
  const stored: Stored[] = []
  if (sourceKey !== null)
    stored.push({ key: sourceKey, mark: sourceKey, digest: fileDigest, bytes: fileSize })
  if (streamKey !== null)
    stored.push({
      ...{ key: `${streamKey}/`, mark: streamKey, digest: title.streamDigest, bytes: title.streamBytes },
      keep: ({ digest, bytes }) =>
        keep({ streamDigest: digest, streamBytes: bytes }, eq(t.streamKey, streamKey)),
    })
  if (trailerWebKey !== null && title.trailerMobileKey !== null && trailerJobId === null)
    stored.push({
      ...{ key: `${trailerFolder(trailerWebKey)}/`, mark: trailerFolder(trailerWebKey) },
      ...{ digest: title.trailerDigest, bytes: title.trailerBytes },
      keep: ({ digest, bytes }) =>
        keep({ trailerDigest: digest, trailerBytes: bytes }, eq(t.trailerWebKey, trailerWebKey)),
    })
  for (const { blobKey, digest, bytes } of await db
    .select()
    .from(c)
    .where(eq(c.titleTag, tag))
    .orderBy(asc(c.trackId)))
    stored.push({
      ...{ key: blobKey, mark: blobKey, digest, bytes },
      keep: read =>
        db
          .update(c)
          .set({ digest: read.digest, bytes: read.bytes })
          .where(and(eq(c.titleTag, tag), eq(c.blobKey, blobKey))),
    })
  return stored
}

async function nextTitle({ db }: Needs, after: string): Promise<StoredTitle | undefined> {
  const [title] = await db
    .select(titleColumns)
    .from(t)
    .where(and(gt(t.tag, after), not(t.isDelete)))
    .orderBy(asc(t.tag))
    .limit(1)
  return title
}

async function readPlace({ db }: Needs): Promise<Place> {
  const [place] = await rowsOf<Place>(
    db,
    sql`SELECT is_sized AS "isSized", tag, key, digests, next_round::text AS "nextRound" FROM patrol`,
  )
  return place!
}

async function savePlace(
  { db }: Needs,
  { tag, key, digests }: Partial<Place> & Pick<Place, 'key' | 'digests'>,
) {
  const hex = Buffer.from(digests).toString('hex')
  await db.execute(
    sql`UPDATE patrol SET tag = coalesce(${tag ?? null}::text, tag), key = ${key}, digests = decode(${hex}, 'hex')`,
  )
}
