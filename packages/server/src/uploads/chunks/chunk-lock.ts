import { type FileRole, KinoraError, type Parsed, type uploads } from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import type { BlobPort } from '../../ports/blobs.ts'
import { createTurns, type Turns } from './lock.ts'
import { createMemory, type Memory } from './upload-status.ts'

type Chunk = Pick<Parsed<typeof uploads.video>, 'tag' | 'chunkNumber'>

/** A call that has a chunk; nothing is ever written over what is marked, as one at a time has it. */
export interface Turn {
  /** Aborted once a newer call wants the chunk. */
  signal: AbortSignal
  release(): void
}

const partOf = (role: FileRole, { tag, chunkNumber }: Chunk): string => `${tag} ${role} ${chunkNumber}`

/** Only who may write the chunk takes it over. */
export async function takeOver(role: FileRole, chunk: Chunk, { deps }: Context): Promise<Turn> {
  const stop = new AbortController()
  const { turns } = inProcess(deps.blobs)
  const release = await turns.take(partOf(role, chunk), () => stop.abort(overtaken(chunk.chunkNumber)))
  return { signal: stop.signal, release }
}

/** Undefined where somebody has the chunk, who isn't disturbed: this may be asked before it is known who may write. */
export function takeFree(role: FileRole, chunk: Chunk, { deps }: Context): Turn | undefined {
  const stop = new AbortController()
  const { turns } = inProcess(deps.blobs)
  const release = turns.takeFree(partOf(role, chunk), () => stop.abort(overtaken(chunk.chunkNumber)))
  return release && { signal: stop.signal, release }
}

/** Gives the chunk back in the end. Undefined where a newer call has taken the chunk over. */
export async function inTurn<T>({ signal, release }: Turn, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  } finally {
    release()
  }
}

/** Resolves once nobody has the chunk. */
export const whenFree = (role: FileRole, chunk: Chunk, { deps }: Context): Promise<void> =>
  inProcess(deps.blobs).turns.free(partOf(role, chunk))

/** The same chunk has come once more while this one was still arriving; the client asks where the upload stands. */
export const overtaken = (chunk: number): KinoraError =>
  new KinoraError('conflict', {
    issues: [{ path: 'chunkNumber', code: 'upload.overtaken', params: { chunk } }],
    retryAfter: 1,
  })

const known = new WeakMap<BlobPort, { turns: Turns; memory: Memory }>()

/** Calls of one platform take turns and share what they remember; several platforms in one process don't know each other. */
export function inProcess(blobs: BlobPort): { turns: Turns; memory: Memory } {
  const found = known.get(blobs) ?? { turns: createTurns(), memory: createMemory() }
  known.set(blobs, found)
  return found
}
