import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Answer, FormParts } from '@kinora/core'
import { usage } from '../kernel/exit.ts'
import type { Clock, Network, World } from '../kernel/world.ts'
import { systemClock } from './system.ts'

/**
 * Node's own client, proxies and redirects included: any other one takes longer to load than most commands run
 * (decision 0113).
 */
export function openNetwork(env: World['env']): Network {
  const agentFor = createAgents(env)
  let bandwidth: BandwidthLimit | undefined
  return {
    async fetch(url, init) {
      const answer = await follow(url, { ...init, agentFor })
      return bandwidth === undefined ? answer : slowed(answer, bandwidth)
    },
    async sendForm(url, init, parts) {
      const { headers, pieces } = await encodeMultipart(parts)
      const all = { ...(init.headers as Headers), ...headers }
      const { call, answer } = await ask(url, { ...init, headers: all, agentFor }, { pieces, bandwidth })
      const text = await textOf(answer)
      // Answered before all was sent: what is left is not to be read from memory that belongs to the next chunk.
      if (!call.writableFinished) call.destroy()
      return Object.assign(toAnswer(answer), { text: async () => text })
    },
    limit(bytesPerSecond) {
      bandwidth = createBandwidthLimit(bytesPerSecond, systemClock)
    },
  }
}

type Headers = Record<string, string>
type Protocol = 'http:' | 'https:'
type AgentFor = (url: URL) => Agent | undefined
type Init = Omit<RequestInit, 'body'> & { agentFor: AgentFor }

/** No proxy stands between a machine and itself. */
const isItself = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** Agents that go by HTTP_PROXY, HTTPS_PROXY and NO_PROXY; Node's own where none is set. Throws `usage` for a call that needs one that can't be had. */
function createAgents(env: World['env']): AgentFor {
  const http = env.http_proxy || env.HTTP_PROXY
  const https = env.https_proxy || env.HTTPS_PROXY || http
  // Node's agent splits at commas alone.
  const noProxy = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).join(',')
  const agents = new Map<Protocol, Agent>()
  return ({ protocol, hostname }) => {
    const proxy = protocol === 'https:' ? https : http
    if (!proxy || isItself(hostname)) return undefined
    if (!/^https?:\/\//.test(proxy))
      throw usage(
        'HTTP_PROXY or HTTPS_PROXY is not an address',
        'Set it like this: http://proxy.example.com:3128',
      )
    if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy'))
      throw usage(
        `Node ${process.versions.node} knows no proxies`,
        'Install Node 22.21, 24.5 or newer, or unset HTTP_PROXY and HTTPS_PROXY.',
      )
    const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const proxyEnv = { [name]: proxy, NO_PROXY: noProxy }
    const { Agent } = clientOf(protocol as Protocol)
    // As Node's own: a connection that rests for longer may be gone.
    const agent = agents.get(protocol as Protocol) ?? new Agent({ keepAlive: true, timeout: 5000, proxyEnv })
    agents.set(protocol as Protocol, agent)
    return agent
  }
}

/** Taken from the process: an import of `node:http` would load all that it hands on, undici among it. */
const clientOf = (protocol: Protocol) =>
  process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')

const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 20

/** Follows redirects by the rules of `fetch`: a change becomes a read, and a token stays with its server. */
async function follow(url: string, init: RequestInit & Init): Promise<Answer> {
  const { body, agentFor, signal = null, redirect } = init
  let { method = 'GET' } = init
  let from = new URL(url)
  const headers = { ...(init.headers as Headers) }
  let pieces = typeof body === 'string' ? [body] : []
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    if (pieces[0] !== undefined) headers['content-length'] = String(Buffer.byteLength(pieces[0]))
    const { answer } = await ask(from.href, { method, headers, signal, agentFor }, { pieces })
    const {
      statusCode,
      headers: { location },
    } = answer
    if (redirect === 'manual' || !redirects.has(statusCode) || location === undefined) return toAnswer(answer)
    answer.resume()
    const to = new URL(location, from)
    if (statusCode === 303 || (statusCode !== 307 && statusCode !== 308 && method === 'POST')) {
      method = 'GET'
      pieces = []
      delete headers['content-length']
      delete headers['content-type']
    }
    if (to.origin !== from.origin) delete headers.authorization
    from = to
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`)
}

interface Sent {
  pieces: readonly (string | Uint8Array)[]
  bandwidth?: BandwidthLimit | undefined
}

/** Resolves with the head of the answer. */
async function ask(
  url: string,
  { method = 'GET', signal, headers, agentFor }: Init,
  { pieces, bandwidth }: Sent,
): Promise<{ call: ClientRequest; answer: IncomingMessage }> {
  const to = new URL(url)
  const agent = agentFor(to)
  return new Promise((resolve, reject) => {
    const call = clientOf(to.protocol as Protocol).request(to, {
      method,
      headers: headers as Headers,
      signal: signal ?? undefined,
      agent,
    })
    call.once('response', answer => resolve({ call, answer }))
    call.on('error', reject)
    giveUpConnecting(call)
    const send = async () => {
      if (bandwidth === undefined) for (const piece of pieces) call.write(piece)
      else
        for await (const slice of throttled(pieces, bandwidth)) {
          if (call.destroyed) return
          call.write(slice)
        }
      call.end()
    }
    void send()
  })
}

/** Milliseconds until a connection attempt times out. */
const CONNECT_TIMEOUT = 10_000

function giveUpConnecting(call: ClientRequest): void {
  const late = setTimeout(() => call.destroy(new Error('nobody answers at this address')), CONNECT_TIMEOUT)
  const inTime = () => clearTimeout(late)
  call.once('socket', socket => (socket.connecting ? socket.once('connect', inTime) : inTime()))
  call.once('close', inTime)
}

async function textOf(answer: Readable): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(Buffer.from(piece as Uint8Array))
  return Buffer.concat(pieces).toString('utf8')
}

function toAnswer(answer: IncomingMessage): Answer {
  const { statusCode: status = 0, headers } = answer
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: name => headers[name.toLowerCase()]?.toString() ?? null },
    text: () => textOf(answer),
    get body() {
      return Readable.toWeb(answer) as Answer['body']
    },
  }
}

/** Resolves when so many bytes may go. */
export type BandwidthLimit = (bytes: number) => Promise<void>

/** Bytes that go at once. */
const SLICE = 16_384

/** Lets bytes go at a rate a second, in the order in which they asked: all that are under way share it. */
export function createBandwidthLimit(bytesPerSecond: number, clock: Clock): BandwidthLimit {
  let next = 0
  return async bytes => {
    const at = Math.max(next, clock.now())
    next = at + (bytes * 1000) / bytesPerSecond
    const left = at - clock.now()
    if (left > 0) await clock.sleep(left)
  }
}

/** An answer whose body arrives at a pace: what isn't read yet, the server can't send. */
function slowed(answer: Answer, bandwidth: BandwidthLimit): Answer {
  const { ok, status, headers } = answer
  const slow = () => Readable.from(slices(answer, bandwidth))
  return {
    ok,
    status,
    headers,
    text: () => textOf(slow()),
    // Made when it is asked for: a web stream begins to read at once.
    get body() {
      return Readable.toWeb(slow()) as Answer['body']
    },
  }
}

async function* slices({ body }: Answer, bandwidth: BandwidthLimit): AsyncGenerator<string | Uint8Array> {
  if (body !== null) yield* throttled(body as NodeStream<Uint8Array>, bandwidth)
}

/** Pieces cut so that they go evenly. */
export async function* throttled<T extends string | Uint8Array>(
  pieces: Iterable<T> | AsyncIterable<T>,
  bandwidth: BandwidthLimit,
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces)
    for (let start = 0; start < piece.length; start += SLICE) {
      const slice = typeof piece === 'string' ? piece : piece.subarray(start, start + SLICE)
      await bandwidth(slice.length)
      yield slice
      if (typeof piece === 'string') break
    }
}

/** A Blob over a buffer in memory, which can be sent without a copy. */
export class BufferBlob extends Blob {
  readonly buffer: Uint8Array<ArrayBuffer>

  constructor(buffer: Uint8Array<ArrayBuffer>) {
    super([])
    this.buffer = buffer
  }
}

interface MultipartBody {
  headers: Record<string, string>
  pieces: Uint8Array[]
}

/** The form as it goes over the line: the files' own bytes between small pieces of text, nothing copied. */
async function encodeMultipart(parts: FormParts): Promise<MultipartBody> {
  const boundary = `kinora-${crypto.randomUUID()}`
  const pieces: Uint8Array[] = []
  let text = ''
  for (const [name, value] of parts) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
    if (typeof value === 'string') {
      text += `\r\n\r\n${value}\r\n`
      continue
    }
    const fileName = (value as { name?: string }).name ?? 'blob'
    text += `; filename="${quoted(fileName)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`
    pieces.push(Buffer.from(text), await bytesOf(value))
    text = '\r\n'
  }
  pieces.push(Buffer.from(`${text}--${boundary}--\r\n`))
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    pieces,
  }
}

const bytesOf = async (value: Blob): Promise<Uint8Array> =>
  value instanceof BufferBlob ? value.buffer : new Uint8Array(await value.arrayBuffer())

const quoted = (name: string): string => name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22')
