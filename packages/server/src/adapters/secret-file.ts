import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'

/** The secret of a data folder: made once, readable by its owner alone. */
export async function readSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'secret')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known === undefined) return create(path)
  const bytes = Buffer.from(known.trim(), 'base64url')
  if (bytes.length < 32)
    throw new KinoraError('invalid', {
      detail: `The file ${path} is damaged. Remove it; everyone then signs in again.`,
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
