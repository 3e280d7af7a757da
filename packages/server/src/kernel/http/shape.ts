import { fromWireNames, wireNameOf, wireNamesOf } from '@kinora/core'
import type * as z from 'zod'

type Schema = z.core.$ZodType
type Definition = Schema['_zod']['def'] & { innerType?: Schema; in?: Schema; getter?: () => Schema }
type Fields = Readonly<Record<string, Schema>>

/** The schema below defaults, optionals and the like: the one that says which JSON type it is. */
function unwrapSchema(schema: Schema): Schema {
  const { innerType, type, in: entry, getter } = schema._zod.def as Definition
  const inner = innerType ?? (type === 'pipe' ? entry : type === 'lazy' ? getter?.() : undefined)
  return inner === undefined ? schema : unwrapSchema(inner)
}

const fieldsOf = (schema: Schema): Fields | undefined =>
  (schema as { _zod: { def: { shape?: Fields } } })._zod.def.shape
const elementOf = (schema: Schema): Schema | undefined =>
  (schema as { _zod: { def: { element?: Schema } } })._zod.def.element

/** Texts of a query, a header or a form part as what the schema asks for; what doesn't convert stays text and is refused by the schema. */
export function coerceText(schema: Schema, values: readonly string[]): unknown {
  const inner = unwrapSchema(schema)
  const list = listOf(inner)
  if (list !== undefined) {
    const element = elementOf(list) ?? list
    return values.flatMap(value => (value === '' ? [] : value.split(','))).map(value => one(element, value))
  }
  const last = values.at(-1)
  return last === undefined ? undefined : one(inner, last)
}

/** The list that a schema asks for, alone or as one that may also be a single value. */
function listOf(schema: Schema): Schema | undefined {
  const { type, options = [] } = schema._zod.def as { type: string; options?: Schema[] }
  return [schema, ...(type === 'union' ? options : [])]
    .map(unwrapSchema)
    .find(({ _zod }) => _zod.def.type === 'array')
}

function one(schema: Schema, text: string): unknown {
  const inner = unwrapSchema(schema)
  const definition = inner._zod.def as { type: string; values?: unknown[]; options?: Schema[] }
  switch (definition.type) {
    case 'number':
      return text.trim() === '' ? undefined : toNumber(text)
    case 'boolean':
      return truths.get(text.toLowerCase()) ?? (text === '' ? undefined : text)
    case 'literal':
      return definition.values?.find(value => String(value) === text) ?? text
    case 'union':
      return (
        definition.options?.map(option => one(option, text)).find(value => typeof value !== 'string') ?? text
      )
    case 'object':
    case 'record':
      return fromJson(text)
    default:
      return valueInside(inner, text)
  }
}

/** A value that is the name of a field, as it is called inside. */
const valueInside = (schema: Schema, text: string): unknown => fromWireNames(wireNamesOf(schema), text)

const truths = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function toNumber(text: string): unknown {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * API-104, C-49: gives properties the names that they have inside, from those of the wire in whatever case they came in. An exact
 * spelling wins.
 */
export function normaliseKeys(schema: Schema, value: unknown): unknown {
  const inner = unwrapSchema(schema)
  if (Array.isArray(value)) {
    const element = elementOf(inner)
    return element === undefined ? value : value.map(item => normaliseKeys(element, item))
  }
  if (typeof value === 'string') return valueInside(inner, value)
  const fields = fieldsOf(inner)
  if (fields === undefined || !isPlain(value)) return value
  const { exact, anyCase } = insideKeysOf(fields)
  const spelt = Object.entries(value).flatMap(([key, item]) => {
    const name = exact.get(key) ?? anyCase.get(key.toLowerCase())
    if (name === undefined) return Object.hasOwn(fields, key) ? [] : [[key, item] as const]
    const isDoubled = !exact.has(key) && Object.hasOwn(value, wireNameOf(name, fields[name]))
    return isDoubled ? [] : [[name, normaliseKeys(fields[name]!, item)] as const]
  })
  return Object.fromEntries(spelt)
}

const insideKeys = new WeakMap<Fields, Record<'exact' | 'anyCase', ReadonlyMap<string, string>>>()

/** Names inside by those of the wire, read once for each schema: a request may hold many objects of one. */
function insideKeysOf(fields: Fields) {
  const names = () => Object.entries(fields).map(([name, field]) => [wireNameOf(name, field), name] as const)
  const found = insideKeys.get(fields) ?? {
    exact: new Map(names()),
    anyCase: new Map(names().map(([wire, name]) => [wire.toLowerCase(), name])),
  }
  insideKeys.set(fields, found)
  return found
}

/** What a name of the wire is called inside, and its schema. */
export function fieldOf(schema: Schema, name: string): { name: string; schema: Schema } | undefined {
  const fields = Object.entries(fieldsOf(unwrapSchema(schema)) ?? {})
  const wireOf = ([inside, field]: [string, Schema]) => wireNameOf(inside, field)
  const known =
    fields.find(field => wireOf(field) === name) ??
    fields.find(field => wireOf(field).toLowerCase() === name.toLowerCase())
  return known && { name: known[0], schema: known[1] }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  )
}
