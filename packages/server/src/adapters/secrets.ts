import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'
import { hash, type Options, verify } from '@node-rs/argon2'
import { refused } from '../kernel/rows/refusals.ts'
import type { PasswordPort, SecretsPort } from '../ports/secrets.ts'

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

/** OPS-08: signs the addresses of media where no secret of its own is set: the same on all servers that share a secret. */
export const mediaSecretOf = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'kinora media', 32))

/** The secret of a data folder that signs tokens and links: made once, readable by its owner alone. */
export const readSecret = (folder: string): Promise<Uint8Array> =>
  readOrCreate(join(folder, 'secret'), 'Remove it; everyone then signs in again.')

/** The key of a data folder that seals stored secrets: made once, readable by its owner alone. */
export const readSecretKey = (folder: string): Promise<Uint8Array> =>
  readOrCreate(
    join(folder, 'secret.key'),
    'Restore it from a backup: what it sealed can’t be read without it.',
  )

async function readOrCreate(path: string, mend: string): Promise<Uint8Array> {
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known === undefined) return create(path)
  const bytes = Buffer.from(known.trim(), 'base64url')
  if (bytes.length < 32)
    throw new KinoraError('invalid', {
      detail: `The file ${path} is damaged. ${mend}`,
    })
  return bytes
}

async function create(path: string): Promise<Uint8Array> {
  const bytes = randomBytes(48)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${bytes.toString('base64url')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

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
