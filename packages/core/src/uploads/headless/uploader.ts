import type { UploadSettings } from '../machine/states.ts'
import type { Clock, FileSource, Network, RecordStore } from '../ports.ts'
import { occupiesSlot } from '../queue/items.ts'
import { createScheduler } from '../queue/scheduler.ts'
import { createTransport } from '../send/transport.ts'
import { type AccountOptions, createAccount } from './account.ts'
import { Job, type JobHost, type UploadJob, type UploadOf } from './job.ts'

export { isKinoraError, type KinoraError } from '../../kernel/errors.ts'
export type { GetToken, HostToken, TokenReason } from '../../kernel/host-tokens.ts'
export type { UploadProgress } from '../machine/progress.ts'
export type { SentFile, UploadJob, UploadJobEvents, UploadJobState, UploadOf } from './job.ts'

export interface UploaderOptions extends AccountOptions {
  settings?: Partial<UploadSettings>
}

export interface HeadlessUploader {
  /**
   * Takes a file for a title that there is, or for a new one. Files go one after the other; one that was begun before, here or
   * elsewhere, goes on where the server stands.
   */
  add(file: Blob | FileSource, of: UploadOf): UploadJob
  /** Those on their way. One that is done, has failed or was cancelled isn't among them, until it is resumed. */
  readonly jobs: readonly UploadJob[]
  /** Stops all for good, as a closed page would: what the server holds stays there, and another uploader goes on from it. */
  close(): Promise<void>
}

/** EMBED-03: sends files in a browser or in Node, without a user interface and without the contract. */
export function createUploader(options: UploaderOptions): HeadlessUploader {
  const jobs: Job[] = []
  const uploaders = () => jobs.flatMap(job => job.uploader ?? [])
  const network = createNetwork()
  let isClosed = false
  const scheduler = createScheduler({
    clock,
    uploaders,
    ownership: { own: async () => true, owned: () => true, release: () => undefined },
  })
  const account = createAccount(options)
  const transport = createTransport(account.send)
  const host: JobHost = {
    account,
    settings: options.settings,
    onNext: scheduler.next,
    ports: { transport, records, network, clock, userId: account.userId },
    isBusy: () => uploaders().some(({ state }) => occupiesSlot(state)),
    isClosed: () => isClosed,
    enter(job) {
      if (!jobs.includes(job)) jobs.push(job)
    },
    leave(job) {
      if (jobs.includes(job)) jobs.splice(jobs.indexOf(job), 1)
    },
  }
  return {
    jobs,
    add: (file, of) => new Job(host, toSource(file, of), of),
    async close() {
      isClosed = true
      network.close()
      scheduler.close()
      await Promise.all([...jobs].map(job => job.close()))
    },
  }
}

const toSource = (file: Blob | FileSource, { fileName }: UploadOf): FileSource => {
  if (!(file instanceof Blob)) return file
  const { name = 'file' } = file as Partial<File>
  const slice = async (start: number, end: number) => file.slice(start, end)
  return { name: fileName ?? name, size: file.size, slice }
}

/** The server knows where an upload stands, and who adds the file again goes on from there. */
const records: RecordStore = {
  list: async () => [],
  load: async () => undefined,
  save: async () => undefined,
  remove: async () => undefined,
}

/** Node doesn't tell whether it is connected: there a call that fails is what says so. The page is listened to once for all files. */
function createNetwork(): Network & { close(): void } {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const names = typeof addEventListener === 'function' ? (['online', 'offline'] as const) : []
  for (const name of names) addEventListener(name, tell)
  return {
    online: () => globalThis.navigator?.onLine !== false,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const name of names) removeEventListener(name, tell)
    },
  }
}

const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout(callback: () => void, milliseconds: number): () => void {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
