import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { anotherUploadError } from '../file/prepare.ts'
import type { Chunk, ChunkReader } from '../file/reader.ts'
import type { CallOptions, Clock, Transport, UploadTarget } from '../ports.ts'
import type { UploadState } from '../schema.ts'
import { withStallTimeout } from './stall.ts'
import type { UploadSettings } from './states.ts'

/** Attempts for a chunk that arrives damaged, before it counts as a network failure. */
const MAX_DAMAGED_TRIES = 3
/** Responses in a row that don't advance `nextChunk`. */
const MAX_STUCK_ANSWERS = 5

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
  /** Bytes sent so far, the acknowledged ones included. */
  onProgress(bytes: number): void
}

/** Sends chunks until the server has all. Reads and hashes the next chunk while the current one is in flight. */
export async function sendChunks(run: ChunkRun): Promise<UploadState> {
  run.signal.throwIfAborted()
  const stop = new AbortController()
  const inFlight = createInFlight(run, AbortSignal.any([run.signal, stop.signal]))
  try {
    return await sendAll(run, inFlight)
  } finally {
    stop.abort()
    await inFlight.ended()
  }
}

type InFlight = ReturnType<typeof createInFlight>

/**
 * Verifies cached digests while sending, from the first response on. If one is wrong, nothing more is sent, and the last
 * chunk waits for the result: the server never gets a whole file that differs.
 */
function createCheck(run: ChunkRun, signal: AbortSignal) {
  let checking: Promise<void> | undefined
  let refused: { reason: unknown } | undefined
  const begin = (): Promise<void> => {
    checking ??= run.reader.verifyCached(signal).catch((reason: unknown) => {
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

async function sendAll(run: ChunkRun, inFlight: InFlight): Promise<UploadState> {
  const held = new Set<number>()
  let next = run.from
  let stuck = 0
  // The first chunk of a new upload goes alone: with it the server decides whether it takes the file at all.
  let window = next > 1 ? run.settings.inFlight : 1
  for (;;) {
    const wanted = chunksFrom(next, run.reader.total, chunk => held.has(chunk) || inFlight.sending.has(chunk))
    const room = window - inFlight.sending.size
    for (const chunk of wanted.slice(0, room)) inFlight.launch(chunk)
    for (const chunk of wanted.slice(0, room + 1)) inFlight.readAhead(chunk)
    if (inFlight.sending.size === 0) throw new KinoraError('server')
    const { chunk, state } = await Promise.race(inFlight.sending.values())
    inFlight.onResponse(chunk)
    void inFlight.check.begin()
    if (state.identifier !== run.identifier) throw anotherUploadError()
    window = run.settings.inFlight
    const before = next
    next = inFlight.sending.size === 0 ? state.nextChunk : Math.max(next, state.nextChunk)
    held.add(chunk)
    for (const number of held) if (number < next || inFlight.sending.size === 0) held.delete(number)
    inFlight.acknowledge(next, held)
    run.onAccepted(next)
    run.signal.throwIfAborted()
    if (state.complete) return state
    stuck = next > before || held.size > 0 ? 0 : stuck + 1
    if (stuck >= MAX_STUCK_ANSWERS) throw new KinoraError('server')
  }
}

interface Response {
  chunk: number
  state: UploadState
}

/** The chunks in flight and the ones read ahead. */
function createInFlight(run: ChunkRun, signal: AbortSignal) {
  const sending = new Map<number, Promise<Response>>()
  const ahead = new Map<number, Promise<Chunk>>()
  const sentBytes = new Map<number, number>()
  const check = createCheck(run, signal)
  let acknowledged = run.reader.positionAt(run.from).sentBytes
  const report = (): void =>
    run.onProgress(acknowledged + [...sentBytes.values()].reduce((sum, bytes) => sum + bytes, 0))
  const readAhead = (chunk: number): Promise<Chunk> => {
    const reading = ahead.get(chunk) ?? run.reader.read(chunk)
    ahead.set(chunk, reading)
    reading.catch(() => ahead.delete(chunk))
    return reading
  }
  const release = (chunk: number): void => {
    ahead.get(chunk)?.then(
      read => read.release(),
      () => undefined,
    )
    ahead.delete(chunk)
  }
  const send = async (chunk: number): Promise<Response> => {
    const onProgress = (sent: number): void => {
      sentBytes.set(chunk, Math.min(sent, run.reader.sizeOf(chunk)))
      report()
    }
    for (let attempt = 1; ; attempt++) {
      try {
        // A disk may stall like a connection: then the part is read again.
        const content = await withStallTimeout(run.clock, run.settings, { signal }, () => readAhead(chunk))
        await check.permit(chunk)
        return { chunk, state: await post(run, chunk, content, { signal, onProgress }) }
      } catch (error) {
        ahead.delete(chunk)
        if (!isDamaged(error)) throw error
        if (attempt >= MAX_DAMAGED_TRIES)
          throw new KinoraError('timeout', { issues: error.issues, cause: error })
      }
    }
  }
  return {
    sending,
    check,
    readAhead,
    launch: (chunk: number) => void sending.set(chunk, send(chunk)),
    /** Resolves once no request is open. */
    ended: () => Promise.allSettled(sending.values()),
    onResponse(chunk: number) {
      sending.delete(chunk)
      release(chunk)
      sentBytes.set(chunk, run.reader.sizeOf(chunk))
    },
    /** Counts acknowledged bytes; chunks stored out of order are counted one by one. */
    acknowledge(next: number, held: ReadonlySet<number>) {
      acknowledged = run.reader.positionAt(next).sentBytes
      for (const chunk of sentBytes.keys())
        if (!held.has(chunk) && !sending.has(chunk)) sentBytes.delete(chunk)
      for (const chunk of ahead.keys()) if (chunk < next && !sending.has(chunk)) release(chunk)
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
  return withStallTimeout(clock, settings, options, watched => transport.chunk(target, request, watched))
}

const isDamaged = (error: unknown): error is KinoraError =>
  isKinoraError(error) && error.issues.some(issue => issue.code === 'upload.chunkDigest')

function chunksFrom(first: number, last: number, skip: (chunk: number) => boolean): number[] {
  const found: number[] = []
  for (let chunk = first; chunk <= last && found.length < 16; chunk++) if (!skip(chunk)) found.push(chunk)
  return found
}
