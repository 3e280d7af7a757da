import type { KeyValueStore } from '@kinora/core'

const KEY = 'kinora.titleJob'

/** The job whose end a person still waits for, wherever this browser was closed meanwhile. */
export const watchedJob = (store: KeyValueStore) => ({
  is: (jobId: string): boolean => store.getItem(KEY) === jobId,
  set: (jobId: string): void => store.setItem(KEY, jobId),
  forget: (): void => store.removeItem(KEY),
})
