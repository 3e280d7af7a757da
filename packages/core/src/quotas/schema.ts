import * as z from 'zod'

const count = z.int().nonnegative()

/** What an owner has: its titles, the bytes of their files with what open uploads announced, and the uploads that are open. */
export const Usage = z.object({ titles: count, bytes: count, openUploads: count })
export type Usage = z.infer<typeof Usage>

/** The most that each tenant, and each provider without one, may have; null is no limit. */
export const Limits = z.object({
  titles: count.nullable(),
  bytes: count.nullable(),
  openUploads: count.nullable(),
})
export type Limits = z.infer<typeof Limits>

export const Quota = z.object({ used: Usage, limits: Limits })
export type Quota = z.infer<typeof Quota>
