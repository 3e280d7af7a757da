import {
  checkPlayTime,
  createMessages,
  createPlaybackReader,
  en,
  type Issue,
  KinoraError,
  type PlaybackRead,
  type PlaybackReader,
  type PlaybackRecord,
  toInstant,
} from '@kinora/core'
import { inArray } from 'drizzle-orm'
import { sha256 } from '../kernel/digest.ts'
import type { Database } from '../ports/db.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { insertRecords, type NewRecord } from './plays.ts'
import { insertProblems, type NewProblem } from './uploads.ts'

/** Records that are buffered at a time. */
const BATCH = 1000
/** Bytes that are hashed at a time: the digest of a file is that of its blocks' digests. */
const BLOCK = 1_048_576

interface Received {
  good: number
  bad: number
  digest: string
}

interface Receiving {
  trackingId: string
  pieces: AsyncIterable<Uint8Array>
  now: Date
  signal: AbortSignal
}

/**
 * C-119, C-132: stores the records of a file as it comes, and what is wrong with the others; no more than a batch of them is
 * held. Throws VAL-18 for what is no playback data; what was stored by then is the caller's to drop.
 */
export async function receiveRecords(
  db: Database,
  { trackingId, pieces, now, signal }: Receiving,
): Promise<Received> {
  const reader = createPlaybackReader()
  const blocks = createBlocks()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const store = createStore(db, { trackingId, now })
  for await (const piece of pieces) {
    signal.throwIfAborted()
    await blocks.add(piece)
    await store.add(read(reader, () => decoder.decode(piece, { stream: true })))
  }
  await store.add(read(reader, () => decoder.decode()))
  await store.add(reader.end())
  await store.flush()
  return { ...store.counts, digest: await blocks.digest() }
}

/** Stores what is read of an upload, a batch at a time: good records in one table, what is wrong with the others in another. */
function createStore(db: Database, { trackingId, now }: Pick<Receiving, 'trackingId' | 'now'>) {
  const messages = createMessages(en)
  const counts = { good: 0, bad: 0 }
  let waiting: PlaybackRead[] = []
  const toRecord = ({ secondsWatched, startedAt, ...record }: PlaybackRecord): NewRecord => ({
    ...record,
    trackingId,
    nth: ++counts.good,
    startedAt: toInstant(startedAt),
    seconds: secondsWatched,
  })
  const toProblem = (line: number, issue: Issue): NewProblem => ({
    trackingId,
    nth: ++counts.bad,
    line,
    path: issue.path,
    text: messages.issue(issue),
  })
  const flush = async (): Promise<void> => {
    const reads = await withUnknown(
      db,
      waiting.map(read => withTime(read, now)),
    )
    waiting = []
    await insertRecords(
      db,
      reads.flatMap(read => ('record' in read ? toRecord(read.record) : [])),
    )
    await insertProblems(
      db,
      reads.flatMap(read => ('record' in read ? [] : toProblem(read.line, read.issue))),
    )
  }
  return {
    counts,
    flush,
    async add(reads: readonly PlaybackRead[]): Promise<void> {
      for (const read of reads) {
        waiting.push(read)
        if (waiting.length >= BATCH) await flush()
      }
    },
  }
}

/** Bytes that are no UTF-8 are no playback data either. */
function read(reader: PlaybackReader, decode: () => string): PlaybackRead[] {
  let text: string
  try {
    text = decode()
  } catch (cause) {
    throw new KinoraError('invalid', { cause, issues: [{ path: 'file', code: 'validation.fileFormat' }] })
  }
  return reader.push(text)
}

/** A record that can't have been yet is bad. */
function withTime(read: PlaybackRead, now: Date): PlaybackRead {
  const issue = 'record' in read ? checkPlayTime(read.record, now) : undefined
  return issue === undefined ? read : { line: read.line, issue }
}

/** Records of tenants and titles that don't exist are bad; deleted titles were played while they were there. */
async function withUnknown(db: Database, reads: readonly PlaybackRead[]): Promise<PlaybackRead[]> {
  const records = reads.flatMap(read => ('record' in read ? [read.record] : []))
  const { tenantId } = tenantsTable
  const { tag } = titlesTable
  const named = [...new Set(records.map(record => record.tenantId))]
  const tags = [...new Set(records.flatMap(record => record.titleTag ?? []))]
  const tenants =
    named.length === 0 ? [] : await db.select({ tenantId }).from(tenantsTable).where(inArray(tenantId, named))
  const titles = tags.length === 0 ? [] : await db.select({ tag }).from(titlesTable).where(inArray(tag, tags))
  const known = {
    tenants: new Set(tenants.map(row => row.tenantId)),
    titles: new Set(titles.map(row => row.tag)),
  }
  return reads.map(read => {
    if (!('record' in read)) return read
    const { tenantId, titleTag } = read.record
    if (!known.tenants.has(tenantId))
      return { line: read.line, issue: unknown('tenantId', 'Tenant', tenantId) }
    if (titleTag !== undefined && !known.titles.has(titleTag))
      return { line: read.line, issue: unknown('titleTag', 'Title', titleTag) }
    return read
  })
}

const unknown = (path: string, field: string, value: string): Issue => ({
  path,
  code: 'playback.unknown',
  params: { field, value },
})

/** The digest of a content that is hashed block by block. */
function createBlocks() {
  const block = new Uint8Array(BLOCK)
  const digests: string[] = []
  let filled = 0
  const end = async () => {
    digests.push(await sha256(block.slice(0, filled)))
    filled = 0
  }
  return {
    async add(piece: Uint8Array): Promise<void> {
      for (let at = 0; at < piece.byteLength; ) {
        const part = piece.subarray(at, at + BLOCK - filled)
        block.set(part, filled)
        filled += part.byteLength
        at += part.byteLength
        if (filled === BLOCK) await end()
      }
    },
    async digest(): Promise<string> {
      await end()
      return sha256(new TextEncoder().encode(digests.join('')))
    },
  }
}
