import { binary, en, get, KinoraError, noun, post, put, Role, toHeader } from '@kinora/core'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { cancelledBy, MediaError } from '../../ports/media.ts'
import { systemClock } from '../../ports/runtime.ts'
import type { Caller } from '../handlers.ts'
import { toFailure } from './failure.ts'
import { type AllHandlers, type ServerEnv, serve } from './serve.ts'

const echo = z.object({ got: z.unknown() })
const blob = z.custom<Blob>(value => value instanceof Blob, 'required.file')
const things = noun('things', {
  list: get('/things', {
    summary: 'list',
    input: z.object({
      page: z.int().default(1),
      only: z.array(z.string()).default([]),
      open: z.boolean().optional(),
    }),
    output: echo,
    allow: [Role.Admin, Role.Support],
  }),
  update: put('/things/{tag}', {
    summary: 'update',
    input: z.object({
      tag: z.string(),
      take: z.int().optional(),
      name: z.string().min(1, 'required.name'),
      tenantId: z.string().optional(),
    }),
    output: echo,
    allow: 'everyone',
    query: ['take'],
    headers: { tenantId: 'tenantId' },
    aliases: [{ method: 'POST', path: '/old/things/{tag}' }],
  }),
  remove: post('/things/remove', {
    summary: 'remove',
    input: z.object({ tags: z.array(z.string()) }),
    output: echo,
    allow: 'everyone',
    body: 'tags',
  }),
  store: post('/things/store', {
    summary: 'store',
    input: z.object({ chunkNumber: z.int(), last: z.boolean().default(false), file: blob }),
    output: echo,
    allow: 'everyone',
    multipart: true,
  }),
  place: get('/things/place', {
    summary: 'place',
    input: z.object({ tenantId: z.string().optional() }),
    output: echo,
    allow: [Role.Support],
    scope: 'tenant',
  }),
  export: get('/things.csv', { summary: 'export', output: binary('text/csv'), allow: 'everyone' }),
  old: get('/things/old', {
    summary: 'old',
    output: echo,
    allow: [Role.Admin],
    deprecated: { since: '2027-03-01', sunset: '2027-09-30', see: 'https://kinora.example/changes' },
  }),
  fail: get('/fail/{how}', {
    summary: 'fail',
    input: z.object({ how: z.string() }),
    output: echo,
    allow: 'everyone',
  }),
})
const contract = { things }

/** As Drizzle gives what the database says. */
const brokenForeignKey = (query: string) => {
  const state = { code: '23503', table: 'things', constraint: 'things_how_tag_fkey' }
  const cause = Object.assign(new Error('violates foreign key'), state)
  return Object.assign(new Error('Failed query', { cause }), { query })
}

const limit = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
const failures: Record<string, () => unknown> = {
  clubOnly: () => new KinoraError('clubOnly'),
  secret: () => new Error('password=hunter2 at /srv/secret.ts'),
  text: () => 'a thrown string',
  unasked: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  lost: () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  standby: () => Object.assign(new Error('cannot execute INSERT'), { code: '25006' }),
  noRow: () => brokenForeignKey('insert into things (how_tag) values ($1)'),
  stillNamed: () => brokenForeignKey('delete from hows'),
  late: () => limit,
  lateStream: () => Object.assign(new Error('aborted', { cause: limit }), { name: 'AbortError' }),
  lateLook: () => new MediaError('failed', 'looking at it took too long', { cause: limit }),
  lateFrames: () => cancelledBy(AbortSignal.abort(limit)),
  starved: () => {
    const cause = new KinoraError('server', { status: 503, retryAfter: 2, detail: en['error.overloaded'] })
    return new MediaError('failed', cause.message, { cause })
  },
  later: () => new KinoraError('tooMany', { retryAfter: 12.2 }),
}
const handlers: AllHandlers<typeof contract> = {
  things: {
    list: async (input, { scope }) => ({ got: { input, scope }, password: 'never' }) as { got: unknown },
    update: async input => ({ got: input }),
    place: async (_, { scope }) => ({ got: scope.tenantId }),
    remove: async input => ({ got: input }),
    store: async ({ chunkNumber, last, file }) => ({ got: { chunkNumber, last, text: await file.text() } }),
    old: async () => ({ got: 'old' }),
    export: async () => ({ body: 'a;b', contentType: 'text/csv', fileName: 'Übersicht "1".csv' }),
    fail: async ({ how }) => {
      throw failures[how]!()
    },
  },
}

const caller = (role: Role): Caller => ({
  userId: 'u',
  displayName: '',
  email: '',
  role,
  providerId: null,
  tenantIds: [],
})
const app = new Hono<ServerEnv>()
app.onError((error, c) => {
  const failure = toFailure(error, 'request-1')
  return c.json(failure.body, failure.status as 500, failure.headers)
})
serve(app, contract, handlers, {
  deps: { clock: systemClock } as Deps,
  authenticate: async token => ({ kind: 'person', caller: caller(Number(token) as Role) }),
  assertAccount: async () => undefined,
  assertNotRevoked: async () => undefined,
  isTenant: async tenantId => tenantId !== 'gone',
  assertRight: () => undefined,
  limits: { 'things.store': 2048 },
})
const ask = async (path: string, init?: RequestInit) => {
  const response = await app.request(path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const json = (method: string, body: unknown, headers = {}) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

describe('the way of a call', () => {
  test('reads the query by the types of the schema and answers only what the contract names (AUTH-21)', async () => {
    const { body } = await ask('/things?PAGE=3&only=a,b&open=true', {
      headers: { authorization: 'Bearer 0' },
    })
    expect(body).toEqual({
      got: { input: { page: 3, only: ['a', 'b'], open: true }, scope: { kind: 'all' } },
    })
  })

  test('puts path, query, header and body into one input; aliases too (API-104, AUTH-15)', async () => {
    const expected = { got: { tag: 'a b', take: 5, name: 'x', tenantId: 't1' } }
    const init = json('PUT', { NAME: 'x' }, { TenantID: 't1' })
    expect((await ask('/things/a%20b?Take=5', init)).body).toEqual(expected)
    expect((await ask('/old/things/a%20b?take=5', { ...init, method: 'POST' })).body).toEqual(expected)
  })

  test('a path decides over a body that names the same key', async () => {
    expect((await ask('/things/a', json('PUT', { tag: 'b', name: 'x' }))).body).toEqual({
      got: { tag: 'a', name: 'x' },
    })
  })

  test('takes a list as the whole body', async () => {
    expect((await ask('/things/remove', json('POST', ['a', 'b']))).body).toEqual({
      got: { tags: ['a', 'b'] },
    })
  })

  test('reads multipart parts as files, numbers and booleans', async () => {
    const form = new FormData()
    form.append('ChunkNumber', '4')
    form.append('last', 'true')
    form.append('file', new Blob(['bytes']), 'a.mp4')
    const { body } = await ask('/things/store', { method: 'POST', body: form })
    expect(body).toEqual({ got: { chunkNumber: 4, last: true, text: 'bytes' } })
  })

  test('names a file so that any name survives', async () => {
    const response = await app.request('/things.csv')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''%C3%9Cbersicht%20%221%22.csv`,
    )
    expect(await response.text()).toBe('a;b')
  })
})

test.each([
  ['0', 200],
  ['1', 403],
])('KEY-08 a call that will go says so with every answer: role %s', async (token, status) => {
  const answer = await ask('/things/old', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    deprecation: '@1803859200',
    sunset: 'Thu, 30 Sep 2027 00:00:00 GMT',
    link: '<https://kinora.example/changes>; rel="deprecation"; type="text/html"',
  })
  const plain = await ask('/things', { headers: { authorization: `Bearer ${token}` } })
  expect([plain.headers.get('deprecation'), plain.headers.get('sunset')]).toEqual([null, null])
})

describe('ROLE-17, C-14 the gate', () => {
  test('asks for a token, then for the role', async () => {
    const missing = await ask('/things')
    expect(missing).toMatchObject({
      status: 401,
      body: { code: 'unauthorised', message: 'Token expired, please refresh' },
    })
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
    const denied = await ask('/things', { headers: { authorization: 'Bearer 1' } })
    expect(denied).toMatchObject({
      status: 403,
      body: { message: 'You do not have permission to perform this action.' },
    })
  })

  test('ROLE-06, C-90 gives customer support the tenant of the header, in either spelling and any script, and none without', async () => {
    const scope = async (headers: Record<string, string>) =>
      (await ask('/things', { headers: { authorization: 'Bearer 3', ...headers } })).body.got.scope
    expect(await scope({ tenantId: 'a' })).toEqual({ kind: 'tenant', tenantId: 'a' })
    expect(await scope({ TenantID: 'b' })).toEqual({ kind: 'tenant', tenantId: 'b' })
    expect(await scope({})).toEqual({ kind: 'unchosen' })
    expect(await scope({ tenantId: toHeader('نادي/اللياقة') })).toEqual({
      kind: 'tenant',
      tenantId: 'نادي/اللياقة',
    })
    expect(await scope({ tenantId: '100%' })).toEqual({ kind: 'tenant', tenantId: '100%' })
    expect(await scope({ tenantId: 'gone' })).toEqual({ kind: 'unchosen' })
  })

  test('C-14 hands over the tenant that a call names, of those that its caller acts for (decision 0108)', async () => {
    const answer = async (query: string, tenantId = '') => {
      const headers = { authorization: 'Bearer 3', tenantId }
      const { status, body } = await ask(`/things/place${query}`, { headers })
      return status === 200 ? body.got : status
    }
    expect(await answer('?tenantId=a', 'a')).toBe('a')
    expect(await answer('', 'a')).toBe('a')
    expect(await answer('?tenantId=a')).toBe('a')
    expect(await answer('?tenantId=b', 'a')).toBe(404)
    expect(await answer('?tenantId=gone')).toBe(404)
    expect(await answer('')).toBe(400)
  })
})

describe('errors in one place', () => {
  test('C-126 turns what the schema refuses into issues with the register’s texts', async () => {
    const { status, body } = await ask('/things/a?take=x', json('PUT', { name: '' }))
    expect(status).toBe(400)
    expect(body.issues).toMatchObject([
      { path: 'take', code: 'validation.type', message: expect.stringMatching(/\w+ \w+/) },
      { path: 'name', code: 'required.name', message: 'Required Name' },
    ])
  })

  test.each([
    ['not JSON', '{'],
    ['a number', '4'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('refuses a body that is %s', async (_, body) => {
    expect(await ask('/things/a', { method: 'PUT', body })).toMatchObject({
      status: 400,
      body: { message: en['body.json'] },
    })
  })

  test('refuses a multipart body that is none', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await ask('/things/store', { method: 'POST', body: 'rubbish', headers })).toMatchObject({
      status: 400,
      body: { message: en['body.form'] },
    })
  })

  test('C-30 sends 601 as 409 with the status in the body', async () => {
    expect(await ask('/fail/clubOnly')).toMatchObject({
      status: 409,
      body: {
        status: 601,
        code: 'clubOnly',
        message: 'Please Check You Data',
        requestId: 'request-1',
        issues: [],
      },
    })
  })

  test.each(['secret', 'text'])('says nothing of an unforeseen error (%s)', async how => {
    const { status, body } = await ask(`/fail/${how}`)
    expect(status).toBe(500)
    expect(body).toEqual({
      status: 500,
      code: 'server',
      message: 'Something went wrong',
      issues: [],
      requestId: 'request-1',
    })
  })

  test('C-136 a row that the database does not know is a wrong reference at its field, one that others name a conflict', async () => {
    expect(await ask('/fail/noRow')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        issues: [{ path: 'how', code: 'validation.reference', message: 'How "noRow" does not exist' }],
      },
    })
    expect(await ask('/fail/stillNamed')).toMatchObject({
      status: 409,
      body: { code: 'conflict', issues: [] },
    })
  })

  test('C-137 says when to come back only where nothing was done', async () => {
    const [unasked, lost] = [await ask('/fail/unasked'), await ask('/fail/lost')]
    expect([unasked.status, unasked.headers.get('retry-after')]).toEqual([503, '1'])
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, null])
    const standby = await ask('/fail/standby')
    expect([standby.status, standby.headers.get('retry-after')]).toEqual([503, null])
    // What a write did before the database was out of reach may stand: nobody repeats it by themselves.
    const written = toFailure(failures.unasked!(), 'request-1', { isRead: false })
    expect([written.status, written.headers['retry-after']]).toEqual([503, undefined])
  })

  test.each(['late', 'lateStream', 'lateLook', 'lateFrames', 'starved'])(
    'C-137 a limit of time or load is no fault of the file that was looked at (%s)',
    async how => {
      const { status, headers, body } = await ask(`/fail/${how}`)
      expect([status, headers.get('retry-after'), body.message]).toEqual([503, '2', en['error.overloaded']])
      // A file is looked at before anything is written; what a write did before any other limit may stand.
      const written = toFailure(failures[how]!(), 'request-1', { isRead: false })
      const isLook = !['late', 'lateStream'].includes(how)
      expect([written.status, written.headers['retry-after']]).toEqual([503, isLook ? '2' : undefined])
    },
  )

  test('says how long to wait', async () => {
    const { status, headers, body } = await ask('/fail/later')
    expect([status, headers.get('retry-after')]).toEqual([429, '13'])
    expect(body.message).toContain('in 13 seconds')
  })

  test('refuses a body above its limit before reading it, with or without an announced length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1_100_000) })
    const announced = { 'content-length': String(large.length) }
    expect((await ask('/things/a', { method: 'PUT', body: large, headers: announced })).status).toBe(413)
    const stream = new Blob([large]).stream()
    expect(
      (await ask('/things/a', { method: 'PUT', body: stream, duplex: 'half' } as RequestInit)).status,
    ).toBe(413)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(4096)]))
    expect((await ask('/things/store', { method: 'POST', body: form })).status).toBe(413)
  })
})
