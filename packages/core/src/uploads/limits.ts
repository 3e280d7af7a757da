/** UPLOAD-01: bytes of a chunk; only the last one may be shorter. */
export const CHUNK_SIZE = 4_194_304
/** UPLOAD-05: chunks that make a group in progress texts. */
export const CHUNK_GROUP = 4
/** Chunks of a file: one more still fits the 32 bits that they are counted in. */
export const MAX_CHUNKS = 2_147_483_646
export const MAX_FILE_SIZE = MAX_CHUNKS * CHUNK_SIZE
/** VAL-12: files that may be added at once. */
export const MAX_FILES = 5

/** UPLOAD-14 */
export const UploadOutcome = { Error: 1, Complete: 2, Incomplete: 3 } as const
export type UploadOutcome = (typeof UploadOutcome)[keyof typeof UploadOutcome]
