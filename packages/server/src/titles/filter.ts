import {
  beforeFirstChunk,
  DUE_SOON,
  type durationRanges,
  foldedWords,
  foldName,
  languages,
  skillBands,
  type TimeLimit,
  type TitleFilter,
  TitleStatus,
  titleTimeLimits,
  trailerTimeLimits,
} from '@kinora/core'
import {
  and,
  asc,
  between,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { containing } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import { customPlan, type Database } from '../ports/db.ts'
import { inScope, isDamaged, overlaps, type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

export type Filter = Omit<z.output<typeof TitleFilter>, keyof ByTime> & {
  /** Only what has stood still for too long at that time. */
  stuckAt?: Date | undefined
  /** Only what is to be released soon after that time, and isn’t published. */
  dueAfter?: Date | undefined
  /** Only what is released between the two. */
  released?: readonly [from: Date, until: Date] | undefined
}

type ByTime = Pick<z.output<typeof TitleFilter>, 'stuck' | 'dueSoon' | 'releaseWithin'>

const DAY = 86_400_000

/** What counts as stuck or due depends on the hour. */
export const atTime = <T extends ByTime>({ stuck, dueSoon, releaseWithin, ...filter }: T, now: Date) => ({
  ...filter,
  stuckAt: stuck === true ? now : undefined,
  dueAfter: dueSoon === true ? now : undefined,
  released:
    releaseWithin === undefined ? undefined : ([now, new Date(now.getTime() + releaseWithin * DAY)] as const),
})
type Skill = NonNullable<Filter['skill']>[number]

/** TITLE-14, TITLE-17: filters combine with AND, the values inside one with OR; an empty one doesn't filter. */
export function toCondition(scope: Scope, filter: Filter): SQL {
  const all = and(
    ...words(filter.query),
    oneOf(t.classCategoryId, filter.categoryId),
    oneOf(t.classSubCategoryId, filter.subcategory),
    oneOf(t.classSubCategoryId, filter.classSubCategoryId),
    anyOf(t.labelIds, filter.labelId),
    anyOf(t.focusAreaIds, filter.focusAreaId),
    anyOf(t.equipmentIds, filter.equipmentId),
    some(filter.duration, inDuration),
    some(filter.skill, hasSkill),
    oneOf(t.intensity, filter.intensity),
    oneOf(t.classLanguageCode, filter.classLanguageName?.flatMap(languageCodes)),
    oneOf(t.channelId, filter.channelId),
    oneOf(t.providerId, filter.providerId),
    oneOf(t.contentType, filter.contentType),
    oneOf(t.tag, filter.titleTags),
    oneOf(t.status, filter.status),
    oneOf(t.externalId, filter.externalId),
    ofTenant(scope, filter.tenant),
    filter.stuckAt && isStuck(filter.stuckAt),
    filter.dueAfter && isDue(filter.dueAfter),
    filter.released && isReleased(filter.released),
  )
  return namesTitles(filter) ? all! : sql`${customPlan} ${all ?? sql`true`}`
}

/** Few are asked for one by one: there is one way to find them, and the page will know how many there are. */
const namesTitles = ({ titleTags, externalId }: Filter): boolean =>
  [titleTags, externalId].some(ids => ids?.length)

/** How many filters narrow a search; words count one by one. */
export function countOfFilters({ query, stuckAt, dueAfter, released, tenant, ...lists }: Filter): number {
  const set = Object.values(lists).filter(values => Array.isArray(values) && values.length > 0)
  const others = [tenant, stuckAt, dueAfter, released].filter(Boolean)
  return words(query).length + set.length + others.length
}

/** Every word must occur somewhere. */
const words = (query: string | undefined): SQL[] => foldedWords(query).map(hasWord)

/** What may stand before a word. Listed, as the index knows no trigrams of a pattern with `\m`. */
const wordBegins = '(^|[\\t\\n -/:-@[-`{-~])'

/**
 * Of up to two letters there is no trigram inside a word, but there are those of its beginning: short words are looked
 * for where words begin. Signs and letters of other scripts, which have no such trigrams, are looked for in every text.
 */
function hasWord(word: string): SQL {
  if (/^[a-z0-9]{1,2}$/.test(word)) return sql`${t.searchText} ~ ${wordBegins + word}`
  if ([...word].length < 3) return sql`strpos(${t.searchText}, ${word}) > 0`
  return sql`${t.searchText} LIKE ${containing(word)}`
}

const isReleased = ([from, until]: readonly [Date, Date]): SQL => between(t.releasedAt, from, until)

function isDue(now: Date): SQL | undefined {
  return and(
    isReleased([now, new Date(now.getTime() + DUE_SOON)]),
    notInArray(t.status, [TitleStatus.PublishQueued, TitleStatus.Published]),
  )
}

function oneOf(column: AnyPgColumn, values: readonly (string | number)[] | undefined): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : inArray(column, [...values])
}

function anyOf(column: AnyPgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : overlaps(column, values)
}

function some<T>(values: readonly T[] | undefined, condition: (value: T) => SQL): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : or(...values.map(condition))
}

/** TITLE-16: inclusive at both ends. */
function inDuration(range: (typeof durationRanges)[number]): SQL {
  const [from = 0, to = 0] = range.split('-').map(Number)
  return between(t.durationSecond, from, to)
}

/** TITLE-09, TITLE-17: a number of the scale or a band of it. */
function hasSkill(skill: Skill): SQL {
  if (typeof skill === 'number') return eq(t.skill, skill)
  const [from, to] = skillBands[skill]
  return between(t.skill, from, to)
}

/** The filter is called by name but clients also send the tag; a language nobody knows matches nothing. */
function languageCodes(value: string): string[] {
  const wanted = foldName(value)
  const found = languages.filter(({ name, ietfTag }) =>
    [name, ietfTag].some(text => foldName(text) === wanted),
  )
  return found.length > 0 ? found.map(language => language.ietfTag) : [value]
}

/** ROLE-09, ROLE-12: who is bound to a tenant or provider already gets nothing more or less from the filter. */
function ofTenant(scope: Scope, tenant: string | undefined): SQL | undefined {
  if (scope.kind !== 'all' || tenant === undefined || tenant === '') return undefined
  return or(eq(t.tenantId, tenant), overlaps(t.tenants, [tenant]))
}

/** The time limits of core's tables as a condition: what is stuck at that time, or has a damaged file. */
function isStuck(now: Date): SQL | undefined {
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

/** Titles by their tags, or by what a search asks for. */
type Choice = { tags: readonly string[] } | { filter: z.output<typeof TitleFilter>; now: Date }

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
