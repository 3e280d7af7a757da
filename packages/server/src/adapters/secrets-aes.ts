import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { refused } from '../kernel/rows/refusals.ts'
import type { SecretsPort } from '../ports/secrets.ts'

const CIPHER = 'aes-256-gcm'
/** Bytes of a nonce and of a tag, as GCM has them. */
const NONCE = 12
const TAG = 16

/** AES-256-GCM. What is sealed begins with the name of its key, so that another key is told from a damaged text. */
export function createSecrets(material: Uint8Array): SecretsPort {
  const key = Buffer.from(hkdfSync('sha256', material, new Uint8Array(), 'kinora secrets', 32))
  const name = createHash('sha256').update(key).digest('base64url').slice(0, 8)
  const header = `v1.${name}.`
  return {
    seal(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(header))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return header + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed) {
      if (!sealed.startsWith(header)) throw refused('secret.otherKey', undefined, 'secret')
      const bytes = Buffer.from(sealed.slice(header.length), 'base64url')
      if (bytes.length < NONCE + TAG) throw refused('secret.damaged', undefined, 'secret')
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE)).setAAD(Buffer.from(header))
      cipher.setAuthTag(bytes.subarray(-TAG))
      const start = cipher.update(bytes.subarray(NONCE, -TAG))
      try {
        return Buffer.concat([start, cipher.final()]).toString('utf8')
      } catch (cause) {
        throw Object.assign(refused('secret.damaged', undefined, 'secret'), { cause })
      }
    },
  }
}
