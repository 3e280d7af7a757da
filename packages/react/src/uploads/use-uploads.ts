import { type Issue, toKinoraError, type UploadRole } from '@kinora/core'
import type { QueueSnapshot, UploadItem } from '@kinora/core/uploads'
import { useMemo } from 'react'
import { useActingTenant, useKinora } from '../kernel/provider.tsx'
import { refusedBy, type WriteResult } from '../kernel/use-write.ts'
import type { PickedFile } from '../ui/form/picked-files.ts'
import { itemOf, useUploadState } from './use-upload-state.ts'

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

/** What can be done to the uploads of this page. Acts never throw and answer as `useWrite` does; what can't fail answers nothing. */
export interface UploadActs {
  /** Adds files; what cannot be uploaded fails by `files.<index>` and nothing of it is sent. */
  add(files: readonly FileToUpload[]): Promise<WriteResult<undefined>>
  /** Why this page can't upload now: asked before a title is made for a file. */
  refusal(): Promise<Issue | undefined>
  pause(id: string): void
  resume(id: string): Promise<WriteResult<undefined>>
  cancel(id: string): void
  remove(id: string): Promise<WriteResult<undefined>>
  /** A file for a broken, failed or cancelled upload; another one than before needs `replace`. */
  reupload(id: string, file: PickedFile, options?: { replace?: boolean }): Promise<WriteResult<undefined>>
}

export interface Uploads extends QueueSnapshot, UploadActs {
  /** The upload of a title's file in this browser, where there is one. */
  forTitle(tag: string, role: UploadRole): UploadItem | undefined
}

/** What came of an act of the queue, which says what is wrong with a file. */
async function answer(
  act: () => Promise<readonly Issue[] | Issue | undefined>,
): Promise<WriteResult<undefined>> {
  try {
    const issues = [(await act()) ?? []].flat()
    return issues.length === 0 ? { kind: 'done', output: undefined } : refusedBy(issues)
  } catch (thrown) {
    return { kind: 'failed', error: toKinoraError(thrown) }
  }
}

/** What is wrong with files that weren't taken; throws what failed for another reason. */
export function issuesOf(result: WriteResult<unknown>): readonly Issue[] {
  if (result.kind !== 'failed') return []
  if (result.error.issues.length === 0) throw result.error
  return result.error.issues
}

/** Loaded with the first file. */
const browserFiles = () => import('../adapters/upload-files.ts')

/** The actions alone, for components that show no progress: they don't render on progress events. */
export function useUploadActs(): UploadActs {
  const { uploads, digest } = useKinora()
  const tenantId = useActingTenant()?.tenantId
  return useMemo(
    () => ({
      add: files =>
        answer(async () => {
          const { fileSource } = await browserFiles()
          return uploads.add(
            files.map(({ file, kind, ...target }) => ({
              ...target,
              tenantId,
              file: fileSource(file, file.name, { kind, digest }),
            })),
          )
        }),
      refusal: () => uploads.refusal(),
      pause: id => void uploads.pause(id),
      resume: id => answer(() => uploads.resume(id)),
      cancel: id => void uploads.cancel(id),
      remove: id => answer(() => uploads.remove(id).then(() => undefined)),
      reupload: (id, file, options) =>
        answer(async () => {
          const { fileSource } = await browserFiles()
          const { kind } = uploads.getSnapshot().items.find(item => item.id === id) ?? {}
          return uploads.reupload(id, fileSource(file, file.name, { kind, digest }), options)
        }),
    }),
    [uploads, digest, tenantId],
  )
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
