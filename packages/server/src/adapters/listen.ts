import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { KinoraError } from '@kinora/core'
import type { Incoming } from '../kernel/http/form.ts'

export interface Listening {
  url: string
  /** Calls are answered with 503 until there is something to answer them. */
  answer(fetch: (request: Request, env: Incoming) => Response | Promise<Response>): void
  /** Says by `/readyz` that the server ends, while calls are answered as before, each as the last one of its connection. */
  drain(): void
  /** Takes no more calls, lets those in hand end, and cuts what is left after the grace. */
  close(graceMilliseconds: number): Promise<void>
}

/** Bytes of address and headers: as many tags as `titles.find` takes are twice what Node allows (API-12). */
const MAX_HEADERS = 65_536

/** Takes the port before anything slow is started, so that a taken one is known at once. */
export async function listen({ host, port }: { host: string; port: number }): Promise<Listening> {
  let fetch = (request: Request, _env: Incoming): Response | Promise<Response> => respondStarting(request)
  let isDraining = false
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings
      const given = isDraining ? respondDraining(request) : undefined
      const response = given ?? (await fetch(request, withPieces(env)))
      // A call that comes on a kept connection just as that is closed is lost to who sent it.
      if (isDraining) outgoing.shouldKeepAlive = false
      return withRefusedBody(response, incoming)
    },
    serverOptions: { maxHeaderSize: MAX_HEADERS },
  }) as HttpServer
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(explain(error, { host, port })))
    server.listen(port, host, resolve)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    answer(next) {
      fetch = next
    },
    drain() {
      isDraining = true
    },
    close: grace => close(server, grace),
  }
}

const withPieces = (env: object): Incoming => ({
  ...env,
  pieces: () => piecesOf((env as { incoming: IncomingMessage }).incoming),
})

function close(server: HttpServer, grace: number): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  const details: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Stop the other program, or choose another port with PORT.`,
    EACCES: `Port ${port} on ${host} may not be used by this account. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST.`,
    ENOTFOUND: `${host} is not an address of this machine. Correct HOST.`,
  }
  const detail = details[error.code ?? '']
  return detail === undefined ? error : new KinoraError('conflict', { detail, cause: error })
}

/** Seconds after which the page loads itself anew; other clients ask again sooner. */
const RETRY_AFTER_SECONDS = 2
const said = 'Kinora is starting'

const headers = { 'retry-after': '1', 'cache-control': 'no-store' }

/**
 * The response of a server that has its port but not yet its database, whose migrations may take minutes: a page that loads
 * itself anew to who opens an address, our error to all others, numbered so that a client knows that nothing was done and asks
 * again (C-137). It is alive and not ready.
 */
function respondStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (request.method === 'OPTIONS') return preflight(request)
  if (pathname === '/healthz') return Response.json({ status: 'ok' }, { headers })
  if (pathname === '/readyz') return Response.json({ status: 'starting' }, { status: 503, headers })
  const isPage =
    ['GET', 'HEAD'].includes(request.method) && (request.headers.get('accept') ?? '').includes('text/html')
  return isPage ? startingPage() : startingError()
}

const respondDraining = ({ url }: Request): Response | undefined =>
  new URL(url).pathname === '/readyz'
    ? Response.json({ status: 'draining' }, { status: 503, headers })
    : undefined

/** What it says is of nobody, so pages of every origin may read it; one that may not would take itself for refused. */
const preflight = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': request.headers.get('access-control-request-method') ?? 'GET',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
    },
  })

const startingError = (): Response =>
  Response.json(
    { status: 503, code: 'server', message: said, issues: [], requestId: randomUUID() },
    {
      status: 503,
      headers: {
        ...headers,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
      },
    },
  )

const startingPage = (): Response =>
  new Response(page, {
    status: 503,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>${said}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; min-height: 90vh; place-content: center; padding: 1rem; text-align: center }
</style>
<main>
<h1>${said}</h1>
<p>After an update this can take some minutes. This page opens by itself as soon as it is ready.</p>
</main>
</html>
`

/** Bytes of a refused body that are read and dropped at most. */
const MAX_DROPPED = 67_108_864
/** Milliseconds in which a client that still sends can read why it was refused. */
const MAX_WAIT = 30_000
/** Milliseconds without a byte after which a client has stopped sending: it has read why, or never will. A phone that changes its network pauses for some seconds. */
const MAX_QUIET = 10_000

/**
 * The answer to a request that was refused before its body had come. It is complete for its reader and says that the connection
 * ends with it, since what still comes would be taken for the next request. The connection ends only once the body has come, or
 * its client has gone or stopped: ended at once it would be reset, and a client that still sends would lose the answer.
 */
export async function withRefusedBody(response: Response, incoming: IncomingMessage): Promise<Response> {
  if (response.status < 400 || incoming.complete) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('connection', 'close')
  headers.set('content-length', String(body.byteLength))
  const answer = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(body)
      await drainBody(incoming)
      controller.close()
    },
  })
  return new Response(answer, { status: response.status, headers })
}

/** Drains what still comes, up to the limits; its reader has given up and would only buffer it. */
function drainBody(incoming: IncomingMessage): Promise<void> {
  return new Promise(resolve => {
    if (incoming.destroyed || incoming.readableEnded) return resolve()
    let dropped = 0
    const done = () => {
      clearTimeout(wait)
      clearTimeout(quiet)
      resolve()
    }
    const wait = setTimeout(done, MAX_WAIT)
    const quiet = setTimeout(done, MAX_QUIET)
    incoming.removeAllListeners('data')
    incoming.on('data', (piece: Buffer) => {
      quiet.refresh()
      dropped += piece.byteLength
      if (dropped > MAX_DROPPED) done()
    })
    for (const event of ['end', 'error', 'close']) incoming.once(event, done)
    incoming.resume()
  })
}

/** Bytes that may wait to be asked for, and bytes that Node reads at once. */
const bufferSize = 262_144
const readSize = 65_536

/**
 * The body of a request in large pieces: more of it arrives while one is in use, and a piece is good until the next one
 * is asked for. Node gives 64 kB at a time, each in memory of its own, which goes back at once: a collector that has to
 * find 16,000 of them in a gigabyte costs more than all else that happens to the bytes.
 */
async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const arrivals = createReadBuffer(incoming)
  const memory = Buffer.allocUnsafeSlow(Math.min(bufferSize + readSize, lengthOf(incoming)))
  try {
    while (await arrivals.some()) yield new Uint8Array(memory.buffer, 0, arrivals.take(memory))
  } finally {
    detachBuffer(memory)
  }
}

/** What has come and was not taken yet. */
function createReadBuffer(incoming: IncomingMessage) {
  const held: Buffer[] = []
  let size = 0
  /** Bytes of the first one that were taken. */
  let taken = 0
  let state: 'open' | 'ended' | { failed: Error } = 'open'
  let wake = (): void => undefined
  const end = (how: typeof state): void => {
    if (state === 'open') state = how
    wake()
  }
  incoming.on('data', (piece: Buffer) => {
    held.push(piece)
    size += piece.byteLength
    if (size >= bufferSize) incoming.pause()
    wake()
  })
  incoming.once('end', () => end('ended'))
  incoming.once('error', failed => end({ failed }))
  incoming.once('close', () => end({ failed: new Error('the connection ended before the body') }))
  return {
    /** Waits until something is there and for what comes with it; false at the end. */
    async some(): Promise<boolean> {
      while (size === 0 && state === 'open') {
        await new Promise<void>(resolve => {
          wake = resolve
        })
        if (state === 'open') await turn()
      }
      if (size === 0 && typeof state === 'object') throw state.failed
      return size > 0
    },
    /** Moves it into `target`, as much as fits; returns the bytes moved. */
    take(target: Buffer): number {
      let filled = 0
      for (let piece = held[0]; piece !== undefined && filled < target.byteLength; piece = held[0]) {
        const copied = piece.copy(target, filled, taken)
        filled += copied
        taken += copied
        if (taken < piece.byteLength) break
        held.shift()
        taken = 0
        detachBuffer(piece)
      }
      size -= filled
      if (size < bufferSize) incoming.resume()
      return filled
    },
  }
}

/** A length that is not announced, or is none, says nothing about the memory that is needed. */
function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'])
  return length > 0 ? length : Number.POSITIVE_INFINITY
}

/** ES2024, which every Node that runs this has. */
type Transferable = ArrayBuffer & { transfer(length: number): ArrayBuffer }

/** Detaches the buffer: memory that nothing else uses is free at once rather than with the next garbage collection. */
function detachBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) (buffer as Transferable).transfer(0)
}
