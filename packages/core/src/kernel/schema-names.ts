import * as z from 'zod'
import type { WireNames } from './wire-names.ts'

/**
 * Law 14, decision 0001: a field whose name on the wire is another than inside says so in its schema, as
 * `tenantId: z.string().meta({ wire: 'tenantID' })`. Client and server rename at the wire, nothing inside does.
 */
interface WireMeta {
  /** The name of the field on the wire. */
  wire?: string
  /** Of a value that is the name of a field: those that differ on the wire, by the value inside. */
  wireValues?: Readonly<Record<string, string>>
}

type Schema = z.core.$ZodType
type Definition = Schema['_zod']['def'] & {
  innerType?: Schema
  in?: Schema
  getter?: () => Schema
  shape?: Readonly<Record<string, Schema>>
  element?: Schema
  valueType?: Schema
  options?: readonly Schema[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as Definition

/** What a schema wraps: below defaults, optionals and the like. */
function innerOf(schema: Schema): Schema | undefined {
  const { innerType, type, in: entry, getter } = definitionOf(schema)
  return innerType ?? (type === 'pipe' ? entry : type === 'lazy' ? getter?.() : undefined)
}

function metaOf<K extends keyof WireMeta>(schema: Schema | undefined, key: K): WireMeta[K] {
  for (let at = schema; at !== undefined; at = innerOf(at)) {
    const found = (z.globalRegistry.get(at as z.ZodType) as WireMeta | undefined)?.[key]
    if (found !== undefined) return found
  }
  return undefined
}

/** The name that a field has on the wire; `name`, its name inside, where its schema says nothing else. */
export const wireNameOf = (name: string, field: Schema | undefined): string => metaOf(field, 'wire') ?? name

/** A schema of names of fields: on the wire they are the names that these fields have there. */
export function namingFieldsOf<S extends z.ZodType>(fields: z.ZodObject, schema: S): S {
  const differing = Object.entries(fields.shape).flatMap(([name, field]) => {
    const wire = wireNameOf(name, field)
    return wire === name ? [] : [[name, wire]]
  })
  return schema.meta({ wireValues: Object.fromEntries(differing) }) as S
}

/** Schemas are read once: a request may hold many values of one. */
const known = new WeakMap<Schema, { names: WireNames | undefined }>()

/** The wire's names of a schema; nothing where no name differs. */
export function wireNamesOf(schema: Schema): WireNames | undefined {
  const found = known.get(schema) ?? { names: readNames(schema, new Set()) }
  known.set(schema, found)
  return found.names
}

/** What a schema holds of itself is looked at once. */
function readNames(schema: Schema, above: ReadonlySet<Schema>): WireNames | undefined {
  if (above.has(schema)) return undefined
  const within = new Set(above).add(schema)
  const values = metaOf(schema, 'wireValues')
  if (values !== undefined) return { values }
  const inner = innerOf(schema)
  if (inner !== undefined) return readNames(inner, within)
  const { shape, element, valueType, options } = definitionOf(schema)
  if (options !== undefined) return oneOf(options.map(option => readNames(option, within)))
  const member = element ?? valueType
  if (member !== undefined) {
    const each = readNames(member, within)
    return each && { each }
  }
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]) => {
    const wire = metaOf(field, 'wire')
    const names = readNames(field, within)
    if (wire === undefined && names === undefined) return []
    return [[name, { ...(wire !== undefined && { wire }), ...(names !== undefined && { names }) }] as const]
  })
  return fields.length === 0 ? undefined : { fields: Object.fromEntries(fields) }
}

/** Which option a value is isn't known where it is renamed: those that have names have the same. */
function oneOf(options: readonly (WireNames | undefined)[]): WireNames | undefined {
  const [first, ...others] = options.filter(names => names !== undefined)
  if (others.some(names => JSON.stringify(names) !== JSON.stringify(first)))
    throw new Error('The options of a union have different names on the wire.')
  return first
}
