import { request as askPlainly, type ClientRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Milliseconds until an address that doesn't answer counts as out of reach. */
const CONNECT = 10_000

/**
 * A call of text by Node's own client; undefined where it can't do it: another body, or a redirect, which is to be asked anew.
 * What comes back has of a Response what the client of core reads: the class itself takes longer to load than the call.
 */
export async function fetchPlain(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  const { method = 'GET', body, signal } = init
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined
  const ask = url.startsWith('https:') ? (await import('node:https')).request : askPlainly
  const headers = init.headers as Record<string, string> | undefined
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = ask(url, { method, headers: { ...headers, ...lengthOf(body) }, signal: signal ?? undefined })
    call.once('response', resolve)
    call.once('error', reject)
    giveUpConnecting(call)
    call.end(body ?? undefined)
  })
  const status = answer.statusCode ?? 0
  if (status < 300 || status >= 400) return toResponse(answer, status)
  answer.resume()
  return undefined
}

const lengthOf = (body: string | null | undefined) =>
  body == null ? {} : { 'content-length': String(Buffer.byteLength(body)) }

function giveUpConnecting(call: ClientRequest): void {
  const late = setTimeout(() => call.destroy(new Error('nobody answers at this address')), CONNECT)
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
