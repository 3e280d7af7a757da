import { createEventTransport, isKinoraError, KinoraError, withoutRetry } from '@kinora/core'
import type { MediaKind } from '@kinora/core/media'
import {
  createTransport,
  describeUpload,
  type EngineState,
  type RecordCondition,
  type RecordStore,
  toFileSource,
  toUploadRecord,
  Uploader,
  type UploadPorts,
  type UploadRecord,
  type UploadRole,
  type UploadSettings,
  uploadId,
} from '@kinora/core/uploads'
import { safe, say } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { stallTimeoutAt } from '../kernel/flags.ts'
import { listFor, loginCommand, quotaHint, quoted } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import { createBar, toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { JournalStore, LocalFile, World } from '../kernel/world.ts'

interface UploadWish {
  tag: string
  role: UploadRole
  file: LocalFile
  userId: string
  /** Another file than the one that the server holds a part of may take its place. */
  replace: boolean
}

/** What became of a file. */
interface Sent {
  digest: string
  /** The platform had it already: nothing was sent. */
  reused: boolean
}

const chunkSize = 4_194_304

/** UPLOAD-26: a file that can't be processed is said before the first byte is sent. */
export async function assertMediaFile(kind: MediaKind, { name, blob }: LocalFile): Promise<void> {
  const { checkMediaFile } = await import('@kinora/core/media')
  const { issues } = await checkMediaFile(kind, { name, blob })
  if (issues.length === 0) return
  throw explain(
    'invalid',
    { what: text('upload.refused', { name }), why: messages.advise(issues), how: text('upload.refusedHow') },
    new KinoraError('invalid', { issues }),
  )
}

/**
 * UPLOAD-01 to UPLOAD-04: sends a file until the server holds all of it and has begun to work on it, wherever it was begun.
 * The journal stores every step, so the same command resumes after Ctrl-C or a kill.
 */
export async function sendFile(session: Session, wish: UploadWish): Promise<Sent> {
  const url = await session.url()
  const release = await session.world.tryLock(`upload-${new URL(url).host}-${uploadId(wish)}`)
  if (release === undefined)
    throw new KinoraError('conflict', { issues: [{ path: 'file', code: 'upload.another' }] })
  try {
    return await run(session, wish, url)
  } finally {
    await release()
  }
}

async function run(session: Session, wish: UploadWish, url: string): Promise<Sent> {
  const ports = await createPorts(session, wish, url)
  const stored = await ports.records.load(uploadId(wish))
  const progress = await createBar(session, { label: wish.file.name, total: wish.file.size, unit: 'bytes' })
  const uploader: Uploader = new Uploader({
    record: toStart(wish, session, stored),
    state: { kind: 'waiting', replace: wish.replace },
    file: toFileSource(wish.file),
    ports,
    settings: settingsOf(session),
    onChange: () => show(),
    onProgress: () => show(),
  })
  const show = (): void =>
    progress.update(uploader.progress().sentBytes, labelOf(uploader.state, wish.file.name))
  const ended = finish(session, uploader, wish).finally(async () => {
    progress.end()
    await uploader.dispose()
  })
  const isNotFound = (error: unknown) => isKinoraError(error) && error.code === 'notFound'
  const forget = () => ports.records.remove(uploadId(wish))
  const sent = await ended.catch(async (error: unknown) => {
    if (isNotFound(error)) await forget()
    throw error
  })
  await forget()
  return sent
}

/** Waits for the state that ends the sending; looks after each change, so that nothing is missed. */
async function finish(session: Session, uploader: Uploader, wish: UploadWish): Promise<Sent> {
  const { world } = session
  uploader.dispatch({ type: 'start' })
  for (;;) {
    const { state } = uploader
    if (state.kind === 'complete' || (state.kind === 'processing' && state.encoded))
      return { digest: state.digest, reused: state.reused ?? false }
    if (state.kind === 'failed') throw failure(session, state)
    if (state.kind === 'cancelled')
      throw new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.cancelled' }] })
    if (state.kind === 'broken')
      throw new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.broken' }] })
    if (world.interrupted.aborted) throw interrupted(world, uploader, wish)
    await world.clock.sleep(25, world.interrupted).catch(() => undefined)
  }
}

async function createPorts(session: Session, wish: UploadWish, url: string): Promise<UploadPorts> {
  const { clock, journal } = session.world
  const send = withoutRetry(await session.send())
  return {
    transport: createTransport(send, { ofEvents: createEventTransport(() => send) }),
    records: throttleProgress(createRecordStore(journal, url), clock.now),
    network: { online: () => true, subscribe: () => () => undefined },
    clock: {
      now: clock.now,
      random: Math.random,
      setTimeout(callback, milliseconds) {
        const controller = new AbortController()
        clock.sleep(milliseconds, controller.signal).then(callback, () => undefined)
        return () => controller.abort()
      },
    },
    userId: () => wish.userId,
    onRecordLost: () =>
      session.print.warn(safe`The journal in ${journal.folder} couldn’t be written. The upload continues.`),
  }
}

/** UPLOAD-04: where it stands is the server's to say, also for what another machine began; the record only shows progress. */
function toStart(wish: UploadWish, session: Session, stored: UploadRecord | undefined): UploadRecord {
  const { tag, role, file, userId } = wish
  return {
    id: uploadId(wish),
    tag,
    role,
    fileName: file.name,
    totalSize: file.size,
    userId,
    order: 0,
    status: 'waiting',
    tenantId: session.options.tenant,
    progress: stored?.progress ?? 0,
    identifier: '',
    uploadingChunkNumber: 1,
    totalNumberOfChunks: Math.max(1, Math.ceil(file.size / chunkSize)),
  }
}

/**
 * KINORA_STALL_SECONDS: how long one chunk may take; this platform doesn't report the bytes as they leave.
 * KINORA_REUSE=off sends every byte, also of a file that the platform holds already.
 */
function settingsOf(session: Session): Partial<UploadSettings> {
  const { env } = session.world
  const seconds = Number(env.KINORA_STALL_SECONDS) || (stallTimeoutAt(session) ?? 0) / 1000
  return {
    ...(seconds > 0 ? { silentAfter: seconds * 1000 } : {}),
    ...(env.KINORA_REUSE === 'off' ? { reuseAbove: Number.POSITIVE_INFINITY } : {}),
  }
}

function labelOf(state: EngineState, name: string): string {
  const said = describeUpload(state)
  return said === undefined ? name : `${name} · ${messages.text(said.headline)}`
}

function failure(session: Session, state: Extract<EngineState, { kind: 'failed' }>): KinoraError {
  const { error, phase } = state
  const reason = messages.error(error)
  const headline = messages.text(phase === 'upload' ? 'upload.failed' : 'upload.processingFailed')
  return explain(error.code, { what: `${headline}: ${reason}`, how: resumeHint(session, error) }, error)
}

/** What to fix before the same command can resume. */
function resumeHint(session: Session, error: KinoraError): string {
  const { code, issues } = error
  const room = quotaHint(issues)
  if (room !== undefined) return room
  if (issues.some(issue => issue.code === 'upload.otherFile'))
    return 'Nothing is lost. Run the command with the original file, or add --replace to start over with this one.'
  if (code === 'notFound')
    return safe`It was deleted meanwhile, and nothing is left to resume. What is there: ${listFor(session.world.args) ?? ''}`
  if (issues.some(issue => issue.code === 'event.notSimulated'))
    return text('how.look', { list: listFor(session.world.args) ?? '' })
  if (code === 'unauthorised')
    return safe`Sign in with ${loginCommand(session)}, then run the same command again to resume.`
  return code === 'storageFull' ? text('how.storageFull') : text('upload.again')
}

/** Ctrl-C: says what is kept and how to go on. */
function interrupted(world: World, uploader: Uploader, wish: UploadWish): KinoraError {
  const sent = uploader.state.kind === 'uploading' ? uploader.state.sentBytes : uploader.progress().sentBytes
  return explain('aborted', {
    what: say('Interrupted. {{sent}} of {{total}} sent for {{tag}}', {
      sent: toSize(sent),
      total: toSize(wish.file.size),
      tag: wish.tag,
    }),
    how: text('upload.goOn', { command: commandOf(world) }),
  })
}

/** The command as it was given, to be pasted. */
export function commandOf(world: World): string {
  return ['kinora', ...world.args.map(quoted)].join(' ')
}

const nameOf = (url: string, id: string): string => `uploads/${new URL(url).host}/${id}`

/** UPLOAD-06: the records of uploads in the journal, kept apart by server. */
function createRecordStore(journal: JournalStore, url: string) {
  const load = async (id: string): Promise<UploadRecord | undefined> =>
    toUploadRecord(await journal.record(nameOf(url, id)).read())
  return {
    load,
    async list(): Promise<UploadRecord[]> {
      const names = await journal.list(nameOf(url, ''))
      const read = await Promise.all(names.map(name => journal.record(name).read()))
      return read.flatMap(value => toUploadRecord(value) ?? [])
    },
    async save(record: UploadRecord, condition?: RecordCondition): Promise<void> {
      if (condition?.(await load(record.id)) ?? true)
        await journal.record<UploadRecord>(nameOf(url, record.id)).write(record)
    },
    async remove(id: string, condition?: RecordCondition): Promise<void> {
      if (condition?.(await load(id)) ?? true) await journal.remove(nameOf(url, id))
    },
  }
}

/** Throttle in milliseconds: in this time one of the records is written that say no more than that bytes have moved. */
const pause = 1000

/**
 * The server says where an upload stands. The record need not reach the disk with every chunk, nor before the first one
 * where it says already what it would say; anything else that it says is written at once.
 */
function throttleProgress(records: RecordStore, now: () => number): RecordStore {
  let last: { record: UploadRecord; at: number } | undefined
  const isOld = (record: UploadRecord): boolean =>
    last !== undefined && isOnlyProgress(record, last.record) && now() - last.at < pause
  return {
    ...records,
    async load(id) {
      const record = await records.load(id)
      last = record && { record, at: now() }
      return record
    },
    async save(record, condition) {
      if (isOld(record)) return
      last = { record, at: now() }
      await records.save(record, condition)
    },
  }
}

/** Which file it is may not be known again yet. */
const isOnlyProgress = ({ id, identifier, status }: UploadRecord, before: UploadRecord): boolean =>
  status === 'uploading' &&
  status === before.status &&
  id === before.id &&
  (identifier === before.identifier || identifier === '')

export { uploadId }
