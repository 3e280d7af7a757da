import type { Send, SendOptions } from '../kernel/client.ts'
import { KinoraError } from '../kernel/errors.ts'
import { retry, retryPolicy, type Sleep, wait } from '../kernel/retry.ts'
import { readServerSentEvents } from '../kernel/server-sent-events.ts'
import { eventLog } from './endpoints.ts'
import type { EventLogFilter, LogEvent } from './schema.ts'

export interface EventStreamOptions {
  send: Send
  filter?: EventLogFilter
  signal?: AbortSignal
  sleep?: Sleep
  /** How a connection is made, and made again; retried as unattended work unless given. */
  connect?: <T>(call: (options?: SendOptions) => Promise<T>, isFirst: boolean) => Promise<T>
  /** The stream stands: from here on every event is told. */
  onOpen?: () => void
  /** The stream is gone, and is asked for again. */
  onLost?: () => void
}

/** Milliseconds without a sign of life after which a stream is taken for gone: three heartbeats. */
const SILENCE = 45_000

/**
 * HOOK-05: each event as soon as it is there, in its order and once, also over a restart of the server, until the signal ends it. Begins
 * with what happens from now on, unless the filter says from where.
 */
export async function* streamEvents(options: EventStreamOptions): AsyncGenerator<LogEvent, void> {
  const { send, signal, sleep, connect = createPatience(options), onOpen, onLost } = options
  let where = options.filter ?? {}
  for (let attempt = 0; !signal?.aborted; attempt += 1) {
    const { body } = await connect(
      extra => send(eventLog.stream, where, { ...(signal && { signal }), ...extra }),
      attempt === 0,
    )
    const messages = readServerSentEvents(body as ReadableStream<Uint8Array>, { signal, silence: SILENCE })
    let isOpen = false
    for await (const { id, data } of messages) {
      // Only its first piece says where the stream begins.
      if (!isOpen) onOpen?.()
      isOpen = true
      const { since: _, ...rest } = where
      if (id !== undefined) where = { ...rest, after: id }
      if (data !== '') yield JSON.parse(data) as LogEvent
    }
    if (signal?.aborted) return
    onLost?.()
    // One that ends as soon as it is open isn't asked for without a pause.
    await (sleep ?? wait)(RECONNECT, signal).catch(() => undefined)
  }
}

/** Milliseconds before a stream that ended is asked for again. */
const RECONNECT = 500

const createPatience =
  ({ sleep, signal }: EventStreamOptions): NonNullable<EventStreamOptions['connect']> =>
  call =>
    retry({ ...retryPolicy.work, tries: Number.POSITIVE_INFINITY, sleep, signal }, () => {
      if (signal?.aborted) throw new KinoraError('aborted')
      return call({ retryPolicy: retryPolicy.none })
    })
