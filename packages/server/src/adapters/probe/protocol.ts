import type { Issue } from '@kinora/core'
import type { MediaKind } from '@kinora/core/media'

/** What the worker is asked: a verdict on a file by its name and kind, or else only how long it is. */
export interface Asked {
  path: string
  as: { kind: MediaKind; name: string } | undefined
}

export type Answer =
  | { kind: 'done'; issues: Issue[]; duration: number | undefined }
  | { kind: 'failed'; message: string }
