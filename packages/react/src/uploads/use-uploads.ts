import type { FileRole, Issue } from '@kinora/core'
import type { QueueSnapshot, UploadItem } from '@kinora/core/uploads'
import { useMemo, useSyncExternalStore } from 'react'
import { useKinora, useSession } from '../kernel/provider.tsx'
import type { PickedFile } from '../ui/picked-files.ts'

export interface FileToUpload {
  tag: string
  role: FileRole
  /** With its handle, where it came from one, it can be read again after a restart. */
  file: PickedFile
  /** What the title is: decides which kinds of file are allowed (VAL-15). */
  kind?: 'video' | 'audio'
  /** The file is for what another machine began; any other is refused. */
  goOn?: boolean
}

export interface Uploads extends QueueSnapshot {
  /** Adds files; what cannot be uploaded comes back by `files.<index>` and nothing of it is sent (UPLOAD-26). */
  add(files: readonly FileToUpload[]): Promise<Issue[]>
  /** The upload of a title's file in this browser, where there is one. */
  forTitle(tag: string, role: FileRole): UploadItem | undefined
  pause(id: string): void
  resume(id: string): Promise<Issue | undefined>
  cancel(id: string): void
  remove(id: string): Promise<void>
  /** A file for a broken, failed or cancelled upload; another one than before needs `replace`. */
  reupload(id: string, file: PickedFile, options?: { replace?: boolean }): Promise<Issue[]>
}

/** Loaded with the first file. */
const browserFiles = () => import('../adapters/upload-files.ts')

/** The upload queue of this page without looks. */
export function useUploads(): Uploads {
  const { uploads, digest } = useKinora()
  const session = useSession()
  const snapshot = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot)
  const tenantId = session.kind === 'loggedIn' ? session.tenant?.tenantId : undefined
  return useMemo(
    () => ({
      ...snapshot,
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
      forTitle: (tag, role) => snapshot.items.find(item => item.tag === tag && item.role === role),
      pause: id => void uploads.pause(id),
      resume: id => uploads.resume(id),
      cancel: id => void uploads.cancel(id),
      remove: id => uploads.remove(id),
      async reupload(id, file, options) {
        const { fileSource } = await browserFiles()
        return uploads.reupload(id, fileSource(file, file.name, { digest }), options)
      },
    }),
    [uploads, digest, snapshot, tenantId],
  )
}
