import { KinoraError } from '../kernel/errors.ts'
import { fingerprint } from './fingerprint.ts'
import type { FileSource, Transport, UploadTarget } from './ports.ts'
import type { ChunkReader } from './reader.ts'
import type { UploadState } from './schema.ts'

/** What is compared before the first byte and after every interruption. */
export interface Comparison {
  transport: Transport
  target: UploadTarget
  reader: ChunkReader
  signal: AbortSignal
}

/** Under which name the file is sent, from which chunk on, and the digest of the whole if the server has all. */
export interface Beginning {
  identifier: string
  nextChunk: number
  digest: string | undefined
}

export interface PrepareInput extends Comparison {
  file: FileSource
  userId: string
  /** The identifier in the record, empty for a new one. */
  known: string
  replace: boolean
}

/**
 * UPLOAD-04, UPLOAD-25: goes on where the server stands if the local file begins with what the server holds, starts
 * anew for another file, and refuses another file for a stored record unless the caller says replace.
 */
export async function prepare(input: PrepareInput): Promise<Beginning> {
  const { file, target, transport, reader, signal, known, replace } = input
  const identifier = await fingerprint(file, target, input.userId)
  signal.throwIfAborted()
  if (known !== '' && !isSame(known, identifier) && !replace) throw otherFile()
  const server = await transport.state(target, { signal })
  if (server === undefined || !isSame(server.identifier, identifier))
    return { identifier, nextChunk: 1, digest: undefined }
  if (await holdsSame(server, reader, signal)) return toBeginning(server)
  if (!replace) throw otherFile()
  return { identifier: `${identifier}-${crypto.randomUUID().slice(0, 8)}`, nextChunk: 1, digest: undefined }
}

/** The same check after an interruption: an upload that someone else began meanwhile is left alone. */
export async function synchronise(input: Comparison & { identifier: string }): Promise<Beginning> {
  const { transport, target, reader, signal, identifier } = input
  const server = await transport.state(target, { signal })
  if (server === undefined) return { identifier, nextChunk: 1, digest: undefined }
  if (server.identifier !== identifier) throw another()
  if (!(await holdsSame(server, reader, signal))) throw otherFile()
  return toBeginning(server)
}

/** The server's word is final: all chunks there and the digest of their digests equal to ours. */
export async function proveWhole(
  state: UploadState,
  reader: ChunkReader,
  signal: AbortSignal,
): Promise<string> {
  const digest = await reader.digestOf(reader.total, signal)
  if (state.digest === digest) return digest
  throw new KinoraError('refused', {
    issues: [{ path: 'file', code: 'upload.mismatch', params: { what: 'digest' } }],
  })
}

export const another = (): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'file', code: 'upload.another' }] })

export const otherFile = (): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'file', code: 'upload.otherFile' }] })

/** A file that replaces another with the same samples carries a suffix. */
export const isSame = (stored: string, identifier: string): boolean =>
  stored === identifier || stored.startsWith(`${identifier}-`)

const toBeginning = (server: UploadState): Beginning => ({
  identifier: server.identifier,
  nextChunk: server.nextChunk,
  digest: server.complete ? server.digest : undefined,
})

async function holdsSame(server: UploadState, reader: ChunkReader, signal: AbortSignal): Promise<boolean> {
  if (server.totalNumberOfChunks !== reader.total || server.nextChunk > reader.total + 1) return false
  return (await reader.digestOf(server.nextChunk - 1, signal)) === server.digest
}
