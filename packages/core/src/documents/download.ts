import type { Send, SendOptions } from '../kernel/client.ts'
import { KinoraError, toKinoraError } from '../kernel/errors.ts'
import { isRetryable, retryDelay, retryPolicy } from '../kernel/retry.ts'
import { documents } from './endpoints.ts'

/** Stall timeout: milliseconds without a byte after which a connection counts as gone. */
const STALL = 20_000

/** Where the bytes go, in order. */
export interface DownloadSink {
  write(piece: Uint8Array): void | Promise<void>
  /** The file isn’t the one any more that was begun: what was written is void. */
  restart(): void | Promise<void>
}

export interface DownloadOptions {
  tenantId: string
  documentId: string
  sink: DownloadSink
  /** What an earlier download of the same file has left: bytes that are there, and the digest of that file. */
  begun?: { bytes: number; digest: string } | undefined
  signal: AbortSignal
  /** Bytes that are there and bytes in all; `waiting` while the connection is gone. */
  onProgress?(progress: { done: number; total: number; waiting: boolean }): void
  /** Waits; rejects once the signal ends. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/**
 * DOC-06: a document piece by piece. Where the connection breaks it goes on from there (RFC 9110, Range with If-Range), as
 * often as some bytes come in between; without any it has the patience of a command. Throws `aborted` once the signal ends,
 * else the failure that didn’t pass.
 */
export async function downloadDocument(send: Send, options: DownloadOptions): Promise<{ digest: string }> {
  const { begun, signal, onProgress, sleep } = options
  const { tries, maxRetryAfter } = retryPolicy.command
  const at: Position = { done: begun?.bytes ?? 0, total: 0, digest: begun?.digest }
  let failures = 0
  for (;;) {
    const before = at.done
    try {
      await receive(send, options, at)
      return { digest: at.digest ?? '' }
    } catch (thrown) {
      if (signal.aborted) throw new KinoraError('aborted', { cause: thrown })
      const error = toKinoraError(thrown)
      failures = at.done > before ? 1 : failures + 1
      if (!isRetryable(error) || failures >= tries || (error.retryAfter ?? 0) > maxRetryAfter) throw error
      onProgress?.({ ...at, waiting: true })
      await sleep(retryDelay(failures, Math.random(), error.retryAfter), signal).catch(cause => {
        throw new KinoraError('aborted', { cause })
      })
    }
  }
}

interface Position {
  done: number
  total: number
  digest: string | undefined
}

/** One connection: asks for what is missing and takes what comes. */
async function receive(
  send: Send,
  { tenantId, documentId, sink, signal, onProgress }: DownloadOptions,
  at: Position,
): Promise<void> {
  const answer = await send(
    documents.download,
    { tenantId, documentId },
    {
      ...rangeOf(at),
      signal,
      retryPolicy: retryPolicy.none,
    },
  )
  const { start = 0, total = 0, etag = '' } = answer
  if (start !== at.done || (at.digest !== undefined && at.digest !== unquoted(etag))) {
    await sink.restart()
    at.done = 0
  }
  if (start !== at.done) throw new KinoraError('server')
  at.digest = unquoted(etag)
  at.total = total
  onProgress?.({ ...at, waiting: false })
  for await (const piece of piecesOf(answer, signal)) {
    await sink.write(piece)
    at.done += piece.byteLength
    onProgress?.({ ...at, waiting: false })
  }
  if (at.done < at.total) throw new KinoraError('offline')
}

const rangeOf = ({ done, digest }: Position): Pick<SendOptions, 'headers'> =>
  done === 0 || digest === undefined
    ? {}
    : { headers: { range: `bytes=${done}-`, 'if-range': `"${digest}"` } }

const unquoted = (etag: string): string => etag.replace(/^"|"$/g, '')

/** A body that breaks off or stalls is `offline`, one that nobody waits for any more is given back. */
async function* piecesOf({ body }: { body: unknown }, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = body instanceof ReadableStream ? body : new Response(body as BodyInit).body
  if (stream === null) return
  const reader = stream.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await withDeadline(reader.read())
      if (signal.aborted) throw new KinoraError('aborted')
      if (done) return
      yield value
    }
  } catch (cause) {
    cancel()
    throw new KinoraError(signal.aborted ? 'aborted' : 'offline', { cause })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new KinoraError('timeout')), STALL)
  })
  return Promise.race([work, stalled]).finally(() => clearTimeout(timer))
}
