import type { Issue, UploadRole } from '@kinora/core'
import type { QueueSnapshot, UploadItem } from '@kinora/core/uploads'
import { useMemo, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora } from '../kernel/provider.tsx'
import type { PickedFile } from '../ui/form/picked-files.ts'

export interface FileToUpload {
  tag: string
  role: UploadRole
  /** With its handle, where it came from one, it can be read again after a restart. */
  file: PickedFile
  /** What the title is: decides which kinds of file are allowed (VAL-15). */
  kind?: 'video' | 'audio'
  /** The file is for what another machine began; any other is refused. */
  resume?: boolean
}

/** What can be done to the uploads of this page. */
export interface UploadActs {
  /** Adds files; what cannot be uploaded comes back by `files.<index>` and nothing of it is sent (UPLOAD-26). */
  add(files: readonly FileToUpload[]): Promise<Issue[]>
  /** Why this page can't upload now: asked before a title is made for a file. */
  refusal(): Promise<Issue | undefined>
  pause(id: string): void
  resume(id: string): Promise<Issue | undefined>
  cancel(id: string): void
  remove(id: string): Promise<void>
  /** A file for a broken, failed or cancelled upload; another one than before needs `replace`. */
  reupload(id: string, file: PickedFile, options?: { replace?: boolean }): Promise<Issue[]>
}

export interface Uploads extends QueueSnapshot, UploadActs {
  /** The upload of a title's file in this browser, where there is one. */
  forTitle(tag: string, role: UploadRole): UploadItem | undefined
}

/** Loaded with the first file. */
const browserFiles = () => import('../adapters/upload-files.ts')

/** The actions alone, for components that show no progress: they don't render on progress events. */
export function useUploadActs(): UploadActs {
  const { uploads, digest } = useKinora()
  const tenantId = useActingTenant()?.tenantId
  return useMemo(
    () => ({
      async add(files) {
        const { fileSource } = await browserFiles()
        return uploads.add(
          files.map(({ file, kind, ...target }) => ({
            ...target,
            tenantId,
            file: fileSource(file, file.name, { kind, digest }),
          })),
        )
      },
      refusal: () => uploads.refusal(),
      pause: id => void uploads.pause(id),
      resume: id => uploads.resume(id),
      cancel: id => void uploads.cancel(id),
      remove: id => uploads.remove(id),
      async reupload(id, file, options) {
        const { fileSource } = await browserFiles()
        const { kind } = uploads.getSnapshot().items.find(item => item.id === id) ?? {}
        return uploads.reupload(id, fileSource(file, file.name, { kind, digest }), options)
      },
    }),
    [uploads, digest, tenantId],
  )
}

/**
 * A part of the queue's snapshot; the component renders again only when that part changes, not on every progress
 * event. `pick` returns a primitive, or an object of the snapshot itself.
 */
export function useUploadState<T>(pick: (snapshot: QueueSnapshot) => T): T {
  const { uploads } = useKinora()
  const read = () => pick(uploads.getSnapshot())
  return useSyncExternalStore(uploads.subscribe, read, read)
}

/** The same of the upload of a title's file. */
export function useUploadOf<T>(
  tag: string | undefined,
  role: UploadRole,
  pick: (item: UploadItem | undefined) => T,
): T {
  return useUploadState(snapshot => pick(itemOf(snapshot, tag, role)))
}

/** The upload queue of this page, as a hook. */
export function useUploads(): Uploads {
  const acts = useUploadActs()
  const snapshot = useUploadState(whole)
  return useMemo(
    () => ({ ...snapshot, ...acts, forTitle: (tag, role) => itemOf(snapshot, tag, role) }),
    [acts, snapshot],
  )
}

const whole = (snapshot: QueueSnapshot): QueueSnapshot => snapshot

const itemOf = (
  { items }: QueueSnapshot,
  tag: string | undefined,
  role: UploadRole,
): UploadItem | undefined =>
  tag === undefined ? undefined : items.find(item => item.tag === tag && item.role === role)

/** Whether there is something to cancel (E-4). */
export const isCancellable = ({ state }: Pick<UploadItem, 'state'>): boolean =>
  ['waiting', 'starting', 'uploading', 'retrying', 'paused', 'processing'].includes(state.kind)

/** This browser's upload of a title's video, where there is one; renders again as it moves on. */
export const useVideoUpload = (tag: string | undefined): UploadItem | undefined =>
  useUploadOf(tag, 'video', item => item)
