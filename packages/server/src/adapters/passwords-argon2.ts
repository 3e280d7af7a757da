import { hash, type Options, verify } from '@node-rs/argon2'
import type { PasswordPort } from '../ports/passwords.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const recommended: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** AUTH-21: argon2id; `options` are for tests, which hash often. */
export function createArgon2Passwords(options: Options = recommended): PasswordPort {
  const nobody = hash(crypto.randomUUID(), options)
  return {
    hash: password => hash(password, options),
    async verify(stored, password) {
      const right = await verify(stored ?? (await nobody), password).catch(() => false)
      return right && stored !== undefined
    },
  }
}
