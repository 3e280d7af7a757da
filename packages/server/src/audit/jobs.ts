import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { dropSessionEntries } from '../session/index.ts'

const DAY = 86_400_000
/** How long sign-ins and refusals are kept: a year and a month. */
const KEPT = 400 * DAY

/** Once a day what is too old is forgotten (decision 0056). */
export const startAuditJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'audit.dropSessions',
    period: DAY,
    work: () => dropSessionEntries(deps.db, new Date(deps.clock.now().getTime() - KEPT)),
  })
