import {
  type Endpoint,
  IDEMPOTENCY_HEADER,
  isReading,
  newIdempotencyKey,
  REPLAYED_HEADER,
  takesIdempotencyKey,
  toWire,
} from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesTable as entries } from '../../src/kernel/rows/audit.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import { endpoints, heldSiteToken, signInAll, toForm } from './calls.ts'
import { roleOf } from './good-input.ts'
import { makeFarOwners } from './owners.ts'
import { goodWrite } from './writes.ts'

let server: TestServer
let tokens: Awaited<ReturnType<typeof signInAll>>
beforeAll(async () => {
  server = await createTestServer({ media: await makeMedia() })
  await makeFarOwners(server)
  tokens = await signInAll(server)
})
afterAll(() => server?.close())

const nobody = 'nobody has signed in whose key it could be'
/** Every POST that changes something and takes no key, and why. */
const keyless: Record<string, string> = {
  'session.login': nobody,
  'session.refresh': nobody,
  'session.logout': nobody,
  'sso.start': nobody,
  'sso.exchange': nobody,
  'sso.startDevice': nobody,
  'sso.pollDevice': nobody,
  'sso.logout': nobody,
  'tenants.token': nobody,
  'uploads.video': 'a chunk goes where the server says that the file stands',
  'uploads.trailer': 'a chunk goes where the server says that the file stands',
  'events.upload': 'a chunk goes where the server says that the file stands',
  'playback.upload': 'it streams, and the same content counts once (C-132)',
}

/** Calls whose second try in this test would not be let in any more. */
const ending: ReadonlySet<string> = new Set(['accounts.changePassword'])

describe('KEY-08 every POST that changes something takes an idempotency key', () => {
  const posts = endpoints.filter(endpoint => endpoint.method === 'POST' && !isReading(endpoint))
  const taking = posts.filter(takesIdempotencyKey)

  test('but for those that have a reason not to', () => {
    const without = posts.filter(endpoint => !takesIdempotencyKey(endpoint)).map(({ id }) => id)
    expect(without.sort()).toEqual(Object.keys(keyless).sort())
  })

  async function send(endpoint: Endpoint, input: Record<string, unknown>, key: string) {
    const { method, target, headers, body } = toWire(endpoint, input)
    const who = roleOf(endpoint)!
    const token = who === 'site' ? await heldSiteToken(server) : tokens.get(who)
    const sent = typeof body === 'string' ? body : body && toForm(body)
    const response = await server.app.request(target, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: key },
      ...(sent && { body: sent }),
    })
    const replayed = response.headers.get(REPLAYED_HEADER)
    return { status: response.status, text: await response.text(), replayed }
  }

  test.each(taking.filter(({ id }) => !ending.has(id)).map(endpoint => [endpoint.id, endpoint] as const))(
    '%s is done once',
    async (id, endpoint) => {
      const { db } = server.deps
      const input = await goodWrite(endpoint, server)
      const key = newIdempotencyKey()
      const first = await send(endpoint, input, key)
      if (first.status >= 300)
        throw new Error(
          `${id} answered ${first.status}: test/contract/writes.ts needs what it takes. ${first.text}`,
        )
      expect(first.replayed).toBeNull()
      const written = await db.$count(entries)
      expect(await send(endpoint, input, key)).toEqual({ ...first, replayed: 'true' })
      expect(await db.$count(entries)).toBe(written)
    },
  )
})
