import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** One request on its way through the proxy. */
export interface Exchange {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  /** The number of the chunk, where the request carries one. */
  chunk: number | undefined
  /** How often this chunk has come so far, this time included. */
  times: number
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What a fault may do with an exchange. */
export interface Hands {
  forward(body?: Buffer): Promise<Answer>
  /** Sends only so many bytes of the body on and breaks the connection to the server. */
  forwardPart(bytes: number): Promise<void>
  answer(answer: Answer, bytes?: number): void
  reset(): void
}
export type Fault = (exchange: Exchange, hands: Hands) => Promise<void>
/** Says which fault an exchange meets, if any. */
export type FaultPlan = (exchange: Exchange) => Fault | undefined

export interface Arrival {
  chunk: number
  /** Bytes of the request's body that came before it ended or broke off. */
  bytes: number
}

export interface FaultProxy {
  url: string
  /** Where requests go now. */
  target: string
  plan: FaultPlan | undefined
  /** Chunks as they arrived from the client, whole or not, since `begin`. */
  arrivals: Arrival[]
  begin(plan?: FaultPlan): void
  /** As if the machine's port were dead: connections break, new ones are refused, as a killed server leaves them. */
  gone(): Promise<void>
  /** Listens again, for a server that was started again. */
  back(target: string): Promise<void>
  /** Resolves when the client has sent the whole chunk for the first time; rejects where none comes for ten minutes. */
  arrived(chunk: number): Promise<void>
  close(): Promise<void>
}

/** After which whoever sends has given up, in milliseconds. */
const SILENCE = 600_000

/** A proxy on 127.0.0.1 that knows chunks and does to them what a plan says. */
export async function startProxy(target: string): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const waiting: { chunk: number; tell(): void }[] = []
  const server = createServer((incoming, response) => {
    handle(proxy, incoming, response, chunk => {
      for (const each of waiting) if (each.chunk === chunk) each.tell()
    }).catch(() => incoming.socket.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (at: number) => new Promise<void>(resolve => void server.listen(at, '127.0.0.1', resolve))
  const gone = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.resetAndDestroy()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    target,
    plan: undefined,
    arrivals: [],
    begin(plan) {
      this.plan = plan
      this.arrivals = []
      waiting.length = 0
    },
    arrived(chunk) {
      const found = new Promise<void>((tell, reject) => {
        waiting.push({ chunk, tell })
        setTimeout(() => reject(new Error(`chunk ${chunk} never came`)), SILENCE).unref()
      })
      // Heard of by whoever waits.
      found.catch(() => undefined)
      return found
    },
    gone,
    async back(at) {
      proxy.target = at
      await listen(port)
    },
    close: gone,
  }
  return proxy
}

async function handle(
  proxy: FaultProxy,
  incoming: IncomingMessage,
  response: ServerResponse,
  arrived: (chunk: number) => void,
): Promise<void> {
  const { body, whole } = await readBody(incoming)
  const { method = 'GET', url: path = '/', headers } = incoming
  const chunk = chunkOf(method, path, body)
  if (chunk !== undefined) proxy.arrivals.push({ chunk, bytes: body.byteLength })
  if (!whole) return
  const times = proxy.arrivals.filter(arrival => arrival.chunk === chunk).length
  const exchange: Exchange = { method, path, headers, body, chunk, times }
  const hands = createHands(proxy, exchange, incoming, response)
  const fault = proxy.plan?.(exchange)
  if (chunk !== undefined) arrived(chunk)
  if (fault !== undefined) return fault(exchange, hands)
  hands.answer(await hands.forward())
  if (chunk !== undefined) await deliverLate()
}

async function readBody(incoming: IncomingMessage): Promise<{ body: Buffer; whole: boolean }> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of incoming) pieces.push(piece as Buffer)
    return { body: Buffer.concat(pieces), whole: true }
  } catch {
    return { body: Buffer.concat(pieces), whole: false }
  }
}

/** Multipart puts the small fields first. */
function chunkOf(method: string, path: string, body: Buffer): number | undefined {
  if (method === 'GET' || !/^\/api\/v1\/(videos|trailer|event)\//.test(path)) return undefined
  const found = /name="chunkNumber"\r\n\r\n(\d+)/.exec(body.toString('latin1', 0, 4096))
  return found === null ? undefined : Number(found[1])
}

/** A connection of its own for every request, so that a restarted server is never met through an old one. */
const agent = new Agent({ keepAlive: false })

function createHands(
  proxy: FaultProxy,
  { method, path, headers, body }: Exchange,
  incoming: IncomingMessage,
  response: ServerResponse,
): Hands {
  const open = () => request(proxy.target + path, { method, headers, agent })
  return {
    forward: (bytes = body) =>
      new Promise((resolve, reject) => {
        const outgoing = open()
        outgoing.on('error', reject)
        outgoing.on('response', answer => {
          readBody(answer).then(read => {
            if (!read.whole) return reject(new Error('the server broke off'))
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read.body })
          }, reject)
        })
        outgoing.end(bytes)
      }),
    forwardPart: bytes =>
      new Promise(resolve => {
        const outgoing = open()
        outgoing.on('error', () => resolve())
        outgoing.write(body.subarray(0, bytes), () => {
          outgoing.destroy()
          resolve()
        })
      }),
    answer(answer, bytes) {
      const { 'transfer-encoding': _, connection: __, ...kept } = answer.headers
      const whole =
        method === 'HEAD' || answer.status === 204 || answer.status === 304 ? {} : lengthOf(answer)
      response.writeHead(answer.status, { ...kept, ...whole })
      if (bytes === undefined) return void response.end(answer.body)
      response.write(answer.body.subarray(0, bytes), () => incoming.socket.destroy())
    },
    reset: () => void incoming.socket.resetAndDestroy(),
  }
}

const lengthOf = (answer: Answer) => ({ 'content-length': String(answer.body.byteLength) })

/** Delivered late, after something else: the proxy's way to reorder. */
const late: (() => Promise<unknown>)[] = []
const deliverLate = async (): Promise<void> => {
  await Promise.allSettled(late.splice(0).map(deliver => deliver()))
}

/** The faults of a line, by name. */
export const faults = {
  'connection reset before the server has the chunk': async (_, { reset }) => reset(),
  'request cut off in the middle': async ({ body }, { forwardPart, reset }) => {
    await forwardPart(Math.floor(body.byteLength / 2))
    reset()
  },
  'answer swallowed': async (_, { forward, reset }) => {
    await forward()
    reset()
  },
  'answer cut off in the middle': async (_, { forward, answer }) => {
    const whole = await forward()
    answer(whole, Math.floor(whole.body.byteLength / 2))
  },
  'request delivered twice at once': async (_, { forward, answer }) => {
    const [, second] = await Promise.all([forward(), forward()])
    answer(second)
  },
  'request delivered late, after the next one': async (_, { forward, reset }) => {
    late.push(() => forward())
    reset()
  },
  'answer delayed': async (_, { forward, answer }) => {
    const whole = await forward()
    await wait(1500)
    answer(whole)
  },
  'a gateway says 502 in HTML': async (_, { answer }) =>
    answer({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Bad</h1>') }),
  'bytes damaged on the way': async ({ body }, { forward, answer }) => {
    const damaged = Buffer.from(body)
    const middle = Math.floor(body.byteLength / 2)
    damaged[middle] = damaged[middle]! ^ 255
    answer(await forward(damaged))
  },
  'held open in silence before the server has it': async () => undefined,
  'held open in silence after the server has it': async (_, { forward }) => void (await forward()),
} satisfies Record<string, Fault>
export type FaultName = keyof typeof faults
