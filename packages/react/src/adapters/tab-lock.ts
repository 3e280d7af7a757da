import type { Lock } from '@kinora/core/uploads'

/** UPLOAD-19: one tab owns the uploads; the browser frees the lock when the tab dies. */
export function tabLock(owner = 'kinora', locks: LockManager | undefined = navigator.locks): Lock {
  if (locks === undefined) return { acquire: async () => () => undefined, wait: async () => () => undefined }
  const hold = (name: string, options: LockOptions): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      locks
        .request(`${owner}.${name}`, options, lock => {
          if (lock === null) return resolve(undefined)
          return new Promise<void>(release => resolve(release))
        })
        .catch(reject)
    })
  return {
    acquire: name => hold(name, { ifAvailable: true }),
    wait: async (name, signal) => (await hold(name, { signal }))!,
  }
}
