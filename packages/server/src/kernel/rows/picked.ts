import type * as z from 'zod'

/** Keeps of a row what a schema names. A column that the schema needs and the table lacks doesn't compile. */
export function picked<S extends z.ZodObject>(schema: S): (row: z.output<S>) => z.output<S> {
  const fields = Object.keys(schema.shape)
  return row =>
    Object.fromEntries(fields.map(field => [field, row[field as keyof typeof row]])) as z.output<S>
}
