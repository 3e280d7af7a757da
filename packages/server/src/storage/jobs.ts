import type { StoredKind } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { removeOrphans } from './orphans.ts'

const DAY = 86_400_000
const kinds: readonly StoredKind[] = ['images', 'sizes', 'covers', 'documents']

/**
 * Pictures come before the form that names them is saved, and many a form never is: once a day the unused ones go, and PDFs
 * whose row went while they couldn’t be removed.
 */
export const startStorageJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'storage.removePictures',
    period: DAY,
    async work(signal) {
      for await (const _ of removeOrphans(deps, { kinds, signal }));
    },
  })
