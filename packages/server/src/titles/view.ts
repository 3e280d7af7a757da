import {
  type Channel,
  checkPublish,
  damageWaysOut,
  dateStateAt,
  ForeignName,
  type Issue,
  isFormComplete,
  languageName,
  type Page,
  type PublishChannel,
  type StuckState,
  siteMoment,
  type TimeLimit,
  type Title,
  TitleStatus,
  toPage,
  toPublishChannel,
  toSiteInstants,
  toSkillBand,
  toStuck,
  toTitleTimeLimit,
  toWireDate,
  trailerTimeLimits,
} from '@kinora/core'
import { type WallClock, wallClock } from '@kinora/core/schedule'
import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { favouritesAmong } from '../favourites/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import { toDates } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import type { NamesPort, TitleNames } from '../ports/names.ts'
import { readDisplayNames } from '../session/index.ts'
import { damageOf, readTitles, type StoredTitle, toDraft, trailerStateOf } from '../stored-titles/index.ts'
import { readTimeZones } from '../tenants/index.ts'
import { uploadsTable } from '../uploads/tables.ts'
import { type Found, type PageOf, searchPublished } from './search.ts'

interface Needs {
  deps: Pick<Deps, 'db' | 'names' | 'clock'>
  /** Whose favourites are marked. */
  scope: Scope
}

/** B-1: a title as it travels, with the names of what it refers to. */
export async function toSingle(needs: Needs, row: StoredTitle): Promise<Title> {
  const [title] = await toTitles(needs, [row])
  return title!
}

/** TITLE-15 */
export async function toTitlePage(needs: Needs, { rows, total }: Found, input: PageOf): Promise<Page<Title>> {
  return toPage(await toTitles(needs, rows), total, input)
}

async function toTitles({ deps, scope }: Needs, rows: readonly StoredTitle[]): Promise<Title[]> {
  if (rows.length === 0) return []
  const { db, names, clock } = deps
  const tags = rows.map(({ tag }) => tag)
  const [named, chunks, favourites, authors, clocks] = await Promise.all([
    names.read(),
    readNextChunks(db, rows),
    favouritesAmong(scope, db, tags),
    readAuthors(scope, db, rows),
    readClocks(scope, db, rows),
  ])
  const now = clock.now()
  return rows.map(row => {
    const isFavourite = favourites.has(row.tag)
    const changedBy = authors.get(row.tag) ?? null
    const nextChunk = chunks.get(row.tag) ?? 1
    return toTitle(row, { names: named, nextChunk, isFavourite, changedBy, now, clock: clocks(row) })
  })
}

/** C-144: the wall clock of the tenant that is acted for, else of the one that owns a title, else UTC’s. */
async function readClocks(scope: Scope, db: Database, rows: readonly StoredTitle[]) {
  const tenantOf = (row: StoredTitle) => (scope.kind === 'tenant' ? scope.tenantId : row.tenantId)
  const ids = [...new Set(rows.flatMap(row => tenantOf(row) ?? []))]
  const zones = await readTimeZones(db, ids)
  const clocks = new Map(ids.map(id => [id, wallClock(zones.get(id) ?? 'UTC')]))
  const utc = wallClock('UTC')
  return (row: StoredTitle) => clocks.get(tenantOf(row) ?? '') ?? utc
}

/** Who changed the titles last, by tag; of those alone that the caller owns: whoever else works on a title is not theirs to know. */
async function readAuthors(
  scope: Scope,
  db: Database,
  rows: readonly StoredTitle[],
): Promise<Map<string, string>> {
  const own = rows.flatMap(row =>
    row.updatedBy !== null && isOwn(scope, row) ? [[row.tag, row.updatedBy] as const] : [],
  )
  const names = await readDisplayNames(
    db,
    own.map(([, id]) => id),
  )
  return new Map(own.map(([tag, id]) => [tag, names.get(id) ?? '']))
}

const isOwn = (scope: Scope, { tenantId, providerId }: StoredTitle): boolean =>
  scope.kind === 'all' ||
  (scope.kind === 'tenant' && scope.tenantId === tenantId) ||
  (scope.kind === 'provider' && scope.providerId === providerId)

/** The chunk that is expected next, for titles that have an upload of their video. */
async function readNextChunks(db: Database, rows: readonly StoredTitle[]): Promise<Map<string, number>> {
  const tags = rows.filter(row => row.videoStatus !== null).map(row => row.tag)
  if (tags.length === 0) return new Map()
  const { titleTag, nextChunk, role } = uploadsTable
  const found = await db
    .select({ titleTag, nextChunk })
    .from(uploadsTable)
    .where(and(eq(role, 'video'), sql`${titleTag} = ANY(${sql.param(tags)}::text[])`))
  return new Map(found.map(upload => [upload.titleTag, upload.nextChunk]))
}

interface Shown {
  names: TitleNames
  nextChunk: number
  isFavourite: boolean
  changedBy: string | null
  now: Date
  clock: WallClock
}

function toTitle(row: StoredTitle, { names, nextChunk, isFavourite, changedBy, now, clock }: Shown): Title {
  const { tag, status, skill, videoStatus, trailerStatus } = row
  const draft = toDraft(row)
  const provider = names.provider(row.providerId)
  const around = { publishChannel: toPublishChannelOf(row, names), foreignNames: toForeignNames(row, names) }
  return {
    ...draft,
    tag,
    classCategory: names.category(row.classCategoryId),
    classSubCategory: names.subCategory(row.classSubCategoryId),
    classLanguage: languageName(row.classLanguageCode),
    channelName: names.channel(row.channelId),
    ...around,
    whenReady: toWhenReady(row, checkPublish(draft, around)),
    provider: provider?.name ?? '',
    providerType: provider?.isTenantProvider ? 1 : 0,
    tenants: row.tenants,
    creationDate: toWireDate(row.createdAt),
    publishedDate: orNull(row.publishedDate, toWireDate),
    siteDates: toSiteDates(row, now, clock),
    updatedDate: toWireDate(row.updatedAt),
    changedBy,
    version: row.version,
    durationSecond: row.durationSecond,
    equipmentTypeTags: names.taxonomy(draft.equipmentIds),
    focusAreaTags: names.taxonomy(draft.focusAreaIds),
    labelTags: names.taxonomy(draft.labelIds),
    level: orNull(skill, toSkillBand),
    isComplete: isFormComplete(draft),
    isFavourite,
    status,
    videoStatus,
    trailerStatus,
    trailerLinkWeb: orNull(row.trailerWebKey, key => `/media/${key}`),
    trailerLinkMobile: orNull(row.trailerMobileKey, key => `/media/${key}`),
    rawVideoFileUrl: orNull(row.sourceKey, () => `/media/raw/${tag}`),
    streamingLink: orNull(row.streamKey, () => toStreamingLink(row)),
    errorType: row.errorType,
    trailerErrorType: trailerStatus === TitleStatus.Error ? row.trailerErrorType : null,
    jobID: row.jobId ?? row.trailerJobId,
    chunkNumber: videoStatus === null ? 0 : nextChunk - 1,
    isDelete: row.isDelete,
    mediaType: row.contentType,
    tenantId: row.tenantId,
    externalId: row.externalId,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileDigest: row.fileDigest,
    fileSha256: row.fileSha256,
    processing: row.processing,
    stuck: toState(toTitleTimeLimit(row), row.statusSince, now) ?? toDamaged(row),
    trailerStuck: toState(trailerTimeLimits[trailerStateOf(row)], row.trailerSince, now),
  }
}

/** Who asked for publishing when ready, or what keeps it from being done still; null where all of that is mended. */
function toWhenReady({ whenReady, status }: StoredTitle, now: readonly Issue[]): Title['whenReady'] {
  if (whenReady === null) return null
  if (whenReady.state === 'asked') return { state: 'asked', by: whenReady.displayName }
  const isHeld = ({ path, code }: Issue) => now.some(issue => issue.path === path && issue.code === code)
  const issues = whenReady.issues.filter(issue =>
    issue.path === 'status' ? status === TitleStatus.Error : issue.path === '' || isHeld(issue),
  )
  return issues.length === 0 ? null : { state: 'refused', issues }
}

/** The channel as publishing asks for it; C-136: a row from before the rule may name another provider's. */
function toPublishChannelOf(
  { channelId, providerId }: StoredTitle,
  names: TitleNames,
): PublishChannel | null {
  const channel = names.publishChannel(channelId)
  if (channel === undefined) return null
  const { providerId: owner, ...publishing } = channel
  return { ...publishing, foreign: owner !== providerId }
}

/** C-136, as `foreignNames` of references asks the database before a title is published. */
function toForeignNames(row: StoredTitle, names: TitleNames): ForeignName[] {
  const named = ForeignName.shape.field.options.flatMap(field =>
    [row[field] ?? []].flat().map(id => ({ field, id })),
  )
  return named.filter(name => (names.tenantOf(name) ?? row.tenantId) !== row.tenantId)
}

function toSiteDates(row: StoredTitle, now: Date, clock: WallClock): Title['siteDates'] {
  const dates = toDates(row)
  const { from, until } = toSiteInstants(dates, clock)
  const toWire = (at: number | undefined) => orNull(at ?? null, millis => toWireDate(new Date(millis)))
  return {
    state: dateStateAt(dates, siteMoment(clock, now.getTime())),
    from: toWire(from),
    until: toWire(until),
  }
}

const orNull = <T, R>(value: T | null, to: (value: T) => R): R | null => (value === null ? null : to(value))

function toState(limit: TimeLimit, since: Date, now: Date): StuckState | null {
  const stuck = limit === 'person' ? null : toStuck(limit, since, now)
  return stuck === null ? null : { ...stuck, since: toWireDate(stuck.since) }
}

/** OPS-02: what scrubbing of stored files has found, with its way out. */
function toDamaged(row: StoredTitle): StuckState | null {
  const damaged = damageOf(row)
  return damaged === null ? null : { ...damageWaysOut[damaged], since: toWireDate(row.statusSince) }
}

/** The lookup of API-23, which hands out a signed link. */
const toStreamingLink = ({ tag, tenantId, providerId }: StoredTitle): string =>
  `/portal/title/streaminglink/${encodeURIComponent(tenantId ?? providerId ?? '')}/${tag}`

type ChannelJson = Pick<Channel, 'name' | 'displayName' | 'providerId' | 'active'> & Channel['Availability']

/** Each name once, by its id; null where there is none of the kind. */
interface NamesJson {
  categories: Record<string, CategoryJson> | null
  subCategories: Record<string, CategoryJson> | null
  channels: Record<string, ChannelJson> | null
  providers: Record<string, { name: string; isTenantProvider: boolean }> | null
  taxonomies: Record<string, { name: Record<string, string>; tenantId: string | null }> | null
}
interface CategoryJson {
  name: string | null
  tenantId: string | null
}

/** Holds all names in memory until their version in the database changes (decision 0016). */
export function createNames(db: Database): NamesPort {
  let cached: { version: string; names: TitleNames } | undefined
  return {
    async read() {
      const [current] = await rowsOf<{ version: string }>(db, sql`SELECT version FROM names_version`)
      if (cached?.version === current!.version) return cached.names
      const [row] = await rowsOf<{ version: string; names: NamesJson }>(db, allNames)
      cached = { version: row!.version, names: toNames(row!.names) }
      return cached.names
    },
  }
}

/** One statement, so that version and names belong together. */
const allNames = sql`SELECT (SELECT version FROM names_version) AS version, json_build_object(
  'categories', (SELECT json_object_agg(category_id,
    json_build_object('name', name ->> 'invariantText', 'tenantId', tenant_id)) FROM categories),
  'subCategories', (SELECT json_object_agg(s.sub_category_id,
    json_build_object('name', s.name ->> 'invariantText', 'tenantId', c.tenant_id))
    FROM sub_categories s JOIN categories c USING (category_id)),
  'channels', (SELECT json_object_agg(tag, json_build_object('name', name, 'displayName', display_name,
    'providerId', provider_tag, 'active', is_active, 'inClub', in_club, 'appAndweb', app_and_web, 'hotel', hotel)) FROM channels),
  'providers', (SELECT json_object_agg(tag,
    json_build_object('name', display_name, 'isTenantProvider', is_tenant_provider)) FROM providers),
  'taxonomies', (SELECT json_object_agg(id,
    json_build_object('name', name, 'tenantId', tenant_id)) FROM taxonomies)) AS names`

function toNames(json: NamesJson): TitleNames {
  const lookUp = <T>(kind: Record<string, T> | null) => {
    const map = new Map(Object.entries(kind ?? {}))
    return (id: string | null): T | undefined => (id === null ? undefined : map.get(id))
  }
  const [category, subCategory] = [lookUp(json.categories), lookUp(json.subCategories)]
  const channel = lookUp(json.channels)
  const entries = Object.entries(json.taxonomies ?? {})
  const taxonomies = new Map(
    entries.map(([id, { name, tenantId }]) => [id, { name: inEnglish(name), tenantId }]),
  )
  return {
    category: id => category(id)?.name ?? '',
    subCategory: id => subCategory(id)?.name ?? '',
    channel: tag => channel(tag)?.displayName ?? '',
    publishChannel(tag) {
      const found = channel(tag)
      return found && { ...toPublishChannel({ ...found, Availability: found }), providerId: found.providerId }
    },
    tenantOf({ field, id }) {
      if (field === 'classCategoryId') return category(id)?.tenantId
      return (field === 'classSubCategoryId' ? subCategory(id) : taxonomies.get(id))?.tenantId
    },
    provider: lookUp(json.providers),
    taxonomy: ids => ids.map(id => taxonomies.get(id)?.name).filter(name => name !== undefined),
  }
}

/** The English name of a taxonomy entry, else any. */
function inEnglish(name: Record<string, string>): string | undefined {
  return name['en-US'] ?? name['en-GB'] ?? Object.values(name)[0]
}

/** The titles of these tags that a tenant may show: its own, and those that are published to it. Reads by `db` alone, so a transaction may ask. */
export async function findClassRows(scope: OfTenant, db: Database, tags: readonly string[]) {
  const own = await readTitles(scope, db, tags)
  const known = new Set(own.map(({ tag }) => tag))
  const others = tags.filter(tag => !known.has(tag))
  if (others.length === 0) return own
  const search = { titleTags: others, tenantId: scope.tenantId, page: 1, take: others.length }
  return [...own, ...(await searchPublished(db, search)).rows]
}

/** The same as people see them. */
export async function findClasses(
  { deps, scope }: { deps: Pick<Deps, 'db' | 'names' | 'clock'>; scope: OfTenant },
  tags: readonly string[],
): Promise<Title[]> {
  if (tags.length === 0) return []
  const rows = await findClassRows(scope, deps.db, tags)
  return (await toTitlePage({ deps, scope }, { rows, total: rows.length }, whole)).data
}

const whole = { page: 1, take: -1 }
