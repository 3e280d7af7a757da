import { type Endpoint, isReading, Role } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../harness.ts'
import {
  type Answer,
  type Call,
  endpoints,
  everyone,
  heldSiteToken,
  mayCall,
  sampleInput,
  send,
  startContractServer,
  type Who,
} from './calls.ts'
import {
  kindOf,
  managedNouns,
  notForProviders,
  type Refusal,
  reachesEveryTenant,
  refusals,
} from './fields.ts'
import { FAR, type Owner } from './owners.ts'
import { makeRows, type RowKind } from './rows.ts'

let server: TestServer
let tokens: ReadonlyMap<Role, string>
beforeAll(async () => {
  ;({ server, tokens } = await startContractServer())
})
afterAll(() => server?.close())

const looksLikeId = (field: string): boolean => /(id|ids|tag|tags|tenant|category)$/i.test(field)
const fieldsOf = (endpoint: Endpoint): string[] => Object.keys(endpoint.input.shape).filter(looksLikeId)
const nounOf = (endpoint: Endpoint): string => endpoint.id.split('.')[0]!
/** An administrator reaches everything. */
const rolesOf = (endpoint: Endpoint): Who[] =>
  everyone
    .filter(role => role !== Role.Admin && mayCall(endpoint, role))
    .filter(role => role !== Role.Provider || !notForProviders.includes(endpoint.id))
const guarded = endpoints.filter(endpoint => endpoint.allow !== 'everyone')

const as = async (role: Who): Promise<Call> => ({
  token: role === 'site' ? await heldSiteToken(server) : tokens.get(role),
  tenantId: role === Role.Support ? 'pulsehouse' : undefined,
})
const ownOf = (role: Who): Owner => (role === Role.Provider ? 'provider' : 'tenant')

/** The value of a field as its schema has it: alone, or in a list. */
const toField = (endpoint: Endpoint, field: string, id: string): unknown => {
  const isList = Array.isArray(endpoint.input.shape[field]?.safeParse([id]).data)
  return isList && !endpoint.input.shape[field]?.safeParse(id).success ? [id] : id
}

function refusalOf({ id, input, headers }: Endpoint, field: string, role: Who): Refusal | undefined {
  const kind = kindOf({ id }, field)
  if (role === Role.Support && managedNouns.some(noun => id.startsWith(`${noun}.`))) return undefined
  if (kind === 'tenant') {
    if (role === Role.Support && (Object.values(headers).includes(field) || reachesEveryTenant.includes(id)))
      return undefined
    if (input.shape[field]?.safeParse(undefined).success) return 'own'
  }
  return refusals[`${id}.${field}`] ?? refusals[id] ?? 'missing'
}

const masked = ({ status, text }: Answer, id: string) => ({
  status,
  text: text.replaceAll(id, '<id>').replace(/"requestId":"[^"]*"/, ''),
})

function assertRefused(answer: Answer, refusal: Refusal, { field, id }: { field: string; id: string }) {
  if (refusal === 'missing') expect(answer.status, answer.text).toBe(404)
  if (refusal === 'missing items') expect(masked(answer, id).text).toMatch(/"<id>"[^{}]*404/)
  if (refusal === 'nothing') expect(answer.status).toBe(200)
  if (refusal === 'refused') expect(answer.status).toBe(400)
  if (refusal !== 'unknown') return
  const { issues } = answer.body as { issues: { path: string }[] }
  expect([answer.status, issues[0]?.path.split('.')[0]]).toEqual([400, field])
}

/** Whether what a field names isn't there; another field of the sample may name nothing as well. */
function isMissing({ status, body }: Answer, field: string): boolean {
  const [issue] = (body as { issues?: { path: string }[] } | undefined)?.issues ?? []
  return status === 404 && (issue === undefined || issue.path === field)
}

interface Case {
  endpoint: Endpoint
  field: string
  kind: RowKind
  role: Who
}

/** Every call that names rows, in every role that may make it. */
const cases: Case[] = guarded.flatMap(endpoint =>
  fieldsOf(endpoint).flatMap(field => {
    const kind = kindOf(endpoint, field)
    return kind == null ? [] : rolesOf(endpoint).map(role => ({ endpoint, field, kind, role }))
  }),
)

/** Asks with one id after another; what stands beside it is made anew once an answer may have changed it. */
function createAsk({ endpoint, field, role }: Case): (id: string) => Promise<Answer> {
  let input: Record<string, unknown> | undefined
  const makeInput = async () => {
    const made = sampleInput(endpoint)
    const owner = ownOf(role)
    for (const other of Object.keys(made)) {
      const kind = kindOf(endpoint, other)
      if (other !== field && kind != null)
        made[other] = toField(endpoint, other, (await makeRows(kind, server, [owner]))[owner] ?? 'none')
    }
    return made
  }
  return async id => {
    input ??= await makeInput()
    const asked = { ...input, [field]: toField(endpoint, field, id) }
    const answer = await send(server, endpoint, asked, await as(role))
    if (answer.status < 300 && !isReading(endpoint)) input = undefined
    return answer
  }
}

describe('C-14, F-2 a row out of reach looks like one that does not exist', () => {
  test('every id that a call takes has rows of other owners to be tried with', () => {
    const missing = guarded.flatMap(endpoint =>
      fieldsOf(endpoint)
        .filter(field => kindOf(endpoint, field) === undefined)
        .map(field => `${endpoint.id} takes ${field}, but test/contract/fields.ts doesn’t say what it names`),
    )
    expect(missing).toEqual([])
  })

  test.each(cases.map(each => [`${each.endpoint.id} ${each.field} as role ${each.role}`, each] as const))(
    '%s',
    async (_, each) => {
      const refusal = refusalOf(each.endpoint, each.field, each.role)
      if (refusal === undefined) return
      const made = await makeRows(each.kind, server, [ownOf(each.role), 'farTenant', 'farProvider'])
      const ask = createAsk(each)
      const own = await ask(made[ownOf(each.role)] ?? 'none')
      // Nothing is there yet that could show a row.
      if (own.status === 501) return
      const absent = await ask('nowhere')
      for (const owner of ['farTenant', 'farProvider'] as const) {
        const id = made[owner]
        if (id === undefined) continue
        const answer = await ask(id)
        expect(masked(answer, id).text).not.toContain(FAR)
        if (refusal === 'own') expect(answer.status).toBe(absent.status)
        else {
          assertRefused(answer, refusal, { field: each.field, id })
          expect(masked(answer, id)).toEqual(masked(absent, 'nowhere'))
        }
      }
      if (refusal === 'missing' && made[ownOf(each.role)] !== undefined)
        expect(
          isMissing(own, each.field),
          'the row of the caller’s own that test/contract/rows.ts makes',
        ).toBe(false)
    },
  )
})

describe('F-2, ROLE-14 no answer tells about an organisation that the caller has nothing to do with', () => {
  const open = guarded.filter(endpoint => Object.keys(sampleInput(endpoint)).length === 0)
  const lists = open.flatMap(endpoint => rolesOf(endpoint).map(role => ({ endpoint, role })))
  test.each(lists.map(each => [`${each.endpoint.id} as role ${each.role}`, each] as const))(
    '%s',
    async (_, { endpoint, role }) => {
      const { status, text } = await send(server, endpoint, {}, await as(role))
      expect(status).toBeLessThan(400)
      const isManager = role === Role.Support && ['tenants', ...managedNouns].includes(nounOf(endpoint))
      if (!isManager) expect(text).not.toContain(FAR)
    },
  )
})
