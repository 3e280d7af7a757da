import {
  type Endpoint,
  everyRole,
  isBinary,
  isReading,
  type Reference,
  Role,
  references,
  TitleStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import type { TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import { endpoints, mayCall, send, startContractServer } from './calls.ts'
import { kindOf } from './fields.ts'
import { isRowKind, makeRows, type RowKind } from './rows.ts'
import { goodWrite } from './writes.ts'

let server: TestServer
let tokens: ReadonlyMap<Role, string>
beforeAll(async () => {
  ;({ server, tokens } = await startContractServer({ media: await makeMedia() }))
})
afterAll(() => server?.close())

interface Json {
  type?: string
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
}
const looksLikeReference = (name: string): boolean =>
  /(id|ids|ids\w*publish|tag|tags|tenant|tenants|channels?|link|url|subcategory|values|key)$/i.test(name)

/** The texts of an input that a row may be named in, however deep. */
function namesIn(schema: Json | undefined, name = ''): string[] {
  if (schema === undefined || typeof schema !== 'object') return []
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => namesIn(inner, key)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(inner => namesIn(inner, name)),
    ...namesIn(schema.items, name),
    ...(typeof schema.additionalProperties === 'object' ? namesIn(schema.additionalProperties, name) : []),
  ]
  const isText = schema.type === 'string' && schema.enum === undefined
  return isText && looksLikeReference(name) ? [name, ...inside] : inside
}

const written = endpoints.filter(endpoint => !isReading(endpoint) && endpoint.allow !== 'everyone')
const table: Record<string, Readonly<Record<string, Reference>>> = references
const nounOf = ({ id }: Endpoint): string => id.split('.')[0]!
/** What the contract says itself: the tenant that a call is about, and its own row, by the id that `create` answers with first. */
function saidOf(endpoint: Endpoint, field: string): Reference | undefined {
  if (!(field in endpoint.input.shape)) return undefined
  if (field === 'tenantId' && endpoint.scope === 'tenant') return { names: 'tenant', may: 'own' }
  const create = endpoints.find(({ id }) => id === `${nounOf(endpoint)}.create`)
  const answer = create === undefined || isBinary(create.output) ? {} : (create.output as z.ZodObject).shape
  const names = Object.keys(answer)[0] === field && kindOf(endpoint, field)
  return names ? { names, may: 'own' } : undefined
}
const referenceOf = (endpoint: Endpoint, field: string): Reference | undefined =>
  table[nounOf(endpoint)]?.[field] ?? saidOf(endpoint, field)
const fieldsOf = ({ input }: Endpoint): string[] => [
  ...new Set(namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json)),
]

/** Rows that the demo’s tenant sees since they are published to it, or everybody’s, and doesn’t own; its provider sees the latter. */
const seen: Partial<Record<RowKind, (owner: Side) => Promise<string>>> = {
  channel: async owner => (owner === 'tenant' ? 'ironside-strength' : 'pulse-house-originals'),
  provider: async owner => (owner === 'tenant' ? 'ironside' : 'tenant-pulsehouse'),
  category: async () => 'strength',
  subCategory: async () => 'strength-kettlebell',
  label: async () => 'label-beginner',
  focusArea: async () => 'focus-full-body',
  equipment: async () => 'equipment-mat',
  title: async owner =>
    publishedToBoth((await makeRows('title', server))[owner === 'tenant' ? 'provider' : 'tenant']!),
}
type Side = 'tenant' | 'provider'
async function publishedToBoth(tag: string): Promise<string> {
  const shown = { status: TitleStatus.Published, tenants: ['pulsehouse'] }
  await server.deps.db.update(titlesTable).set(shown).where(eq(titlesTable.tag, tag))
  return tag
}
/** Whose such a row is. */
const isPlatforms = (kind: RowKind): boolean => !['channel', 'provider', 'title'].includes(kind)

/** Whose rows a person of a role writes: an administrator and customer support those of the demo’s tenant. */
const sideOf = (role: Role): Side => (role === Role.Provider ? 'provider' : 'tenant')

/** Calls that choose among what is in a collection already. */
const chosen = ['collections.reorderClasses', 'collections.removeClasses']

interface Case {
  endpoint: Endpoint
  field: string
  reference: Reference
}
const cases: Case[] = written.flatMap(endpoint =>
  Object.keys(endpoint.input.shape).flatMap(field => {
    const reference = referenceOf(endpoint, field)
    const isNamed = reference !== undefined && reference.names in seen && !chosen.includes(endpoint.id)
    return isNamed ? [{ endpoint, field, reference }] : []
  }),
)

/**
 * Whose own a row is, and who manages all, is asked as those who act for one tenant; an administrator reaches every row, and what
 * `reach.test.ts` tries as each role who finds which.
 */
const roles = ({ endpoint, reference: { may } }: Case): Role[] =>
  (may === 'offered' || may === 'ofProvider' ? everyRole : [Role.Tenant, Role.Support]).filter(
    role => mayCall(endpoint, role) && (may !== 'managed' || mayCall(endpoint, Role.Tenant)),
  )

/** What else the input says: a sub category goes with its category, and an administrator names the provider. */
const beside = ({ endpoint, field }: Case, id: string, role: Role) => ({
  ...(field === 'classSubCategoryId' && { classCategoryId: id.replace(/-(kettlebell|barbell|lab)$/, '') }),
  ...(endpoint.id === 'titles.create' && role === Role.Admin && { providerId: 'tenant-pulsehouse' }),
})

async function ask(each: Case, id: string, role: Role) {
  const { endpoint, field } = each
  const input = await goodWrite(endpoint, server, sideOf(role))
  const isList = endpoint.input.shape[field]!.safeParse([id]).success
  const token = tokens.get(role)
  const tenantId = role === Role.Support ? 'pulsehouse' : undefined
  const asked = { ...input, ...beside(each, id, role), [field]: isList ? [id] : id }
  const answer = await send(server, endpoint, asked, { token, tenantId })
  // As a number among the results; ids and moments may have these digits by chance.
  const isRefused = answer.status >= 400 || /":40[34][,}]/.test(answer.text)
  const told = `${endpoint.id} with ${field} = ${id}: ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, told).toBeLessThan(500)
  return { isRefused, told }
}

describe('C-136 visible is not usable: whose row a field may name stands in one table', () => {
  test('every field of every write that names a row has a line in it', () => {
    const missing = written.flatMap(endpoint =>
      fieldsOf(endpoint)
        .filter(field => referenceOf(endpoint, field) === undefined)
        .map(field => `${endpoint.id} takes ${field}, but core’s references.ts doesn’t say whose it may be`),
    )
    expect(missing).toEqual([])
  })

  test('and it names no field that no write takes, and only rows that the tests can make', () => {
    const taken = new Set(written.flatMap(each => fieldsOf(each).map(field => `${nounOf(each)}.${field}`)))
    const lines = Object.entries(table).flatMap(([noun, fields]) =>
      Object.entries(fields).map(([field, { names, may }]) => ({ at: `${noun}.${field}`, names, may })),
    )
    expect(lines.filter(({ at }) => !taken.has(at)).map(({ at }) => at)).toEqual([])
    const isKnown = (names: string) => isRowKind(names) || ['picture', 'text'].includes(names)
    expect(lines.filter(({ names }) => !isKnown(names)).map(({ at }) => at)).toEqual([])
  })

  test('nor what the contract says itself', () => {
    const isSaid = (noun: string, field: string, { names, may }: Reference): boolean =>
      written
        .filter(endpoint => nounOf(endpoint) === noun && fieldsOf(endpoint).includes(field))
        .map(endpoint => saidOf(endpoint, field))
        .every(said => said?.names === names && said.may === may)
    const twice = Object.entries(table).flatMap(([noun, fields]) =>
      Object.entries(fields)
        .filter(([field, line]) => isSaid(noun, field, line))
        .map(([field]) => `${noun}.${field}`),
    )
    expect(twice).toEqual([])
  })

  const tried = cases.flatMap(each =>
    roles(each).map(
      role =>
        [`${each.endpoint.id} ${each.field} (${each.reference.may}) as role ${role}`, each, role] as const,
    ),
  )
  test('every role that writes titles is among those that are tried', () => {
    const ofTitles = tried.filter(([, { endpoint }]) => endpoint.id === 'titles.update')
    expect(new Set(ofTitles.map(([, , role]) => role))).toEqual(new Set(everyRole))
  })

  test.each(tried)('what is the platform’s, or published to one: %s', async (_, each, role) => {
    const kind = each.reference.names as RowKind
    const { may } = each.reference
    if (may === 'managed' && role === Role.Support && nounOf(each.endpoint) === 'channels') return
    const { isRefused, told } = await ask(each, await seen[kind]!(sideOf(role)), role)
    const allowed = may === 'shown' || (may === 'offered' && isPlatforms(kind))
    expect(isRefused, told).toBe(!allowed)
  })

  test.each(tried.filter(([, { reference }]) => ['offered', 'ofProvider'].includes(reference.may)))(
    'one’s own: %s',
    async (_, each, role) => {
      const side = sideOf(role)
      const id = (await makeRows(each.reference.names as RowKind, server, [side]))[side]
      // A provider has no labels, focus areas and equipment of its own.
      if (id === undefined) return
      const { isRefused, told } = await ask(each, id, role)
      expect(isRefused, told).toBe(false)
    },
  )
})
