import { lazy, Suspense } from 'react'
import { useUploadState } from './use-uploads.ts'

export interface UploadTrayProps {
  titleHref?: (tag: string) => string
}

const UploadTrayLive = lazy(async () => ({
  default: (await import('./upload-tray-live.tsx')).UploadTrayLive,
}))

/** The uploads of this browser, docked at the bottom end; a pill when collapsed, nothing when there are none. */
export function UploadTray(props: UploadTrayProps) {
  if (useUploadState(({ items }) => items.length === 0)) return null
  return (
    <Suspense>
      <UploadTrayLive {...props} />
    </Suspense>
  )
}
