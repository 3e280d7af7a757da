import type { TitleFilter } from '@kinora/core'
import { and, asc, inArray, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { inScope, type StoredTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { atTime, toCondition } from './filter.ts'

/** Titles by their tags, or by what a search asks for. */
export type Choice = { tags: readonly string[] } | { filter: z.output<typeof TitleFilter>; now: Date }

/** The titles that are chosen, the oldest first, at most `limit` of them; tags out of reach are left out. */
export function chosenBy(
  scope: Scope,
  db: Database,
  { choice, limit }: { choice: Choice; limit: number },
): Promise<StoredTitle[]> {
  return db
    .select(titleColumns)
    .from(t)
    .where(and(inScope(scope), conditionOf(scope, choice)))
    .orderBy(asc(t.createdAt), asc(t.tag))
    .limit(limit)
}

function conditionOf(scope: Scope, choice: Choice): SQL {
  if ('tags' in choice) return inArray(t.tag, [...choice.tags])
  return toCondition(scope, atTime(choice.filter, choice.now))
}
