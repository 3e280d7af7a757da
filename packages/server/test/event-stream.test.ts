import {
  contract,
  createApi,
  createSend,
  type EventLogFilter,
  fixedTokens,
  type LogEvent,
  type Send,
  streamEvents,
} from '@kinora/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import type { Deps } from '../src/deps.ts'
import { createEventFeed } from '../src/event-log/index.ts'
import { recordEvents } from '../src/kernel/rows/event-log.ts'
import type { DemoAccountName } from '../src/seed/accounts.ts'
import { createServer, type Server } from '../src/server.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { codeOf } from './refusals.ts'

const tenantId = 'pulsehouse'
const limits = { poll: 10, heartbeat: 50, perAccount: 3 }

describe.each(databases)('HOOK-05 server-sent events, on %s', db => {
  let server: TestServer
  let deps: Deps
  let app: Server
  const stop = { all: new AbortController() }
  /** A server process as it starts: with streams of its own, on the same data. */
  const start = () => {
    deps = { ...server.deps, feed: createEventFeed(server.deps, limits) }
    app = createServer(deps)
  }
  beforeAll(async () => {
    server = await createTestServer({ db })
    start()
  })
  afterEach(() => {
    stop.all.abort()
    stop.all = new AbortController()
  })
  afterAll(async () => {
    await deps?.feed.close()
    await server?.close()
  })

  const happen = (subjects: readonly string[], owner: string = tenantId) =>
    recordEvents(
      server.deps.db,
      subjects.map(subject => ({
        ...{ type: 'collection.updated' as const, at: new Date(), owner: { tenantId: owner }, subject },
      })),
    )
  const sendAs = async (
    account: DemoAccountName,
  ): Promise<Send & { token: string; refreshToken: string }> => {
    const { token, refreshToken } = await server.signIn(account)
    const fetch = async (url: string, init: RequestInit) => app.request(url, init)
    const send = createSend({ baseUrl: '', fetch, tokens: fixedTokens({ token }), timeout: 0 })
    return Object.assign(send, { token, refreshToken })
  }
  /** Follows until the test is over; what was told so far. */
  const follow = async (account: DemoAccountName, filter: EventLogFilter = {}) => {
    const got: string[] = []
    const { signal } = stop.all
    const state = { opened: 0 }
    const events = streamEvents({
      send: await sendAs(account),
      filter,
      signal,
      sleep: async () => undefined,
      onOpen: () => {
        state.opened += 1
      },
    })
    const all: LogEvent[] = []
    const ended = (async () => {
      for await (const event of events) {
        all.push(event)
        got.push(String(event.data.collectionTag))
      }
    })()
    ended.catch(() => undefined)
    await until('the stream stands', () => state.opened > 0)
    // The place where it begins is told by its first piece.
    return { got, all, state, ended }
  }
  const told = (of: { got: string[] }, subject: string) =>
    until(`${subject} is told`, () => of.got.includes(subject))

  test('each from its beginning on, in order, of one’s own alone; administrators get all', async () => {
    await happen(['before'])
    const mine = await follow('tenant')
    const all = await follow('admin')
    await happen(['first'])
    await told(mine, 'first')
    await happen(['theirs'], 'nordicmove')
    await happen(['second', 'third'])
    await told(mine, 'third')
    await told(all, 'third')
    expect(mine.got).toEqual(['first', 'second', 'third'])
    expect(all.got).toEqual(['first', 'theirs', 'second', 'third'])
    expect(mine.all[0]).toMatchObject({
      type: 'collection.updated',
      tenantId,
      data: { collectionTag: 'first' },
    })
  })

  test('goes on behind the event that Last-Event-ID names, as any client of server-sent events asks', async () => {
    await happen(['one', 'two'])
    const { data } = await server.api('tenant')['event-log'].list({ limit: 1000 })
    const { token } = await sendAs('tenant')
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': data.at(-2)!.id }
    const answer = await app.request('/api/v1/events/stream', { headers })
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    expect(answer.headers.get('content-encoding')).toBeNull()
    const reader = answer.body!.getReader()
    let text = ''
    while (!text.includes('data:')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect(text.startsWith(`: open\nid: ${data.at(-2)!.id}\n\n`)).toBe(true)
    expect(text).toContain(
      `id: ${data.at(-1)!.id}\nevent: collection.updated\ndata: {"id":"${data.at(-1)!.id}"`,
    )
    expect(text.match(/^data:/gm)).toHaveLength(1)
  })

  test('KEY-06 a page of another origin goes on where it was as well', async () => {
    const origin = 'https://host.example'
    const asked = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'last-event-id',
    }
    const answer = await createServer(deps, { origins: [origin] }).request('/api/v1/events/stream', {
      ...{ method: 'OPTIONS', headers: { origin, ...asked } },
    })
    expect(answer.headers.get('access-control-allow-headers')).toContain('last-event-id')
  })

  test('nothing is lost and nothing comes twice over a restart of the server, however often', async () => {
    const mine = await follow('tenant')
    await happen(['0'])
    await told(mine, '0')
    for (let nth = 1; nth <= 3; nth += 1) {
      await deps.feed.close()
      await happen([`${nth} while it was down`])
      start()
      await happen([`${nth} once it was back`])
      await told(mine, `${nth} once it was back`)
    }
    const all = [1, 2, 3].flatMap(nth => [`${nth} while it was down`, `${nth} once it was back`])
    expect(mine.got).toEqual(['0', ...all])
    expect(mine.state.opened).toBeGreaterThanOrEqual(4)
  })

  test('one that reads slowly holds up no other, and gets all in the end', async () => {
    const send = await sendAs('tenant')
    const slow = await createApi(contract, send)['event-log'].stream({})
    const reader = (slow.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = decoder.decode((await reader.read()).value)
    const quick = await follow('tenant')
    const subjects = Array.from({ length: 500 }, (_, nth) => `many-${nth}`)
    await happen(subjects)
    await told(quick, 'many-499')
    expect(quick.got).toEqual(subjects)
    while (!text.includes('many-499')) text += decoder.decode((await reader.read()).value)
    expect([...text.matchAll(/"collectionTag":"(many-\d+)"/g)].map(([, subject]) => subject)).toEqual(
      subjects,
    )
    await reader.cancel()
  })

  test('says by a comment that it still stands, and ends with its session', async () => {
    const send = await sendAs('tenant')
    const api = createApi(contract, send)
    const stream = await api['event-log'].stream({})
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    const read = async () => {
      const { value, done } = await reader.read()
      text += new TextDecoder().decode(value)
      return done
    }
    while (!text.includes(': still here')) await read()
    await api.session.logout({ refreshToken: send.refreshToken })
    while (!(await read()));
    expect(await codeOf(api['event-log'].stream({}))).toBe('unauthorised')
  })

  test('an account has so many and no more; one that is closed makes room', async () => {
    const api = createApi(contract, await sendAs('support'))
    const open = async () => (await api['event-log'].stream({})).body as ReadableStream<Uint8Array>
    const streams: ReadableStream<Uint8Array>[] = []
    for (let nth = 0; nth < limits.perAccount; nth += 1) streams.push(await open())
    const { token } = await sendAs('support')
    const headers = { authorization: `Bearer ${token}` }
    const refused = await app.request('/api/v1/events/stream', { headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(((await refused.json()) as { message: string }).message).toContain('as many streams of events')
    await streams.pop()!.cancel()
    streams.push(await open())
    for (const stream of streams) await stream.cancel()
  })

  test('a key has its own, and takes none from the account that made it', async () => {
    const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const { keys, 'event-log': log } = createApi(contract, await sendAs('tenant'))
    const { secret } = await keys.create({ name: 'Follows', rights: ['audit'], endsOn: soon })
    const headers = { authorization: `Bearer ${secret}` }
    const ask = () => app.request('/api/v1/events/stream', { headers })
    const streams: (ReadableStream<Uint8Array> | null)[] = []
    for (let nth = 0; nth < limits.perAccount; nth += 1) streams.push((await ask()).body)
    expect((await ask()).status).toBe(429)
    streams.push((await log.stream({})).body as ReadableStream<Uint8Array>)
    for (const stream of streams) await stream!.cancel()
  })
})
