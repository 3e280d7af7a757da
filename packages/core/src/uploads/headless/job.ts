import { type Issue, KinoraError, toKinoraError } from '../../kernel/errors.ts'
import { createListeners } from '../../kernel/listeners.ts'
import { isRetryable, retry, retryPolicy } from '../../kernel/retry.ts'
import type { Title } from '../../titles/schema.ts'
import { canUpload } from '../machine/machine.ts'
import type { UploadProgress } from '../machine/progress.ts'
import { defaultSettings, type EngineState, type UploadSettings } from '../machine/states.ts'
import type { FileSource, UploadPorts } from '../ports.ts'
import { newRecord } from '../queue/items.ts'
import { toState } from '../queue/records.ts'
import { calls } from '../send/calls.ts'
import { Uploader } from '../send/uploader.ts'
import type { Account } from './account.ts'

/** What a file is for: a title that there is, or a new one; an external id makes one title, however often it is asked for. */
export type UploadOf = (
  | {
      tag: string
      role?: 'video' | 'trailer'
      /** Takes the place of another file that was begun. */ replace?: boolean
    }
  | { title: string; externalId?: string }
) & {
  /** For what has no name of its own, as a blob of Node. */
  fileName?: string
}

/** E-4, and `creating` until a new title is there; `closed` where its uploader was closed before its end. */
export type UploadJobState = 'creating' | 'closed' | EngineState['kind']

/** A file that the server holds whole; the digest is SHA-256 over those of its chunks. */
export interface SentFile {
  tag: string
  digest: string
}

export interface UploadJobEvents {
  state: UploadJobState
  progress: UploadProgress
  /** The server holds the file and has begun to process it: the page may be closed. */
  sent: SentFile
  /** The file is processed. */
  done: Title
  failed: KinoraError
}

/** One file on its way. `pause`, `resume` and `cancel` answer why they are refused, or nothing. */
export interface UploadJob {
  readonly state: UploadJobState
  /** Undefined until the title is known. */
  readonly tag: string | undefined
  /** Undefined until the title is known. */
  readonly progress: UploadProgress | undefined
  /** Kept once the server holds the file; rejects as `done` does. */
  readonly sent: Promise<SentFile>
  /** The title once its file is processed. Rejects with a `KinoraError` that says why not; `resume()` begins a new promise then. */
  readonly done: Promise<Title>
  /** Returns what ends the subscription. */
  on<E extends keyof UploadJobEvents>(event: E, listener: (value: UploadJobEvents[E]) => void): () => void
  pause(): Issue | undefined
  resume(): Issue | undefined
  cancel(): Issue | undefined
}

export interface JobHost {
  account: Account
  ports: UploadPorts
  settings?: Partial<UploadSettings> | undefined
  /** Whether the bytes of a file are under way: others wait. */
  isBusy(): boolean
  /** The next file may start after so many milliseconds. */
  onNext(after: number): void
  isClosed(): boolean
  /** The job is on its way, or isn't any more. */
  enter(job: Job): void
  leave(job: Job): void
}

type Command = 'pause' | 'resume' | 'cancel'

/** Before the engine has the file: its title is made, and whose the upload is found out. */
type Opening = { error?: KinoraError; wanted?: Exclude<Command, 'resume'> | undefined }

/** What `createUploader` hands out for a file: the engine of the queue, with events and promises in place of a list. */
export class Job implements UploadJob {
  readonly #host: JobHost
  readonly #file: FileSource
  readonly #of: UploadOf
  readonly #events = createListeners<UploadJobEvents>()
  readonly on = this.#events.on
  #outcome = createOutcome<SentFile, Title>()
  #opening: Opening = {}
  #uploader: Uploader | undefined
  readonly #closing = new AbortController()
  #isClosed = false

  constructor(host: JobHost, file: FileSource, of: UploadOf) {
    this.#host = host
    this.#file = file
    this.#of = of
    if (host.isClosed()) void this.close()
    else this.#begin()
  }

  get uploader(): Uploader | undefined {
    return this.#uploader
  }

  get state(): UploadJobState {
    if (this.#isClosed) return 'closed'
    if (this.#uploader !== undefined) return this.#uploader.state.kind
    return this.#opening.error === undefined ? 'creating' : 'failed'
  }

  get tag(): string | undefined {
    return 'tag' in this.#of ? this.#of.tag : this.#uploader?.record.tag
  }

  get progress(): UploadProgress | undefined {
    return this.#uploader?.progress()
  }

  get sent(): Promise<SentFile> {
    return this.#outcome.sent
  }

  get done(): Promise<Title> {
    return this.#outcome.done
  }

  pause(): Issue | undefined {
    return this.#command('pause')
  }

  resume(): Issue | undefined {
    return this.#command('resume')
  }

  cancel(): Issue | undefined {
    return this.#command('cancel')
  }

  /** Leaves the server as it is, as a page that is closed. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#outcome.fail(new KinoraError('aborted'))) {
      this.#isClosed = true
      this.#events.emit('state', 'closed')
    }
    this.#host.leave(this)
    await this.#uploader?.dispose()
  }

  #command(type: Command): Issue | undefined {
    const engine = this.#uploader
    if (this.#host.isClosed()) return refusal(type, 'closed')
    if (engine === undefined) return this.#beforeStart(type)
    if (engine.state.kind === 'complete') return this.#afterEnd(type)
    if (type !== 'resume') return engine.dispatch({ type })
    if (failureOf(engine.state) !== undefined && canUpload(engine.state, type)) this.#begin()
    return engine.dispatch({ type, wait: this.#host.isBusy() })
  }

  #beforeStart(type: Command): Issue | undefined {
    if (this.#opening.error === undefined) {
      this.#opening.wanted = type === 'resume' ? undefined : type
      return undefined
    }
    if (type !== 'resume') return refusal(type, 'failed')
    this.#opening = {}
    this.#begin()
    this.#events.emit('state', 'creating')
    return undefined
  }

  /** The file is processed: where its title couldn't be read, that is what is left to do. */
  #afterEnd(type: Command): Issue | undefined {
    if (type !== 'resume' || !this.#outcome.hasFailed()) return refusal(type, 'complete')
    this.#begin()
    this.#look()
    return undefined
  }

  /** Somebody has begun it, or begins it again. */
  #begin(): void {
    this.#host.account.askAnew()
    this.#host.enter(this)
    if (this.#outcome.hasFailed()) this.#outcome = createOutcome()
    if (this.#uploader === undefined) void this.#open()
  }

  async #open(): Promise<void> {
    try {
      const { account } = this.#host
      const { signal } = this.#closing
      const userId = await account.identify()
      const tag = signal.aborted ? undefined : await titleOf(account, this.#of, signal)
      if (tag === undefined || signal.aborted) return
      const engine = this.#engine(tag, userId)
      this.#uploader = engine
      this.#events.emit('state', 'waiting')
      const { wanted } = this.#opening
      if (wanted !== undefined) engine.dispatch({ type: wanted })
      this.#host.onNext(0)
    } catch (thrown) {
      if (this.#isClosed) return
      this.#opening = { error: toKinoraError(thrown) }
      this.#events.emit('state', 'failed')
      this.#fail(toKinoraError(thrown))
    }
  }

  #engine(tag: string, userId: string): Uploader {
    const { ports, settings, onNext } = this.#host
    const { role = 'video', replace = false } = 'tag' in this.#of ? this.#of : {}
    const { chunkSize } = { ...defaultSettings, ...settings }
    const defaults = { chunkSize, userId: () => userId, now: ports.clock.now }
    const record = newRecord({ tag, role, file: this.#file, resume: !replace }, 0, defaults)
    return new Uploader({
      record,
      state: toState(record),
      file: this.#file,
      ports,
      onNext,
      ...(settings && { settings }),
      onChange: () => this.#look(),
      onProgress: () => this.#events.emit('progress', this.#uploader!.progress()),
    })
  }

  #look(): void {
    const engine = this.#uploader!
    const { state, record } = engine
    this.#events.emit('state', state.kind)
    // Until the server has said where it stands, nothing is known of it.
    if (state.kind !== 'waiting' && state.kind !== 'starting')
      this.#events.emit('progress', engine.progress())
    const failure = failureOf(state)
    if (failure !== undefined) this.#fail(failure)
    const isStored = state.kind === 'complete' || (state.kind === 'processing' && state.encoded)
    if (!isStored) return
    const sent = { tag: record.tag, digest: state.digest }
    if (this.#outcome.send(sent)) this.#events.emit('sent', sent)
    if (state.kind === 'complete') void this.#finish(record.tag)
  }

  async #finish(tag: string): Promise<void> {
    await this.#uploader!.dispose()
    const { signal } = this.#closing
    const find = async () => {
      const { data } = await this.#host.account.send(calls.find, { titleTags: [tag] }, { signal })
      return data[0]
    }
    try {
      const title = await retry({ ...retryPolicy.work, signal }, find)
      if (title === undefined) throw new KinoraError('notFound')
      if (!this.#outcome.finish(title)) return
      this.#host.leave(this)
      this.#events.emit('done', title)
    } catch (thrown) {
      this.#fail(toKinoraError(thrown))
    }
  }

  #fail(error: KinoraError): void {
    if (!this.#outcome.fail(error)) return
    this.#host.leave(this)
    this.#events.emit('failed', error)
  }
}

/** A title that is made may be asked for again only where its external id says that it is the same. */
async function titleOf({ send }: Account, of: UploadOf, signal: AbortSignal): Promise<string> {
  if ('tag' in of) return of.tag
  const { title: className, externalId } = of
  const draft = { className, ...(externalId !== undefined && { externalId }) }
  const create = () => send(calls.create, draft, { signal })
  const may = (error: KinoraError) => externalId !== undefined && isRetryable(error)
  return (await retry({ ...retryPolicy.work, may, signal }, create)).tag
}

const refusal = (action: Command, state: UploadJobState): Issue => ({
  path: 'state',
  code: 'upload.notPossible',
  params: { action, state },
})

/** Why an upload goes no further; undefined while it does. */
function failureOf(state: EngineState): KinoraError | undefined {
  if (state.kind === 'failed') return state.error
  const issue = (code: Issue['code']): KinoraError =>
    new KinoraError('aborted', { issues: [{ path: 'file', code }] })
  if (state.kind === 'cancelled')
    return issue(state.reason === 'otherUser' ? 'upload.otherUser' : 'upload.cancelled')
  return state.kind === 'broken' || state.kind === 'locked' ? issue('upload.unreadable') : undefined
}

/** Two promises that are kept one after the other, or both fail; nobody has to look at either. Each answers whether it counted. */
function createOutcome<Sent, Done>() {
  const sent = createPromise<Sent>()
  const done = createPromise<Done>()
  let hasFailed = false
  return {
    sent: sent.promise,
    done: done.promise,
    send: sent.resolve,
    finish: done.resolve,
    hasFailed: () => hasFailed,
    fail(error: unknown): boolean {
      sent.reject(error)
      const isFirst = done.reject(error)
      hasFailed ||= isFirst
      return isFirst
    },
  }
}

function createPromise<T>() {
  let isSettled = false
  let settle: { resolve(value: T): void; reject(error: unknown): void } | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => undefined)
  const once =
    <V>(act: (value: V) => void) =>
    (value: V): boolean => {
      if (isSettled) return false
      isSettled = true
      act(value)
      return true
    }
  return { promise, resolve: once(settle!.resolve), reject: once(settle!.reject) }
}
