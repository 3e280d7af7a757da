import { Role } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { scope } from '../kernel/scope.ts'
import { findCaller } from '../session/index.ts'
import type { StoredJob } from './tables.ts'

/** The one who made a job, as the account is now; undefined where it is closed or acts for nobody any more. */
export async function findAuthor(
  deps: Deps,
  job: StoredJob,
  signal: AbortSignal,
): Promise<Context | undefined> {
  const caller = await findCaller(deps, job.createdBy)
  if (caller === undefined) return undefined
  const chosen = caller.role === Role.Support ? (job.tenantId ?? undefined) : undefined
  try {
    const acting = scope(caller, chosen)
    return { deps, caller, scope: acting, client: job.client, requestId: job.jobId, address: '', signal }
  } catch {
    return undefined
  }
}
