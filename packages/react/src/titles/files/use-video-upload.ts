import type { UploadItem } from '@kinora/core/uploads'
import { useUploadOf } from '../../uploads/use-uploads.ts'

/** This browser's upload of a title's video, where there is one; renders again as it moves on. */
export const useVideoUpload = (tag: string | undefined): UploadItem | undefined =>
  useUploadOf(tag, 'video', item => item)
