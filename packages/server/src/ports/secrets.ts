/**
 * Encrypts secrets, texts that are written once and never shown again, such as a customer's Stripe key: sealed in the database,
 * open in memory.
 */
export interface SecretsPort {
  /** Encrypts; the same text seals differently each time. */
  seal(text: string): string
  /** The text that was sealed. Throws `refused` with the mend where that was done with another key, or where it was changed since. */
  open(sealed: string): string
}

/** Hashes passwords (argon2id in Node); hashes are PHC strings. */
export interface PasswordPort {
  hash(password: string): Promise<string>
  /** Takes as long without a hash as with one: nobody learns which accounts exist. */
  verify(hash: string | undefined, password: string): Promise<boolean>
}
