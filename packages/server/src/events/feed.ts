import { type events, KinoraError, type Parsed } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf, recordWrite } from '../kernel/rows/audit.ts'
import { newTag } from '../kernel/rows/stamps.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { toICalendar } from './export.ts'
import { readEvents } from './rows.ts'
import { eventFeedsTable as f } from './tables.ts'

const pathOf = (token: string): string => `/calendars/${token}.ics`

export async function readFeed({ tenantId }: Parsed<typeof events.feed>, context: Context) {
  const { tenantId: own } = tenantScope(tenantId, context)
  const [feed] = await context.deps.db.select().from(f).where(eq(f.tenantId, own))
  return { path: feed === undefined ? null : pathOf(feed.token) }
}

/** 160 random bits in place of a sign-in, which calendars don't have. */
export async function renewFeed({ tenantId }: Parsed<typeof events.renewFeed>, context: Context) {
  const scope = tenantScope(tenantId, context)
  const by = authorOf(context)
  const set = { token: `${newTag()}${newTag()}`, createdAt: by.now, createdBy: by.userId }
  await context.deps.db.transaction(async tx => {
    await tx
      .insert(f)
      .values({ tenantId: scope.tenantId, ...set })
      .onConflictDoUpdate({ target: f.tenantId, set })
    await recordFeed('renewFeed', scope.tenantId, { ...context, deps: { ...context.deps, db: tx } })
  })
  return { path: pathOf(set.token) }
}

export async function closeFeed({ tenantId }: Parsed<typeof events.closeFeed>, context: Context) {
  const scope = tenantScope(tenantId, context)
  await context.deps.db.transaction(async tx => {
    await tx.delete(f).where(eq(f.tenantId, scope.tenantId))
    await recordFeed('closeFeed', scope.tenantId, { ...context, deps: { ...context.deps, db: tx } })
  })
  return { status: 200 }
}

/** The address is a secret, so the entry only says that there was a new one. */
const recordFeed = (verb: string, tenantId: string, context: Context): Promise<void> =>
  recordWrite(context.deps.db, authorOf(context), {
    noun: 'events',
    id: tenantId,
    verb,
    version: 1,
    owner: { tenantId },
    changes: [{ path: 'feed', before: null, after: verb === 'renewFeed' }],
  })

/** What subscribers read: the active events. Throws `notFound` for an address that was never given or has ended. */
export async function openFeed({ db, clock }: Pick<Deps, 'db' | 'clock'>, file: string): Promise<string> {
  const token = /^(\w+)(?:\.ics)?$/.exec(file)?.[1] ?? ''
  const [feed] = await db.select().from(f).where(eq(f.token, token))
  if (feed === undefined) throw new KinoraError('notFound')
  const scope = { kind: 'tenant', tenantId: feed.tenantId } as const
  const rows = await readEvents(scope, db, { eventStatus: 'active' })
  return toICalendar(rows, scope, { db, clock })
}
