import { isKinoraError, type VerifiedPart } from '@kinora/core'
import { and, asc, gt, isNotNull, not, or, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { digestFiles, listStored } from '../kernel/digest.ts'
import { systemScope } from '../kernel/scope.ts'
import { causesOf } from '../ports/db.ts'
import {
  clearStaleMarks,
  markStored,
  readTitle,
  type StoredTitle,
  titleColumns,
} from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { invalidateStoredFile } from '../uploads/index.ts'
import { type Marked, nextOwn, ownFiles, type Stored, storedOf } from './stored-files.ts'

/** Bytes a second: little beside what a disk does for people; in turns of eight of ten minutes 8.7 terabytes in thirty days. */
const BYTES_PER_SECOND = 4 * 1_048_576
/** Milliseconds from one round to the next. */
const ROUND_INTERVAL = 30 * 86_400_000
/** Pieces after which its place is written down; more are read again after a crash. */
const SAVED = 16
/** Bytes that a title counts for at least. */
const LEAST = 65_536
/** Turns that may end at a file that can't be read, in case it is only a moment's outage. */
const TURNS = 5

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>

interface ScrubOptions {
  signal: AbortSignal
  /** Milliseconds after which it leaves the rest to the next turn. */
  turn: number
  /** Bytes a second. */
  rate?: number
}

/** Titles up to `tag` are done, and of `key` in the next one the pieces of those digests; of documents and terms those up to `own`. */
interface Place {
  tag: string
  own: string
  key: string
  digests: Uint8Array<ArrayBuffer>
  /** Whether it is read a second time. */
  isAgain: boolean
  /** Turns that have ended here because it couldn't be read. */
  turns: number
}

class TurnOver extends Error {}

class UnreadError extends Error {
  /** Whether the disk says that it can't give it, rather than that something else stands in the way. */
  readonly isLost: boolean
  constructor(cause: Error) {
    super('a stored file could not be read', { cause })
    this.isLost = causesOf(cause).some((each: NodeJS.ErrnoException) => each.code === 'EIO')
  }
}

/**
 * OPS-02: scrubs the storage: reads originals, streams, trailers and captions from where they lie, title by title, slowly, then
 * documents and terms, and marks those whose bytes aren't what was stored; each turn begins with those that are marked, whose
 * mark goes once they are right again. Goes on where the turn before ended, also after a restart. What was stored before digests
 * were kept is believed once, as it is read first. What is gone is reported by `findMissing`, live.
 */
export async function scrub(deps: Needs, options: ScrubOptions): Promise<void> {
  try {
    await readMarked(deps, options)
    await goOn(deps, createThrottle(options))
  } catch (error) {
    if (!(error instanceof TurnOver) && !options.signal.aborted) throw error
  }
}

/** In no order and a quarter of the turn, so that many get theirs in time; what is larger than that waits for the round. */
async function readMarked(deps: Needs, options: ScrubOptions): Promise<void> {
  const { db } = deps
  await clearStaleMarks(db)
  const turn = options.turn / 4
  const pace = createThrottle({ ...options, turn })
  const most = (turn / 1000) * (options.rate ?? BYTES_PER_SECOND)
  const marked = db.select(titleColumns).from(t).where(sql`${t.damagedKeys} <> '{}' AND NOT ${t.isDelete}`)
  const again: Marked[] = []
  // What nobody knows the digest of can't be right again.
  for (const title of await marked.orderBy(sql`random()`).limit(100))
    for (const stored of await storedOf(deps, title))
      if (title.damagedKeys.includes(stored.mark) && stored.digest !== null)
        again.push({
          ...stored,
          set: isDamaged => markStored(db, { tag: title.tag, key: stored.mark, isDamaged }),
        })
  const condition = sql`damaged_key = blob_key ORDER BY random()`
  const [documents, terms] = [
    await ownFiles(db, 'documents', condition),
    await ownFiles(db, 'terms', condition),
  ]
  for (const stored of inTurns(documents, terms, again)) {
    if (pace.isOver()) return
    const found = await look(deps, { stored, pace, most }).catch(orUnread)
    if (found instanceof TurnOver) return
    if (found === 'right') await stored.set(false)
  }
}

/** The first of each list, then the second of each, so that a long list keeps none of the others waiting. */
function* inTurns<T>(...lists: T[][]): Generator<T> {
  const longest = Math.max(...lists.map(list => list.length))
  for (let nth = 0; nth < longest; nth += 1) for (const list of lists) if (nth < list.length) yield list[nth]!
}

const orUnread = (error: unknown): UnreadError | TurnOver => {
  if (error instanceof UnreadError || error instanceof TurnOver) return error
  throw error
}

async function goOn(deps: Needs, pace: Throttle): Promise<void> {
  const begun = await readPlace(deps)
  const wait = Date.parse(begun.nextRound) - deps.clock.now().getTime()
  // Further away than a round it was written by a clock that has been set back since.
  if (wait > 0 && wait <= ROUND_INTERVAL) return
  let place: Place = begun
  const save = (set: Partial<Place>) => {
    place = { ...place, ...set }
    return savePlace(deps, place)
  }
  const none = { key: '', digests: new Uint8Array(), isAgain: false, turns: 0 }
  const visit = async (each: Marked) => {
    const { key } = each
    if (key !== place.key) place = { ...place, ...none, key }
    const found = await look(deps, { stored: each, pace, place, save }).catch(async (err: unknown) => {
      if (!(err instanceof UnreadError)) throw err
      deps.log.error({ err, key }, 'a stored file could not be read')
      await save({ turns: place.turns + 1 })
      if (place.turns >= TURNS) {
        if (!err.isLost) return undefined
        if (await isAnyReadable(deps, key)) return 'damaged' as const
      }
      throw new TurnOver()
    })
    if (found === undefined) return
    // First, for a mark that is there already is not made again.
    if (found === 'damaged') await invalidateStoredFile(deps.db, key)
    if ((await each.set(found === 'damaged')) && found === 'damaged')
      deps.log.error({ key }, 'a stored file is damaged')
  }
  for (let title = await nextTitle(deps, place.tag); title; title = await nextTitle(deps, place.tag)) {
    await pace.after(LEAST)
    const { tag } = title
    const stored = await storedOf(deps, title)
    const from = stored.findIndex(({ key }) => key === place.key)
    for (const each of stored.slice(Math.max(0, from)))
      await visit({ ...each, set: isDamaged => markStored(deps.db, { tag, key: each.mark, isDamaged }) })
    await save({ ...none, tag })
  }
  for (
    let files = await nextOwn(deps.db, place.own);
    files.length > 0;
    files = await nextOwn(deps.db, place.own)
  )
    for (const file of files) {
      await pace.after(LEAST)
      await visit(file)
      await save({ ...none, own: file.key })
    }
  const nextRound = new Date(deps.clock.now().getTime() + ROUND_INTERVAL).toISOString()
  await save({ ...none, tag: '', own: '' })
  await deps.db.execute(sql`UPDATE patrol SET next_round = ${nextRound}::timestamptz`)
}

type Throttle = ReturnType<typeof createThrottle>

/** A throttle: waits after each piece, so that no more is read in a second than the rate says. */
function createThrottle({ signal, turn, rate = BYTES_PER_SECOND }: ScrubOptions) {
  const end = performance.now() + turn
  const isOver = () => performance.now() > end
  return {
    signal,
    isOver,
    async after(bytes: number): Promise<void> {
      if (isOver()) throw new TurnOver()
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
  stored: Stored
  pace: Pick<Throttle, 'signal' | 'isOver'> & { after(bytes: number): Promise<void> }
  /** Where an earlier turn has come to in it, and how that is written down. */
  place?: Place
  save?: (set: Partial<Place>) => Promise<void>
  /** Bytes above which it isn't read. */
  most?: number
}

/** Undefined where nothing lies there, or nothing can be found out. Throws `UnreadError`. */
async function look(
  deps: Needs,
  { stored, pace, place, save, most = Number.POSITIVE_INFINITY }: Look,
): Promise<'right' | 'damaged' | undefined> {
  const { blobs } = deps
  const lies = await orThrowUnread(() => listStored(blobs, stored.key))
  if (lies === undefined) return assertMounted(deps)
  const { bytes } = lies
  if (stored.bytes !== null && stored.bytes !== bytes) return 'damaged'
  if (bytes > most) return undefined
  let pieces = 0
  const read = (from?: Uint8Array<ArrayBuffer>) =>
    orThrowUnread(() =>
      digestFiles(blobs, lies, {
        signal: pace.signal,
        ...(from && { from }),
        async onPiece(size, soFar) {
          pieces += 1
          if (pieces % SAVED === 0 || pace.isOver()) await save?.({ digests: soFar(), turns: 0 })
          await pace.after(size)
        },
      }),
    )
  let digest = await read(place?.digests)
  // What differs is read once more, from its beginning: a turn before may have read it while it still was another.
  if (digest !== undefined && (stored.digest ?? digest) !== digest && place?.isAgain !== true) {
    await save?.({ digests: new Uint8Array(), isAgain: true, turns: 0 })
    digest = await read()
  }
  if (digest === undefined) return undefined
  if (stored.digest === null && stored.sha256) {
    const readWhole = () => orThrowUnread(() => blobs.digest(stored.key, pace.signal))
    let whole = await readWhole()
    if (whole !== undefined && whole !== stored.sha256) whole = await readWhole()
    if (whole !== undefined && whole !== stored.sha256) return 'damaged'
  }
  if (stored.digest === null) await orThrowUnread(async () => stored.keep?.({ bytes, digest }))
  return (stored.digest ?? digest) === digest ? 'right' : 'damaged'
}

/**
 * OPS-02: reads at once, for whoever waits, what the platform keeps of a title beside its original, and sets or takes the marks
 * that scrubbing sets. What is gone isn’t marked: it may only be unmounted.
 */
export async function verifyMade(
  deps: Needs,
  { tag }: Pick<StoredTitle, 'tag'>,
  signal: AbortSignal,
): Promise<VerifiedPart[]> {
  const { db } = deps
  const partsNow = async () => storedOf(deps, await readTitle(systemScope, db, tag))
  const pace = { signal, isOver: () => false, after: async () => signal.throwIfAborted() }
  const found: VerifiedPart[] = []
  for (const stored of await partsNow()) {
    const { part, language = null, key, mark } = stored
    if (part === 'original') continue
    const verdict = await look(deps, { stored, pace }).catch(orMissing)
    if (verdict === undefined) {
      // What another has taken the place of is no loss.
      if (!(await partsNow()).some(now => now.mark === mark)) continue
    } else {
      if (verdict === 'damaged') await invalidateStoredFile(db, key)
      await markStored(db, { tag, key: mark, isDamaged: verdict === 'damaged' })
    }
    found.push({ part, language, problem: verdict === 'right' ? null : (verdict ?? 'gone') })
  }
  const { imageLink } = await readTitle(systemScope, db, tag)
  return [...found, ...(await verifyCover(deps, imageLink, signal))]
}

/** No file is there at all: what is looked for isn't either. What can't be read fails as its reading did. */
function orMissing(error: unknown): undefined {
  if (error instanceof TurnOver) return undefined
  throw error instanceof UnreadError ? error.cause : error
}

/** A picture’s address is the digest of its bytes; one of elsewhere isn’t kept here. */
async function verifyCover(
  { blobs }: Needs,
  imageLink: string | null,
  signal: AbortSignal,
): Promise<VerifiedPart[]> {
  const [, key, digest] = /^\/media\/(images\/([0-9a-f]{64})\.\w+)$/.exec(imageLink ?? '') ?? []
  if (key === undefined) return []
  const now = await orThrowUnread(() => blobs.digest(key, signal))
  const problem = now === undefined ? 'gone' : now === digest ? null : 'damaged'
  return [{ part: 'cover', language: null, problem }]
}

/** Undefined where it went meanwhile. */
async function orThrowUnread<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    if (error.code === 'notFound') return undefined
    throw new UnreadError(error)
  }
}

const folders = ['uploads/', 'streams/', 'trailers/', 'captions/', 'documents/', 'terms/']

/** Whether the disk gives another file than that, so that it isn't the disk as a whole that can't be read now. */
async function isAnyReadable({ blobs }: Needs, but: string): Promise<boolean> {
  for (const folder of folders)
    try {
      for await (const { key, size } of blobs.list(folder)) {
        if (size === 0 || key.startsWith(but)) continue
        await new Response((await blobs.read(key, { start: 0, end: 1 })) as BodyInit).arrayBuffer()
        return true
      }
    } catch (error) {
      if (!isKinoraError(error)) throw error
    }
  return false
}

/** Where a file is gone: ends the turn if no file is there at all. */
async function assertMounted({ blobs, log }: Needs): Promise<undefined> {
  const isAnyBelow = async (folder: string) => {
    for await (const _ of blobs.list(folder)) return true
    return false
  }
  for (const folder of folders) if (await orThrowUnread(() => isAnyBelow(folder))) return
  log.error({}, 'no stored file is there at all: is the disk that holds them mounted?')
  throw new TurnOver()
}

async function nextTitle({ db }: Needs, after: string): Promise<StoredTitle | undefined> {
  const [title] = await db
    .select(titleColumns)
    .from(t)
    .where(
      and(
        gt(t.tag, after),
        not(t.isDelete),
        or(
          isNotNull(t.sourceKey),
          isNotNull(t.streamKey),
          isNotNull(t.trailerWebKey),
          isNotNull(t.trailerSourceKey),
          sql`EXISTS (SELECT FROM captions c WHERE c.title_tag = ${t.tag})`,
        ),
      ),
    )
    .orderBy(asc(t.tag))
    .limit(1)
  return title
}

async function readPlace({ db }: Needs): Promise<Place & { nextRound: string }> {
  const [place] = await rowsOf<Place & { nextRound: string }>(
    db,
    sql`SELECT tag, own_key AS own, key, digests, is_again AS "isAgain", turns, next_round::text AS "nextRound" FROM patrol`,
  )
  return { ...place!, digests: new Uint8Array(place!.digests) }
}

async function savePlace({ db }: Needs, { tag, own, key, digests, isAgain, turns }: Place): Promise<void> {
  const hex = Buffer.from(digests).toString('hex')
  await db.execute(
    sql`UPDATE patrol SET tag = ${tag}, own_key = ${own}, key = ${key}, digests = decode(${hex}, 'hex'), is_again = ${isAgain}, turns = ${turns}`,
  )
}
