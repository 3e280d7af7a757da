import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { FormParts } from '@kinora/core'
import type { Clock, Network, World } from '../kernel/world.ts'
import type { UndiciNetwork } from './network-undici.ts'
import { systemClock } from './system.ts'

const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']

type Form = Parameters<Required<Network>['sendForm']>

/**
 * Node's own client asks and sends forms; undici, which takes longer to load than most commands run, does proxies and
 * redirects (decision 0028).
 */
export function openNetwork(env: World['env']): Network {
  let opening: Promise<UndiciNetwork> | undefined
  let pace: Pace | undefined
  const undici = () => {
    opening ??= import('./network-undici.ts').then(({ openUndici }) => openUndici(env))
    return opening
  }
  const isProxied = proxies.some(name => env[name])
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = isProxied ? undefined : await fetchByNode(String(url), init)
    const response = answer ?? (await (await undici()).fetch(url, init))
    return pace === undefined ? response : slowed(response, pace)
  }
  const sendForm = async (...[url, init, parts, hold]: Form): Promise<Response> => {
    const send = isProxied ? (await undici()).sendForm : sendFormByNode
    return send(url, init, parts, hold, pace)
  }
  return {
    fetch,
    sendForm,
    limit(bytesPerSecond) {
      pace = createPace(bytesPerSecond, systemClock)
    },
  }
}

/** Milliseconds until a connection attempt times out. */
const CONNECT_TIMEOUT = 10_000

/**
 * A request with a text body by Node's own client. Returns undefined for another body, or for a redirect, which the caller sends again.
 * What comes back has of a Response what the client of core reads: the class itself takes longer to load than the call.
 */
async function fetchByNode(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  const { body } = init
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined
  const { answer } = await ask(url, init, lengthOf(body), body == null ? [] : [body])
  const status = answer.statusCode ?? 0
  if (status < 300 || status >= 400) return toResponse(answer, status)
  answer.resume()
  return undefined
}

/** A form by the same client, so that a chunk needn't wait for another one to be loaded. */
export async function sendFormByNode(
  url: string,
  init: RequestInit,
  parts: FormParts,
  hold?: Promise<void>,
  pace?: Pace,
): Promise<Response> {
  const { headers, pieces } = await encodeMultipart(parts)
  const { call, answer } = await ask(url, init, headers, pieces, hold, pace)
  const response = toResponse(answer, answer.statusCode ?? 0)
  const text = await response.text()
  // Answered before all was sent: what is left is not to be read from memory that belongs to the next chunk.
  if (!call.writableFinished) call.destroy()
  return Object.assign(response, { text: async () => text })
}

/** Resolves with the head of the answer. An import of `node:http` would load all that it hands on, undici among it. */
async function ask(
  url: string,
  { method = 'GET', signal, headers }: RequestInit,
  more: Record<string, string>,
  [first, ...rest]: readonly (string | Uint8Array)[],
  hold?: Promise<void>,
  pace?: Pace,
): Promise<{ call: ClientRequest; answer: IncomingMessage }> {
  const { request } = url.startsWith('https:')
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http')
  const all = { ...(headers as Record<string, string> | undefined), ...more }
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: all, signal: signal ?? undefined })
    call.once('response', answer => resolve({ call, answer }))
    call.on('error', reject)
    giveUpConnecting(call)
    if (first !== undefined) call.write(first)
    const finish = async () => {
      if (call.destroyed) return
      if (pace === undefined) for (const piece of rest) call.write(piece)
      else
        for await (const slice of paced(rest, pace)) {
          if (call.destroyed) return
          call.write(slice)
        }
      call.end()
    }
    if (hold === undefined) void finish()
    else hold.then(finish, (error: Error) => call.destroy(error))
  })
}

const lengthOf = (body: string | null | undefined): Record<string, string> =>
  body == null ? {} : { 'content-length': String(Buffer.byteLength(body)) }

function giveUpConnecting(call: ClientRequest): void {
  const late = setTimeout(() => call.destroy(new Error('nobody answers at this address')), CONNECT_TIMEOUT)
  const inTime = () => clearTimeout(late)
  call.once('socket', socket => (socket.connecting ? socket.once('connect', inTime) : inTime()))
  call.once('close', inTime)
}

function toResponse(answer: IncomingMessage, status: number): Response {
  const text = async () => {
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece as Buffer)
    return Buffer.concat(pieces).toString('utf8')
  }
  const response = {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => answer.headers[name.toLowerCase()]?.toString() ?? null },
    text,
    get body() {
      return Readable.toWeb(answer)
    },
  }
  return response as unknown as Response
}

/** Resolves when so many bytes may go. */
export type Pace = (bytes: number) => Promise<void>

/** Bytes that go at once. */
const SLICE = 16_384

/** Lets bytes go at a rate a second, in the order in which they asked: all that are under way share it. */
export function createPace(bytesPerSecond: number, clock: Clock): Pace {
  let next = 0
  return async bytes => {
    const at = Math.max(next, clock.now())
    next = at + (bytes * 1000) / bytesPerSecond
    const left = at - clock.now()
    if (left > 0) await clock.sleep(left)
  }
}

/** An answer whose body arrives at a pace: what isn't read yet, the server can't send. */
function slowed(response: Response, pace: Pace): Response {
  const { ok, status, headers, body } = response
  const pieces = body && Readable.toWeb(Readable.from(paced(body as NodeStream<Uint8Array>, pace)))
  const text = () => new Response(pieces as unknown as BodyInit | null).text()
  return { ok, status, headers, body: pieces, text } as unknown as Response
}

/** Pieces cut so that they go evenly. */
export async function* paced<T extends string | Uint8Array>(
  pieces: Iterable<T> | AsyncIterable<T>,
  pace: Pace,
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces)
    for (let start = 0; start < piece.length; start += SLICE) {
      const slice = typeof piece === 'string' ? piece : piece.subarray(start, start + SLICE)
      await pace(slice.length)
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
export async function encodeMultipart(parts: FormParts): Promise<MultipartBody> {
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
