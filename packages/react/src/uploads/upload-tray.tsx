import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { useUploadState } from './use-uploads.ts'

export interface UploadTrayProps {
  /** Where the title of an upload is edited. */
  titleHref?: (tag: string) => string
  /** Where the event is edited that an uploaded video belongs to (EVENT-32). */
  eventHref?: (id: string) => string
}

const LazyUploadTray = lazyPart(async () => ({
  default: (await import('./lazy-upload-tray.tsx')).LazyUploadTray,
}))

const LazyUploadProgress = lazyPart(async () => ({
  default: (await import('./lazy-upload-tray.tsx')).UploadProgress,
}))

/** How far the uploads of this browser are, for a header; nothing when there are none. */
export function UploadProgress() {
  if (useUploadState(({ items }) => items.length === 0)) return null
  return (
    <Suspense>
      <LazyUploadProgress />
    </Suspense>
  )
}

/** The uploads of this browser, docked at the bottom end; a pill when collapsed, nothing when there are none. */
export function UploadTray(props: UploadTrayProps) {
  if (useUploadState(({ items }) => items.length === 0)) return null
  return (
    <Suspense>
      <LazyUploadTray {...props} />
    </Suspense>
  )
}
