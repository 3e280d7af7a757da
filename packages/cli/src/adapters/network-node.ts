import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FormParts } from '@kinora/core'
import { encodeMultipart } from './multipart.ts'
import { type Pace, paced } from './pace.ts'

/** Milliseconds until a connection attempt times out. */
const CONNECT_TIMEOUT = 10_000

/**
 * A request with a text body by Node's own client. Returns undefined for another body, or for a redirect, which the caller sends again.
 * What comes back has of a Response what the client of core reads: the class itself takes longer to load than the call.
 */
export async function fetchByNode(url: string, init: RequestInit = {}): Promise<Response | undefined> {
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
