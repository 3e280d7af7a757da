import * as z from 'zod'
import { isBlank, limits, writeOnly } from './fields.ts'

/** What is shown of a stored secret: never the secret itself. null where none is stored. */
export const SecretState = z
  .object({
    /** Its last four characters; empty for a secret too short to show any. */
    endsWith: z.string(),
    /** When it was stored, as ISO 8601. */
    setAt: z.string(),
  })
  .nullable()
export type SecretState = z.infer<typeof SecretState>

/** C-124: a new secret; blank keeps the one that is stored, null removes it. */
export const SecretInput = z.string().max(limits.text, 'validation.tooLong').nullable().meta(writeOnly)
export type SecretInput = z.infer<typeof SecretInput>

/** What a form holds of a secret: the state that was read, until something is typed or it is to be removed. */
export type SecretValue = SecretInput | Exclude<SecretState, null>

/** Whether a secret is stored once this has been written. */
export function isSecretSet(given: SecretInput | undefined, stored: SecretState): boolean {
  if (given === null) return false
  return !isBlank(given) || stored !== null
}
