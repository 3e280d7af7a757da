import * as z from 'zod'

/** Counts the writes of a row from 1. */
export const Version = z.int().min(1).max(2_147_483_647)

/**
 * Part of every input that changes a row: the version that the caller has seen. One that is not the row's own any more is
 * refused with `outdated` and what was changed since; without one the write goes through as the register has it.
 */
export const KnownVersion = z.object({ version: Version.optional() })
