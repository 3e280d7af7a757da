import { Role } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../harness.ts'
import { rawJson, tryAwkwardValues } from './awkward-values.ts'
import { endpoints, sampleInput, send, startContractServer } from './calls.ts'

describe('VAL-28, API-100 an awkward value is refused with a reason or comes back as it was sent', () => {
  // The deep suite tries all of them: 30,000 calls.
  tryAwkwardValues(16)
})

describe('C-14, API-100 bodies and addresses that nobody means', () => {
  let server: TestServer
  let tokens: ReadonlyMap<Role, string>
  beforeAll(async () => {
    ;({ server, tokens } = await startContractServer())
  })
  afterAll(() => server?.close())
  const token = () => ({ authorization: `Bearer ${tokens.get(Role.Tenant)}` })
  const bodies: [string, string][] = [
    ['a deep list', rawJson.DEEP],
    ['a deep object', `${'{"className":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['a key twice', '{"className":"a","className":"\\u0000"}'],
    ['a prototype', '{"__proto__":{"className":"a"}}'],
    ['half an escape', '{"className":"\\ud83d"}'],
    ['a number beyond a float', '1e400'],
    ['nothing but NUL', '\0'],
  ]
  test.each(bodies)('a body that is %s is refused', async (_, body) => {
    const response = await server.app.request('/api/v1/titles', {
      method: 'POST',
      headers: { ...token(), 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })

  test.each(['%00', '%ED%A0%80', '%FF', 'constructor', '__proto__', '%2e%2e%2fpasswd', 'x'.repeat(5000)])(
    'no address with %s fails',
    async part => {
      const paths = [
        '/media/raw/',
        '/media/images/',
        '/media/captions/x/',
        '/calendars/',
        '/streams/x/',
        '/api/v1/videos/',
      ]
      for (const path of paths) {
        const { status } = await server.app.request(path + part, { headers: token() })
        expect([path, status >= 400 && status < 500]).toEqual([path, true])
      }
    },
  )

  test.each(['%00', 'a%00', '%ED%A0%80', '%FF', 'x'.repeat(5000)])(
    'customer support that names %s as its tenant has chosen none',
    async tenantid => {
      const headers = { authorization: `Bearer ${tokens.get(Role.Support)}`, tenantid }
      const statusOf = async (path: string) => (await server.app.request(path, { headers })).status
      expect(await statusOf('/api/v1/verify')).toBe(200)
      expect(await statusOf('/api/v1/quota')).toBe(400)
      expect(await statusOf('/media/raw/x')).toBe(400)
    },
  )

  test('a form of many parts, or of a text without end, is refused before it is read', async () => {
    const send = (parts: readonly (readonly [string, string])[]) => {
      const form = new FormData()
      for (const [name, value] of parts) form.append(name, value)
      const init = { method: 'POST', headers: token(), body: form }
      return server.app.request('/v4/bulkupload/add', init)
    }
    const many = await send(Array.from({ length: 40_000 }, () => ['title', 'x'] as const))
    expect(many.status).toBe(413)
    const long = await send([['title', 'x'.repeat(2_000_000)]])
    expect(await long.json()).toMatchObject({
      status: 400,
      issues: [{ path: 'title', code: 'validation.tooLong' }],
    })
  })

  test.each(['a\0b.csv', 'a\uD83D.csv', `${'x'.repeat(300)}.csv`])(
    'a file called %j is refused',
    async name => {
      const file = Object.defineProperty(new File(['x'], 'a.csv'), 'name', { value: name })
      const batches = endpoints.find(endpoint => endpoint.id === 'batches.add')!
      const answer = await send(
        server,
        batches,
        { ...sampleInput(batches), file },
        { token: tokens.get(Role.Tenant) },
      )
      expect(answer.status).toBe(400)
    },
  )
})
