import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { contract } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { type Listening, listen, withRefusedBody } from '../src/adapters/listen.ts'
import { createTestServer, type TestServer } from './harness.ts'

let server: TestServer
let listening: Listening
let authorization: string
beforeAll(async () => {
  server = await createTestServer()
  listening = await listen({ host: '127.0.0.1', port: 0 })
  listening.answer((asked, env) => server.app.fetch(asked, env))
  authorization = `Bearer ${(await server.signIn('tenant')).token}`
})
afterAll(async () => {
  await listening?.close(0)
  await server?.close()
})

const MiB = 1_048_576
const form = 'multipart/form-data; boundary=b'
const part = (value: string) => `--b\r\ncontent-disposition: form-data; name="title"\r\n\r\n${value}\r\n`
const json = (size: number) => JSON.stringify({ className: 'x'.repeat(size) })
const picture = (size: number) =>
  `--b\r\ncontent-disposition: form-data; name="img"; filename="x.png"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`

interface Refused {
  what: string
  path: string
  type: string
  body: string
  status: number
  anonymous?: boolean
}

const refused: readonly Refused[] = [
  {
    what: 'a form that is too large',
    path: contract.images.upload.path,
    type: form,
    body: picture(12 * MiB),
  },
  {
    what: 'a form that is far too large',
    path: contract.images.upload.path,
    type: form,
    body: picture(70 * MiB),
  },
  {
    what: 'a form of too many parts',
    path: contract.batches.add.path,
    type: form,
    body: part('x'.repeat(1000)).repeat(1000),
  },
  {
    what: 'a form whose text has no end',
    path: contract.batches.add.path,
    type: form,
    body: part('x'.repeat(2 * MiB)),
    status: 400,
  },
  {
    what: 'JSON that is too large',
    path: contract.titles.create.path,
    type: 'application/json',
    body: json(2 * MiB),
  },
  {
    what: 'a form of nobody',
    path: contract.images.upload.path,
    type: form,
    body: picture(12 * MiB),
    status: 401,
    anonymous: true,
  },
].map(each => ({ status: 413, ...each }))

const headersOf = ({ type, anonymous }: Refused) => ({
  'content-type': type,
  ...(anonymous !== true && { authorization }),
})

/** One connection at a time, kept alive, as pools do. */
async function askNode(agent: Agent, path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const sent = request(listening.url + path, { method, agent, headers })
  // A body that is far too large is cut off, once the answer is there.
  sent.on('error', () => undefined)
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, connection: answer.headers.connection, text: await text(answer) }
}

describe('API-100 a refused body ends its connection and says so', () => {
  test.each(refused)(
    '$what: six of six next calls of a pooled client are answered (node:http)',
    async each => {
      for (let round = 0; round < 6; round++) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const headers = { ...headersOf(each), 'content-length': String(each.body.length) }
        const first = await askNode(agent, each.path, { method: 'POST', headers, body: each.body })
        expect([first.status, first.connection]).toEqual([each.status, 'close'])
        expect(JSON.parse(first.text)).toMatchObject({ status: each.status })
        expect((await askNode(agent, '/healthz')).status).toBe(200)
        agent.destroy()
      }
    },
  )

  test.each(refused)('$what: nor does fetch lose one, or the answer', async each => {
    for (let round = 0; round < 6; round++) {
      const init = { method: 'POST', headers: headersOf(each), body: each.body }
      const first = await fetch(listening.url + each.path, init)
      expect(await first.json()).toMatchObject({ status: each.status })
      expect((await fetch(`${listening.url}/healthz`)).status).toBe(200)
    }
  })

  test('a body that came whole keeps its connection, whatever the answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { authorization, 'content-type': 'application/json' }
    const path = contract.titles.create.path
    const bad = await askNode(agent, path, { method: 'POST', headers, body: '{"className":1}' })
    expect([bad.status, bad.connection]).toEqual([400, 'keep-alive'])
    agent.destroy()
  })
})

describe('API-100 a client that still sends', () => {
  const head = (size: number) =>
    [
      `POST ${contract.images.upload.path} HTTP/1.1`,
      `host: ${new URL(listening.url).host}`,
      `authorization: ${authorization}`,
      `content-type: ${form}`,
      `content-length: ${size}`,
    ].join('\r\n')

  async function begin(size: number) {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    let read = ''
    let failed: Error | undefined
    socket.on('data', piece => {
      read += piece
    })
    socket.on('error', error => {
      failed = error
    })
    socket.write(`${head(size)}\r\n\r\n`)
    await until('the whole answer has come', () => read.endsWith('}'))
    return { socket, read: () => read, failed: () => failed }
  }
  const push = (socket: Socket, size: number) =>
    new Promise<void>(resolve => socket.write(Buffer.alloc(size), () => resolve()))

  test('has its answer before the rest, and an end without a reset once it has sent all', async () => {
    const { socket, read, failed } = await begin(12 * MiB)
    expect(read()).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close/i)
    for (let sent = 0; sent < 12; sent++) await push(socket, MiB)
    await once(socket, 'close')
    expect(failed()).toBeUndefined()
  })

  test('and is cut off where it never ends', async () => {
    const { socket } = await begin(1024 * MiB)
    let sent = 0
    while (!socket.destroyed && sent < 1024) {
      await push(socket, MiB)
      sent += 1
    }
    await until('the connection has ended', () => socket.destroyed)
    expect(sent).toBeLessThan(128)
  })

  test('and is let go ten seconds after it stopped, not while it sends', async () => {
    vi.useFakeTimers()
    try {
      const incoming = new PassThrough() as unknown as IncomingMessage & PassThrough
      const answer = await withRefusedBody(Response.json({}, { status: 413 }), incoming)
      let isOver = false
      const read = answer.text().then(() => {
        isOver = true
      })
      for (let pause = 0; pause < 3; pause++) {
        incoming.write('x')
        await vi.advanceTimersByTimeAsync(9000)
        expect(isOver).toBe(false)
      }
      await vi.advanceTimersByTimeAsync(1500)
      await read
    } finally {
      vi.useRealTimers()
    }
  })
})
