import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { KinoraError } from '@kinora/core'
import * as z from 'zod'

/** What derives a key from a passphrase, as OWASP recommends scrypt. */
const scrypt = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Seals the secrets of a platform with a passphrase: AES-256-GCM under a key of scrypt. */
export function sealSecrets(secrets: Record<string, string>, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, scrypt), nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Throws `invalid` for another passphrase. */
export function openSecrets(sealed: string, passphrase: string): Record<string, string> {
  const bytes = Buffer.from(sealed, 'base64')
  const key = scryptSync(passphrase, bytes.subarray(0, 16), 32, scrypt)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28)).setAuthTag(
    bytes.subarray(28, 44),
  )
  const start = decipher.update(bytes.subarray(44))
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(Buffer.concat([start, decipher.final()]).toString()))
  } catch (cause) {
    throw new KinoraError('invalid', { detail: 'The passphrase isn’t the one of this backup.', cause })
  }
}
