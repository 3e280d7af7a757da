import { KinoraError } from '../../kernel/errors.ts'
import type { MessageKey } from '../../messages/en.ts'
import { digestOfDigests, join, sampleOf, sha256, toHex } from '../file/fingerprint.ts'
import { answerTo } from '../file/prepare.ts'
import type { ChunkRequest, FileSource, Offer, Processing, Proof, UploadTarget } from '../ports.ts'
import { uploadId } from '../queue/records.ts'
import type { Challenge, UploadState } from '../schema.ts'
import { createMemoryFile } from './memory.ts'

interface Stored {
  announced: Omit<ChunkRequest, 'file' | 'digest' | 'chunkNumber'>
  chunks: Map<number, { bytes: Uint8Array; digest: Uint8Array }>
}

/** The server's rules for uploads in memory: verify, then store, then acknowledge; a repeated chunk changes nothing. */
export function createUploadServer(chunkSize: number) {
  const uploads = new Map<string, Stored>()
  const processing = new Map<string, Processing[]>()
  const challenges = new Map<string, { stored: Stored; challenge: Omit<Challenge, 'lifetime'> }>()
  const calls: string[] = []
  /** What processing goes through, one entry for each poll. */
  let course: Processing[] = [{ kind: 'working', phase: 'encoding' }, { kind: 'done' }]

  async function answer(stored: Stored): Promise<UploadState> {
    const { identifier, fileName, totalSize, totalNumberOfChunks } = stored.announced
    let nextChunk = 1
    while (stored.chunks.has(nextChunk)) nextChunk++
    const digests = Array.from({ length: nextChunk - 1 }, (_, at) => stored.chunks.get(at + 1)!.digest)
    const complete = nextChunk > totalNumberOfChunks
    return {
      identifier,
      fileName,
      totalSize,
      totalNumberOfChunks,
      nextChunk,
      complete,
      digest: await digestOfDigests(digests),
    }
  }

  async function chunk(target: UploadTarget, request: ChunkRequest): Promise<UploadState> {
    const { file, digest: promised, chunkNumber, ...announced } = request
    const bytes = new Uint8Array(await file.arrayBuffer())
    const digest = await sha256(bytes)
    if (chunkNumber > announced.totalNumberOfChunks)
      throw refusal('upload.chunkOutOfRange', { chunk: chunkNumber, total: announced.totalNumberOfChunks })
    const expected = Math.min(chunkSize, announced.totalSize - (chunkNumber - 1) * chunkSize)
    if (bytes.byteLength !== expected)
      throw refusal('upload.chunkSize', { chunk: chunkNumber, expected, actual: bytes.byteLength })
    if (toHex(digest) !== promised) throw refusal('upload.chunkDigest', { chunk: chunkNumber })
    const stored = uploadFor(uploadId(target), announced, chunkNumber)
    const held = stored.chunks.get(chunkNumber)
    if (held !== undefined && toHex(held.digest) !== promised)
      throw refusal('upload.mismatch', { what: 'chunk' })
    if (held === undefined) stored.chunks.set(chunkNumber, { bytes, digest })
    return answer(stored)
  }

  function uploadFor(id: string, announced: Stored['announced'], chunkNumber: number): Stored {
    const known = uploads.get(id)
    if (known?.announced.identifier === announced.identifier) return known
    if (chunkNumber !== 1)
      throw new KinoraError('conflict', {
        issues: [{ path: 'chunkNumber', code: 'upload.notBegun' }],
        retryAfter: 1,
      })
    const fresh: Stored = { announced, chunks: new Map() }
    uploads.set(id, fresh)
    processing.delete(id)
    return fresh
  }

  function contentOf({ chunks, announced }: Stored): Uint8Array<ArrayBuffer> | undefined {
    if (chunks.size !== announced.totalNumberOfChunks) return undefined
    return join([...chunks].sort(([one], [other]) => one - other).map(([, part]) => part.bytes))
  }

  function wholeOf(stored: Stored): FileSource | undefined {
    const content = contentOf(stored)
    return content && createMemoryFile(content, stored.announced.fileName)
  }

  return {
    calls,
    chunk,
    setCourse(next: Processing[]): void {
      course = next
    },
    async state(target: UploadTarget): Promise<UploadState | undefined> {
      const stored = uploads.get(uploadId(target))
      return stored === undefined ? undefined : answer(stored)
    },
    async offer(_target: UploadTarget, offer: Offer): Promise<Challenge | undefined> {
      calls.push('offer')
      for (const stored of uploads.values()) {
        const held = wholeOf(stored)
        if (held === undefined || (await sampleOf(held)) !== offer.sample) continue
        const middle = Math.floor(held.size / 2)
        const ranges = [
          { start: 0, end: 3 },
          { start: middle, end: held.size },
        ]
        const challenge = {
          challenge: crypto.randomUUID(),
          nonce: toHex(await sha256(new Uint8Array(1))),
          ranges,
        }
        challenges.set(challenge.challenge, { stored, challenge })
        return { ...challenge, lifetime: 60 }
      }
      return undefined
    },
    async prove(target: UploadTarget, proof: Proof): Promise<UploadState | undefined> {
      calls.push('prove')
      const asked = challenges.get(proof.challenge)
      challenges.delete(proof.challenge)
      if (asked === undefined) return undefined
      const held = await answer(asked.stored)
      const isRight = proof.proof === (await answerTo(asked.challenge, wholeOf(asked.stored)!))
      if (!isRight || proof.digest !== held.digest) return undefined
      const { identifier, fileName } = proof
      const copy = {
        announced: { ...asked.stored.announced, identifier, fileName },
        chunks: new Map(asked.stored.chunks),
      }
      uploads.set(uploadId(target), copy)
      return answer(copy)
    },
    async encode(target: UploadTarget): Promise<void> {
      const stored = uploads.get(uploadId(target))
      if (stored === undefined || !(await answer(stored)).complete) throw refusal('title.encodeNoFile')
      if (processing.has(uploadId(target))) throw refusal('title.encodeNoFile')
      calls.push(`encode ${uploadId(target)}`)
      processing.set(uploadId(target), [...course])
    },
    async cancel(target: UploadTarget): Promise<void> {
      calls.push(`cancel ${uploadId(target)}`)
      processing.delete(uploadId(target))
    },
    async watch(target: UploadTarget): Promise<Processing> {
      const left = processing.get(uploadId(target))
      if (left === undefined) return { kind: 'idle' }
      return (left.length > 1 ? left.shift() : left[0]) ?? { kind: 'idle' }
    },
    /** The stored file, once whole. */
    bytesOf(target: UploadTarget): Uint8Array<ArrayBuffer> | undefined {
      const stored = uploads.get(uploadId(target))
      return stored === undefined ? undefined : contentOf(stored)
    },
    /** Forgets an upload, as when the title is cancelled elsewhere. */
    forget: (target: UploadTarget): void => void uploads.delete(uploadId(target)),
  }
}

export type UploadServer = ReturnType<typeof createUploadServer>

const refusal = (code: MessageKey, params?: Record<string, string | number>): KinoraError =>
  new KinoraError('refused', { issues: [{ path: 'file', code, params }] })
