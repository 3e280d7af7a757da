import * as z from 'zod'
import { Id, RequiredFile } from '../kernel/fields.ts'
import { MAX_CHUNKS, MAX_FILE_SIZE } from './limits.ts'

/** What a file is to its title. */
export const FileRole = z.enum(['video', 'trailer'])
export type FileRole = z.infer<typeof FileRole>
/** What an upload is of: a title’s file, or the video of an event (EVENT-32). */
export type UploadRole = FileRole | 'event'

const Identifier = z.string().min(8).max(128)
const FileName = z.string().min(1).max(255)
const Sha256 = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]{64}$/, 'validation.invalid')

/** UPLOAD-28: one chunk as multipart sends it. Chunks count from 1. */
export const ChunkInput = z.object({
  tag: Id,
  chunkNumber: z.int().min(1).max(MAX_CHUNKS),
  totalNumberOfChunks: z.int().min(1).max(MAX_CHUNKS),
  /** Names the upload: title, role of the file and content, so that whoever has the same file can go on. */
  identifier: Identifier,
  fileName: FileName,
  /** Bytes of the whole file. */
  totalSize: z.int().min(1).max(MAX_FILE_SIZE),
  /** SHA-256 of this chunk, lower-case hex. Old clients leave it out and are trusted (0§7). */
  digest: Sha256.optional(),
  file: RequiredFile,
})

/** What the server has of an upload; the client trusts it. */
export const UploadState = z.object({
  identifier: z.string(),
  fileName: z.string(),
  totalSize: z.int(),
  totalNumberOfChunks: z.int(),
  /** The chunk that the server wants next; `totalNumberOfChunks + 1` once it has all. */
  nextChunk: z.int(),
  complete: z.boolean(),
  /** SHA-256 over the binary digests of the chunks before `nextChunk`, in order: proves that a local file is the same. */
  digest: Sha256,
})
export type UploadState = z.infer<typeof UploadState>

/** † What is said of a file before it is sent: cheap to find out, and no proof of anything. */
export const OfferInput = z.object({
  tag: Id,
  role: FileRole,
  totalSize: z.int().min(1).max(MAX_FILE_SIZE),
  /** Names the content by its size and samples. */
  sample: Sha256,
})

/** † Ranges that the server chose: who can answer for their bytes has the file. Good once. */
export const Challenge = z.object({
  challenge: z.string(),
  nonce: Sha256,
  /** The end of a range is exclusive. */
  ranges: z.array(z.object({ start: z.int(), end: z.int() })),
  /** Seconds until it is void. */
  lifetime: z.int(),
})
export type Challenge = z.infer<typeof Challenge>

/** † */
export const ProofInput = z.object({
  tag: Id,
  role: FileRole,
  challenge: z.string().max(64),
  /** SHA-256 over the nonce and the bytes of each range. */
  proof: Sha256,
  /** The digest of the chunk digests of the whole file. */
  digest: Sha256,
  identifier: Identifier,
  fileName: FileName,
})
