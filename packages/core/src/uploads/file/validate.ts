import { type Issue, isKinoraError } from '../../kernel/errors.ts'
import type { StallLimits } from '../machine/stall.ts'
import type { EngineState } from '../machine/states.ts'
import type { QueuePorts } from '../ports.ts'
import { hasBytesToSend, isOpen, type QueuedUpload, type UploadEntry } from '../queue/items.ts'
import { fingerprint } from './fingerprint.ts'
import { isSame, isUnfinished, isUploadOf } from './prepare.ts'
import { createChunkReader, withReadTimeout } from './reader.ts'

export interface FileValidation {
  issues: Issue[]
  identifier: string
}

export interface ValidationOptions extends StallLimits {
  chunkSize: number
  /** The identifier of the upload that the file is for; empty where any file will do. */
  identifier: string
}

/** UPLOAD-26: the checks before the first byte, and the fingerprint; with an expected identifier any other file is refused. */
export async function validateFile(
  ports: QueuePorts,
  entry: UploadEntry,
  expected: ValidationOptions,
): Promise<FileValidation> {
  const unreadable: Issue = { path: 'file', code: 'upload.unreadable' }
  try {
    const issues = await ports.check(entry.file, entry)
    if (issues.length > 0) return { issues, identifier: '' }
    const file = withReadTimeout(entry.file, ports.clock, expected)
    const identifier = await fingerprint(file, entry)
    const needsComparison =
      entry.resume === true || (expected.identifier !== '' && !isSame(expected.identifier, identifier))
    const isOther =
      needsComparison && !(await isExpectedFile(ports, { ...entry, file }, { ...expected, own: identifier }))
    return { issues: isOther ? [{ path: 'file', code: 'upload.otherFile' }] : [], identifier }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    // No retry here: the person chooses the file again.
    const isSilent = error.issues.some(issue => issue.code === 'upload.stalled')
    return { issues: error.issues.length > 0 && !isSilent ? [...error.issues] : [unreadable], identifier: '' }
  }
}

/** The server decides which file an upload is of; if it doesn't answer, the record's identifier does. */
async function isExpectedFile(
  ports: QueuePorts,
  entry: UploadEntry,
  { chunkSize, identifier: stored, own }: ValidationOptions & { own: string },
): Promise<boolean> {
  const { signal } = new AbortController()
  const { file } = entry
  const server = await ports.transport.state(entry, { signal }).catch(error => {
    if (isKinoraError(error)) return undefined
    throw error
  })
  if (server === undefined || !isUnfinished(server)) return stored === ''
  return isUploadOf(server, { identifier: own, file, reader: createChunkReader(file, chunkSize), signal })
}

/** C-07: one re-upload of a broken file at a time, and one upload for a title's file. */
export function findConflict(state: EngineState, others: Iterable<QueuedUpload>): Issue | undefined {
  if (isOpen(state)) return { path: 'file', code: 'upload.another' }
  if (state.kind !== 'broken') return undefined
  const isMending = [...others].some(other => other.isReupload && hasBytesToSend(other.uploader.state))
  return isMending ? { path: 'file', code: 'upload.oneBroken' } : undefined
}
