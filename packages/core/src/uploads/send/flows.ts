import { KinoraError } from '../../kernel/errors.ts'
import { prepare, reuseStored, type StartPoint, synchronise, verifyDigest } from '../file/prepare.ts'
import type { ChunkReader } from '../file/reader.ts'
import { sendChunks } from '../machine/chunks.ts'
import type { EngineEvent, UploadSettings } from '../machine/states.ts'
import type { FileSource, UploadPorts, UploadTarget } from '../ports.ts'
import type { UploadRecord } from '../queue/records.ts'

export interface Flow {
  ports: UploadPorts
  settings: UploadSettings
  record: UploadRecord
  file: FileSource
  reader: ChunkReader
  signal: AbortSignal
  replaces?: string | undefined
}

export interface SendHooks {
  /** Throws when another user has signed in. */
  permit(): void
  onAccepted(nextChunk: number): void
  onProgress(bytes: number): void
}

export const targetOf = ({ tag, role, tenantId }: UploadRecord): UploadTarget => ({ tag, role, tenantId })

export interface UploadStart extends StartPoint {
  /** The platform had the file already: nothing was sent. */
  reused: boolean
}

/** Fingerprint, question to the server, comparison; what would be sent from the first chunk on may be there already. */
export async function beginUpload(flow: Flow, replace: boolean): Promise<UploadStart> {
  const { record, file, reader, signal } = flow
  const beginning = await prepare({
    transport: flow.ports.transport,
    target: targetOf(record),
    reader,
    signal,
    file,
    known: record.identifier,
    replace,
  })
  signal.throwIfAborted()
  if (beginning.nextChunk > 1) return { ...beginning, reused: false }
  const { transport, clock } = flow.ports
  const digest = await reuseStored({
    transport,
    clock,
    target: targetOf(record),
    reader,
    signal,
    file,
    identifier: beginning.identifier,
    above: flow.settings.reuseAbove,
  })
  signal.throwIfAborted()
  return { ...beginning, digest, reused: digest !== undefined }
}

/** Sends from where the server stands until it has proved the whole file. */
export async function sendUpload(
  flow: Flow,
  from: { chunk: number; sync: boolean },
  hooks: SendHooks,
): Promise<EngineEvent> {
  const { record, reader, signal, settings } = flow
  const { transport, clock } = flow.ports
  const { identifier, fileName, totalSize } = record
  const common = { transport, target: targetOf(record), reader, signal, identifier }
  let first = from.chunk
  if (from.sync) {
    const start = await synchronise({ ...common, replaces: from.chunk === 1 ? flow.replaces : undefined })
    signal.throwIfAborted()
    if (start.digest !== undefined) return { type: 'stored', digest: start.digest }
    first = start.nextChunk
    if (first === 1 && from.chunk > 1) {
      const ended = await findReason(flow)
      if (ended !== undefined) return ended
    }
    hooks.onAccepted(first)
    signal.throwIfAborted()
  }
  const whole = await sendChunks({ ...common, ...hooks, clock, settings, fileName, totalSize, from: first })
  const digest = await verifyDigest(whole, reader, signal)
  await flow.file.digests?.forget()
  return { type: 'stored', digest }
}

/** The server has nothing any more: it may have refused the whole file, or someone cancelled, and the answer was lost. */
async function findReason({ ports, record, signal }: Flow): Promise<EngineEvent | undefined> {
  const found = await ports.transport.watch(targetOf(record), { signal })
  signal.throwIfAborted()
  if (found.kind === 'cancelled') return { type: 'cancelledElsewhere' }
  if (found.kind === 'failed') throw new KinoraError('refused', { issues: [found.issue] })
  return undefined
}
