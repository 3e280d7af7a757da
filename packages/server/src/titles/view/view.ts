import {
  damageWaysOut,
  isFormComplete,
  languageName,
  type Page,
  type PublishChannel,
  type StuckState,
  type TimeLimit,
  type Title,
  TitleStatus,
  toPage,
  toSkillBand,
  toStuck,
  toTitleTimeLimit,
  toWireDate,
  trailerTimeLimits,
} from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { favouritesAmong } from '../../favourites/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import type { TitleNames } from '../../ports/names.ts'
import type { StoredTitle } from '../../stored-titles/index.ts'
import { damageOf, toDraft, trailerStateOf } from '../../stored-titles/index.ts'
import { uploadsTable } from '../../uploads/tables.ts'
import type { Found, PageOf } from '../search/search.ts'

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
  const [named, chunks, favourites] = await Promise.all([
    names.read(),
    readNextChunks(db, rows),
    favouritesAmong(scope, db, tags),
  ])
  const now = clock.now()
  return rows.map(row => {
    const isFavourite = favourites.has(row.tag)
    return toTitle(row, { names: named, nextChunk: chunks.get(row.tag) ?? 1, isFavourite, now })
  })
}

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
  now: Date
}

function toTitle(row: StoredTitle, { names, nextChunk, isFavourite, now }: Shown): Title {
  const { tag, status, skill, videoStatus, trailerStatus } = row
  const draft = toDraft(row)
  const provider = names.provider(row.providerId)
  return {
    ...draft,
    tag,
    classCategory: names.category(row.classCategoryId),
    classSubCategory: names.subCategory(row.classSubCategoryId),
    classLanguage: languageName(row.classLanguageCode),
    channelName: names.channel(row.channelId),
    publishChannel: toPublishChannelOf(row, names),
    provider: provider?.name ?? '',
    providerType: provider?.isTenantProvider ? 1 : 0,
    tenants: row.tenants,
    creationDate: toWireDate(row.createdAt),
    publishedDate: orNull(row.publishedDate, toWireDate),
    updatedDate: toWireDate(row.updatedAt),
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
    errorType: row.errorType ?? (trailerStatus === TitleStatus.Error ? row.trailerErrorType : null),
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

const orNull = <T, R>(value: T | null, to: (value: T) => R): R | null => (value === null ? null : to(value))

function toState(limit: TimeLimit, since: Date, now: Date): StuckState | null {
  const stuck = limit === 'person' ? null : toStuck(limit, since, now)
  return stuck === null ? null : { ...stuck, since: toWireDate(stuck.since) }
}

/** OPS-02: what the patrol of stored files has found, with its way out. */
function toDamaged(row: StoredTitle): StuckState | null {
  const damaged = damageOf(row)
  return damaged === null ? null : { ...damageWaysOut[damaged], since: toWireDate(row.statusSince) }
}

/** The lookup of API-23, which hands out a signed link. */
const toStreamingLink = ({ tag, tenantId, providerId }: StoredTitle): string =>
  `/portal/title/streaminglink/${encodeURIComponent(tenantId ?? providerId ?? '')}/${tag}`
