import { contract, type Endpoint, en, errorTable, limits, VERSION_HEADER } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from '../src/ports/blobs.ts'
import { createServer, whole } from '../src/server.ts'
import { everyone, mayCall, signInAll, siteToken, type Who } from './contract/calls.ts'
import { createTestServer, type TestServer } from './harness.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
const guarded = endpoints.filter(endpoint => endpoint.allow !== 'everyone')

let server: TestServer
let tokens: ReadonlyMap<Who, string>
beforeAll(async () => {
  server = await createTestServer()
  tokens = new Map<Who, string>([...(await signInAll(server)), ['site', await siteToken(server)]])
})
afterAll(() => server?.close())

const call = (endpoint: { method: string; path: string }, headers: Record<string, string> = {}) =>
  server.app.request(endpoint.path.replace(/\{\w+\}/g, 'x'), { method: endpoint.method, headers })

describe('PKG-02 the contract as a whole', () => {
  test('names every call once and gives every address to one call', () => {
    const ids = endpoints.map(endpoint => endpoint.id)
    expect(new Set(ids).size).toBe(ids.length)
    const addresses = endpoints.flatMap(endpoint =>
      [endpoint, ...endpoint.aliases].map(
        ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}').toLowerCase()}`,
      ),
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('C-08 writes a list piece by piece, unless it has a stated most that one piece can hold', () => {
    for (const [id, most] of Object.entries(whole)) {
      const list = endpoints.find(endpoint => endpoint.id === id)
      expect(Object.keys((list?.output as { shape?: object } | undefined)?.shape ?? {}), id).toContain(
        'totalRecords',
      )
      expect(most, id).toBeLessThanOrEqual(limits.bulk)
    }
  })

  test('has a text for every failure (ERR-19)', () => {
    for (const [code, row] of Object.entries(errorTable)) expect(en[row.text], code).toMatch(/\w/)
  })

  test('AUTH-14 answers 401 without a token, under every address', async () => {
    for (const endpoint of guarded) {
      for (const address of [endpoint, ...endpoint.aliases]) {
        expect([endpoint.id, (await call(address)).status]).toEqual([endpoint.id, 401])
      }
    }
  })

  test.each([
    ...['GET /manifest.json', 'GET /api/v1/titles', 'POST /v4/portal/titles', 'DELETE /api/v2/titles'],
    ...['POST /v4/titles/favourite', 'GET /v4/titles/favourite', 'GET /favourites', 'GET /favourites/one'],
    ...['POST /images/', 'POST /v4/portal/media/image', 'POST /v4/portal/track/create'],
    ...['POST /v4/portal/track/update', 'POST /v4/portal/track/delete', 'POST /v4/category/list'],
    ...['POST /v4/category/add', 'PUT /v4/category/update', 'POST /v4/portal/category/reorder'],
    ...['GET /portal/title/streaminglink/pulsehouse/one', 'GET /api/consentpolicy/version'],
    ...['GET /api/v1/events', 'GET /api/v1/events/pulsehouse', 'POST /api/v1/event/one'],
    ...['GET /api/v1/tenants/pulsehouse/collections', 'GET /api/v1/tenants/pulsehouse/collections/one'],
  ])('API-103, C-59, C-64 below the one origin, as the register spells and calls it: %s', async call => {
    const [method, path] = call.split(' ') as [string, string]
    const { status } = await server.app.request(path, { method })
    expect(status).toBe(path === '/manifest.json' ? 200 : 401)
  })

  test('AUTH-14 answers 401 to a token that is forged', async () => {
    const [header, payload] = tokens.get(0)!.split('.')
    const unsigned = `${btoa('{"alg":"none"}').replace(/=/g, '')}.${payload}.`
    for (const token of [`${header}.${payload}.AAAA`, unsigned, 'rubbish']) {
      const response = await call(contract.session.verify, { authorization: `Bearer ${token}` })
      expect(response.status).toBe(401)
    }
  })

  test('F-2, ROLE-17 lets everybody in whom `allow` names, under every address', async () => {
    for (const endpoint of guarded) {
      for (const who of everyone.filter(each => mayCall(endpoint, each))) {
        for (const address of [endpoint, ...endpoint.aliases]) {
          const { status } = await call(address, { authorization: `Bearer ${tokens.get(who)}` })
          expect([endpoint.id, who, [401, 403, 405].includes(status)]).toEqual([endpoint.id, who, false])
        }
      }
    }
  })

  test('C-14, TENANT-27 answers 403 to everybody outside `allow`, a site’s token and staff’s at each other’s calls, with the register’s sentence', async () => {
    for (const endpoint of guarded) {
      for (const who of everyone.filter(each => !mayCall(endpoint, each))) {
        const response = await call(endpoint, { authorization: `Bearer ${tokens.get(who)}` })
        expect([endpoint.id, who, response.status]).toEqual([endpoint.id, who, 403])
        expect(await response.json()).toMatchObject({
          message: 'You do not have permission to perform this action.',
        })
      }
    }
  })
})

describe('addresses beside the contract', () => {
  test('ERR-T2 answers 404 below the API for what does not exist', async () => {
    const response = await server.app.request('/api/v1/nothing', { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ status: 404, code: 'notFound', message: 'API Error: 404' })
  })

  test('refuses a body that is no UTF-8', async () => {
    const { token } = await server.signIn('tenant')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = Buffer.concat([
      Buffer.from('{"tenantId":"pulsehouse","query":"a'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ])
    const response = await server.app.request('/v4/portal/label/get', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
  })

  test('ERR-12 answers 405 for a method that a path does not have, and says which it has', async () => {
    const response = await server.app.request('/api/v1/title/abc', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('PUT')
    expect(await response.json()).toMatchObject({ message: 'Method not allowed from server' })
  })

  test('tells that it lives and that its database answers', async () => {
    expect((await server.app.request('/healthz')).status).toBe(200)
    expect((await server.app.request('/readyz')).status).toBe(200)
  })

  test('tells whether its disk has room for new rows and files, or for none at all', async () => {
    const free = vi.spyOn(server.deps.blobs, 'free')
    const ready = async (bytes: number | undefined) => {
      free.mockResolvedValueOnce(bytes)
      const response = await server.app.request('/readyz')
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    expect(await ready(undefined)).toEqual([200, 'ok'])
    expect(await ready(MIN_FREE_TO_INSERT)).toEqual([200, 'ok'])
    expect(await ready(MIN_FREE_TO_INSERT - 1)).toEqual([200, 'scarce'])
    expect(await ready(MIN_FREE_TO_WRITE - 1)).toEqual([503, 'full'])
    free.mockRejectedValueOnce(new Error('not mounted'))
    expect((await server.app.request('/readyz')).status).toBe(503)
    // Where the database has a disk of its own, rows can be written still.
    server.deps.settings.isDatabaseElsewhere = true
    expect(await ready(MIN_FREE_TO_WRITE - 1)).toEqual([200, 'scarce'])
    server.deps.settings.isDatabaseElsewhere = false
    free.mockRestore()
  })

  test('describes itself as OpenAPI 3.1', async () => {
    const document = (await (await server.app.request('/openapi.json')).json()) as {
      openapi: string
      servers: object[]
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] })
    const files = ['/media/raw/{tag}', '/streams/{token}/{file}', '/media/images/{file}']
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/v1/title/{tag}', ...files]))
    const lastChunk = document.paths['/api/v1/videos/{tag}']!.post!.responses
    expect(Object.keys(lastChunk)).toEqual(expect.arrayContaining(['200', '201']))
  })
})

describe('headers of every answer', () => {
  test('forbids scripts from anywhere but the platform', async () => {
    const policy = (await server.app.request('/healthz')).headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('OPS-08 lets pages of the platform play from where the bytes are', async () => {
    const settings = { ...server.deps.settings, mediaOrigin: 'https://cdn.example' }
    const answer = await createServer({ ...server.deps, settings }).request('/healthz')
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("media-src 'self' blob: https://cdn.example;")
    expect(policy).toContain("connect-src 'self' https://cdn.example;")
  })

  test('names the version, also where it refuses', async () => {
    const { version } = server.deps.settings
    const paths = ['/healthz', '/manifest.json', '/nowhere', '/api/v1/titles/x', '/streams/x/y.m3u8']
    for (const path of paths)
      expect((await server.app.request(path)).headers.get(VERSION_HEADER), path).toBe(version)
  })

  test('repeats a request id that is plain, and makes one otherwise', async () => {
    const id = async (sent: string) =>
      (await server.app.request('/healthz', { headers: { 'x-request-id': sent } })).headers.get(
        'x-request-id',
      )
    expect(await id('abc-1')).toBe('abc-1')
    expect(await id('<script>')).toMatch(/^[\w-]{36}$/)
  })

  test('keeps answers with data out of caches', async () => {
    const response = await call(contract.session.verify, { authorization: `Bearer ${tokens.get(0)}` })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
