import {
  type Api,
  CLIENT_HEADER,
  contract,
  createApi,
  createSend,
  en,
  type KinoraContract,
  KinoraError,
  Role,
  type Send,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { BatchFailure, readBatch, type StoredBatch } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import type { Caller, Context } from '../kernel/handlers.ts'
import { scope } from '../kernel/scope.ts'
import { findCaller, providerOf, signAccessToken, type TokenHolder } from '../session/index.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** ROLE-16, BULK-09 */
const notEnabled = () => new KinoraError('forbidden', { detail: en['error.featureUnavailable'] })

/**
 * BULK-09: a provider user needs the flag of its provider, a tenant's user that of its tenant. Customer support acts
 * for any tenant, as its sidebar does (F-3).
 */
export async function assertEnabled({
  scope,
  caller,
  deps,
}: Pick<Context, 'scope' | 'caller' | 'deps'>): Promise<void> {
  if (caller.role === Role.Support) return
  if (scope.kind === 'provider') {
    const provider = await providerOf(deps.db, scope.providerId)
    if (provider?.isBulkUploadEnabled !== true) throw notEnabled()
  }
  if (scope.kind !== 'tenant') return
  const [tenant] = await deps.db
    .select({ isEnabled: tenantsTable.isBulkUploadEnabled })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, scope.tenantId))
  if (tenant?.isEnabled !== true) throw notEnabled()
}

/** The platform's own front door, in this process. */
export type Request = (url: string, init: RequestInit) => Response | Promise<Response>

/** The one who added a batch, calling the platform as anybody does: every call is identified and authorised anew. */
export interface Creator {
  userId: string
  send: Send
  api: Api<KinoraContract>
}

/** No address of the world: requests to it never leave the process. */
const INSIDE = 'http://kinora.invalid'

/** Throws a `BatchFailure` where the creator may no longer do what the batch asks for. */
export async function findCreator(deps: Deps, request: Request, batch: StoredBatch): Promise<Creator> {
  const caller = await mayStill(deps, batch)
  const send = createSend({
    baseUrl: INSIDE,
    fetch: (async (url: string, init: RequestInit) => request(url, init)) as typeof fetch,
    tokens: {
      get: async () => ({ token: await signAccessToken(await mayStill(deps, batch), deps) }),
      set: () => undefined,
      clear: () => undefined,
    },
    headers: () => headersOf(caller, batch),
  })
  return { userId: caller.userId, send, api: createApi(contract, send) }
}

/** The calls of a batch count as those of the program that started it. */
const headersOf = ({ role }: Caller, { tenantId, client }: StoredBatch): Record<string, string> => ({
  [CLIENT_HEADER]: client,
  ...(role === Role.Support && tenantId !== null && { tenantId }),
})

/** The account is read anew each time: it may have been closed, moved or lost its flag since the batch was added. */
async function mayStill(deps: Deps, batch: StoredBatch): Promise<TokenHolder> {
  const caller = batch.createdBy === null ? undefined : await findCaller(deps, batch.createdBy)
  if (caller === undefined) throw new BatchFailure('bulk.creatorGone')
  try {
    const acting = scope(caller, caller.role === Role.Support ? (batch.tenantId ?? undefined) : undefined)
    await readBatch(acting, deps.db, batch.batchId)
    await assertEnabled({ scope: acting, caller, deps })
  } catch (cause) {
    throw new BatchFailure('bulk.creatorGone', cause)
  }
  return { ...caller, behalf: batch.behalf }
}
