import { type Issue, KinoraError, toKinoraError } from '../../kernel/errors.ts'
import { type ChunkReader, createChunkReader, withReadTimeout } from '../file/reader.ts'
import { pointOf, step } from '../machine/machine.ts'
import { createMeter, type UploadProgress } from '../machine/progress.ts'
import {
  defaultSettings,
  type EngineEffect,
  type EngineEvent,
  type EngineState,
  type UploaderOptions,
  type UploadSettings,
} from '../machine/states.ts'
import type { FileSource, RecordCondition } from '../ports.ts'
import {
  cancelRemote,
  type ProcessingCall,
  pollProcessing,
  requestEncoding,
  sleep,
} from '../queue/processing.ts'
import { isSameUpload, toRecord, type UploadRecord } from '../queue/records.ts'
import { beginUpload, type Flow, sendUpload, targetOf } from './flows.ts'

type Job = (signal: AbortSignal) => Promise<EngineEvent | undefined>

interface JobHooks {
  onReport(event: EngineEvent): void
  onFault(error: unknown): void
}

/** One job at a time: a new one aborts the one before and waits for its end; results of an aborted job are dropped. */
function createJobs(hooks: JobHooks) {
  let current = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const runJob = async (job: Job, signal: AbortSignal): Promise<void> => {
    try {
      const report = signal.aborted ? undefined : await job(signal)
      if (!signal.aborted && report !== undefined) hooks.onReport(report)
    } catch (error) {
      if (!signal.aborted) hooks.onFault(error)
    }
  }
  return {
    start(job: Job): void {
      current.abort()
      current = new AbortController()
      const { signal } = current
      running = running.then(() => runJob(job, signal))
    },
    abort: (): void => current.abort(),
    settled: (): Promise<void> => running,
  }
}

/** Serialises writes; of the waiting ones only the newest is written. */
function createWriter(onLost: (error: unknown) => void) {
  let waiting: (() => Promise<void>) | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    const write = waiting
    waiting = undefined
    try {
      await write?.()
    } catch (error) {
      onLost(error)
    }
  }
  return {
    write(task: () => Promise<void>): void {
      waiting = task
      writing = writing.then(flush)
    },
    settled: (): Promise<void> => writing,
  }
}

type WorkEffect = Extract<
  EngineEffect,
  { kind: 'prepare' | 'send' | 'encode' | 'poll' | 'wait' | 'cancelRemote' }
>

/** Runs one upload from its first byte to the end: pause, resume, retry, cancel (E-4). */
export class Uploader {
  readonly #options: UploaderOptions
  readonly #settings: UploadSettings
  readonly #jobs = createJobs({
    onReport: event => this.dispatch(event),
    onFault: error => this.#onFault(error),
  })
  readonly #writer = createWriter(error => this.#options.ports.onRecordLost?.(error))
  readonly #stopListening: () => void
  #state: EngineState
  #record: UploadRecord
  #file: FileSource | undefined
  #reader: ChunkReader | undefined
  #meter: ReturnType<typeof createMeter>
  #disposed = false
  #replaces: string | undefined

  constructor(options: UploaderOptions) {
    this.#options = options
    this.#settings = { ...defaultSettings, ...options.settings }
    this.#state = options.state
    this.#record = options.record
    this.#file = options.file
    this.#meter = createMeter(options.ports.clock, options.record.totalSize, this.#settings.chunkSize)
    this.#meter.reset((options.record.uploadingChunkNumber - 1) * this.#settings.chunkSize)
    const { network } = options.ports
    this.#stopListening = network.subscribe(() =>
      this.dispatch({ type: network.online() ? 'online' : 'offline' }),
    )
  }

  get state(): EngineState {
    return this.#state
  }

  get record(): UploadRecord {
    return this.#record
  }

  /** Whether it has its file. */
  get hasFile(): boolean {
    return this.#file !== undefined
  }

  progress(): UploadProgress {
    return this.#meter.progress(this.#state)
  }

  /** Feeds the machine; answers why a command is refused. */
  dispatch(event: EngineEvent): Issue | undefined {
    if (this.#disposed) return undefined
    const [state, effects] = step(this.#state, event)
    const was = this.#state
    const moved = state !== was
    // What was on its way didn't arrive: an upload that was refused keeps what the server holds, maybe nothing.
    if (was.kind === 'uploading' && state.kind === 'failed') this.#meter.reset(was.sentBytes)
    this.#state = state
    this.#record = toRecord(this.#record, state)
    const next = effects.find(effect => effect.kind === 'next')
    // What is only watched is any tab's: meanwhile another one may have begun another upload in its place.
    const isWatched = pointOf(was)?.at === 'processing'
    for (const effect of effects) this.#perform(effect, isWatched)
    if (moved) this.#options.onChange?.()
    if (next !== undefined) this.#options.onNext?.(next.after)
    return effects.find(effect => effect.kind === 'refuse')?.issue
  }

  /** Gives it another file and what is known of it, before `reupload`. */
  setFile(file: FileSource, record: UploadRecord): void {
    this.#file = file
    this.#record = record
    this.#reader = undefined
    this.#meter = createMeter(this.#options.ports.clock, file.size, this.#settings.chunkSize)
  }

  /** Stops as a killed process would: record and server stay as they are. */
  async dispose(): Promise<void> {
    this.#disposed = true
    this.#stopListening()
    this.#jobs.abort()
    await this.#jobs.settled()
    await this.#writer.settled()
  }

  #perform(effect: EngineEffect, isWatched: boolean): void {
    const { records, network } = this.#options.ports
    const isSame: RecordCondition = stored => isSameUpload(stored, this.#record)
    const condition = isWatched ? isSame : undefined
    if (effect.kind === 'abort') this.#jobs.abort()
    else if (effect.kind === 'save') this.#writer.write(() => records.save(this.#record, condition))
    else if (effect.kind === 'forget') this.#writer.write(() => records.remove(this.#record.id, condition))
    else if (effect.kind !== 'refuse' && effect.kind !== 'next') {
      const isLocal = effect.kind === 'wait' || effect.kind === 'cancelRemote'
      if (isLocal || network.online()) this.#jobs.start(signal => this.#work(effect, signal))
      else this.dispatch({ type: 'offline' })
    }
  }

  async #work(effect: WorkEffect, signal: AbortSignal): Promise<EngineEvent | undefined> {
    const { clock } = this.#options.ports
    switch (effect.kind) {
      case 'prepare':
        return this.#begin(effect.replace, signal)
      case 'send':
        return this.#send({ chunk: effect.from, sync: effect.sync }, signal)
      case 'encode':
        return requestEncoding(this.#processingCall(signal))
      case 'poll':
        return pollProcessing(this.#processingCall(signal), report => this.dispatch(report))
      case 'wait':
        await sleep(clock, effect.until - clock.now(), signal)
        return { type: 'due' }
      case 'cancelRemote':
        await cancelRemote(this.#processingCall(signal))
        return undefined
    }
  }

  #onFault(thrown: unknown): void {
    const { network, clock } = this.#options.ports
    const error = toKinoraError(thrown)
    if (error.code === 'unauthorised' && this.#isForeign()) this.dispatch({ type: 'otherUser' })
    else if (error.issues.some(issue => issue.code === 'upload.cancelled'))
      this.dispatch({ type: 'cancelledElsewhere' })
    else if (error.code === 'offline' && !network.online()) this.dispatch({ type: 'offline' })
    else this.dispatch({ type: 'fault', error, now: clock.now(), random: clock.random() })
  }

  #isForeign(): boolean {
    const userId = this.#options.ports.userId()
    return userId !== undefined && userId !== this.#record.userId
  }

  /** UPLOAD-24: never a byte in another user's name. */
  #permit(): void {
    if (!this.#isForeign()) return
    this.dispatch({ type: 'otherUser' })
    throw new KinoraError('aborted')
  }

  async #begin(replace: boolean, signal: AbortSignal): Promise<EngineEvent> {
    const file = this.#file
    if (file === undefined) return { type: 'fileLost', cause: 'missing' }
    this.#permit()
    const { clock } = this.#options.ports
    const reader = createChunkReader(withReadTimeout(file, clock, this.#settings), this.#settings.chunkSize)
    const flow = this.#flow(file, reader, signal)
    const { identifier, nextChunk, digest, reused, replaces } = await beginUpload(flow, replace)
    this.#replaces = replaces
    this.#reader = reader
    this.#record = { ...this.#record, identifier, totalNumberOfChunks: reader.total }
    if (digest !== undefined) return { type: 'stored', digest, reused }
    const position = reader.positionAt(nextChunk)
    this.#meter.reset(position.sentBytes)
    return { type: 'ready', position }
  }

  async #send(from: { chunk: number; sync: boolean }, signal: AbortSignal): Promise<EngineEvent> {
    const file = this.#file
    const reader = this.#reader
    if (file === undefined || reader === undefined) return { type: 'fileLost', cause: 'missing' }
    if (from.sync) this.#meter.reset(reader.positionAt(from.chunk).sentBytes)
    return sendUpload(this.#flow(file, reader, signal), from, {
      permit: () => this.#permit(),
      onAccepted: next => void this.dispatch({ type: 'accepted', position: reader.positionAt(next) }),
      onProgress: bytes => {
        if (signal.aborted) return
        this.#meter.move(bytes)
        this.#options.onProgress?.()
      },
    })
  }

  #flow(file: FileSource, reader: ChunkReader, signal: AbortSignal): Flow {
    return {
      ports: this.#options.ports,
      settings: this.#settings,
      record: this.#record,
      file: withReadTimeout(file, this.#options.ports.clock, this.#settings, { signal }),
      reader,
      signal,
      replaces: this.#replaces,
    }
  }

  #processingCall(signal: AbortSignal): ProcessingCall {
    const { transport, clock } = this.#options.ports
    return { transport, clock, target: targetOf(this.#record), signal }
  }
}
