import * as z from 'zod'

const count = z.int().nonnegative()

/**
 * What an owner has: its titles, the bytes of their files with what open uploads announced and of a tenant’s documents, the uploads that are open, and the
 * pictures that it uploaded in the last 24 hours.
 */
export const Usage = z.object({ titles: count, bytes: count, openUploads: count, images: count })
export type Usage = z.infer<typeof Usage>

/** The most that each tenant, and each provider without one, may have; null is no limit. */
export const Limits = z.object({
  titles: count.nullable(),
  bytes: count.nullable(),
  openUploads: count.nullable(),
  images: count.nullable(),
})
export type Limits = z.infer<typeof Limits>

export const Quota = z.object({ used: Usage, limits: Limits })
export type Quota = z.infer<typeof Quota>
