import { type Issue, isKinoraError } from '../../kernel/errors.ts'
import type { StallLimits } from '../machine/stall.ts'
import type { EngineState } from '../machine/states.ts'
import type { QueuePorts } from '../ports.ts'
import { isOpen, type QueuedUpload, type UploadEntry } from '../queue/items.ts'
import { fingerprint } from './fingerprint.ts'
import { isOf, isSame, isUnfinished } from './prepare.ts'
import { createChunkReader } from './reader.ts'
import { watchReads } from './watched-file.ts'

export interface Admission {
  issues: Issue[]
  identifier: string
}

export interface Expectation extends StallLimits {
  chunkSize: number
  /** The identifier of the upload that the file is for; empty where any file will do. */
  identifier: string
}

/** UPLOAD-26: the checks before the first byte, and who the file is; what is expected refuses any other file. */
export async function examine(
  ports: QueuePorts,
  entry: UploadEntry,
  expected: Expectation,
): Promise<Admission> {
  const unreadable: Issue = { path: 'file', code: 'upload.unreadable' }
  try {
    const issues = await ports.check(entry.file, entry)
    if (issues.length > 0) return { issues, identifier: '' }
    const file = watchReads(entry.file, ports.clock, expected)
    const identifier = await fingerprint(file, entry)
    const isDoubtful =
      entry.goOn === true || (expected.identifier !== '' && !isSame(expected.identifier, identifier))
    const isOther =
      isDoubtful && !(await isWanted(ports, { ...entry, file }, { ...expected, own: identifier }))
    return { issues: isOther ? [{ path: 'file', code: 'upload.otherFile' }] : [], identifier }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    // Nothing is tried again here: the person chooses the file once more.
    const isSilent = error.issues.some(issue => issue.code === 'upload.stalled')
    return { issues: error.issues.length > 0 && !isSilent ? [...error.issues] : [unreadable], identifier: '' }
  }
}

/** The server has the last word on which file an upload is of; without a word of it the record's name decides. */
async function isWanted(
  ports: QueuePorts,
  entry: UploadEntry,
  { chunkSize, identifier: stored, own }: Expectation & { own: string },
): Promise<boolean> {
  const { signal } = new AbortController()
  const { file } = entry
  const server = await ports.transport.state(entry, { signal }).catch(error => {
    if (isKinoraError(error)) return undefined
    throw error
  })
  if (server === undefined || !isUnfinished(server)) return stored === ''
  return isOf(server, { identifier: own, file, reader: createChunkReader(file, chunkSize), signal })
}

/** C-07: one re-upload of a broken file at a time, and one upload for a title's file. */
export function collisionOf(state: EngineState, others: Iterable<QueuedUpload>): Issue | undefined {
  if (isOpen(state)) return { path: 'file', code: 'upload.another' }
  if (state.kind !== 'broken') return undefined
  const isMending = [...others].some(other => other.mending && isOpen(other.uploader.state))
  return isMending ? { path: 'file', code: 'upload.oneBroken' } : undefined
}
