/** Hashes passwords (argon2id in Node); hashes are PHC strings. */
export interface PasswordPort {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}
