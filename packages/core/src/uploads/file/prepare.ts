import { KinoraError } from '../../kernel/errors.ts'
import type { Clock, FileSource, Transport, UploadTarget } from '../ports.ts'
import type { Challenge, UploadState } from '../schema.ts'
import { fingerprint, fromHex, join, readBytes, sampleOf, sha256, toHex } from './fingerprint.ts'
import type { ChunkReader } from './reader.ts'

/** What is compared before the first byte and after every interruption. */
interface Comparison {
  transport: Transport
  target: UploadTarget
  reader: ChunkReader
  signal: AbortSignal
}

/** The identifier of the upload, the first chunk to send, and the digest of the whole file if the server has all of it. */
export interface StartPoint {
  identifier: string
  nextChunk: number
  digest: string | undefined
  replaces?: string | undefined
}

interface PrepareInput extends Comparison {
  file: FileSource
  /** The identifier in the record, empty for a new one. */
  known: string
  replace: boolean
}

/**
 * UPLOAD-04, UPLOAD-25: resumes where the server stands if the local file is the one the upload began with, wherever and
 * by whomever it was begun. Another file starts over if the caller says `replace`, or if the server holds nothing yet.
 */
export async function prepare(input: PrepareInput): Promise<StartPoint> {
  const { file, target, transport, reader, signal, known, replace } = input
  const identifier = await fingerprint(file, target)
  signal.throwIfAborted()
  const server = await transport.state(target, { signal })
  if (server !== undefined && (await isUploadOf(server, { identifier, file, reader, signal })))
    return toStartPoint(server)
  const isNamed = server !== undefined && isSame(server.identifier, identifier)
  const isOther = known !== '' && !isSame(known, identifier)
  if (!replace && (isNamed || isOther || isUnfinished(server))) throw otherFileError()
  const name = isNamed ? `${identifier}-${crypto.randomUUID().slice(0, 8)}` : identifier
  return { identifier: name, nextChunk: 1, digest: undefined, replaces: server?.identifier }
}

/** The same check after an interruption; throws if someone else has begun an upload meanwhile. */
export async function synchronise(
  input: Comparison & { identifier: string; replaces: string | undefined },
): Promise<StartPoint> {
  const { transport, target, reader, signal, identifier, replaces } = input
  const server = await transport.state(target, { signal })
  if (server === undefined) return { identifier, nextChunk: 1, digest: undefined }
  if (server.identifier !== identifier) {
    if (server.identifier === replaces) return { identifier, nextChunk: 1, digest: undefined }
    throw anotherUploadError()
  }
  if (!(await hasSameChunks(server, reader, signal))) throw otherFileError()
  return toStartPoint(server)
}

/** Throws unless the server's chunk tree digest equals the local one. */
export async function verifyDigest(
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

export const anotherUploadError = (): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'file', code: 'upload.another' }] })

export const otherFileError = (): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'file', code: 'upload.otherFile' }] })

/** A file that replaces another with the same samples carries a suffix. */
export const isSame = (stored: string, identifier: string): boolean =>
  stored === identifier || stored.startsWith(`${identifier}-`)

/** Whether the server holds a part of a file that would be lost if another took its place. */
export const isUnfinished = (server: UploadState | undefined): boolean =>
  server !== undefined && !server.complete && server.nextChunk > 1

interface Candidate {
  identifier: string
  file: FileSource
  reader: ChunkReader
  signal: AbortSignal
}

/**
 * Whether an upload is of this file: what the server holds of it is how the file begins, and its name is the file's.
 * Other clients name uploads in their own way; of those the size must be the same.
 */
export async function isUploadOf(server: UploadState, candidate: Candidate): Promise<boolean> {
  const { identifier, file, reader, signal } = candidate
  const isNamed = isSame(server.identifier, identifier)
  if (!isNamed && (server.totalSize !== file.size || server.nextChunk === 1)) return false
  return hasSameChunks(server, reader, signal)
}

const toStartPoint = (server: UploadState): StartPoint => ({
  identifier: server.identifier,
  nextChunk: server.nextChunk,
  digest: server.complete ? server.digest : undefined,
})

async function hasSameChunks(
  server: UploadState,
  reader: ChunkReader,
  signal: AbortSignal,
): Promise<boolean> {
  if (server.totalNumberOfChunks !== reader.total || server.nextChunk > reader.total + 1) return false
  const isEqual = async () => (await reader.digestOf(server.nextChunk - 1, signal)) === server.digest
  return (await isEqual()) || (reader.dropCached() && (await isEqual()))
}

interface ReuseInput extends Comparison {
  clock: Clock
  file: FileSource
  identifier: string
  /** Bytes from which on asking is worth a call. */
  above: number
}

/**
 * A file that the platform holds already for the title's owner need not be sent: a cheap question first, the whole file
 * is read only if the answer is "perhaps". Gives the digest of the whole once the title has the content, else undefined.
 */
export async function reuseStored(input: ReuseInput): Promise<string | undefined> {
  const { transport, clock, target, file, reader, signal, identifier, above } = input
  if (file.size <= above) return undefined
  const offer = { totalSize: file.size, sample: await sampleOf(file) }
  const ask = () => transport.offer(target, offer, { signal })
  let challenge = await ask()
  if (challenge === undefined) return undefined
  const requestedAt = clock.now()
  const digest = await reader.digestOf(reader.total, signal)
  // Reading a long file may take longer than a challenge lives.
  if (clock.now() - requestedAt > challenge.lifetime * 500) challenge = await ask()
  if (challenge === undefined) return undefined
  const proof = { challenge: challenge.challenge, proof: await answerTo(challenge, file), digest }
  const state = await transport.prove(target, { ...proof, identifier, fileName: file.name }, { signal })
  return state?.complete && state.digest === digest ? digest : undefined
}

/** SHA-256 over the nonce and the bytes of each range: only who has the bytes can say it. */
export async function answerTo(
  { nonce, ranges }: Pick<Challenge, 'nonce' | 'ranges'>,
  file: FileSource,
): Promise<string> {
  const parts: Uint8Array[] = [fromHex(nonce)]
  for (const { start, end } of ranges) parts.push(await readBytes(file, start, end))
  return toHex(await sha256(join(parts)))
}
