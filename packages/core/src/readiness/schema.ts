import * as z from 'zod'

/** What a tenant needs until its site is live, in the order in which it is done. */
export const readinessSteps = [
  'general',
  'languages',
  'products',
  'web',
  'app',
  'look',
  'terms',
  'channel',
  'collection',
] as const
export const ReadinessStepId = z.enum(readinessSteps)
export type ReadinessStepId = z.infer<typeof ReadinessStepId>

export const ReadinessStep = z.object({
  id: ReadinessStepId,
  /** Off: it belongs to a product that the tenant doesn’t have. */
  state: z.enum(['done', 'missing', 'off']),
  /** How many of how many are there, where it has parts. */
  count: z.int().nullable(),
  all: z.int().nullable(),
})
export type ReadinessStep = z.infer<typeof ReadinessStep>

export const Readiness = z.object({
  steps: z.array(ReadinessStep),
  /** Whether nothing is missing. */
  isReady: z.boolean(),
})
export type Readiness = z.infer<typeof Readiness>
