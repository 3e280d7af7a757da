import { CHUNK_SIZE } from '@kinora/core'
import type { BlobPort, StoredObject } from '../ports/blobs.ts'

/** SHA-256 as lower-case hex; WebCrypto computes it off the main thread. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

export interface StoredDigest {
  bytes: number
  /** SHA-256 over the SHA-256 of each piece of 4 MiB, file by file: of an uploaded file the digest of its chunks. */
  digest: string
}

interface ReadOptions {
  signal?: AbortSignal
  /** Pieces that were read before, as their digests. */
  from?: Uint8Array<ArrayBuffer>
  /** Called with every piece: its bytes, and the digests so far. */
  onPiece?: (bytes: number, soFar: () => Uint8Array<ArrayBuffer>) => Promise<void> | void
}

interface StoredFiles {
  bytes: number
  /** In the order of their digest. */
  files: readonly StoredObject[]
}

/** What lies at a key, or below one that ends in `/`; undefined where nothing does. */
export async function listStored(
  blobs: Pick<BlobPort, 'list'>,
  key: string,
): Promise<StoredFiles | undefined> {
  const files: StoredObject[] = []
  for await (const file of blobs.list(key)) files.push(file)
  if (files.length === 0) return undefined
  return {
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: files.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  }
}

/** Reads them from where they lie. Throws `aborted`. */
export async function digestFiles(
  blobs: Pick<BlobPort, 'read'>,
  { files }: StoredFiles,
  { signal, from = new Uint8Array(), onPiece }: ReadOptions = {},
): Promise<string> {
  const digests: Uint8Array[] = [from]
  const soFar = () => new Uint8Array(Buffer.concat(digests))
  let skip = from.byteLength / 32
  for (const file of files) {
    for (let start = 0; start < file.size; start += CHUNK_SIZE) {
      if (skip-- > 0) continue
      signal?.throwIfAborted()
      const range = { start, end: Math.min(file.size, start + CHUNK_SIZE) }
      const piece = await new Response((await blobs.read(file.key, range)) as BodyInit).arrayBuffer()
      digests.push(Buffer.from(await sha256(new Uint8Array(piece)), 'hex'))
      await onPiece?.(piece.byteLength, soFar)
    }
  }
  return sha256(soFar())
}

/** Both at once; undefined where nothing lies there. */
export async function digestStored(
  blobs: Pick<BlobPort, 'list' | 'read'>,
  key: string,
  options: ReadOptions,
): Promise<StoredDigest | undefined> {
  const lies = await listStored(blobs, key)
  return lies && { bytes: lies.bytes, digest: await digestFiles(blobs, lies, options) }
}

/** The same digest of a file whose pieces of 4 MiB are at hand. */
export async function digestOfPieces(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  const digests = await Promise.all(pieces.map(sha256))
  return sha256(new Uint8Array(Buffer.concat(digests.map(digest => Buffer.from(digest, 'hex')))))
}
