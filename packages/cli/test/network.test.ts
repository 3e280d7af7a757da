import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import type { FormParts } from '@kinora/core'
import { afterEach, describe, expect, test } from 'vitest'
import { BufferBlob, createBandwidthLimit, openNetwork, throttled } from '../src/adapters/network.ts'

const open = new Set<() => void>()
afterEach(() => {
  for (const close of open) close()
  open.clear()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.add(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const bytes = new Uint8Array(4_194_304).map((_, index) => index % 251)
const form = (): FormParts => [
  ['name', 'Yoga "für" alle\r\n'],
  ['file', Object.assign(new BufferBlob(bytes), { name: 'a"b.mp4' })],
]

test('CLI network: files leave at the rate that is set, all that are sent at a time share it', async () => {
  let now = 0
  const clock = {
    now: () => now,
    async sleep(milliseconds: number) {
      now += milliseconds
    },
  }
  const pace = createBandwidthLimit(100_000, clock)
  let sent = 0
  for (const pieces of [[bytes.subarray(0, 300_000), 'end'], [bytes.subarray(0, 200_000)]])
    for await (const slice of throttled(pieces, pace)) sent += slice.length
  expect(sent).toBe(500_003)
  expect(now).toBeGreaterThan(4700)
  expect(now).toBeLessThanOrEqual(5000)
})

describe('PKG-07 CLI network, decision 0113: proxies', () => {
  /** Says which way a call took: `asked` holds the addresses that the proxy was asked for. */
  const startProxy = async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(String(request.headers['proxy-authorization']))
    })
    server.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.add(() => {
      server.closeAllConnections()
      server.close()
    })
    return { asked, proxy: `http://ada:secret@127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  test('calls and forms go by HTTP_PROXY, secure ones through a tunnel of HTTPS_PROXY, or of the first where that is all', async () => {
    const { asked, proxy } = await startProxy()
    const { fetch, sendForm } = openNetwork({ HTTP_PROXY: proxy })
    const answer = await fetch('http://kinora.example/readyz', {})
    expect(await answer.text()).toBe(`Basic ${btoa('ada:secret')}`)
    await sendForm!('http://kinora.example/form', { method: 'POST' }, form())
    await expect(fetch('https://kinora.example/', {})).rejects.toThrow()
    await expect(openNetwork({ https_proxy: proxy }).fetch('https://two.example/', {})).rejects.toThrow()
    expect(asked).toEqual([
      ...['http://kinora.example/readyz', 'http://kinora.example/form'],
      ...['CONNECT kinora.example:443', 'CONNECT two.example:443'],
    ])
  })
  test('not to this machine, nor to what NO_PROXY names', async () => {
    const { asked, proxy } = await startProxy()
    const { fetch } = openNetwork({ HTTP_PROXY: proxy, NO_PROXY: 'db.invalid kinora.invalid' })
    const url = await serve((_, response) => void response.end('direct'))
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await (await fetch(url.replace('127.0.0.1', host), {})).text()).toBe('direct')
    await expect(fetch('http://[::1]:9/', {})).rejects.toThrow()
    await expect(fetch('http://kinora.invalid/', {})).rejects.toThrow('ENOTFOUND')
    expect(asked).toEqual([])
  })
  test('what is no address of a proxy is a usage error of a call that goes by it', async () => {
    const { fetch } = openNetwork({ https_proxy: 'proxy:3128' })
    const words = 'HTTP_PROXY or HTTPS_PROXY is not an address'
    await expect(fetch('https://kinora.example/', {})).rejects.toThrow(words)
    const url = await serve((_, response) => void response.end('direct'))
    expect(await (await fetch(url, {})).text()).toBe('direct')
  })
  test('a proxy of the other protocol that is no address spoils nothing', async () => {
    const { asked, proxy } = await startProxy()
    const { fetch } = openNetwork({ HTTP_PROXY: 'proxy:3128', HTTPS_PROXY: proxy })
    await expect(fetch('https://kinora.example/', {})).rejects.toThrow()
    expect(asked).toEqual(['CONNECT kinora.example:443'])
  })
})

describe('PKG-07 CLI network, decision 0113: redirects', () => {
  test.each([
    [301, 'GET undefined '],
    [303, 'GET undefined '],
    [307, 'POST application/json {}'],
    [308, 'POST application/json {}'],
  ])('%d of a change', async (status, expected) => {
    const url = await serve(async (request, response) => {
      if (request.url === '/') return response.writeHead(status, { location: '/there' }).end()
      const body = await text(request)
      return response.end(`${request.method} ${request.headers['content-type']} ${body}`)
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await openNetwork({}).fetch(url, { method: 'POST', headers, body: '{}' })
    expect(await answer.text()).toBe(expected)
  })
  test('a token stays with its server; a circle ends; what leads nowhere is the answer', async () => {
    const elsewhere = await serve(
      (request, response) => void response.end(String(request.headers.authorization)),
    )
    const url = await serve((request, response) => {
      const location = { '/': elsewhere, '/same': '/token', '/round': '/round' }[request.url!]
      if (request.url === '/token') return response.end(request.headers.authorization)
      return response.writeHead(302, location === undefined ? {} : { location }).end('here')
    })
    const ask = (path: string) =>
      openNetwork({}).fetch(`${url}${path}`, { headers: { authorization: 'Bearer x' } })
    expect(await (await ask('')).text()).toBe('undefined')
    expect(await (await ask('same')).text()).toBe('Bearer x')
    await expect(ask('round')).rejects.toThrow('redirects')
    expect((await ask('nowhere')).status).toBe(302)
  })
})

describe('CLI network, UPLOAD-28 forms', () => {
  test('a form arrives as it is, names and bytes', async () => {
    const url = await serve(async (request, response) => {
      const got = await new Response(request as never, {
        headers: { 'content-type': request.headers['content-type']! },
      }).formData()
      const file = got.get('file') as File
      const isSame = Buffer.from(await file.arrayBuffer()).equals(bytes)
      response.end(JSON.stringify([request.method, got.get('name'), file.name, isSame]))
    })
    const { sendForm } = await openNetwork({})
    const answer = await sendForm!(url, { method: 'PUT', headers: { 'x-a': 'b' } }, form())
    expect([answer.ok, answer.status]).toEqual([true, 200])
    expect(JSON.parse(await answer.text())).toEqual(['PUT', 'Yoga "für" alle\r\n', 'a"b.mp4', true])
  })

  test('a form that is slowed down arrives as it is', async () => {
    const url = await serve(async (request, response) => {
      let size = 0
      for await (const piece of request) size += (piece as Buffer).byteLength
      response.end(String(size))
    })
    const { sendForm, limit } = await openNetwork({})
    limit(80_000_000)
    const answer = await sendForm!(url, { method: 'PUT' }, form())
    expect(Number(await answer.text())).toBeGreaterThan(bytes.byteLength)
  })

  test('an answer that is slowed down arrives as it is, also behind a redirect, and no sooner', async () => {
    const url = await serve((asked, response) => {
      if (asked.url === '/none') response.writeHead(204).end()
      else if (asked.url === '/moved') response.writeHead(307, { location: '/file' }).end()
      else response.writeHead(200, { 'x-a': 'b' }).end(bytes)
    })
    const { fetch, limit } = await openNetwork({})
    limit(8_388_608)
    for (const path of ['file', 'moved']) {
      const began = performance.now()
      const answer = await fetch(`${url}${path}`, {})
      expect([answer.status, answer.headers.get('x-a')]).toEqual([200, 'b'])
      expect((await buffer(answer.body!)).equals(bytes)).toBe(true)
      expect(performance.now() - began).toBeGreaterThan(450)
    }
    expect(await (await fetch(`${url}none`, {})).text()).toBe('')
    // Whoever reads something else between head and body loses nothing.
    const late = await fetch(`${url}file`, {})
    await stat(import.meta.filename)
    expect(await late.text()).toHaveLength(Buffer.from(bytes).toString().length)
    const stopped = await fetch(`${url}file`, {})
    await stopped.body!.cancel()
  })

  test('an answer that comes before all is sent is heard, and nothing is sent after it', async () => {
    let taken = 0
    const url = await serve((request, response) => {
      request.once('data', (piece: Buffer) => {
        taken = piece.byteLength
        request.pause()
        response.writeHead(409, { 'retry-after': '1' }).end('no')
      })
    })
    const { sendForm } = await openNetwork({})
    const answer = await sendForm!(url, { method: 'POST' }, form())
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([409, '1', 'no'])
    expect(taken).toBeLessThan(bytes.byteLength)
  })

  test('a call that is given up ends at once; a line that breaks is an error', async () => {
    const { sendForm } = await openNetwork({})
    const stop = new AbortController()
    const silent = await serve(() => stop.abort(new Error('given up')))
    await expect(sendForm!(silent, { method: 'POST', signal: stop.signal }, form())).rejects.toThrow()
    const broken = await serve(request => void request.once('data', () => request.socket.destroy()))
    await expect(sendForm!(broken, { method: 'POST' }, form())).rejects.toThrow(/ECONNRESET|EPIPE|socket/)
  })
})
