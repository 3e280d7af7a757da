import type { BadgeInput } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { useUploadOf } from '../../uploads/use-uploads.ts'

/** E-5 rows 1 and 2: what this browser's upload of a title's video says about its badge. */
export function useLocalUpload(tag: string | undefined): BadgeInput['localUpload'] {
  return useUploadOf(tag, 'video', toLocalUpload)
}

function toLocalUpload(item: UploadItem | undefined): BadgeInput['localUpload'] {
  const marker = item?.progress.marker
  return marker === 80 ? 'uploading' : marker === 99 ? 'uploaded' : undefined
}
