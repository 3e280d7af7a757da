import type { Issue } from '../../kernel/errors.ts'
import { pointOf } from '../machine/machine.ts'
import type { FileSource, FileStore, QueuePorts, StoredFile, StoredFileInfo } from '../ports.ts'
import type { Uploader } from '../send/uploader.ts'
import type { QueuedUpload } from './items.ts'

/** Milliseconds an upload waits for its file to be stored; a large copy continues in the background. */
const STORE_TIMEOUT = 3000

/** Files stored for the time after a reload; an upload whose file finds no room continues without. */
export interface StoredFiles {
  keep(id: string, file: FileSource, of: StoredFileInfo): Promise<void>
  /** Removes the file, also if it is still being stored. */
  forget(id: string): Promise<void>
  /** False if the file couldn't be stored: the person must choose it again after a reload. */
  isStored(id: string): boolean
}

export function createStoredFiles(ports: QueuePorts, onLost: (id: string) => void): StoredFiles {
  const lost = new Set<string>()
  const puts = new Map<string, { isForgotten: boolean }>()
  return {
    isStored: id => !lost.has(id),
    async keep(id, file, of) {
      lost.delete(id)
      const put = { isForgotten: false }
      puts.set(id, put)
      const store = async (): Promise<void> => {
        await ports.files.put(id, file, of)
        if (put.isForgotten && puts.get(id) === put) await ports.files.remove(id)
      }
      const kept = store().catch((error: unknown) => {
        lost.add(id)
        ports.onRecordLost?.(error)
        onLost(id)
      })
      let stop: (() => void) | undefined
      const timeout = new Promise<void>(resolve => {
        stop = ports.clock.setTimeout(resolve, STORE_TIMEOUT)
      })
      await Promise.race([kept, timeout])
      stop?.()
    },
    async forget(id) {
      const put = puts.get(id)
      if (put !== undefined) put.isForgotten = true
      await ports.files.remove(id)
    },
  }
}

/** Reports a missing or locked file to the upload that is restored. */
export function reportFile(uploader: Uploader, kept: StoredFile): void {
  if (kept === undefined) uploader.dispatch({ type: 'fileLost', cause: 'missing' })
  else if (kept === 'locked') uploader.dispatch({ type: 'fileLocked' })
}

/** Whether resuming needs the person's permission for the file first. */
export const needsFile = ({ state, hasFile }: Uploader): boolean =>
  !hasFile && state.kind !== 'broken' && pointOf(state)?.at !== 'processing'

/** Asks the person for a locked file, within the click that this is called from. */
export async function unlockFile(files: FileStore, id: string): Promise<FileSource | Issue | undefined> {
  const kept = await files.unlock?.(id).catch(() => undefined)
  return kept === 'locked' ? { path: 'file', code: 'upload.stillLocked' } : kept
}

/** Locked uploads whose files the same permission has unlocked as well. */
export async function findUnlocked(
  files: FileStore,
  uploads: Iterable<readonly [string, QueuedUpload]>,
): Promise<(readonly [string, FileSource])[]> {
  const found: (readonly [string, FileSource])[] = []
  for (const [id, { uploader }] of uploads) {
    if (uploader.state.kind !== 'locked') continue
    const kept = await files.get(id).catch(() => undefined)
    if (kept !== undefined && kept !== 'locked') found.push([id, kept])
  }
  return found
}
