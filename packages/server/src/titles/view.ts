import { isFormComplete, type Title, TitleStatus, toPage, toSkillBand, toWireDate } from '@kinora/core'
import type { Database } from '../ports/db.ts'
import { type Names, readNames } from './references.ts'
import type { StoredTitle } from './rows.ts'
import type { Found, PageOf } from './search.ts'

/** B-1: titles as they travel, with the names of what they refer to. */
export async function toTitles(db: Database, rows: readonly StoredTitle[], known?: Names): Promise<Title[]> {
  const names = known ?? (await readNames(db, rows))
  return rows.map(row => toTitle(row, names))
}

export async function toSingle(db: Database, row: StoredTitle): Promise<Title> {
  const [title] = await toTitles(db, [row])
  return title!
}

/** TITLE-15 */
export async function toTitlePage(db: Database, found: Found, input: PageOf) {
  return toPage(await toTitles(db, found.rows, found.names), found.total, input)
}

function toTitle(row: StoredTitle, names: Names): Title {
  const { isMigrating, sourceProviderId, isAutoPublish, providerId, skill, videoStatus, trailerStatus } = row
  const provider = names.provider(providerId)
  const title = {
    ...row,
    ...addresses(row),
    providerID: providerId,
    IsMigrating: isMigrating,
    SourceProviderId: sourceProviderId,
    IsAutoPublish: isAutoPublish,
    classCategory: names.category(row.classCategoryId),
    classSubCategory: names.subCategory(row.classSubCategoryId),
    classLanguage: names.language(row.classLanguageCode),
    channelName: names.channel(row.channelId),
    provider: provider?.name ?? '',
    providerType: provider?.isTenantProvider ? 1 : 0,
    creationDate: toWireDate(row.createdAt),
    publishedDate: row.publishedDate === null ? null : toWireDate(row.publishedDate),
    updatedDate: toWireDate(row.updatedAt),
    equipmentTypeTags: names.taxonomy(row.equipmentIds),
    focusAreaTags: names.taxonomy(row.focusAreaIds),
    level: skill === null ? null : toSkillBand(skill),
    isFavourite: false,
    errorType: row.errorType ?? (trailerStatus === TitleStatus.Error ? row.trailerErrorType : null),
    jobID: row.jobId ?? row.trailerJobId,
    chunkNumber: videoStatus === null ? 0 : names.chunkNumber(row.tag),
    mediaType: row.contentType,
  }
  return { ...title, isComplete: isFormComplete(title) }
}

/** Where the files of a title are asked for. The stream's is the lookup of API-23, which hands out a signed link. */
function addresses(row: StoredTitle) {
  const owner = encodeURIComponent(row.tenantId ?? row.providerId ?? '')
  return {
    streamingLink: row.streamKey === null ? null : `/portal/title/streaminglink/${owner}/${row.tag}`,
    rawVideoFileUrl: row.sourceKey === null ? null : `/media/raw/${row.tag}`,
    trailerLinkWeb: row.trailerWebKey === null ? null : `/media/${row.trailerWebKey}`,
    trailerLinkMobile: row.trailerMobileKey === null ? null : `/media/${row.trailerMobileKey}`,
  }
}
