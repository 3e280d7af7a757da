import { type FileRole, KinoraError, type Parsed, type uploads } from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import type { Lock } from '../../ports/locks.ts'

type Chunk = Pick<Parsed<typeof uploads.video>, 'tag' | 'chunkNumber'>

const keyOf = (role: FileRole, { tag, chunkNumber }: Chunk): string => `${tag} ${role} ${chunkNumber}`

/** Only for who may write the chunk: ends the call that is still receiving it. */
export const takeOverChunk = (role: FileRole, chunk: Chunk, { deps }: Context): Promise<Lock> =>
  deps.locks.takeOver(keyOf(role, chunk))

/** May be asked before it is known who may write the chunk. */
export const tryLockChunk = (role: FileRole, chunk: Chunk, { deps }: Context): Lock | undefined =>
  deps.locks.tryAcquire(keyOf(role, chunk))

/** Resolves once nobody writes the chunk. */
export const whenChunkFree = (role: FileRole, chunk: Chunk, { deps }: Context): Promise<void> =>
  deps.locks.whenFree(keyOf(role, chunk))

/** Releases the lock in the end. Undefined where a newer call has taken the chunk over. */
export async function withLock<T>({ signal, release }: Lock, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  } finally {
    release()
  }
}

/** The same chunk has come once more while this one was still arriving; the client asks where the upload stands. */
export const overtaken = (chunk: number): KinoraError =>
  new KinoraError('conflict', {
    issues: [{ path: 'chunkNumber', code: 'upload.overtaken', params: { chunk } }],
    retryAfter: 1,
  })
