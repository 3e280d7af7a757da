import type { Lock, OwnerProgress } from '@kinora/core/uploads'

/** UPLOAD-19: one tab owns the uploads; the browser frees the lock when the tab dies. */
export function tabLock(owner = 'kinora', locks: LockManager | null | undefined = navigator.locks): Lock {
  if (!locks) return { acquire: async () => () => undefined, wait: async () => () => undefined }
  /** Pending releases: the browser frees a lock a moment after it is released. */
  const leaving = new Map<string, Promise<unknown>>()
  const hold = (name: string, options: LockOptions): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      const held: Promise<unknown> = locks.request(`${owner}.${name}`, options, lock => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>(release =>
          resolve(() => {
            leaving.set(name, held)
            release()
          }),
        )
      })
      held.catch(reject)
    })
  const channel = (name: string) => new BroadcastChannel(`${owner}.${name}`)
  return {
    broadcast(name, news) {
      const told = channel(name)
      told.postMessage(news)
      told.close()
    },
    listen(name, listener) {
      const heard = channel(name)
      heard.onmessage = ({ data }: MessageEvent<OwnerProgress>) => listener(data)
      return () => heard.close()
    },
    async acquire(name) {
      await leaving.get(name)
      return hold(name, { ifAvailable: true })
    },
    wait: async (name, signal) => (await hold(name, { signal }))!,
  }
}
