import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { everyRole } from '../access.ts'
import { en } from '../messages/en.ts'
import { createSend, type Tokens, withoutRetry } from './client.ts'
import { binary, get, noun, post, put } from './endpoint.ts'
import { KinoraError } from './errors.ts'
import { createLostCalls, IDEMPOTENCY_HEADER } from './idempotency.ts'
import { createMessages } from './messages.ts'
import { toWire } from './wire.ts'

const things = noun('things', {
  view: get('/things/{id}', {
    summary: 'One',
    input: z.object({ id: z.string(), lang: z.string().optional() }),
    output: z.object({ ok: z.boolean() }),
    allow: everyRole,
  }),
  search: put('/things/search', {
    summary: 'Many',
    input: z.object({ page: z.int(), query: z.string() }),
    output: z.object({ ok: z.boolean() }),
    allow: everyRole,
    query: ['page'],
  }),
  send: post('/things', {
    summary: 'New',
    input: z.object({ tags: z.array(z.string()), tenantId: z.string() }),
    output: z.object({ ok: z.boolean() }),
    allow: everyRole,
    body: 'tags',
    headers: { tenantId: 'tenantId' },
  }),
  put: post('/things/put', {
    summary: 'Put',
    input: z.object({ file: z.custom<Blob>() }),
    output: z.object({ ok: z.boolean() }),
    allow: everyRole,
    multipart: true,
  }),
  chunk: post('/things/chunk', {
    summary: 'Chunk',
    input: z.object({ file: z.custom<Blob>() }),
    output: z.object({ ok: z.boolean() }),
    allow: everyRole,
    multipart: true,
    streamed: true,
  }),
  file: get('/file', { summary: 'File', output: binary('text/csv'), allow: everyRole }),
})
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

function setUp(
  answers: (() => Response)[],
  refreshed?: Tokens,
  stored: Tokens = { token: 'old', refreshToken: 'r' },
  /** What stands in the store once the refresh has been answered, where that is something else. */
  meanwhile?: () => Tokens | undefined,
) {
  const seen: { url: string; token: string | null }[] = []
  let tokens: Tokens | undefined = stored
  let signedOut = 0
  let refreshes = 0
  const waits: number[] = []
  const send = createSend({
    baseUrl: 'http://k',
    sleep: async milliseconds => void waits.push(milliseconds),
    fetch: async (url, init) => {
      seen.push({ url: String(url), token: new Headers(init?.headers).get('authorization') })
      return answers[Math.min(seen.length, answers.length) - 1]!()
    },
    tokens: {
      get: () => tokens,
      set: next => {
        tokens = next
      },
      clear: () => {
        tokens = undefined
      },
    },
    refresh: async () => {
      refreshes += 1
      if (meanwhile !== undefined) tokens = meanwhile()
      return refreshed
    },
    onSignedOut: () => {
      signedOut += 1
    },
  })
  return { send, seen, waits, signedOut: () => signedOut, refreshes: () => refreshes, tokens: () => tokens }
}

describe('one flat input becomes path, query, headers and body', () => {
  test('path and query', () => {
    expect(toWire(things.view, { id: 'a/b', lang: 'en' }).target).toBe('/things/a%2Fb?lang=en')
    expect(toWire(things.search, { page: 2, query: 'x' })).toMatchObject({
      target: '/things/search?page=2',
      body: '{"query":"x"}',
    })
  })
  test('one key as the whole body, another as a header', () => {
    const wire = toWire(things.send, { tags: ['a'], tenantId: 't1' })
    expect(wire.body).toBe('["a"]')
    expect(wire.headers.tenantId).toBe('t1')
  })
})

test.each(['', '.', '..'])(
  'nothing is called “%s”: a URL would drop it, and another call answer',
  async id => {
    const asked: string[] = []
    const send = createSend({
      baseUrl: 'http://k',
      fetch: async url => {
        asked.push(String(url))
        return Response.json({ ok: true })
      },
      tokens: { get: () => undefined, set() {}, clear() {} },
    })
    await expect(send(things.view, { id })).rejects.toMatchObject({ code: 'notFound' })
    expect(asked).toEqual([])
  },
)

test.each(['', 'http://k', 'http://k/', 'http://k/below//'])(
  'EMBED-06 the address “%s” may end in a slash: no path gets two',
  async baseUrl => {
    const asked: string[] = []
    const send = createSend({
      baseUrl,
      fetch: async url => {
        asked.push(String(url))
        return Response.json({ ok: true })
      },
      tokens: { get: () => undefined, set() {}, clear() {} },
    })
    await send(things.view, { id: '1' })
    expect(asked).toEqual([`${baseUrl.replace(/\/+$/, '')}/things/1`])
  },
)

test('fetch is called by itself: that of a window refuses to be a method of the options', async () => {
  const send = createSend({
    baseUrl: 'http://k',
    async fetch(this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
      return Response.json({ ok: true })
    },
    tokens: { get: () => undefined, set() {}, clear() {} },
  })
  expect(await send(things.view, { id: '1' })).toEqual({ ok: true })
})

describe('C-137 a server that is busy is asked again when it says', () => {
  const busy = (
    retryAfter: string | undefined,
    body: object = { status: 503, code: 'server', requestId: 'r' },
  ) =>
    new Response(JSON.stringify(body), {
      status: 503,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    })
  const tooMany = (retryAfter: string) =>
    new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } })
  const file = new Blob(['x'])
  const calls = {
    read: (kit: ReturnType<typeof setUp>) => kit.send(things.view, { id: '1' }),
    write: (kit: ReturnType<typeof setUp>) => kit.send(things.send, { tags: ['a'], tenantId: 't' }),
    form: (kit: ReturnType<typeof setUp>) => kit.send(things.put, { file }),
    chunk: (kit: ReturnType<typeof setUp>) => kit.send(things.chunk, { file }),
  }

  test.each(['read', 'write', 'form'] as const)(
    'once: the %s goes through, after the time that was asked for',
    async what => {
      const kit = setUp([() => busy('2'), () => json({ ok: true })])
      expect(await calls[what](kit)).toEqual({ ok: true })
      expect(kit.seen).toHaveLength(2)
      expect(kit.waits).toEqual([expect.any(Number)])
      expect(kit.waits[0]).toBeGreaterThanOrEqual(2000)
      expect(kit.waits[0]).toBeLessThanOrEqual(3000)
    },
  )

  test.each([
    ['for long: three times in all', 'write', () => busy('1'), 3],
    ['without a time: what was asked may have been done', 'write', () => busy(undefined), 1],
    ['for longer than anybody waits', 'write', () => busy('30'), 1],
    ['as a proxy says, of a write', 'write', () => busy('1', {}), 1],
    ['as a proxy says, of a read', 'read', () => busy('1', {}), 3],
    ['for a chunk, which has a way of its own', 'chunk', () => busy('1'), 1],
    ['no: 500', 'read', () => json({ requestId: 'r' }, 500), 1],
    ['too many calls, of a write', 'write', () => tooMany('1'), 3],
    ['too many tries of a password', 'write', () => tooMany('900'), 1],
  ] as const)('busy %s', async (_, what, answer, times) => {
    const kit = setUp([answer])
    await expect(calls[what](kit)).rejects.toMatchObject({ status: answer().status })
    expect(kit.seen).toHaveLength(times)
  })

  test('not where the caller repeats the call itself', async () => {
    const kit = setUp([() => busy('1')])
    await expect(withoutRetry(kit.send)(things.view, { id: '1' })).rejects.toMatchObject({ status: 503 })
    expect(kit.seen).toHaveLength(1)
  })

  test('who has left asks no more', async () => {
    const leaving = new AbortController()
    const kit = setUp([
      () => {
        leaving.abort()
        return busy('1')
      },
    ])
    await expect(kit.send(things.view, { id: '1' }, { signal: leaving.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(kit.seen).toHaveLength(1)
  })
})

describe('API-100, AUTH-13, AUTH-14, AUTH-20, C-58: a 401 refreshes once and repeats once', () => {
  test('refresh works: the call is repeated with the new token', async () => {
    const kit = setUp([() => json({}, 401), () => json({ ok: true })], { token: 'new' })
    expect(await kit.send(things.view, { id: '1' })).toEqual({ ok: true })
    expect(kit.seen).toEqual(['Bearer old', 'Bearer new'].map(token => ({ url: 'http://k/things/1', token })))
  })
  test('refresh fails: signed out once, the 401 is thrown', async () => {
    const kit = setUp([() => json({}, 401)])
    await expect(kit.send(things.view, { id: '1' })).rejects.toMatchObject({ code: 'unauthorised' })
    expect([kit.signedOut(), kit.seen.length, kit.tokens()]).toEqual([1, 1, undefined])
  })
  test('who signed out while it was on its way stays out; who signed in meanwhile keeps their tokens', async () => {
    const left = setUp([() => json({}, 401)], { token: 'new' }, undefined, () => undefined)
    await expect(left.send(things.view, { id: '1' })).rejects.toMatchObject({ code: 'unauthorised' })
    expect([left.tokens(), left.seen.length]).toEqual([undefined, 1])
    const other = { token: 'other', refreshToken: 'r2' }
    const kit = setUp(
      [() => json({}, 401), () => json({ ok: true })],
      { token: 'new' },
      undefined,
      () => other,
    )
    await kit.send(things.view, { id: '1' })
    expect([kit.tokens(), kit.seen.at(-1)!.token]).toEqual([other, 'Bearer other'])
  })
  test('a second 401 is not repeated again', async () => {
    const kit = setUp([() => json({}, 401)], { token: 'new' })
    await expect(kit.send(things.view, { id: '1' })).rejects.toMatchObject({ code: 'unauthorised' })
    expect([kit.refreshes(), kit.seen.length]).toEqual([1, 2])
  })
  test('parallel calls share one refresh', async () => {
    const kit = setUp([() => json({}, 401), () => json({}, 401), () => json({ ok: true })], { token: 'new' })
    await Promise.all([kit.send(things.view, { id: '1' }), kit.send(things.view, { id: '2' })])
    expect(kit.refreshes()).toBe(1)
  })
})

describe('AUTH-13, UPLOAD-04: a file is not sent with a token that is about to end', () => {
  const ended = `a.${btoa(JSON.stringify({ iat: 1_000, exp: 1_900 }))}.c`
  const file = () => ({ file: new Blob(['x']) })
  const ok = () => json({ ok: true })
  const tokensOf = (kit: ReturnType<typeof setUp>) => kit.seen.map(call => call.token)
  test('it is renewed before; other calls find out by their 401', async () => {
    const stored = { token: ended, refreshToken: 'r' }
    const kit = setUp([ok], { token: 'new' }, stored)
    expect(await kit.send(things.put, file())).toEqual({ ok: true })
    expect([tokensOf(kit), kit.tokens()?.token]).toEqual([['Bearer new'], 'new'])
    const other = setUp([ok], { token: 'new' }, stored)
    await other.send(things.view, { id: '1' })
    expect([tokensOf(other), other.refreshes()]).toEqual([[`Bearer ${ended}`], 0])
  })
  test('one that can’t be renewed, or is not ours to renew, is sent as it is', async () => {
    const kit = setUp([ok], undefined, { token: ended, refreshToken: 'r' })
    await kit.send(things.put, file())
    expect([tokensOf(kit), kit.signedOut()]).toEqual([[`Bearer ${ended}`], 1])
    const host = setUp([ok], { token: 'new' }, { token: ended })
    await host.send(things.put, file())
    expect([tokensOf(host), host.refreshes()]).toEqual([[`Bearer ${ended}`], 0])
  })
})

describe('ERR-01 to ERR-14, ERR-T1, C-27: what a failure says', () => {
  const messages = createMessages(en)
  const failing = async (response: () => Response) => {
    const error = await setUp([response])
      .send(things.view, { id: '1' })
      .catch((thrown: unknown) => thrown)
    return messages.error(error)
  }
  test.each([
    ['ERR-03 a string body unchanged', () => json('Plain words', 400), 'Plain words'],
    ['ERR-04 message first', () => json({ message: 'm', error: { message: 'e' }, title: 't' }, 400), 'm'],
    ['ERR-04 then error.message', () => json({ error: { message: 'e' }, title: 't' }, 400), 'e'],
    ['ERR-04 then title', () => json({ title: 't' }, 500), 't'],
    ['ERR-10 400', () => json({}, 400), 'Please check the data'],
    ['ERR-13 401', () => json({}, 401), 'Token expired, please refresh'],
    ['ERR-08 404', () => json({}, 404), 'Not found'],
    ['ERR-12 405', () => json({}, 405), 'Method not allowed from server'],
    ['ERR-11 409', () => json({}, 409), 'Email already exists'],
    ['C-28 409 with words of its own', () => json({ message: 'Busy' }, 409), 'Busy'],
    ['ERR-09 500', () => json({}, 500), 'Something went wrong'],
    ['BULK-05 501', () => json({}, 501), 'Something went wrong'],
    ['ERR-14 502', () => json({}, 502), 'Connection error'],
    ['ERR-02, C-29 no status', () => Response.error(), 'Please check the data'],
    [
      'ERR-07 204 where something was asked for',
      () => new Response(null, { status: 204 }),
      'No content found',
    ],
    ['ERR-06 empty', () => new Response('', { status: 200 }), 'Connection error'],
    ['C-30 601 in the body', () => json({ status: 601 }, 409), 'Please Check You Data'],
    ['any other', () => json({}, 418), 'Something went wrong'],
    ['a proxy’s HTML page', () => new Response('<html>', { status: 502 }), 'Connection error'],
  ])('%s', async (_name, response, text) => expect(await failing(response)).toBe(text))

  test.each([200, 201])('AUTH-19, API-101 %i is success', async status => {
    const { send } = setUp([() => json({ ok: true }, status)])
    expect(await send(things.view, { id: '1' })).toEqual({ ok: true })
  })
  test('no answer at all is a connection error (C-29)', async () => {
    const failed = () => {
      throw new TypeError('fetch failed')
    }
    expect(await failing(failed)).toBe('Connection error')
  })
  test('C-126 an issue keeps its place, its code and its values; what is none is passed over', async () => {
    const issue = { path: 'name', code: 'validation.tooLong', params: { max: 40 } }
    const body = { issues: [{ ...issue, message: 'Name is too long' }, 'no issue', null] }
    await expect(setUp([() => json(body, 400)]).send(things.view, { id: '1' })).rejects.toMatchObject({
      issues: [issue],
    })
  })
  test.each([
    [`filename*=UTF-8''A%20B.csv`, 'A B.csv'],
    [`filename*=UTF-8''100%.csv`, '100%.csv'],
    ['filename="a.csv"', 'a.csv'],
  ])('a file keeps the name the server gave: %s', async (disposition, fileName) => {
    const headers = { 'content-disposition': `attachment; ${disposition}` }
    const kit = setUp([() => new Response('a,b', { headers })])
    expect(await kit.send(things.file, {})).toMatchObject({ fileName })
  })
  test('an abort is an abort, a deadline a timeout', async () => {
    const hang = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        const stop = () => reject(new DOMException('', 'AbortError'))
        if (init?.signal?.aborted) stop()
        init?.signal?.addEventListener('abort', stop)
      })
    const send = createSend({
      baseUrl: '',
      fetch: hang as typeof fetch,
      tokens: { get: () => undefined, set() {}, clear() {} },
    })
    await expect(send(things.file, {}, { timeout: 5 })).rejects.toMatchObject({ code: 'timeout' })
    await expect(send(things.file, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(new KinoraError('aborted').code).toBe('aborted')
  })
})

describe('KEY-08 what changes something carries an idempotency key', () => {
  const busy = () => new Response('{"status":429}', { status: 429, headers: { 'retry-after': '1' } })
  const working = () =>
    new Response('{"status":409,"message":"Still"}', { status: 409, headers: { 'retry-after': '1' } })
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  const made = () => json({ ok: true })
  const input = { tags: ['a'], tenantId: 't1' }

  function sending(answers: (() => Response)[], tenant = () => 't1') {
    const keys: (string | null)[] = []
    const send = createSend({
      baseUrl: 'http://k',
      sleep: async () => undefined,
      fetch: async (_, init) => {
        keys.push(new Headers(init.headers).get(IDEMPOTENCY_HEADER))
        return answers[Math.min(keys.length, answers.length) - 1]!()
      },
      headers: () => ({ tenantId: tenant() }),
      tokens: { get: () => ({ token: 't' }), set() {}, clear() {} },
    })
    return { send, keys }
  }

  test('one over all tries of a call, another for the next, none for what reads or streams', async () => {
    const { send, keys } = sending([busy, working, made])
    await send(things.send, input)
    await send(things.send, input)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
    expect(keys[3]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[3]).not.toBe(keys[0])
    await send(things.view, { id: '1' })
    await send(things.search, { page: 1, query: '' })
    await send(things.chunk, { file: new Blob(['x']) })
    expect(keys.slice(4)).toEqual([null, null, null])
  })

  test('the one that is given', async () => {
    const { send, keys } = sending([made])
    await send(things.send, input, { idempotencyKey: 'mine' })
    expect(keys).toEqual(['mine'])
  })

  test('the same again where the answer was lost, until it is answered', async () => {
    const { send, keys } = sending([lost, made])
    await expect(send(things.send, input)).rejects.toMatchObject({ code: 'offline' })
    await send(things.send, input)
    await send(things.send, input)
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })

  test('another for other input, and for another tenant', async () => {
    let tenant = 't1'
    const { send, keys } = sending([lost], () => tenant)
    const tried = async (tags: string[]) => {
      await expect(send(things.send, { ...input, tags })).rejects.toMatchObject({ code: 'offline' })
    }
    await tried(['a'])
    await tried(['b'])
    tenant = 't2'
    await tried(['a'])
    expect(new Set(keys).size).toBe(3)
    tenant = 't1'
    await tried(['a'])
    expect(keys[3]).toBe(keys[0])
  })

  test('another once something else was changed: who has taken the first back means a new one', async () => {
    const { send, keys } = sending([lost, made])
    await expect(send(things.send, input)).rejects.toMatchObject({ code: 'offline' })
    await send(things.view, { id: '1' })
    await send(things.send, { ...input, tags: ['b'] })
    await send(things.send, input)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('another after five minutes', () => {
    let now = 0
    const calls = createLostCalls(() => now)
    calls.lost('call', 'key')
    now = 299_999
    expect(calls.keyOf('call')).toBe('key')
    now = 300_000
    expect(calls.keyOf('call')).toBeUndefined()
  })

  test('a refusal ends it: who mends the input sends something new', async () => {
    const refused = () => json({ status: 400, message: 'No', requestId: 'r' }, 400)
    const { send, keys } = sending([lost, refused, made])
    await expect(send(things.send, input)).rejects.toMatchObject({ code: 'offline' })
    await expect(send(things.send, input)).rejects.toMatchObject({ code: 'invalid' })
    await send(things.send, input)
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })
})
