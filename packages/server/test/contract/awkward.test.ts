import { type Endpoint, Role, toUrl } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import {
  type Answer,
  type Call,
  endpoints,
  sampleInput,
  send,
  siteToken,
  startContractServer,
} from './calls.ts'
import { blanks, kindOf } from './fields.ts'
import { goodInput, roleOf } from './good-input.ts'

let server: TestServer
let tokens: ReadonlyMap<Role, string>
beforeAll(async () => {
  ;({ server, tokens } = await startContractServer({ media: await makeMedia() }))
})
afterAll(() => server?.close())

/** JSON that JavaScript can't write itself, by what stands for it. */
const rawJson = { BEYOND: '1e400', DEEP: `${'['.repeat(5000)}1${']'.repeat(5000)}` }
const longText = 'x'.repeat(500_000)

/** Texts as a path, a query, a form or JSON may carry them. */
const texts = {
  nothing: '',
  ...blanks,
  NUL: 'a\0b',
  'half a character': 'a\uD83D',
  'the other half': '\uDE00b',
  'right-to-left override': 'gpj.\u202Eexe',
  'a line break': 'one\r\ntwo',
  'a name of the prototype': 'constructor',
  'another one': '__proto__',
  SQL: `' OR 1=1; --`,
  'a pattern': '%_\\',
  'a path': '../../../etc/passwd',
  'an escape': '%00%2e%2e',
  emoji: '🧘🏽‍♀️é',
  'a huge number': '9'.repeat(400),
  'below zero': '-1',
  'a fraction': '1.5',
  'beyond 32 bits': '2147483648',
  'beyond 64 bits': '18446744073709551616',
  'beyond a float': '1e400',
  'no number': 'NaN',
} as const

/** What else JSON may carry. */
const values: Record<string, unknown> = {
  ...texts,
  null: null,
  true: true,
  'the number 0': 0,
  'the number below zero': -1,
  'the number below 32 bits': -2_147_483_649,
  'the number 1.5': 1.5,
  'the number beyond 32 bits': 2_147_483_648,
  'the number beyond exactness': 2 ** 53 + 2,
  'the number beyond a float': 'BEYOND',
  'half a megabyte': longText,
  'an empty list': [],
  'a list with null': [null],
  'a list with NUL': ['\0'],
  'a list with half a character': ['\uD800'],
  'a list of lists': [['a']],
  'a long list': Array.from({ length: 10_001 }, (_, index) => `item-${index}`),
  'a deep list': 'DEEP',
  'an empty object': {},
  'an object with a prototype': JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  'an object with NUL': { 'a\0': '\0' },
  'an object of many keys': Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`k${index}`, 'v']),
  ),
}

const inPath = (endpoint: Endpoint): string[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
const isJson = (endpoint: Endpoint, field: string): boolean =>
  endpoint.method !== 'GET' &&
  !endpoint.multipart &&
  ![...inPath(endpoint), ...endpoint.query, ...Object.values(endpoint.headers)].includes(field)
/** What HTTP itself can't carry there. */
const isSendable = (endpoint: Endpoint, field: string, value: unknown): boolean => {
  const inHeader = Object.values(endpoint.headers).includes(field)
  if (inHeader) return typeof value === 'string' && /^[\x20-\x7e\xa0-\xff]*$/.test(value)
  if (inPath(endpoint).includes(field) && value === '') return false
  return isJson(endpoint, field) || !/\p{Surrogate}/u.test(String(value))
}

const short = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? String(value)

interface Tried {
  endpoint: Endpoint
  field: string
  value: unknown
  /** What the good input is answered with. */
  usual: Answer
}

const pathsOf = ({ body }: Answer): string[] =>
  ((body as { issues?: { path: string }[] } | undefined)?.issues ?? []).map(({ path }) => path)

/** What is wrong with an answer to an awkward value of a field, if anything is. */
function complaint({ endpoint, field, value, usual }: Tried, answer: Answer): string | undefined {
  const what = `${endpoint.id} answers ${answer.status} to ${field} = ${short(value)}`
  if (answer.status >= 500 && answer.status !== 501) return `${what}: ${answer.text.slice(0, 200)}`
  if (answer.status === 400) {
    const named = [field, ...(together[field] ?? []), '', ...pathsOf(usual)]
    const isNamed = pathsOf(answer).some(path => named.includes(path) || named.includes(path.split('.')[0]!))
    const isRefused = (answer.body as { code: string }).code === 'refused'
    return isNamed || isRefused ? undefined : `${what} without naming it: ${answer.text.slice(0, 200)}`
  }
  return answer.status < 300 && isChanged({ endpoint, field, value }, answer)
    ? `${what} and makes it something else: ${answer.text.slice(0, 200)}`
    : undefined
}

/** Fields that are wrong only beside another one, or under another name: a file's name is `file` to its rules (VAL-10). */
const together: Record<string, string[]> = {
  totalSize: ['totalNumberOfChunks'],
  fileName: ['file'],
  active: ['displayName'],
  IsActive: ['collectionItems'],
  isProviderActive: ['email'],
  // A tenant that the calls before have made has other languages.
  tenantId: ['files'],
}

/** Blanks are nothing (VAL-08), addresses get a scheme (VAL-07), and what an id names says the platform. */
function isChanged({ endpoint, field, value }: Omit<Tried, 'usual'>, { body }: Answer): boolean {
  const back = (body as Record<string, unknown> | undefined)?.[field]
  if (typeof back !== 'string' || typeof value !== 'string' || value.trim() === '') return false
  if (kindOf(endpoint, field) != null) return false
  return ![value, value.trim(), toUrl(value)].includes(back)
}

async function tryAll(endpoint: Endpoint, field: string): Promise<string[]> {
  const role = roleOf(endpoint)
  const token = role === 'site' ? await siteToken(server) : role === undefined ? undefined : tokens.get(role)
  const as: Call = { token }
  const good = await goodInput(endpoint, server)
  const usual = await send(server, endpoint, good, as)
  // A caller who isn't let in would be refused whatever the value is.
  if (role !== undefined) expect([401, 403]).not.toContain(usual.status)
  const change = (text: string) => text.replace('"BEYOND"', rawJson.BEYOND).replace('"DEEP"', rawJson.DEEP)
  const complaints: (string | undefined)[] = []
  for (const value of Object.values(isJson(endpoint, field) ? values : texts)) {
    if (!isSendable(endpoint, field, value)) continue
    const answer = await send(server, endpoint, { ...good, [field]: value }, { ...as, change })
    complaints.push(complaint({ endpoint, field, value, usual }, answer))
  }
  return complaints.filter(each => each !== undefined)
}

describe('VAL-28, API-100 an awkward value is refused with a reason or comes back as it was sent', () => {
  const fields = endpoints.flatMap(endpoint =>
    Object.keys(endpoint.input.shape).map(field => [endpoint.id, field, endpoint] as const),
  )
  it.each(fields)('%s %s', async (_id, field, endpoint) => {
    const complaints = await tryAll(endpoint, field)
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  })

  it('and the process keeps answering', async () => {
    expect((await server.app.request('/readyz')).status).toBe(200)
  })
})

describe('C-14, API-100 bodies and addresses that nobody means', () => {
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
  it.each(bodies)('a body that is %s is refused', async (_, body) => {
    const response = await server.app.request('/api/v1/titles', {
      method: 'POST',
      headers: { ...token(), 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })

  it.each(['%00', '%ED%A0%80', '%FF', 'constructor', '__proto__', '%2e%2e%2fpasswd', 'x'.repeat(5000)])(
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

  it.each(['%00', 'a%00', '%ED%A0%80', '%FF', 'x'.repeat(5000)])(
    'customer support that names %s as its tenant has chosen none',
    async tenantid => {
      const headers = { authorization: `Bearer ${tokens.get(Role.Support)}`, tenantid }
      const statusOf = async (path: string) => (await server.app.request(path, { headers })).status
      expect(await statusOf('/api/v1/verify')).toBe(200)
      expect(await statusOf('/api/v1/quota')).toBe(400)
      expect(await statusOf('/media/raw/x')).toBe(400)
    },
  )

  it('a form of many parts, or of a text without end, is refused before it is read', async () => {
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

  it.each(['a\0b.csv', 'a\uD83D.csv', `${'x'.repeat(300)}.csv`])(
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
