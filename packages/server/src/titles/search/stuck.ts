import { beforeFirstChunk, type TimeLimit, titleTimeLimits, trailerTimeLimits } from '@kinora/core'
import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isDamaged } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

/** The time limits of core's tables as a condition: what is stuck at that time, or has a damaged file. */
export function isStuck(now: Date): SQL | undefined {
  const ofTitle = Object.entries(titleTimeLimits).map(([status, limit]) =>
    longerThan(now, limit, { since: t.statusSince, where: eq(t.status, Number(status) as 0) }),
  )
  const begun = and(eq(t.status, beforeFirstChunk.status), eq(t.videoStatus, beforeFirstChunk.videoStatus))
  const { uploading, processing, mobilePending } = trailerTimeLimits
  const trailer = (limit: TimeLimit, where: SQL | undefined) =>
    longerThan(now, limit, { since: t.trailerSince, where })
  return or(
    isDamaged,
    ...ofTitle,
    longerThan(now, uploading, { since: t.statusSince, where: begun }),
    trailer(uploading, eq(t.trailerStatus, 9)),
    trailer(processing, inArray(t.trailerStatus, [1, 11])),
    trailer(mobilePending, and(halfMade, sql`${t.trailerStatus} IS DISTINCT FROM 5`)),
  )
}

const halfMade = and(isNotNull(t.trailerWebKey), isNull(t.trailerMobileKey))

function longerThan(
  now: Date,
  limit: TimeLimit,
  { since, where }: { since: AnyPgColumn; where: SQL | undefined },
): SQL | undefined {
  if (limit === 'person') return undefined
  return and(where, lt(since, new Date(now.getTime() - limit.seconds * 1000)))
}
