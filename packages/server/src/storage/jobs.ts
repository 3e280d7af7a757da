import type { StoredKind } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { removeOrphans } from './orphans.ts'

const DAY = 86_400_000
const pictures: readonly StoredKind[] = ['images', 'sizes', 'covers']

/** Pictures come before the form that names them is saved, and many a form never is: once a day the unused ones go. */
export const startStorageJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'storage.removePictures',
    period: DAY,
    async work(signal) {
      for await (const _ of removeOrphans(deps, { kinds: pictures, signal }));
    },
  })
