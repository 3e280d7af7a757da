import * as z from 'zod'
import { LimitedText } from '../kernel/fields.ts'

/** The nouns whose rows are found by name beside titles, which have a search of their own (API-10). */
export const searchedNouns = [
  'tenants',
  'channels',
  'providers',
  'collections',
  'events',
  'documents',
  'subscriptions',
  'members',
  'member-imports',
  'batches',
  'categories',
  'labels',
  'focus-areas',
  'equipment',
] as const
export type SearchedNoun = (typeof searchedNouns)[number]

/** Rows of one noun that are answered at most. */
export const FOUND_MAX = 10

export const RowSearch = z.object({
  /** Every word of it is in the name; of a member also in the e-mail address or the site’s id. */
  query: LimitedText(),
  /** Rows of each noun. */
  take: z.int().min(1).max(FOUND_MAX).default(5),
})
export type RowSearch = z.infer<typeof RowSearch>

/** A row by its name. */
export const FoundRow = z.object({
  /** As in the contract. */
  noun: z.string(),
  row: z.string(),
  name: z.string(),
  /** What tells it from others of that name: an id, an e-mail address. */
  detail: z.string().nullable(),
})
export type FoundRow = z.infer<typeof FoundRow>
