import * as z from 'zod'
import { suggest } from '../bulk/index.ts'
import { en } from '../messages/en.ts'
import { TenantFile } from './schema.ts'

/** What forms call the fields. */
const labels: Readonly<Record<string, unknown>> = en

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}

/** What editors complete and check a tenant's file by; published as `@kinora/core/tenant.schema.json`. */
export function tenantFileSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(TenantFile, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, path }) => {
      const label = path.at(-2) === 'properties' && labels[`field.${String(path.at(-1))}`]
      if (typeof label === 'string') jsonSchema.description ??= label
      // Not every editor reads \p; such a field is checked by the plan alone.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
      // A file has names of its own.
      delete jsonSchema.wire
    },
  })
  return { $schema, title: 'A tenant of Kinora', ...rest }
}

export interface KnownFields {
  /** The keys that there are where a field stands; none where it takes any. */
  keysAround(path: string): string[]
  /** Keys that may be meant by one that isn’t known, nearest first. */
  meantKeys(path: string): string[]
  /** What a field takes: `string`, `array`, `object`, `boolean`, `integer`, `null`. */
  typesAt(path: string): Set<string>
}

/** What the schema says of a field by its path; made once for all the fields that are asked for. */
export function knownFields(): KnownFields {
  const root = flat(tenantFileSchema() as Schema)
  const schemasAt = (keys: readonly string[]) =>
    keys.reduce((found, key) => found.flatMap(each => inner(each, key)).flatMap(flat), root)
  const keysAround = (path: string) => [
    ...new Set(schemasAt(path.split('.').slice(0, -1)).flatMap(each => Object.keys(each.properties ?? {}))),
  ]
  return {
    keysAround,
    meantKeys: path => suggest(path.split('.').at(-1) ?? '', keysAround(path)),
    typesAt: path => new Set(schemasAt(path.split('.')).flatMap(({ type }) => type ?? [])),
  }
}

/** The schema of a key or of each item. */
function inner({ properties, items, additionalProperties: others }: Schema, key: string): Schema[] {
  if (properties?.[key] !== undefined) return [properties[key]]
  if (items !== undefined) return [items]
  return typeof others === 'object' ? [others] : []
}

/** With all the ways in which it may be met. */
const flat = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(flat)]
