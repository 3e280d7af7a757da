import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { keepRecordings } from './recordings.ts'
import { endLost, forgetBroadcasts, forgetGone } from './rows.ts'
import { prepareSlates } from './slates.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Each minute: slates of what begins soon, titles of what is over. At a start, nobody sends any more. */
export async function startBroadcastJobs(deps: Deps): Promise<void> {
  await endLost(deps)
  await startRecurring(deps, {
    queue: 'broadcasts.settle',
    period: MINUTE,
    async work(signal) {
      await prepareSlates(deps)
      await keepRecordings(deps, signal)
      await forgetBroadcasts(deps)
    },
  })
  await startRecurring(deps, { queue: 'broadcasts.forget', period: DAY, work: () => forgetGone(deps) })
}
