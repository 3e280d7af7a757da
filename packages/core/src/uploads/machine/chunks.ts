import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { another } from '../file/prepare.ts'
import type { Chunk, ChunkReader } from '../file/reader.ts'
import type { CallOptions, Clock, Transport, UploadTarget } from '../ports.ts'
import type { UploadState } from '../schema.ts'
import { createAnnouncing } from './announcing.ts'
import type { UploadSettings } from './settings.ts'
import { watchStall } from './stall.ts'

/** Tries of a chunk that arrives damaged, before it counts as a failure of the line. */
const DAMAGED_TRIES = 3
/** Answers in a row that don't move the server on. */
const STUCK_ANSWERS = 5

export interface ChunkRun {
  transport: Transport
  clock: Clock
  settings: UploadSettings
  reader: ChunkReader
  target: UploadTarget
  identifier: string
  fileName: string
  totalSize: number
  from: number
  signal: AbortSignal
  /** Called before each chunk; throws when it must not be sent. */
  permit(): void
  /** The chunk that is wanted next. */
  onAccepted(next: number): void
  /** Bytes that are on the way or held, the acknowledged ones included. */
  onProgress(bytes: number): void
}

/** Sends chunks until the server has all. The next chunk is read and hashed while the current one is on the wire. */
export async function sendChunks(run: ChunkRun): Promise<UploadState> {
  const stop = new AbortController()
  const forward = (): void => stop.abort(run.signal.reason)
  run.signal.throwIfAborted()
  run.signal.addEventListener('abort', forward, { once: true })
  const line = createLine(run, stop.signal)
  try {
    return await pump(run, line)
  } finally {
    stop.abort()
    run.signal.removeEventListener('abort', forward)
    await line.ended()
  }
}

type Line = ReturnType<typeof createLine>

/**
 * What the reader only believes of the chunks before is read again beside the sending, begun once the first chunk is
 * through. Nothing is sent any more once it proved wrong, and the last chunk waits: the server never gets the whole.
 */
function createCheck(run: ChunkRun, signal: AbortSignal) {
  let checking: Promise<void> | undefined
  let refused: { reason: unknown } | undefined
  const begin = (): Promise<void> => {
    checking ??= run.reader.check(signal).catch((reason: unknown) => {
      refused = { reason }
    })
    return checking
  }
  return {
    begin,
    async permit(chunk: number): Promise<void> {
      if (chunk === run.reader.total) await begin()
      if (refused !== undefined) throw refused.reason
    },
  }
}

async function pump(run: ChunkRun, line: Line): Promise<UploadState> {
  const held = new Set<number>()
  let next = run.from
  let stuck = 0
  // The first chunk of a new upload goes alone: with it the server decides whether it takes the file at all.
  let window = next > 1 ? run.settings.inFlight : 1
  for (;;) {
    const wanted = chunksFrom(next, run.reader.total, chunk => held.has(chunk) || line.sending.has(chunk))
    const room = window - line.sending.size
    for (const chunk of wanted.slice(0, room)) line.launch(chunk)
    for (const chunk of wanted.slice(0, room + 1)) line.readAhead(chunk)
    if (room > 0 && wanted[room] !== undefined) line.announce(wanted[room])
    if (line.sending.size === 0) throw new KinoraError('server')
    const { chunk, state } = await Promise.race(line.sending.values())
    line.landed(chunk)
    void line.check.begin()
    if (state.identifier !== run.identifier) throw another()
    window = run.settings.inFlight
    const before = next
    next = line.sending.size === 0 ? state.nextChunk : Math.max(next, state.nextChunk)
    held.add(chunk)
    for (const number of held) if (number < next || line.sending.size === 0) held.delete(number)
    line.settle(next, held)
    run.onAccepted(next)
    run.signal.throwIfAborted()
    if (state.complete) return state
    stuck = next > before || held.size > 0 ? 0 : stuck + 1
    if (stuck >= STUCK_ANSWERS) throw new KinoraError('server')
  }
}

interface Landed {
  chunk: number
  state: UploadState
}

/** The chunks on the wire and the ones read ahead of them. */
function createLine(run: ChunkRun, signal: AbortSignal) {
  const sending = new Map<number, Promise<Landed>>()
  const ahead = new Map<number, Promise<Chunk>>()
  const moved = new Map<number, number>()
  /** When the chunks on the wire were begun. */
  const begun = new Map<number, number>()
  const announcing = createAnnouncing<Landed>(run, signal)
  const check = createCheck(run, signal)
  let acknowledged = run.reader.positionAt(run.from).sentBytes
  const report = (): void =>
    run.onProgress(acknowledged + [...moved.values()].reduce((sum, bytes) => sum + bytes, 0))
  const readAhead = (chunk: number): Promise<Chunk> => {
    const reading = ahead.get(chunk) ?? run.reader.read(chunk)
    ahead.set(chunk, reading)
    reading.catch(() => ahead.delete(chunk))
    return reading
  }
  const letGo = (chunk: number): void => {
    ahead.get(chunk)?.then(
      read => read.release(),
      () => undefined,
    )
    ahead.delete(chunk)
  }
  const send = async (chunk: number, { signal, hold }: Pick<CallOptions, 'signal' | 'hold'>) => {
    const onProgress = (sent: number): void => {
      moved.set(chunk, Math.min(sent, run.reader.sizeOf(chunk)))
      report()
    }
    for (let attempt = 1; ; attempt++) {
      try {
        // A disk may be as silent as a line: the person hears of it, and the part is read anew.
        const content = await watchStall(run.clock, run.settings, { signal }, () => readAhead(chunk))
        await check.permit(chunk)
        return { chunk, state: await post(run, chunk, content, { signal, onProgress, hold }) }
      } catch (error) {
        ahead.delete(chunk)
        if (!isDamaged(error)) throw error
        if (attempt >= DAMAGED_TRIES) throw new KinoraError('timeout', { issues: error.issues, cause: error })
      }
    }
  }
  return {
    sending,
    check,
    readAhead,
    announce(chunk: number) {
      if (announcing.isWise()) announcing.begin(chunk, options => send(chunk, options))
    },
    launch(chunk: number) {
      begun.set(chunk, run.clock.now())
      sending.set(chunk, announcing.take(chunk) ?? send(chunk, { signal }))
    },
    /** Resolves once nothing is on its way any more. */
    ended: () => Promise.allSettled([...sending.values(), announcing.ended()]),
    landed(chunk: number) {
      sending.delete(chunk)
      announcing.note(run.clock.now() - begun.get(chunk)!)
      begun.delete(chunk)
      letGo(chunk)
      moved.set(chunk, run.reader.sizeOf(chunk))
    },
    /** Counts what the server has acknowledged; chunks it holds out of order stay counted one by one. */
    settle(next: number, held: ReadonlySet<number>) {
      acknowledged = run.reader.positionAt(next).sentBytes
      for (const chunk of moved.keys()) if (!held.has(chunk) && !sending.has(chunk)) moved.delete(chunk)
      for (const chunk of ahead.keys()) if (chunk < next && !sending.has(chunk)) letGo(chunk)
      report()
    },
  }
}

function post(
  run: ChunkRun,
  chunkNumber: number,
  { file, digest }: Chunk,
  options: CallOptions,
): Promise<UploadState> {
  const { target, identifier, fileName, totalSize, reader, transport, clock, settings } = run
  run.permit()
  const request = {
    chunkNumber,
    totalNumberOfChunks: reader.total,
    identifier,
    fileName,
    totalSize,
    digest,
    file,
  }
  return watchStall(clock, settings, options, watched => transport.chunk(target, request, watched))
}

const isDamaged = (error: unknown): error is KinoraError =>
  isKinoraError(error) && error.issues.some(issue => issue.code === 'upload.chunkDigest')

function chunksFrom(first: number, last: number, skip: (chunk: number) => boolean): number[] {
  const found: number[] = []
  for (let chunk = first; chunk <= last && found.length < 16; chunk++) if (!skip(chunk)) found.push(chunk)
  return found
}
