import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import type { PartProps } from '../ui/part.ts'
import type { UploadListProps } from './upload-queue.tsx'
import { useUploadState } from './use-upload-state.ts'

export interface UploadHrefs {
  /** Where the title of an upload is edited; `field` names the detail of it that a link asks for. */
  titleHref?: ((tag: string, field?: string) => string) | undefined
  /** Where the event is edited that an uploaded video belongs to. */
  eventHref?: ((id: string) => string) | undefined
}

export interface UploadTrayProps extends UploadHrefs, PartProps<'summary' | 'list'> {
  /** Names it for screen readers, in place of our word. */
  heading?: string | undefined
  /** Draws an upload, from ours; the host's own is a `li`, too. */
  renderRow?: UploadListProps['renderRow']
}

const LazyUploadTray = lazyPart(async () => ({
  default: (await import('./lazy-upload-tray.tsx')).LazyUploadTray,
}))

const LazyUploadProgress = lazyPart(async () => ({
  default: (await import('./lazy-upload-tray.tsx')).UploadProgress,
}))

/** The uploads of this browser, for a header: how far they are, and each of them when it is pressed; nothing when there are none. */
export function UploadProgress(props: UploadTrayProps) {
  if (useUploadState(({ items }) => items.length === 0)) return null
  return (
    <LazyBoundary>
      <LazyUploadProgress {...props} />
    </LazyBoundary>
  )
}

/** The same without a header: docked at the bottom end; a pill when collapsed. */
export function UploadTray(props: UploadTrayProps) {
  if (useUploadState(({ items }) => items.length === 0)) return null
  return (
    <LazyBoundary>
      <LazyUploadTray {...props} />
    </LazyBoundary>
  )
}
