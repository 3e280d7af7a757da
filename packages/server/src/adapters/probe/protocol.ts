import type { Issue } from '@kinora/core'
import type { CheckedPicture, ImageKind, MediaKind } from '@kinora/core/media'
import type { CheckedDocument, SentFile } from '../../ports/probe.ts'

/**
 * What a worker is asked: a verdict on a file by its name and kind, or else only how long it is; or a verdict on a
 * picture or a PDF.
 */
export type ProbeRequest =
  | { path: string; as: { kind: MediaKind; name: string } | undefined }
  | { picture: Omit<SentFile, 'owner'>; as: ImageKind }
  | { document: Omit<SentFile, 'owner'> }

export type ProbeResponse =
  | { kind: 'done'; issues: Issue[]; duration: number | undefined }
  | { kind: 'picture'; checked: CheckedPicture }
  | { kind: 'document'; checked: CheckedDocument | { issues: Issue[] } }
  | { kind: 'failed'; message: string }
