import type { Issue } from '../../kernel/errors.ts'
import { findConflict, type ValidationOptions, validateFile } from '../file/validate.ts'
import { MAX_FILES } from '../limits.ts'
import { canUpload, RESTART_AFTER_CANCEL } from '../machine/machine.ts'
import { defaultSettings, type EngineState, type UploadSettings } from '../machine/states.ts'
import type { FileSource, QueuePorts } from '../ports.ts'
import { Uploader } from '../send/uploader.ts'
import {
  createSnapshots,
  isOpen,
  newRecord,
  occupiesSlot,
  type QueuedUpload,
  type QueueSnapshot,
  type RecordDefaults,
  toItem,
  toOwnerProgress,
  type UploadEntry,
} from './items.ts'
import { createOwnership, throttle } from './ownership.ts'
import { isSameUpload, toState, type UploadRecord, uploadId } from './records.ts'
import { createScheduler } from './scheduler.ts'
import {
  createStoredFiles,
  findUnlocked,
  needsFile,
  reportFile,
  type StoredFiles,
  unlockFile,
} from './stored-files.ts'

/** UPLOAD-02, UPLOAD-03: uploads one after the other; lives on the client, not on a component. */
export class UploadQueue {
  readonly #ports: QueuePorts
  readonly #settings: UploadSettings
  readonly #ownership: ReturnType<typeof createOwnership>
  readonly #list: ReturnType<typeof createSnapshots>
  readonly #scheduler: ReturnType<typeof createScheduler>
  readonly #uploads = new Map<string, QueuedUpload>()
  readonly #defaults: RecordDefaults
  readonly #storedFiles: StoredFiles
  #order = 0

  constructor(ports: QueuePorts, settings: Partial<UploadSettings> = {}) {
    this.#ports = ports
    this.#settings = { ...defaultSettings, ...settings }
    const { chunkSize } = this.#settings
    this.#defaults = { userId: () => ports.userId() ?? '', now: () => ports.clock.now(), chunkSize }
    this.#list = createSnapshots(ports.clock)
    this.#storedFiles = createStoredFiles(ports, id => {
      const upload = this.#uploads.get(id)
      if (upload !== undefined) this.#list.put(this.#itemOf(upload.uploader))
    })
    this.#ownership = createOwnership(ports.lock, {
      onChange: () => this.#updateBlocked(),
      onTakeOver: () => void this.restore(),
      onProgress: (news, isNew) => {
        this.#list.follow(news)
        if (isNew && news.open > 0 && ports.userId() !== undefined) void this.restore()
      },
    })
    this.#scheduler = createScheduler({
      clock: ports.clock,
      ownership: this.#ownership,
      uploaders: () => [...this.#uploads.values()].map(upload => upload.uploader),
    })
    const tell = () => this.#ownership.broadcast(toOwnerProgress(this.getSnapshot().items))
    if (ports.lock.broadcast !== undefined) this.#list.subscribe(throttle(ports.clock, tell))
  }

  subscribe = (listener: () => void): (() => void) => this.#list.subscribe(listener)
  getSnapshot = (): QueueSnapshot => this.#list.getSnapshot()

  /** Adds up to five files (VAL-12); issues name `files.<index>`, the other files are queued. */
  async add(entries: readonly UploadEntry[]): Promise<Issue[]> {
    if (entries.length > MAX_FILES)
      return [{ path: 'files', code: 'validation.tooManyFiles', params: { max: MAX_FILES } }]
    this.#scheduler.setPaused(false)
    const issues: Issue[] = []
    const added = await this.#scheduler.whileOwner(async () => {
      for (const [index, entry] of entries.entries()) {
        const found = await this.#addOne(entry)
        issues.push(...found.map(issue => ({ ...issue, path: `files.${index}` })))
      }
      return issues
    })
    return added ?? [otherTab]
  }

  /** Why this page can't upload now; ask before something is made for a file. */
  async refusal(): Promise<Issue | undefined> {
    return (await this.#scheduler.whileOwner(async () => true)) ? undefined : otherTab
  }

  pause = (id: string): Issue | undefined => this.#uploads.get(id)?.uploader.dispatch({ type: 'pause' })
  cancel = (id: string): Issue | undefined => this.#uploads.get(id)?.uploader.dispatch({ type: 'cancel' })

  /** UPLOAD-13: also the way on after a new sign-in. */
  async resume(id: string): Promise<Issue | undefined> {
    this.#scheduler.setPaused(false)
    this.#updateBlocked()
    const upload = this.#uploads.get(id)
    if (upload !== undefined && needsFile(upload.uploader)) {
      const answer = await unlockFile(this.#ports.files, id)
      if (answer === undefined) return upload.uploader.dispatch({ type: 'fileLost', cause: 'missing' })
      return 'code' in answer ? answer : this.#unlock(id, answer)
    }
    const resume = async () => [upload?.uploader.dispatch({ type: 'resume', wait: this.#isSlotOccupied(id) })]
    const refused = await this.#scheduler.whileOwner(resume)
    return refused === undefined ? otherTab : refused[0]
  }

  /** UPLOAD-13, UPLOAD-25: a file for a stored upload. Another file than the one it began with needs `replace`. */
  async reupload(id: string, file: FileSource, options: { replace?: boolean } = {}): Promise<Issue[]> {
    const upload = this.#uploads.get(id)
    const reupload = async () =>
      upload === undefined ? [] : this.#reupload(upload, file, options.replace ?? false)
    return (await this.#scheduler.whileOwner(reupload)) ?? [otherTab]
  }

  /** Nobody is signed in: pauses running uploads and starts none. */
  signedOut(): void {
    this.#scheduler.setPaused(true)
    for (const { uploader } of this.#uploads.values()) uploader.dispatch({ type: 'signedOut' })
  }

  /** Restores stored uploads and resumes paused ones. `cleared` marks all of them broken (SESS-08). */
  async signedIn(options: { cleared?: boolean } = {}): Promise<void> {
    this.#scheduler.setPaused(false)
    await this.restore(options)
    await this.#scheduler.whileOwner(async () => {
      for (const { uploader } of this.#uploads.values()) {
        const { state } = uploader
        const isRefused = state.kind === 'failed' && state.error.code === 'unauthorised'
        uploader.dispatch({ type: isRefused ? 'resume' : 'signedIn' })
      }
    })
    this.#updateBlocked()
  }

  /** UPLOAD-23: stops and forgets an upload, for example because its title was deleted; the queue continues after 3 s. */
  async remove(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    if (upload === undefined) return
    this.#uploads.delete(id)
    this.#list.remove(id)
    await upload.uploader.dispose()
    await this.#ports.records.remove(id)
    await this.#storedFiles.forget(id)
    this.#scheduler.next(isOpen(upload.uploader.state) ? RESTART_AFTER_CANCEL : 0)
  }

  /** Restores stored uploads after a reload or a kill; `cleared` marks all of them broken (SESS-08). */
  async restore({ cleared = false }: { cleared?: boolean } = {}): Promise<void> {
    await this.#scheduler.whileOwner(async () => {
      const records = await this.#ports.records.list()
      for (const record of records.sort((one, other) => one.order - other.order)) {
        const known = this.#uploads.get(record.id)
        if (known === undefined) await this.#restoreOne(record, cleared)
        else if (cleared) known.uploader.dispatch({ type: 'fileLost', cause: 'cleared' })
        else if (!isOpen(known.uploader.state) && record.status !== known.uploader.record.status) {
          await known.uploader.dispose()
          await this.#restoreOne(record, cleared)
        }
      }
    })
  }

  /** Stops everything without changing records or server. */
  async dispose(): Promise<void> {
    this.#scheduler.close()
    await Promise.all([...this.#uploads.values()].map(upload => upload.uploader.dispose()))
    this.#list.end()
    this.#ownership.close()
  }

  async #addOne(entry: UploadEntry): Promise<Issue[]> {
    const id = uploadId(entry)
    const before = this.#uploads.get(id)
    const state = before?.uploader.state
    const collision = state && findConflict(state, this.#uploads.values())
    if (collision !== undefined) return [collision]
    const { issues, identifier } = await validateFile(this.#ports, entry, this.#validation(''))
    if (issues.length > 0) return issues
    await before?.uploader.dispose()
    const record = { ...newRecord(entry, ++this.#order, this.#defaults), identifier }
    // A kill from here on finds no file of another upload beside the new record, and asks for it.
    if (before !== undefined) await this.#storedFiles.forget(id).catch(() => undefined)
    // Before the file: a tab that watched the upload before leaves the file of another record alone.
    await this.#ports.records.save(record).catch((error: unknown) => this.#ports.onRecordLost?.(error))
    await this.#storedFiles.keep(id, entry.file, { identifier, isReplacing: before !== undefined })
    this.#create(record, { kind: 'waiting', replace: entry.resume !== true }, entry.file).isReupload =
      state?.kind === 'broken'
    return []
  }

  #itemOf = (uploader: Uploader) => toItem(uploader, this.#storedFiles.isStored(uploader.record.id))

  /** Whether another upload is under way. */
  #isSlotOccupied(id: string): boolean {
    const others = [...this.#uploads.values()].filter(({ uploader }) => uploader.record.id !== id)
    return others.some(({ uploader }) => occupiesSlot(uploader.state))
  }

  #validation(identifier: string): ValidationOptions {
    return { ...this.#settings, identifier }
  }

  async #reupload(upload: QueuedUpload, file: FileSource, replace: boolean): Promise<Issue[]> {
    const { uploader } = upload
    const { state, record } = uploader
    const collision = findConflict(state, this.#uploads.values())
    if (collision !== undefined) return [collision]
    if (!canUpload(state, 'reupload')) return [uploader.dispatch({ type: 'reupload', replace })!]
    const entry = { ...record, file }
    const { issues, identifier } = await validateFile(
      this.#ports,
      entry,
      this.#validation(replace ? '' : record.identifier),
    )
    // Removed meanwhile: nobody wants it any more.
    if (issues.length > 0 || this.#uploads.get(record.id) !== upload) return issues
    await this.#storedFiles.keep(record.id, file, { identifier, isReplacing: replace })
    upload.isReupload = state.kind === 'broken'
    uploader.setFile(file, newRecord(entry, record.order, this.#defaults))
    const refused = uploader.dispatch({ type: 'reupload', replace })
    return refused === undefined ? [] : [refused]
  }

  async #restoreOne(record: UploadRecord, cleared: boolean): Promise<void> {
    this.#order = Math.max(this.#order, record.order)
    const kept = await this.#ports.files.get(record.id).catch(() => undefined)
    const { uploader } = this.#create(record, toState(record), kept === 'locked' ? undefined : kept)
    if (cleared) uploader.dispatch({ type: 'fileLost', cause: 'cleared' })
    else reportFile(uploader, kept)
    if (this.#ports.network.online()) uploader.dispatch({ type: 'online' })
  }

  /** Resumes with an unlocked file, and with the others that the same permission unlocked. */
  async #unlock(id: string, file: FileSource): Promise<Issue | undefined> {
    const [refused] = await this.reupload(id, file)
    for (const [other, its] of await findUnlocked(this.#ports.files, this.#uploads))
      await this.reupload(other, its)
    return refused
  }

  #create(record: UploadRecord, state: EngineState, file: FileSource | undefined): QueuedUpload {
    const uploader: Uploader = new Uploader({
      record,
      state,
      file,
      ports: this.#ports,
      settings: this.#settings,
      onChange: () => this.#onChange(uploader),
      onProgress: () => this.#list.putProgress(record.id, () => this.#itemOf(uploader)),
      onNext: after => this.#onNext(uploader, after),
    })
    const upload = { uploader, isReupload: false }
    this.#uploads.set(record.id, upload)
    this.#list.put(this.#itemOf(uploader))
    return upload
  }

  #onChange(uploader: Uploader): void {
    this.#list.putChange(uploader.record.id, () => this.#itemOf(uploader))
  }

  #onNext({ state, record }: Uploader, after: number): void {
    if (state.kind === 'complete')
      this.#forgetFile(record).catch((error: unknown) => this.#ports.onRecordLost?.(error))
    if (state.kind === 'failed' && state.error.code === 'unauthorised') this.#scheduler.setPaused(true)
    this.#updateBlocked()
    this.#scheduler.next(after)
  }

  async #forgetFile(record: UploadRecord): Promise<void> {
    const stored = await this.#ports.records.load(record.id)
    if (stored === undefined || isSameUpload(stored, record)) await this.#storedFiles.forget(record.id)
  }

  #updateBlocked(): void {
    const signedOut = this.#scheduler.isPaused() ? 'error.401' : undefined
    const isElsewhere = this.#ownership.isElsewhere()
    this.#list.block(isElsewhere ? 'session.otherTab' : signedOut)
    if (!isElsewhere) this.#list.follow(undefined)
  }
}

const otherTab: Issue = { path: 'files', code: 'session.otherTab' }
