import { CHUNK_SIZE, isKinoraError, KinoraError, type VerifiedFile } from '@kinora/core'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import { inTurn } from '../kernel/in-turn.ts'
import { markStored, readTitle, type StoredTitle } from '../stored-titles/index.ts'
import { forgetStored } from '../uploads/index.ts'

/**
 * OPS-02: the file of a title, read from where it lies. One file of an account at a time and only while its caller waits: large
 * ones take minutes, and nobody's are to keep the disk from all others.
 */
export async function verifyTitle(
  tag: string,
  { scope, deps, caller, signal }: Context,
): Promise<VerifiedFile> {
  const title = await readTitle(scope, deps.db, tag)
  const { sourceKey } = title
  if (sourceKey === null) throw new KinoraError('notFound')
  const turn = { key: `titles.verify ${caller.userId}`, signal }
  const read = await inTurn(deps.locks, turn, () =>
    deps.blobs.parts.digests(sourceKey, CHUNK_SIZE, signal).catch((error: unknown) => {
      if (isKinoraError(error) && error.code === 'notFound') return undefined
      throw error
    }),
  )
  const told = await compare(title, { read, size: await deps.blobs.size(sourceKey) })
  // What is gone may only be unmounted.
  if (read === undefined) return told
  if (!told.isIntact) await forgetStored(deps.db, sourceKey)
  await markStored(deps.db, { tag, key: sourceKey, isDamaged: !told.isIntact })
  return told
}

async function compare(
  { fileDigest, fileSha256, fileSize }: StoredTitle,
  { read, size }: { read: { whole: string; parts: string[] } | undefined; size: number | undefined },
): Promise<VerifiedFile> {
  if (read === undefined) return { sha256: null, chunkTree: null, isIntact: false }
  const chunkTree = await sha256(Buffer.concat(read.parts.map(part => Buffer.from(part, 'hex'))))
  const isIntact =
    (fileSize === null || fileSize === size) &&
    (fileDigest === null || fileDigest === chunkTree) &&
    (fileSha256 === null || fileSha256 === read.whole)
  return { sha256: read.whole, chunkTree, isIntact }
}
