import {
  isFormComplete,
  type Stuck,
  type StuckState,
  type Title,
  TitleStatus,
  toPage,
  toSkillBand,
  toStuck,
  toTitleStay,
  toWireDate,
  trailerStays,
} from '@kinora/core'
import type { Deps } from '../deps.ts'
import { stateOf } from '../uploads/begin.ts'
import { type Names, readNames } from './references.ts'
import type { StoredTitle } from './rows.ts'
import type { Found, PageOf } from './search.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** B-1: titles as they travel, with the names of what they refer to. */
export async function toTitles(
  { db, clock }: Needs,
  rows: readonly StoredTitle[],
  known?: Names,
): Promise<Title[]> {
  const names = known ?? (await readNames(db, rows))
  const now = clock.now()
  return rows.map(row => toTitle(row, names, now))
}

export async function toSingle(deps: Needs, row: StoredTitle): Promise<Title> {
  const [title] = await toTitles(deps, [row])
  return title!
}

/** TITLE-15 */
export async function toTitlePage(deps: Needs, found: Found, input: PageOf) {
  return toPage(await toTitles(deps, found.rows, found.names), found.total, input)
}

function toTitle(row: StoredTitle, names: Names, now: Date): Title {
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
    version: row.updatedAt.getTime().toString(36),
    equipmentTypeTags: names.taxonomy(row.equipmentIds),
    focusAreaTags: names.taxonomy(row.focusAreaIds),
    level: skill === null ? null : toSkillBand(skill),
    isFavourite: false,
    errorType: row.errorType ?? (trailerStatus === TitleStatus.Error ? row.trailerErrorType : null),
    jobID: row.jobId ?? row.trailerJobId,
    chunkNumber: videoStatus === null ? 0 : names.chunkNumber(row.tag),
    mediaType: row.contentType,
    stuck: toState(toStuck(toTitleStay(row), row.standingSince, now)),
    trailerStuck: toState(toStuck(trailerStays[stateOf(row)], row.trailerSince, now)),
  }
  return { ...title, isComplete: isFormComplete(title) }
}

const toState = (stuck: Stuck | null): StuckState | null =>
  stuck === null ? null : { ...stuck, since: toWireDate(stuck.since) }

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
