import type { BadgeInput } from '@kinora/core'
import { useUploads } from '../uploads/use-uploads.ts'

/** E-5 rows 1 and 2: what this browser's upload of a title's video says about its badge. */
export function useLocalUpload(tag: string | undefined): BadgeInput['localUpload'] {
  const uploads = useUploads()
  const marker = tag === undefined ? undefined : uploads.forTitle(tag, 'video')?.progress.marker
  return marker === 80 ? 'uploading' : marker === 99 ? 'uploaded' : undefined
}
