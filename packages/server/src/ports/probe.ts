import type { Issue } from '@kinora/core'
import type { CheckedPicture, ImageKind, MediaKind } from '@kinora/core/media'

/**
 * Looks at stored files with the code that clients look at theirs with (`@kinora/core/media`), so that both come to one
 * verdict. Whatever a file holds, nobody else waits for it. Rejects with a `MediaError`: `cancelled`, or `failed` where the
 * machine is at fault.
 */
export interface ProbePort {
  /** UPLOAD-26, VAL-13 to VAL-18: what is wrong with a file that came under this name. */
  check(kind: MediaKind, file: StoredMedia, signal?: AbortSignal): Promise<Issue[]>
  /** VAL-18, VAL-19: what is wrong with a picture, or its bytes without metadata that identifies its maker. */
  picture(kind: ImageKind, picture: SentFile, signal?: AbortSignal): Promise<CheckedPicture>
  /** DOC-02: what is wrong with a PDF, or how many pages it has and what the first one looks like. */
  document(document: SentFile, signal?: AbortSignal): Promise<CheckedDocument | { issues: Issue[] }>
  /** Seconds of sound or picture; undefined where it is no file that an upload may be. */
  measure(path: string, signal?: AbortSignal): Promise<number | undefined>
  /** Ends what is still looked at. */
  close(): Promise<void>
}

/** Whose file it is: of an owner one is looked at at a time, so that nobody holds up the others. */
interface Owned {
  owner?: string | undefined
}

export interface StoredMedia extends Owned {
  name: string
  path: string
}

/** A picture or a document that came with a call. */
export interface SentFile extends Owned {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface CheckedDocument {
  pages: number
  /** A PNG of the first page, at most 480 by 680 pixels. */
  preview: Uint8Array<ArrayBuffer>
}
