import * as z from 'zod'

/** What the platform stores, by the first part of its keys; `parts` are uploads that aren't whole yet. */
export const STORED_KINDS = [
  'uploads',
  'parts',
  'streams',
  'trailers',
  'captions',
  'batches',
  'terms',
  'documents',
  'images',
  'sizes',
  'covers',
  'frames',
] as const
export type StoredKind = (typeof STORED_KINDS)[number]

/** Stored files that no row names any more. */
export const Orphans = z.object({
  kind: z.enum(STORED_KINDS),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
})
export type Orphans = z.infer<typeof Orphans>

/** OPS-02: stored files that records name and that are gone, aren’t as large as they were stored, or hold other bytes. */
export const MissingFiles = z.object({
  kind: z.enum(STORED_KINDS),
  problem: z.enum(['gone', 'changed', 'damaged']),
  /** Titles, documents or tenants whose files they are. */
  count: z.int().positive(),
  /** The first of them, by their ids. */
  ids: z.array(z.string()),
})
export type MissingFiles = z.infer<typeof MissingFiles>

/** Law 16: records whose field names what belongs to somebody else, as rows from before the rule may. */
export const ForeignReferences = z.object({
  noun: z.string(),
  field: z.string(),
  count: z.int().positive(),
  /** The first of them, by their ids. */
  ids: z.array(z.string()),
})
export type ForeignReferences = z.infer<typeof ForeignReferences>
