import type { Send } from '../../kernel/client.ts'
import { KinoraError } from '../../kernel/errors.ts'
import {
  createTransport,
  type EngineState,
  type FileRole,
  toFileSource,
  Uploader,
  type UploadPorts,
  type UploadRecord,
  uploadId,
} from '../../uploads/index.ts'
import type { Clock, MediaFile } from './ports.ts'

export interface SendFileOptions {
  tag: string
  role: FileRole
  file: MediaFile
  signal: AbortSignal
  onProgress(sent: number): void
}

/** Uploads a file to a title; resolves with the digest of the whole file once processing is requested. */
export type SendFile = (options: SendFileOptions) => Promise<string>

/**
 * Core's uploader without a record of its own: the server knows which chunks it has, the fingerprint proves that it
 * is the same file (UPLOAD-04), and a changed file takes the place of the one before.
 */
export function createSendFile(options: {
  send: Send
  clock: Clock
  userId: string
  /** Milliseconds that a chunk may take. */
  silentAfter?: number | undefined
}): SendFile {
  const ports = createPorts(options)
  return ({ tag, role, file, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const uploader: Uploader = new Uploader({
        record: newRecord({ tag, role, file, userId: options.userId }),
        state: { kind: 'waiting', replace: true },
        file: toFileSource(file),
        ports,
        ...(options.silentAfter !== undefined && { settings: { silentAfter: options.silentAfter } }),
        onChange() {
          onProgress(uploader.progress().sentBytes)
          const result = toResult(uploader.state)
          if (result !== undefined) end(result)
        },
      })
      const end = (result: string | Error) => {
        signal.removeEventListener('abort', onAbort)
        const settle = () => (typeof result === 'string' ? resolve(result) : reject(result))
        void uploader.dispose().then(settle, reject)
      }
      const onAbort = () => end(new KinoraError('aborted'))
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      else uploader.dispatch({ type: 'start' })
    })
}

/** The digest once processing is requested, or the error. */
function toResult(state: EngineState): string | Error | undefined {
  if (state.kind === 'complete' || (state.kind === 'processing' && state.encoded)) return state.digest
  if (state.kind === 'failed') return state.error
  if (state.kind === 'broken') return failure('upload.broken')
  return state.kind === 'cancelled' ? failure('upload.cancelled') : undefined
}

const failure = (code: 'upload.broken' | 'upload.cancelled'): KinoraError =>
  new KinoraError('refused', { issues: [{ path: 'file', code }] })

function newRecord(given: { tag: string; role: FileRole; file: MediaFile; userId: string }): UploadRecord {
  const { tag, role, file, userId } = given
  return {
    id: uploadId({ tag, role }),
    tag,
    role,
    userId,
    progress: 0,
    identifier: '',
    uploadingChunkNumber: 1,
    totalNumberOfChunks: 1,
    fileName: file.name,
    totalSize: file.size,
    order: 0,
    status: 'waiting',
    replace: true,
  }
}

function createPorts({ send, clock, userId }: { send: Send; clock: Clock; userId: string }): UploadPorts {
  const nothing = async () => undefined
  return {
    transport: createTransport(send),
    records: { list: async () => [], load: nothing, save: nothing, remove: nothing },
    network: { online: () => true, subscribe: () => () => undefined },
    clock: {
      now: () => clock.now(),
      random: () => Math.random(),
      setTimeout(callback, milliseconds) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    userId: () => userId,
  }
}
