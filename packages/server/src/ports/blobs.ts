const MEBIBYTE = 1_048_576

/** Disk space that must be free for files and rows to be added, in bytes (decision 0068). */
export const MIN_FREE_TO_INSERT = 64 * MEBIBYTE
/** Bytes that must be free for anything to be written: two segments of the database's log, which grows by 16 MiB at once. */
export const MIN_FREE_TO_WRITE = 34 * MEBIBYTE

/**
 * Bytes by key (`uploads/…`, `images/…`, `streams/…`). Writes are durable before they resolve.
 * Parts of an upload are 4 MiB and can be gathered four at a time into S3's 16 MiB parts.
 */
export interface BlobPort {
  /** Stores a whole object; an existing one is replaced at once, never seen half-written. */
  put(key: string, bytes: Uint8Array | Blob): Promise<void>
  /** Size in bytes, or undefined where there is none. */
  size(key: string): Promise<number | undefined>
  /** The bytes from `start` to `end` (exclusive), or all. Throws `notFound`; so may the stream, where they go meanwhile. */
  read(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  /**
   * Gives an object a second key, in place of what was there; each is removed on its own. With keys that end in `/` the
   * same for everything below, at once. Throws `notFound`.
   */
  copy(from: string, to: string): Promise<void>
  /** Makes an object as young as one that is written now; false where there is none. */
  touch(key: string): Promise<boolean>
  /** SHA-256 of a whole object. Throws `notFound`. */
  digest(key: string, signal: AbortSignal): Promise<string>
  /** The same, and that of each part of `partSize` bytes, in one go. Throws `notFound`, and `aborted` once the signal says so. */
  digests(key: string, partSize: number, signal?: AbortSignal): Promise<Digests>
  /** An object or, for a key that ends in `/`, every object below it, in any order; what goes meanwhile may be left out. */
  list(key: string): AsyncIterable<StoredObject>
  /** Removes an object or, for a key that ends in `/`, everything below it. Missing is fine. */
  remove(key: string): Promise<void>
  /** A big object that arrives in parts; repeated parts overwrite themselves. */
  parts: {
    /** Writes one part durably. `offset` is its position in the whole. */
    write(key: string, part: { number: number; offset: number; bytes: Uint8Array }): Promise<void>
    /**
     * Writes one part durably once all of it has come, and returns how many bytes came and their SHA-256. Where that is not
     * what was meant nothing is written; where it fails halfway the part counts as never written.
     */
    receive(key: string, part: ArrivingPart): Promise<{ size: number; digest: string }>
    /**
     * Reads the parts anew and makes them one object under the same key where each is what it is meant to be. Where that was
     * done before the object is read instead, so doing it again, or at the same time, changes nothing. An object that is
     * damaged goes; parts that are have to be written again.
     */
    finish(key: string, meant: ExpectedParts): Promise<Finished>
    abandon(key: string): Promise<void>
    /** Objects that aren't whole yet; `size` is what came so far, or will be. */
    list(key: string): AsyncIterable<StoredObject>
  }
  /** A local path that ffmpeg can read the object from; `release` when done (S3 downloads to a temporary file). */
  local(key: string): Promise<{ path: string; release(): Promise<void> }>
  /** A scratch folder on a disk of this machine, kept between attempts of the same job until it is discarded. */
  scratch(name: string): Promise<{ path: string; discard(): Promise<void> }>
  /**
   * Moves a local folder of finished files below `prefix`, replacing what was there. A store that can't do so at once keeps the
   * order in which the files were written: where the last one is, all are.
   */
  adopt(prefix: string, folder: string): Promise<void>
  /**
   * An address at which the store itself gives an object to anybody, from one second since 1970 until another; the same for the same
   * seconds. Absent where files lie in no store that could.
   */
  addressOf?(key: string, lasts: { from: number; until: number }): Promise<string>
  /** Bytes free where the objects live, where that is known. Throws where they can't be reached. */
  free(): Promise<number | undefined>
  /** Bytes free on the disk of this machine that scratch folders lie on. */
  room(): Promise<number>
}

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  /** When it was written or was given this key. */
  changedAt: Date
}

export interface Digests {
  whole: string
  parts: string[]
}

/** What an upload is to become. */
export interface ExpectedParts {
  /** Bytes of the whole. */
  size: number
  /** Bytes of each part but the last. */
  partSize: number
  /** SHA-256 of each part, by which it was acknowledged. */
  digests: readonly string[]
}

/** The SHA-256 of the whole, or the numbers of the parts that aren't there as they are meant, from 1. */
export type Finished = { sha256: string } | { damaged: number[] }

/** Numbers of the parts that were read otherwise than meant; all of them where no single one is to blame. */
export function damagedOf(read: readonly string[], { digests }: ExpectedParts): number[] {
  const damaged = digests.flatMap((digest, at) => (read[at] === digest ? [] : [at + 1]))
  return damaged.length > 0 || read.length === digests.length ? damaged : digests.map((_, at) => at + 1)
}

export interface ArrivingPart {
  number: number
  offset: number
  size: number
  /** SHA-256 that it is meant to have. */
  digest: string
  pieces: AsyncIterable<Uint8Array>
  /** Once aborted not a byte more is written; rejects with the reason. */
  signal: AbortSignal
}
