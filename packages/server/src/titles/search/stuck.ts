import { beforeFirstChunk, type TimeLimit, titleTimeLimits, trailerTimeLimits } from '@kinora/core'
import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { titlesTable as t } from '../../stored-titles/tables.ts'

/** The stays of core's tables as a condition: what stands still at that time for longer than it may. */
export function isStuck(now: Date): SQL | undefined {
  const ofTitle = Object.entries(titleTimeLimits).map(([status, stay]) =>
    longerThan(now, stay, { since: t.standingSince, where: eq(t.status, Number(status) as 0) }),
  )
  const begun = and(eq(t.status, beforeFirstChunk.status), eq(t.videoStatus, beforeFirstChunk.videoStatus))
  const { uploading, processing, mobilePending } = trailerTimeLimits
  const trailer = (stay: TimeLimit, where: SQL | undefined) =>
    longerThan(now, stay, { since: t.trailerSince, where })
  return or(
    ...ofTitle,
    longerThan(now, uploading, { since: t.standingSince, where: begun }),
    trailer(uploading, eq(t.trailerStatus, 9)),
    trailer(processing, inArray(t.trailerStatus, [1, 11])),
    trailer(mobilePending, and(halfMade, sql`${t.trailerStatus} IS DISTINCT FROM 5`)),
  )
}

const halfMade = and(isNotNull(t.trailerWebKey), isNull(t.trailerMobileKey))

function longerThan(
  now: Date,
  stay: TimeLimit,
  { since, where }: { since: AnyPgColumn; where: SQL | undefined },
): SQL | undefined {
  if (stay === 'person') return undefined
  return and(where, lt(since, new Date(now.getTime() - stay.seconds * 1000)))
}
