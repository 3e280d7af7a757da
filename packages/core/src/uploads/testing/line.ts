import { KinoraError } from '../../kernel/errors.ts'
import type { CallOptions, ChunkRequest, Transport, UploadTarget } from '../ports.ts'
import type { UploadState } from '../schema.ts'
import type { UploadServer } from './server.ts'

/** What a line does to the sending of one chunk. */
export const lineFaults = [
  'reset',
  'lostAnswer',
  'duplicate',
  'late',
  'damaged',
  'silence',
  'answerInSilence',
  'restart',
  'busy',
] as const
export type LineFault = (typeof lineFaults)[number]

/** A transport over a server in memory; `plan` says what happens to which sending of a chunk, counted from 0. */
export function createLine(
  server: UploadServer,
  plan: (sending: number) => LineFault | undefined = () => undefined,
) {
  let active = 0
  let sendings = 0
  let faults = 0
  let out = 0
  let mostOut = 0
  const sent: number[] = []
  const late: (() => Promise<unknown>)[] = []
  const busy = async <T>(call: () => Promise<T>): Promise<T> => {
    active++
    try {
      return await call()
    } finally {
      active--
    }
  }
  const hang = ({ signal }: CallOptions): Promise<never> =>
    new Promise((_, reject) => {
      const stop = () => reject(new KinoraError('aborted'))
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
    })
  const acts: Record<
    LineFault,
    (target: UploadTarget, chunk: ChunkRequest, options: CallOptions) => Promise<UploadState>
  > = {
    reset: () => Promise.reject(new KinoraError('offline')),
    lostAnswer: (target, chunk) =>
      server.chunk(target, chunk).then(() => Promise.reject(new KinoraError('offline'))),
    duplicate: (target, chunk) =>
      Promise.all([server.chunk(target, chunk), server.chunk(target, chunk)]).then(([first]) => first),
    late(target, chunk) {
      late.push(() => server.chunk(target, chunk))
      return Promise.reject(new KinoraError('timeout'))
    },
    damaged: async (target, chunk) => server.chunk(target, { ...chunk, file: await damage(chunk.file) }),
    silence: (_target, _chunk, options) => hang(options),
    answerInSilence: (target, chunk, options) =>
      busy(() => server.chunk(target, chunk)).then(() => hang(options)),
    restart: () => Promise.reject(new KinoraError('server', { status: 503 })),
    busy: () => Promise.reject(new KinoraError('tooMany', { retryAfter: 2 })),
  }
  /** The chunk's bytes leave. */
  const carry = async (
    target: UploadTarget,
    chunk: ChunkRequest,
    { options, fault }: { options: CallOptions; fault: LineFault | undefined },
  ): Promise<UploadState> => {
    sent.push(chunk.chunkNumber)
    options.onProgress?.(chunk.file.size)
    if (fault === undefined) {
      const answer = await busy(() => server.chunk(target, chunk))
      await Promise.allSettled(late.splice(0).map(arrive => arrive()))
      return answer
    }
    faults++
    const act = acts[fault]
    return fault.toLowerCase().includes('silence')
      ? act(target, chunk, options)
      : busy(() => act(target, chunk, options))
  }
  const transport: Transport = {
    state: target => busy(() => server.state(target)),
    async chunk(target, chunk, options) {
      const fault = plan(sendings++)
      mostOut = Math.max(mostOut, ++out)
      try {
        // A call that is ended leaves the line at once, whatever the server still does with it.
        return await Promise.race([carry(target, chunk, { options, fault }), hang(options)])
      } finally {
        out--
      }
    },
    offer: (target, offer) => busy(() => server.offer(target, offer)),
    prove: (target, proof) => busy(() => server.prove(target, proof)),
    encode: target => busy(() => server.encode(target)),
    cancel: target => busy(() => server.cancel(target)),
    watch: target => busy(() => server.watch(target)),
  }
  return { transport, sent, isActive: () => active > 0, faults: () => faults, mostOut: () => mostOut }
}

async function damage(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  bytes[0] = bytes[0]! ^ 255
  return new Blob([bytes])
}
