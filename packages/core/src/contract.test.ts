import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { everyRole } from './access.ts'
import { StaffDraft } from './accounts/schema.ts'
import { BatchDraft } from './batches/schema.ts'
import { CaptionDraft } from './captions/schema.ts'
import { ChannelDraft } from './channels/schema.ts'
import { checkCollection } from './collections/rules.ts'
import { contract } from './contract.ts'
import { checkDocument } from './documents/schema.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import { errorTable, type Issue } from './kernel/errors.ts'
import { isSecretName } from './kernel/field-rules.ts'
import { checkWith } from './kernel/issues.ts'
import { createMessages } from './kernel/messages.ts'
import { wireNameOf } from './kernel/schema-names.ts'
import { typesOnly } from './kernel/types-only.ts'
import { isBinary } from './kernel/wire.ts'
import { en } from './messages/en.ts'
import { ProviderDraft } from './providers/schema.ts'
import { CustomDraft, GeneralDraft } from './site/schema.ts'
import { checkSubscription } from './subscriptions/schema.ts'
import { TenantDraft } from './tenants/schema.ts'
import { checkTerms } from './terms/rules.ts'
import { checkTitle } from './titles/rules.ts'
import { isSensitive, type Reader, restrictedFields } from './visibility.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap(group => Object.values(group) as Endpoint[])

describe('the contract as a whole (PKG-02, API-100)', () => {
  test('ids are unique and say noun.verb', () => {
    const ids = endpoints.map(endpoint => endpoint.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z-]+\.[a-zA-Z]+$/)
  })
  test('method and path are unique, aliases included', () => {
    const keys = endpoints
      .flatMap(endpoint => [endpoint, ...endpoint.aliases])
      .map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
  test('every key of a path, query, header or body is part of the input', () => {
    for (const endpoint of endpoints) {
      const fields = Object.entries(endpoint.input.shape)
      const toWireName = fields.map(([name, field]) => wireNameOf(name, field))
      for (const [, key] of endpoint.path.matchAll(/\{(\w+)\}/g))
        expect(toWireName, endpoint.id).toContain(key)
      const named = [...endpoint.query, ...Object.values(endpoint.headers)]
      for (const key of named) expect(Object.keys(endpoint.input.shape), endpoint.id).toContain(key)
    }
  })
})

describe('ERR-19: texts', () => {
  test('every error code has a text', () => {
    for (const row of Object.values(errorTable)) expect(en[row.text]).toBeTypeOf('string')
  })
  test('I18N-03 a text can be replaced while running, and subscribers hear of it', () => {
    const messages = createMessages(en)
    let told = 0
    messages.subscribe(() => {
      told += 1
    })
    messages.setTranslation('loginPage.title', 'Portal')
    expect([messages.text('loginPage.title'), told]).toEqual(['Portal', 1])
    expect(createMessages(en).text('loginPage.title')).toBe('Partner Portal')
  })
  test('I18N-07 keys are addressable by name', () => {
    expect(createMessages(en).text('loginPage.loginErrors')).toBe(
      'Incorrect email address or password, please try again.',
    )
  })
})

interface Json {
  type?: string
  anyOf?: Json[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Json>
  items?: Json
  propertyNames?: Json
  additionalProperties?: Json | boolean
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
}

/** Numbers that a column of 64 bits holds; every other one must fit 32. */
const large = ['totalSize', 'entryId']

/** What has no end below a schema: `uploads.offer takes tag without a longest length`. */
function endless(schema: Json, path: string): string[] {
  const own = endlessItself(schema, path)
  const below = [
    ...(schema.anyOf ?? []).map(option => [option, path] as const),
    ...Object.entries(schema.properties ?? {}).map(([key, field]) => [field, `${path}.${key}`] as const),
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] as const]),
    ...(schema.propertyNames === undefined ? [] : [[schema.propertyNames, `the keys of ${path}`] as const]),
    ...(typeof schema.additionalProperties === 'object'
      ? [[schema.additionalProperties, `${path}{}`] as const]
      : []),
  ]
  return [...own, ...below.flatMap(([inner, at]) => endless(inner, at))]
}

function endlessItself(schema: Json, path: string): string[] {
  if (schema.enum !== undefined || schema.const !== undefined) return []
  if (schema.type === 'string')
    return schema.maxLength === undefined ? [`${path} without a longest length`] : []
  if (schema.type === 'array')
    return schema.maxItems === undefined ? [`${path} without a largest number of items`] : []
  if (schema.propertyNames !== undefined)
    return schema.maxProperties === undefined ? [`${path} without a largest number of keys`] : []
  if (schema.type !== 'integer' && schema.type !== 'number') return []
  const most = large.some(name => path.endsWith(`.${name}`)) ? Number.MAX_SAFE_INTEGER - 1 : 2_147_483_647
  const fits = Math.abs(schema.minimum ?? Infinity) <= most && Math.abs(schema.maximum ?? Infinity) <= most
  return fits ? [] : [`${path} without limits that its column holds`]
}

describe('VAL-28, C-08 everything that is sent has an end', () => {
  test.each(endpoints.map(endpoint => [endpoint.id, endpoint] as const))('%s', (id, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json
    expect(endless(schema, '').map(what => `${id} takes ${what.replace(/(^| )\./, '$1')}`)).toEqual([])
  })
})

/** What a JSON schema says of types, without limits and formats. */
const ofTypes = [
  ...['type', 'properties', 'required', 'items', 'prefixItems', 'additionalProperties', 'propertyNames'],
  ...['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', '$ref', '$defs', '$schema'],
]
function withoutLimits(schema: unknown, isFields = false): unknown {
  if (Array.isArray(schema)) return schema.map(each => withoutLimits(each))
  if (typeof schema !== 'object' || schema === null) return schema === 'integer' ? 'number' : schema
  const entries = Object.entries(schema).filter(([key]) => isFields || ofTypes.includes(key))
  const areFields = (key: string) => !isFields && (key === 'properties' || key === '$defs')
  const bare = Object.fromEntries(entries.map(([key, value]) => [key, withoutLimits(value, areFields(key))]))
  const { anyOf, ...rest } = bare as { anyOf?: Record<string, unknown>[] }
  // Options that are nothing but types are written as a list of them.
  const areTypes = !isFields && anyOf?.every(option => Object.keys(option).join() === 'type')
  return areTypes ? { ...rest, type: anyOf!.map(({ type }) => type) } : bare
}

describe('C-08, AUTH-21 an answer is held against its types alone: a row of before a limit was tightened is still one', () => {
  const answered = endpoints.flatMap(({ id, output }) => (isBinary(output) ? [] : [[id, output] as const]))
  const toJson = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  test.each(answered)('%s', (_, output) => {
    const types = toJson(typesOnly(output))
    expect(withoutLimits(types)).toEqual(withoutLimits(toJson(output)))
    expect(JSON.stringify(types)).not.toMatch(
      /"(min|max|exclusiveMin|exclusiveMax)(imum|Length|Items|Properties)":\d|"(pattern|format)":"/,
    )
  })
  test('lengths, formats, ranges and rules are no matter, names that the contract lacks never leave', () => {
    const stored = {
      name: ' far too long ',
      email: 'none',
      count: 7.5,
      more: [{ at: '', secret: 1 }],
      secret: 1,
    }
    const schema = z.object({
      ...{
        name: z
          .string()
          .trim()
          .max(3)
          .refine(() => false),
        email: z.email(),
        count: z.int().max(5),
      },
      more: z.array(z.object({ at: z.string().min(1) })).max(0),
    })
    const { secret: _, ...rest } = stored
    expect(typesOnly(schema).parse(stored)).toEqual({ ...rest, more: [{ at: '' }] })
    expect(typesOnly(schema).safeParse({ ...stored, name: 1 }).success).toBe(false)
  })
})

/** The rule of each form that has a text, by field: one character more than the register allows is refused there. */
describe('VAL-28, CONST-16 the register’s lengths, at the field that a person fills in', () => {
  test.each<[string, number, (text: string) => Issue[]]>([
    ['className of a title', 40, className => checkTitle({ className })],
    ['classDescription of a title', 10_000, classDescription => checkTitle({ classDescription })],
    ['title of a document', 40, title => checkDocument({ title })],
    ['description of a document', 90, description => checkDocument({ description })],
    ['title of a subscription', 40, title => checkSubscription({ title })],
    ['description of a subscription', 500, description => checkSubscription({ description })],
    ['description of a collection', 500, description => checkCollection({ description })],
    ['name of a collection', 40, name => checkCollection({ name })],
    ['description of a channel', 500, description => checkWith(ChannelDraft.partial(), { description })],
    ['name of a channel', 255, name => checkWith(ChannelDraft.partial(), { name })],
    ['name of a provider', 255, name => checkWith(ProviderDraft.partial(), { name })],
    ['title of captions', 100, title => checkWith(CaptionDraft.partial(), { title })],
    ['title of a bulk upload', 255, title => checkWith(BatchDraft.partial(), { title })],
  ])('%s: %i', (what, max, check) => {
    const [path] = what.split(' of ')
    const codesAt = (length: number) =>
      check('a'.repeat(length)).flatMap(issue => (issue.path === path ? [issue.code] : []))
    expect([codesAt(max), codesAt(max + 1)]).toEqual([[], ['validation.tooLong']])
  })
})

describe('names stand on one line and read as they are written, those of captions as those of titles', () => {
  test.each<[string, (text: string) => Issue[]]>([
    ['className of a title', className => checkTitle({ className })],
    ['title of captions', title => checkWith(CaptionDraft.partial(), { title })],
    ['title of a document', title => checkDocument({ title })],
    ['title of a subscription', title => checkSubscription({ title })],
    ['title of a bulk upload', title => checkWith(BatchDraft.partial(), { title })],
    ['name of a collection', name => checkCollection({ name })],
    ['name of a channel', name => checkWith(ChannelDraft.partial(), { name })],
    ['name of a provider', name => checkWith(ProviderDraft.partial(), { name })],
    ['name of a tenant', name => checkWith(TenantDraft.partial(), { name })],
    ['displayName of an account', displayName => checkWith(StaffDraft.partial(), { displayName })],
    ['title of terms', title => checkTerms({ title, files: {} }, ['en-GB'])],
    ['appTitle of a site', appTitle => checkWith(GeneralDraft.partial(), { appTitle })],
    ['linkText of a link', linkText => checkWith(CustomDraft.partial(), { linkText })],
    ['linkHoverText of a link', linkHoverText => checkWith(CustomDraft.partial(), { linkHoverText })],
  ])('%s', (what, check) => {
    const [path] = what.split(' of ')
    const codesOf = (text: string) => check(text).flatMap(issue => (issue.path === path ? [issue.code] : []))
    expect(['one\ntwo', 'gpj.\u202eexe', 'one \u2068two\u2069'].map(codesOf)).toEqual([
      ...[['validation.lineBreak'], ['validation.directionOverride'], []],
    ])
  })
})

type Definition = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  options?: z.core.$ZodType[]
  valueType?: z.core.$ZodType
  out?: z.core.$ZodType
}
type Field = readonly [path: string, name: string, schema: z.core.$ZodType]

/** Every field of an answer, however deep. */
function fieldsOf(schema: z.core.$ZodType, path = ''): Field[] {
  const { shape, innerType, element, options = [], valueType, out } = schema._zod.def as Definition
  const own = Object.entries(shape ?? {}).flatMap(([name, field]): Field[] => {
    const at = path === '' ? name : `${path}.${name}`
    return [[at, name, field], ...fieldsOf(field, at)]
  })
  const wrapped = [innerType, element, valueType, out, ...options].filter(inner => inner !== undefined)
  return [...own, ...wrapped.flatMap(inner => fieldsOf(inner, path))]
}

describe('an answer gives names as they are stored, whatever drafts are asked since', () => {
  const isRefused = (schema: z.core.$ZodType) =>
    z
      .safeParse(schema, 'Northern\nlights \u202e')
      .error?.issues.some(({ message }) =>
        /validation\.(lineBreak|directionOverride|fileNameCharacters)/.test(message),
      )
  test.each(endpoints.flatMap(({ id, output }) => (isBinary(output) ? [] : [[id, output] as const])))(
    '%s',
    (id, output) =>
      expect(
        fieldsOf(output).flatMap(([path, , schema]) => (isRefused(schema) ? [`${id} refuses ${path}`] : [])),
      ).toEqual([]),
  )
})

describe('AUTH-21, ROLE-14, ROLE-17 every field of an answer is one that its role may see', () => {
  const answering = endpoints.flatMap(endpoint =>
    isBinary(endpoint.output) ? [] : [[endpoint.id, endpoint, endpoint.output] as const],
  )
  test.each(answering)('%s', (id, { allow, staff }, output) => {
    const roles: readonly Reader[] =
      allow === 'everyone' ? everyRole : allow === 'site' ? ['site', ...staff] : allow
    const shown = fieldsOf(output).flatMap(([path, name, schema]) => {
      const guarded = restrictedFields.find(each => each.schema === schema)
      if (guarded === undefined)
        return isSensitive(name) ? [`${id} shows ${path}, and visibility.ts does not say to whom it may`] : []
      const unseeing = roles.filter(role => !guarded.roles.includes(role))
      return unseeing.map(role => `${id} shows ${path} to role ${role}, which may not see it`)
    })
    expect(shown).toEqual([])
  })
})

/** The fields of an input that are marked as secrets, however deep. */
function secretsOf(schema: Json, path = ''): string[] {
  if ((schema as { writeOnly?: boolean }).writeOnly === true) return [path]
  const below = [
    ...(schema.anyOf ?? []).map(option => [option, path] as const),
    ...Object.entries(schema.properties ?? {}).map(([key, field]) => [field, `${path}.${key}`] as const),
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] as const]),
  ]
  return below.flatMap(([inner, at]) => secretsOf(inner, at))
}

describe('AUTH-21, C-124 a field that takes a secret says so', () => {
  test.each(endpoints.map(endpoint => [endpoint.id, endpoint] as const))('%s', (_, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json
    const secrets = new Set(secretsOf(schema).map(path => path.split('.')[1]!))
    const named = Object.keys(input.shape).filter(isSecretName)
    expect(named.filter(name => !secrets.has(name))).toEqual([])
    expect([...secrets].filter(name => !isSecretName(name))).toEqual([])
  })
})
