import * as z from 'zod'

/** AUTH-21: only what the contract names ever leaves, whatever a handler returned; `what` is for the log. */
export function checked<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new Error(`${what} answered against its own contract: ${z.prettifyError(result.error)}`)
}
