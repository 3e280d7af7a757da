import type { Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DigestKeeper } from '@kinora/core/uploads'
import { createSha256 } from './sha256.ts'

/** Bytes of a digest; a place of zeros holds none. */
const LENGTH = 32
/** Bytes of a file that are read again as quickly. */
const WORTH = 33_554_432
/** Milliseconds after which nobody will go on with what was begun. */
const KEPT = 30 * 24 * 3_600_000

/**
 * Digests of a file's chunks at their places in a file of their own, named by what the system says of the file: one that
 * was written to since, or put in its place, has another name (the time of the last change can't be set back by hand).
 * Written without waiting for the disk: a killed process loses none, a machine without power only time.
 */
export function createDigestKeeper(
  stateFolder: string,
  { path, facts }: { path: string; facts: Stats },
): DigestKeeper {
  const { dev, ino, size, mtimeMs, ctimeMs } = facts
  const name = createSha256()
    .update(JSON.stringify([path, dev, ino, size, mtimeMs, ctimeMs]))
    .digest('hex')
  const folder = join(stateFolder, 'digests')
  const place = join(folder, name)
  let writing: Promise<void> | undefined
  const begin = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await forgetOld(folder)
  }
  return {
    async load() {
      const bytes = new Uint8Array(await readFile(place))
      return Array.from({ length: Math.floor(bytes.byteLength / LENGTH) }, (_, index) => {
        const digest = bytes.slice(index * LENGTH, (index + 1) * LENGTH)
        return digest.some(byte => byte !== 0) ? digest : undefined
      })
    },
    keep(chunk, digest) {
      if (size <= WORTH) return
      const bytes = digest.slice()
      writing = (writing ?? begin())
        .then(() => writeAt(place, bytes, (chunk - 1) * LENGTH))
        .catch(() => undefined)
    },
    async forget() {
      if (size <= WORTH) return
      await writing
      await rm(place, { force: true })
    },
  }
}

async function writeAt(path: string, bytes: Uint8Array, position: number): Promise<void> {
  const file = await open(path, 'r+').catch(() => open(path, 'w', 0o600))
  try {
    await file.write(bytes, 0, bytes.byteLength, position)
  } finally {
    await file.close()
  }
}

async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && Date.now() - facts.mtimeMs > KEPT) await rm(path, { force: true })
  }
}
