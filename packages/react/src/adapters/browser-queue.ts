import {
  checkFileName,
  createEventTransport,
  type KeyValueStore,
  type LiveTitles,
  limits,
  type Send,
  type Session,
  storageKeys,
} from '@kinora/core'
import {
  createTransport,
  type FileSource,
  type Lock,
  type OwnerProgress,
  type QueuePorts,
  UploadQueue,
  type UploadTarget,
} from '@kinora/core/uploads'
import type { DigestPart } from './digest-client.ts'
import { localDatabase } from './local-database.ts'
import { browserTimer, type NetworkStore } from './network.ts'
import { type BrowserFile, browserFiles, toBlob } from './upload-files.ts'
import { browserRecords } from './upload-records.ts'

export interface BrowserQueueOptions {
  session: Session
  /** The poll that the queue shares with the page. */
  live: LiveTitles
  network: NetworkStore
  store: KeyValueStore
  name?: string
  digest?: DigestPart
}

/** The upload queue of a page. It belongs to the client, so unmounting a component never stops an upload. */
export function createBrowserQueue(options: BrowserQueueOptions): UploadQueue {
  const { session, live, network, store, name, digest } = options
  const database = localDatabase(name)
  const ports: QueuePorts = {
    transport: createTransport(session.send, {
      sendFor: tenantId => forTenant(session.send, tenantId),
      findTitle: ({ tag, tenantId }, signal) => live.next(tag, tenantId, signal),
      onWrite: () => live.expire(),
      ofEvents: createEventTransport(({ tenantId }) =>
        tenantId === undefined ? session.send : forTenant(session.send, tenantId),
      ),
    }),
    records: browserRecords(store, database),
    files: browserFiles(database, digest),
    lock: tabLock(name),
    network,
    clock: {
      ...browserTimer,
      random: Math.random,
    },
    userId() {
      const state = session.getSnapshot()
      return state.kind === 'loggedIn' ? state.user.userId : undefined
    },
    check: checkFile,
  }
  const queue = new UploadQueue(ports)
  followSession(queue, session, store)
  return queue
}

/** UPLOAD-27: every call of an upload carries the tenant it began with, whatever is chosen meanwhile. */
function forTenant(send: Send, tenantId: string): Send {
  return (endpoint, input, options) => send(endpoint, input, { ...options, headers: { tenantId } })
}

/** UPLOAD-26, loaded when the first file comes: type, name, length of the name (40 for an event, VAL-11), readable content, 16:9. */
async function checkFile(file: FileSource, target: UploadTarget) {
  if (target.role === 'event') {
    const issues = checkFileName(file.name, limits.eventFileName)
    if (issues.length > 0) return issues
  }
  const { checkMediaFile } = await import('@kinora/core/media')
  const kind = target.role === 'trailer' ? 'trailer' : ((file as Partial<BrowserFile>).kind ?? 'video')
  return (await checkMediaFile(kind, { name: file.name, blob: await toBlob(file) })).issues
}

/** SESS-07, SESS-08: restores stored uploads at sign-in, marks those of another user broken, pauses while nobody is signed in. */
function followSession(queue: UploadQueue, session: Session, store: KeyValueStore): void {
  let active = false
  const follow = () => {
    const signedIn = session.getSnapshot().kind === 'loggedIn'
    if (signedIn === active) return
    active = signedIn
    if (!signedIn) return queue.signedOut()
    const cleared = store.getItem(storageKeys.clearLocalStorage) === 'true'
    if (cleared) store.removeItem(storageKeys.clearLocalStorage)
    void queue.signedIn({ cleared })
  }
  session.subscribe(follow)
  follow()
}

/** UPLOAD-19: one tab owns the uploads; the browser frees the lock when the tab dies. */
export function tabLock(owner = 'kinora', locks: LockManager | null | undefined = navigator.locks): Lock {
  if (!locks) return { acquire: async () => () => undefined, wait: async () => () => undefined }
  /** Pending releases: the browser frees a lock a moment after it is released. */
  const leaving = new Map<string, Promise<unknown>>()
  const hold = (name: string, options: LockOptions): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      const lockRequest: Promise<unknown> = locks.request(`${owner}.${name}`, options, lock => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>(release =>
          resolve(() => {
            leaving.set(name, lockRequest)
            release()
          }),
        )
      })
      lockRequest.catch(reject)
    })
  const channel = (name: string) => new BroadcastChannel(`${owner}.${name}`)
  return {
    broadcast(name, news) {
      const sender = channel(name)
      sender.postMessage(news)
      sender.close()
    },
    listen(name, listener) {
      const receiver = channel(name)
      receiver.onmessage = ({ data }: MessageEvent<OwnerProgress>) => listener(data)
      return () => receiver.close()
    },
    async acquire(name) {
      await leaving.get(name)
      return hold(name, { ifAvailable: true })
    },
    wait: async (name, signal) => (await hold(name, { signal }))!,
  }
}
