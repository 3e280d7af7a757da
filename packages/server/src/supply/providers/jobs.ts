import type { Deps } from '../../deps.ts'
import { startRecurring } from '../../kernel/recurring.ts'
import { purgeProviders } from './removal.ts'

const DAY = 86_400_000

/** C-98: what can't be restored any more goes once a day. */
export const startProviderJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'providers.purge',
    period: DAY,
    work: () => purgeProviders(deps.db, deps.clock.now()),
  })
