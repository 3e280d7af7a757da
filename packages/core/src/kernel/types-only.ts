import * as z from 'zod'

type Schema = z.core.$ZodType
type Definition = Record<string, unknown> & { type: string }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

const known = new WeakMap<Schema, Schema>()

/**
 * A schema as answers are held against it: types, fields and closed sets of values stay; lengths, formats, ranges and rules go, which
 * are asked of what people write. A row that was stored before a limit was tightened is still an answer.
 */
export function typesOnly<S extends Schema>(schema: S): S {
  const made = known.get(schema) ?? strip(schema)
  known.set(schema, made)
  return made as S
}

function strip(schema: Schema): Schema {
  const definition = schema._zod.def as unknown as Definition
  if (definition.type === 'string') return z.string()
  if (definition.type === 'number') return z.number()
  const { shape } = definition
  const held = { ...definition, ...(shape !== undefined && { shape }) }
  const stripped = Object.entries(held).map(([key, value]) => [key, below(key, value)] as const)
  return z.clone(schema, Object.fromEntries(stripped) as unknown as Schema['_zod']['def'])
}

/** What a definition holds: schemas alone, in lists, as fields, or as what gives them. */
function below(key: string, value: unknown): unknown {
  if (key === 'checks') return []
  if (key === 'getter') return () => typesOnly((value as () => Schema)())
  if (isSchema(value)) return typesOnly(value)
  if (Array.isArray(value)) return value.map(item => (isSchema(item) ? typesOnly(item) : item))
  if (key !== 'shape') return value
  const fields = Object.entries(value as Record<string, Schema>)
  return Object.fromEntries(fields.map(([name, field]) => [name, typesOnly(field)]))
}
