import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'

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
