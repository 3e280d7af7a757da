import { type AnsweredAsOf, en, KinoraError, type SiteAsOf, TitleStatus } from '@kinora/core'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { arriving, leaving } from '../publishing/index.ts'
import { publishingItemsTable as i, publishingJobsTable as j } from '../publishing/tables.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { createNames } from '../titles/index.ts'

/** Reads of a site what is asked, where the clock of `context` says. */
type Read<I, O> = (input: I, context: Context<OfTenant>) => Promise<O>

/**
 * LIVE-03: the same call of a site at any moment, for staff. What it reads is the same for every moment; the clock, and the rows
 * that it finds, are those of the moment.
 */
export function atAnyMoment<I extends SiteAsOf, O extends object>(
  read: Read<I, O>,
): Read<I, O & { asOf?: AnsweredAsOf }> {
  return (input, context) => {
    const at = input.asOf ?? context.scope.preview?.asOf
    if (at === undefined) return read(input, context)
    if (context.caller.userId === '' && context.scope.preview === undefined)
      throw new KinoraError('forbidden', { detail: en['siteContent.asOfStaff'] })
    return readAsOf(new Date(at), context, at => read(input, at))
  }
}

/** What a question has found: its transaction ends with nothing written. */
class Found<O> extends Error {
  readonly answer: O
  constructor(answer: O) {
    super('A question about another moment leaves nothing behind.')
    this.answer = answer
  }
}

async function readAsOf<O extends object>(
  at: Date,
  context: Context<OfTenant>,
  read: (context: Context<OfTenant>) => Promise<O>,
): Promise<O & { asOf: AnsweredAsOf }> {
  const { deps, scope } = context
  const isComing = at > deps.clock.now()
  const asOf: AnsweredAsOf = {
    at: at.toISOString(),
    by: isComing ? 'plan' : 'history',
    ...(await readRetention(deps.db, at)),
  }
  try {
    return await deps.db.transaction(async tx => {
      await tx.execute(sql`SELECT set_config('kinora.as_of', ${at.toISOString()}, true),
        set_config('search_path', 'as_of, ' || current_setting('search_path'), true)`)
      if (isComing) await finishJobs(scope, tx)
      const then = { ...deps, db: tx, names: createNames(tx), clock: { now: () => at } }
      throw new Found({ ...(await read({ ...context, deps: then })), asOf })
    })
  } catch (error) {
    if (error instanceof Found) return error.answer as O & { asOf: AnsweredAsOf }
    throw error
  }
}

const DAY = 86_400_000
/** Milliseconds for which rows are kept as they were: a year and a month, as refusals are (decision 0144). */
const RETENTION = 400 * DAY

/** Once a day what is too old is forgotten; answers then say since when rows are kept. */
export const startAsOfJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'as-of.forget', period: DAY, work: () => forgetFormer(deps) })

export async function forgetFormer({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const moment = new Date(clock.now().getTime() - RETENTION).toISOString()
  await db.execute(sql`SELECT kinora_forget_before(${moment}::timestamptz)`)
}

/** Since when rows are kept as they were (migration 0098). */
async function readRetention(db: Database, at: Date): Promise<Pick<AnsweredAsOf, 'keptSince' | 'isKept'>> {
  const [kept] = await rowsOf<{ at: string | Date | null }>(db, sql`SELECT at FROM former_rows_begin`)
  const since = kept?.at == null ? null : new Date(kept.at)
  return { keptSince: since?.toISOString() ?? null, isKept: since === null || since <= at }
}

/**
 * What becomes of the titles of the site by publishing that is under way: jobs have no date, so each is done by then, in their order.
 * Each finds what those before it have left, as titles are read here as they will be.
 */
async function finishJobs({ tenantId }: OfTenant, tx: Database): Promise<void> {
  const items = await tx
    .select({ tenantId: i.tenantId, publish: i.publish, unpublish: i.unpublish })
    .from(i)
    .innerJoin(j, eq(j.jobId, i.jobId))
    .where(
      and(
        ...[eq(j.status, 'Running'), eq(i.outcome, 'waiting')],
        or(eq(i.tenantId, tenantId), isNull(i.tenantId)),
      ),
    )
    .orderBy(asc(j.createdAt), asc(i.jobId), asc(i.nth))
  for (const item of items) {
    const gone =
      item.tenantId === null
        ? coming(sql`'{}'::text[]`, sql`${TitleStatus.Unpublished}::int`)
        : coming(sql`array_remove(${t.tenants}, ${tenantId})`)
    await foresee(tx, leaving(item), gone)
    await foresee(tx, arriving(item), coming(sql`array_append(${t.tenants}, ${tenantId})`))
  }
}

const coming = (tenants: SQL, status: SQL = sql`${t.status}`): SQL =>
  sql`jsonb_build_object('tenants', to_jsonb(${tenants}), 'status', ${status})`

/** Stands among what was kept as the last of all, so that every coming moment finds it; what was foreseen before is part of it. */
const foresee = (tx: Database, titles: SQL | undefined, then: SQL) =>
  tx.execute(sql`WITH found AS MATERIALIZED (SELECT ${t.tag} AS row_key, ${then} AS former FROM ${t} WHERE ${titles}),
    replaced AS (DELETE FROM former_rows f USING found WHERE f.at = 'infinity' AND f.table_name = 'titles' AND f.row_key = found.row_key)
    INSERT INTO former_rows (at, table_name, row_key, former) SELECT 'infinity', 'titles', row_key, former FROM found`)
