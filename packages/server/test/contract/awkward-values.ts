import { type Endpoint, isBlank, isReading, type Role, renamePath, toUrl } from '@kinora/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import { type Answer, type Call, endpoints, heldSiteToken, send, startContractServer } from './calls.ts'
import { blanks, kindOf } from './fields.ts'
import { goodInput, roleOf } from './good-input.ts'

/** JSON that JavaScript can't write itself, by what stands for it. */
export const rawJson = { BEYOND: '1e400', DEEP: `${'['.repeat(5000)}1${']'.repeat(5000)}` }
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
  'a moment before all years': '0000-01-01T00:00:00Z',
  'a moment after all years': '9999-12-31T23:59:59-14:00',
  'an offset that no clock has': '2026-11-20T09:30:00+23:59',
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

/** Fields that stand in the path, by their names in the input. */
const inPath = ({ path, wireNames }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(match => renamePath(wireNames().input, match[1]!, 'inside'))
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
  active: ['displayName', 'collectionItems'],
  isProviderActive: ['email'],
  shift: ['version'],
  // A tenant that the calls before have made has other languages.
  tenantId: ['files'],
}

/** Blanks are nothing (VAL-08), addresses get a scheme (VAL-07), and what an id names says the platform. */
function isChanged({ endpoint, field, value }: Omit<Tried, 'usual'>, { body }: Answer): boolean {
  const back = (body as Record<string, unknown> | undefined)?.[field]
  if (typeof back !== 'string' || typeof value !== 'string' || isBlank(value)) return false
  // What one date has of its own stands in `exceptions`.
  if (/^events\.(add|change)Occurrence$/.test(endpoint.id)) return false
  if (kindOf(endpoint, field) != null) return false
  return ![value, value.trim(), toUrl(value)].includes(back)
}

/** Tries every field with one of so many awkward values, each value with another share of the fields. */
export function tryAwkwardValues(oneOf: number): void {
  let server: TestServer
  let tokens: ReadonlyMap<Role, string>
  beforeAll(async () => {
    ;({ server, tokens } = await startContractServer({ media: await makeMedia() }))
  })
  afterAll(() => server?.close())

  const fields = endpoints.flatMap(endpoint =>
    Object.keys(endpoint.input.shape).map(field => ({ endpoint, field })),
  )

  const known = new Map<string, { good: Record<string, unknown>; usual: Answer }>()
  /** A good input and its answer. The fields of a call share it while it is answered the same. */
  async function usualOf(endpoint: Endpoint, as: Call) {
    const before = known.get(endpoint.id)
    if (before !== undefined && isReading(endpoint)) return before
    if (before !== undefined) {
      const { status } = await send(server, endpoint, before.good, as)
      if (status === before.usual.status) return before
    }
    const good = await goodInput(endpoint, server)
    const made = { good, usual: await send(server, endpoint, good, as) }
    known.set(endpoint.id, made)
    return made
  }

  async function complaintsOf(endpoint: Endpoint, field: string, share: number): Promise<string[]> {
    const role = roleOf(endpoint)
    const token =
      role === 'site' ? await heldSiteToken(server) : role === undefined ? undefined : tokens.get(role)
    const as: Call = { token }
    const { good, usual } = await usualOf(endpoint, as)
    // A caller who isn't let in would be refused whatever the value is.
    if (role !== undefined) expect([401, 403]).not.toContain(usual.status)
    const change = (text: string) => text.replace('"BEYOND"', rawJson.BEYOND).replace('"DEEP"', rawJson.DEEP)
    const complaints: (string | undefined)[] = []
    const askAnew = async (value: unknown) => {
      const input = { ...(await goodInput(endpoint, server)), [field]: value }
      return complaint(
        { endpoint, field, value, usual },
        await send(server, endpoint, input, { ...as, change }),
      )
    }
    for (const [index, value] of Object.values(isJson(endpoint, field) ? values : texts).entries()) {
      if (index % oneOf !== share || !isSendable(endpoint, field, value)) continue
      const answer = await send(server, endpoint, { ...good, [field]: value }, { ...as, change })
      // A session that has ended would make whatever follows pass.
      if (role !== undefined) expect(answer.status, `${endpoint.id} ${field}`).not.toBe(401)
      const found = complaint({ endpoint, field, value, usual }, answer)
      // A write before may have done what can't be done twice.
      const again = found !== undefined && !isReading(endpoint)
      complaints.push(again ? await askAnew(value) : found)
    }
    return complaints.filter(each => each !== undefined)
  }

  test.each(fields.map((each, index) => ({ ...each, share: index % oneOf })))(
    '$endpoint.id $field',
    async ({ endpoint, field, share }) => {
      const complaints = await complaintsOf(endpoint, field, share)
      if (complaints.length > 0) throw new Error(complaints.join('\n'))
    },
  )

  test('and the process keeps answering', async () => {
    expect((await server.app.request('/readyz')).status).toBe(200)
  })
}
