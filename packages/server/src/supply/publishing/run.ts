import { createMessages, en, isKinoraError, Role } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import { type Database, isDeadlock, isDiskFull, isUnreachable } from '../../ports/db.ts'
import { findCaller } from '../../session/index.ts'
import { type Act, type Noted, publishToTenant, unpublishEverywhere } from './act.ts'
import { contentLeavers, type Leaver } from './leavers.ts'
import { endJob, holdRunning, nextItem, readJob, saveItem } from './rows.ts'
import type { StoredItem, StoredJob } from './tables.ts'

const messages = createMessages(en)

interface Run {
  jobId: string
  signal: AbortSignal
  leavers?: readonly Leaver[]
}

type Step = 'more' | 'finish' | 'giveUp'

/**
 * Works through the tenants of a job, from where an earlier process came to. A tenant is one transaction with its entries and
 * its result in it; where it has many titles, one for each part of them, with what it came to (decision 0059). Whatever ends
 * the process, no title is left out and none is done twice.
 */
export async function runPublishing(
  deps: Deps,
  { jobId, signal, leavers = contentLeavers }: Run,
): Promise<void> {
  const job = await readJob(deps.db, jobId)
  for (;;) {
    signal.throwIfAborted()
    // Who may publish is asked again with each tenant; one that was begun is brought to its end.
    const isAllowed = await mayPublish(deps, job)
    const step = await takeNext(deps, job, { isAllowed, leavers })
    if (step !== 'more') return end(deps, jobId, step)
    await letOthersIn()
  }
}

/** Milliseconds in which others are served between two parts: a call asks the embedded database several things, one by one. */
const PAUSE = 20
const letOthersIn = () => new Promise(resolve => setTimeout(resolve, PAUSE))

const end = (deps: Deps, jobId: string, event: 'finish' | 'giveUp'): Promise<void> =>
  endJob(deps.db, {
    jobId,
    event,
    now: deps.clock.now(),
    problem: event === 'giveUp' ? en['publishing.accountGone'] : '',
  })

async function mayPublish(deps: Deps, job: StoredJob): Promise<boolean> {
  const caller = await findCaller(deps, job.createdBy)
  return caller?.role === Role.Admin || caller?.role === Role.Support
}

/** One tenant, or a part of it. */
async function takeNext(
  deps: Deps,
  { jobId, createdBy, displayName, client }: StoredJob,
  { isAllowed, leavers }: { isAllowed: boolean; leavers: readonly Leaver[] },
): Promise<Step> {
  const by = { userId: createdBy, displayName, client, now: deps.clock.now() }
  const attempt = deps.db.transaction(async (tx): Promise<Step> => {
    if ((await holdRunning(tx, jobId)) === undefined) return 'finish'
    const item = await nextItem(tx, jobId)
    if (item === undefined) return 'finish'
    if (!isAllowed && item.arriving + item.leaving === 0) return 'giveUp'
    const result = await tx
      .transaction(inner => act(inner, item, { by, leavers }))
      .catch((error: unknown) => toRefusal(deps, jobId, error))
    await saveItem(tx, item, result)
    return 'more'
  })
  return attempt.catch((error: unknown) => {
    if (isDeadlock(error)) return 'more'
    throw error
  })
}

function act(tx: Database, item: StoredItem, how: Act): Promise<Noted> {
  const { tenantId } = item
  return tenantId === null
    ? unpublishEverywhere(tx, item, how)
    : publishToTenant(tx, { ...item, tenantId }, how)
}

/** A tenant that is refused never stops the others; a database that is away or full does. */
function toRefusal({ log }: Deps, jobId: string, error: unknown): Partial<StoredItem> {
  if (isDeadlock(error) || isUnreachable(error) || isDiskFull(error)) throw error
  if (!isKinoraError(error)) log.error({ err: error, publishing: jobId }, 'publishing to a tenant')
  return { outcome: 'refused', problem: messages.error(error) }
}
