import * as z from 'zod'
import { en } from '../messages/index.ts'
import { TenantFile } from './schema.ts'

/** What forms call the fields. */
const labels: Readonly<Record<string, unknown>> = en

interface Schema {
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}

/** What editors complete and check a tenant's file by; published as `@kinora/core/tenant.schema.json`. */
export function tenantFileSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(TenantFile, {
    ...{ io: 'input', unrepresentable: 'any' },
    override: ({ jsonSchema, path }) => {
      const label = path.at(-2) === 'properties' && labels[`field.${String(path.at(-1))}`]
      if (typeof label === 'string') jsonSchema.description ??= label
      // Not every editor reads \p; such a field is checked by the plan alone.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
    },
  })
  return { $schema, title: 'A tenant of Kinora', ...rest }
}

/** The keys that the schema knows where a field stands; none where it takes any. */
export function keysAround(path: string): string[] {
  const parents = path.split('.').slice(0, -1)
  const around = parents.reduce<Schema[]>(
    (found, key) => found.flatMap(each => inner(each, key)),
    [tenantFileSchema() as Schema],
  )
  return [...new Set(around.flatMap(flat).flatMap(each => Object.keys(each.properties ?? {})))]
}

function inner(schema: Schema, key: string): Schema[] {
  return flat(schema).flatMap(({ properties, items }) => properties?.[key] ?? items ?? [])
}

const flat = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(flat)]
