import { CHUNK_SIZE } from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { chunkDigests, forgetChunks, keepSha256 } from '../rows.ts'
import { advance } from './store-chunk.ts'
import type { UploadStatus } from './upload-status.ts'

/**
 * OPS-02: an upload counts as stored once its bytes were read from where they lie. A chunk that lies there otherwise than it was
 * acknowledged is missing again, and is asked for next. Read once, also where many calls wait for it and their callers leave.
 */
export async function verifyUpload(status: UploadStatus, context: Context): Promise<UploadStatus> {
  const { scope, deps } = context
  const { upload } = status
  if (upload.sha256 !== null) return status
  const key = `verify ${upload.id}`
  const lock = deps.locks.tryAcquire(key)
  if (lock === undefined) {
    await deps.locks.whenFree(key)
    const next = await advance(upload, context)
    const isDone = next.upload.state === 'complete' || next.upload.nextChunk <= next.upload.chunks
    return isDone ? next : verifyUpload(next, context)
  }
  try {
    const [stored, meant] = [
      await deps.blobs.parts.digests(upload.blobKey, CHUNK_SIZE),
      await chunkDigests(scope, deps.db, upload.id),
    ]
    const damaged = meant.filter(({ number, digest }) => stored.parts[number - 1] !== digest)
    if (damaged.length === 0 && stored.parts.length === upload.chunks) {
      const kept = await keepSha256(scope, deps.db, { id: upload.id, sha256: stored.whole })
      if (kept === undefined) throw refused('upload.cancelled')
      return { ...status, upload: kept }
    }
    const numbers = (damaged.length === 0 ? meant : damaged).map(({ number }) => number)
    deps.log.error({ tag: upload.titleTag, chunks: numbers }, 'stored chunks were damaged: asked for again')
    // An object that is damaged is none; chunks go into parts.
    const isObject = (await deps.blobs.size(upload.blobKey)) !== undefined
    if (isObject) await deps.blobs.remove(upload.blobKey)
    else if (damaged.length === 0) await deps.blobs.parts.abandon(upload.blobKey)
    await forgetChunks(scope, deps.db, {
      id: upload.id,
      numbers: isObject ? meant.map(({ number }) => number) : numbers,
    })
    return await advance({ ...upload, nextChunk: 1 }, context)
  } finally {
    lock.release()
  }
}
