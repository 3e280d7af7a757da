/** Hashes passwords (argon2id in Node); hashes are PHC strings. */
export interface PasswordPort {
  hash(password: string): Promise<string>
  /** Takes as long without a hash as with one: nobody learns which accounts exist. */
  verify(hash: string | undefined, password: string): Promise<boolean>
}
