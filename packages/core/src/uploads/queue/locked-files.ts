import type { Issue } from '../../kernel/errors.ts'
import { pointOf } from '../machine/machine.ts'
import type { FileSource, FileStore, KeptFile } from '../ports.ts'
import type { Uploader } from '../send/uploader.ts'
import type { QueuedUpload } from './items.ts'

/** Reports a missing or locked file to the upload that is restored. */
export function reportFile(uploader: Uploader, kept: KeptFile): void {
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
