import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { keepRecordings } from './recordings.ts'
import { endLost, forgetBroadcasts, purgeDeletedEvents } from './rows.ts'
import { prepareSlates } from './slates.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Each minute: slates of what begins soon, titles of what is over. Where streams are taken nobody sends any more at a start, and what
 * was sent lies on the disk there: no other server ends or keeps it.
 */
export async function startBroadcastJobs(
  deps: Deps,
  { takesStreams }: { takesStreams: boolean },
): Promise<void> {
  await startRecurring(deps, { queue: 'broadcasts.slates', period: MINUTE, work: () => prepareSlates(deps) })
  if (takesStreams) {
    await endLost(deps)
    await startRecurring(deps, {
      queue: 'broadcasts.settle',
      period: MINUTE,
      async work(signal) {
        await keepRecordings(deps, signal)
        await forgetBroadcasts(deps)
      },
    })
  }
  await startRecurring(deps, {
    queue: 'broadcasts.forget',
    period: DAY,
    work: () => purgeDeletedEvents(deps),
  })
}
