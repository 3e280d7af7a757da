import type { Stats } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DigestCache } from '@kinora/core/uploads'
import { makeFolder } from './folders.ts'
import { createSha256 } from './sha256.ts'

/** Bytes of a digest; a place of zeros holds none. */
const LENGTH = 32
/** Bytes of a file that are read again as quickly. */
const MIN_SIZE = 33_554_432
/** Milliseconds after which a partial upload counts as abandoned. */
const MAX_AGE = 30 * 24 * 3_600_000

/**
 * Digests of a file's chunks at their places in a file of their own, named by what the system says of the file: one that
 * was written to since, or put in its place, has another name (the time of the last change can't be set back by hand).
 * Written without waiting for the disk: a killed process loses none, a machine without power only time.
 */
export function createDigestCache(
  stateFolder: string,
  { path, facts }: { path: string; facts: Stats },
): DigestCache {
  const { dev, ino, size, mtimeMs, ctimeMs } = facts
  const name = createSha256()
    .update(JSON.stringify([path, dev, ino, size, mtimeMs, ctimeMs]))
    .digest('hex')
  const folder = join(stateFolder, 'digests')
  const cacheFile = join(folder, name)
  let writing: Promise<void> | undefined
  const begin = async (): Promise<void> => {
    await makeFolder(folder, 0o700)
    await removeExpired(folder)
  }
  return {
    async load() {
      const bytes = new Uint8Array(await readFile(cacheFile))
      return Array.from({ length: Math.floor(bytes.byteLength / LENGTH) }, (_, index) => {
        const digest = bytes.slice(index * LENGTH, (index + 1) * LENGTH)
        return digest.some(byte => byte !== 0) ? digest : undefined
      })
    },
    keep(chunk, digest) {
      if (size <= MIN_SIZE) return
      const bytes = digest.slice()
      writing = (writing ?? begin())
        .then(() => writeAt(cacheFile, bytes, (chunk - 1) * LENGTH))
        .catch(() => undefined)
    },
    async forget() {
      if (size <= MIN_SIZE) return
      await writing
      await rm(cacheFile, { force: true })
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

async function removeExpired(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && Date.now() - facts.mtimeMs > MAX_AGE) await rm(path, { force: true })
  }
}
