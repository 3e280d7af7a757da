import { createMessages, en, isKinoraError, Role } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../kernel/rows/audit.ts'
import { isDeadlock, isUnreachable } from '../../ports/db.ts'
import { findCaller } from '../../session/index.ts'
import { publishToTenant, unpublishEverywhere } from './act.ts'
import { contentLeavers, type Leaver } from './leavers.ts'
import { endJob, holdRunning, nextItem, readJob, saveItem } from './rows.ts'
import type { StoredItem, StoredJob } from './tables.ts'

const messages = createMessages(en)

interface Run {
  jobId: string
  signal: AbortSignal
  leavers?: readonly Leaver[]
}

/**
 * Works through the tenants of a job, from where an earlier process came to. Each is a transaction of its own with its entries
 * and its result in it: whatever ends the process, no tenant is left half done, none is done twice.
 */
export async function runPublishing(
  deps: Deps,
  { jobId, signal, leavers = contentLeavers }: Run,
): Promise<void> {
  const job = await readJob(deps.db, jobId)
  for (;;) {
    signal.throwIfAborted()
    // Who may publish is asked again with each tenant.
    const by = await findAuthor(deps, job)
    if (by === undefined) return end(deps, jobId, 'giveUp')
    const isLast = await takeNext(deps, { jobId, by, leavers })
    if (isLast) return end(deps, jobId, 'finish')
    await letOthersIn()
  }
}

/** The embedded database answers within the same turn of the event loop: without a pause nobody else would be served. */
const letOthersIn = () => new Promise(resolve => setTimeout(resolve, 0))

const end = (deps: Deps, jobId: string, event: 'finish' | 'giveUp'): Promise<void> =>
  endJob(deps.db, {
    ...{ jobId, event, now: deps.clock.now() },
    problem: event === 'giveUp' ? en['publishing.accountGone'] : '',
  })

async function findAuthor(deps: Deps, job: StoredJob): Promise<Author | undefined> {
  const caller = await findCaller(deps, job.createdBy)
  if (caller === undefined || (caller.role !== Role.Admin && caller.role !== Role.Support)) return undefined
  const { userId, displayName } = caller
  return { userId, displayName, client: job.client, now: deps.clock.now() }
}

/** One tenant; whether there was none left. */
async function takeNext(
  deps: Deps,
  { jobId, by, leavers }: { jobId: string; by: Author; leavers: readonly Leaver[] },
): Promise<boolean> {
  const attempt = deps.db.transaction(async tx => {
    if ((await holdRunning(tx, jobId)) === undefined) return true
    const item = await nextItem(tx, jobId)
    if (item === undefined) return true
    const result = await tx
      .transaction(async inner => {
        const { tenantId } = item
        const act = { by, leavers }
        const done =
          tenantId === null
            ? await unpublishEverywhere(inner, item, act)
            : await publishToTenant(inner, { ...item, tenantId }, act)
        return { ...done, outcome: 'done' as const }
      })
      .catch((error: unknown) => toRefusal(deps, jobId, error))
    await saveItem(tx, item, result)
    return false
  })
  return attempt.catch((error: unknown) => {
    if (isDeadlock(error)) return false
    throw error
  })
}

/** A tenant that is refused never stops the others; a database that is away does. */
function toRefusal({ log }: Deps, jobId: string, error: unknown): Partial<StoredItem> {
  if (isDeadlock(error) || isUnreachable(error)) throw error
  if (!isKinoraError(error)) log.error({ err: error, publishing: jobId }, 'publishing to a tenant')
  return { outcome: 'refused', problem: messages.error(error) }
}
