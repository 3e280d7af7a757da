import { buffer } from 'node:stream/consumers'
import { KinoraError } from '@kinora/core'
import { isStatus, storeUnavailable, toStoreError } from './errors.ts'
import type { Opened, Store } from './store.ts'

export interface Range {
  start: number
  /** Exclusive. */
  end: number
}

export interface Reading {
  pieces: AsyncGenerator<Uint8Array>
  /** Lets the line go, also where nothing was read yet. */
  leave(): void
}

/** Times in turn that a line may break without a byte. */
const BREAKS_MAX = 3

/**
 * The bytes of an object, once it is known to be there. Where the line breaks the rest is asked for anew, of the same version of
 * the object: what is read is never of two, and of none but `etag` where that is given. Throws `notFound`.
 */
export async function openReading(
  store: Store,
  key: string,
  {
    range = { start: 0, end: Number.POSITIVE_INFINITY },
    etag,
    signal,
  }: { range?: Range; etag?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Reading> {
  const isEmpty = range.end <= range.start
  if (isEmpty && (await store.head(key)) === undefined) throw new KinoraError('notFound')
  const first = isEmpty ? undefined : await store.open(key, { ...range, etag, signal })
  const line = { opened: first, isLeft: false }
  const end = range.start + (first?.size ?? 0)
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let at = range.start, breaks = 0; at < end && !line.isLeft; ) {
      try {
        line.opened ??= await store.open(key, { start: at, end, etag: first?.etag, signal })
        for await (const piece of line.opened?.pieces ?? []) {
          at += piece.byteLength
          breaks = 0
          yield piece
        }
        if (at < end) throw storeUnavailable(new Error(`${key} ended at ${at} of ${end}`))
      } catch (error) {
        const failed = signal?.aborted ? new KinoraError('aborted', { cause: error }) : toStoreError(error)
        breaks += 1
        if (line.isLeft) return
        if (breaks > BREAKS_MAX || failed.status !== 503 || isStatus(failed.cause, 412)) throw failed
      } finally {
        close(line)
      }
    }
  }
  const leave = () => {
    line.isLeft = true
    close(line)
  }
  return { pieces: read(), leave }
}

function close(line: { opened: Opened | undefined }): void {
  line.opened?.pieces.destroy()
  line.opened = undefined
}

/** As a stream that asks for no more than is read, and lets its line go when its reader does. */
export function toStream({ pieces, leave }: Reading): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

/** Everything that comes, as one. */
export async function wholeOf({ pieces }: Reading): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await buffer(pieces))
}
