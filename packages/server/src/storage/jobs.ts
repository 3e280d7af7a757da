import type { StoredKind } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { removeOrphans } from './orphans.ts'
import { scrub } from './scrub.ts'

const DAY = 86_400_000
const SCRUB_PERIOD = 600_000
const kinds: readonly StoredKind[] = ['images', 'sizes', 'covers', 'documents']

/**
 * Stored files are read again, a few minutes at a time. Pictures come before the form that names them is saved, and many a form never is: once a day the unused ones go, and PDFs
 * whose row went while they couldn’t be removed.
 */
export async function startStorageJobs(deps: Deps): Promise<void> {
  await startRecurring(deps, {
    queue: 'storage.removePictures',
    period: DAY,
    async work(signal) {
      for await (const _ of removeOrphans(deps, { kinds, signal }));
    },
  })
  await startRecurring(deps, {
    queue: 'storage.patrol',
    period: SCRUB_PERIOD,
    isDeferred: true,
    work: signal => scrub(deps, { signal, turn: SCRUB_PERIOD * 0.8 }),
  })
}
