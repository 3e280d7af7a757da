import {
  isFormComplete,
  type Stay,
  type StuckState,
  Title,
  TitleStatus,
  toPage,
  toSkillBand,
  toStuck,
  toTitleStay,
  toWireDate,
  trailerStays,
} from '@kinora/core'
import type * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { Written, WrittenPage } from '../../kernel/http/written.ts'
import type { StoredTitle } from '../../stored-titles/index.ts'
import { toDraft, trailerStateOf } from '../../stored-titles/index.ts'
import type { Found, PageOf } from '../search/search.ts'
import { sentTitles } from '../search/sent.ts'
import { type Names, readNames } from './names.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** B-1: a title as it travels, with the names of what it refers to. */
export async function toSingle({ db, clock }: Needs, row: StoredTitle): Promise<Title> {
  return toTitle(row, await readNames(db, [row]), clock.now())
}

/** TITLE-15; a title that was sent before and is still the same is not made again. */
export async function toTitlePage(
  { db, clock }: Needs,
  { rows, total, namesOf }: Found,
  input: PageOf,
): Promise<WrittenPage<z.input<typeof Title>>> {
  const sent = sentTitles(db)
  const known = rows.map(row => sent.find(row))
  const others = rows.filter((_, index) => known[index] === undefined)
  const names = others.length === 0 ? undefined : await (namesOf?.(others) ?? readNames(db, others))
  const now = clock.now()
  const items = rows.map((row, index) => {
    if (known[index] !== undefined) return known[index]
    const written = Written.of(Title, toTitle(row, names!, now), `title ${row.tag}`)
    if (standsStill(row)) sent.keep(row, written)
    return written
  })
  return new WrittenPage(toPage<z.input<typeof Title>>([], total, input), items)
}

/** No hour changes what there is to be told of it. */
const standsStill = (row: StoredTitle): boolean =>
  toTitleStay(row) === 'person' && trailerStays[trailerStateOf(row)] === 'person'

/** Written out field by field, as it is made a hundred times for a page: copying rows takes longer than reading them. */
function toTitle(row: StoredTitle, names: Names, now: Date): Title {
  const { tag, status, skill, videoStatus, trailerStatus } = row
  const draft = toDraft(row)
  const provider = names.provider(row.providerId)
  return {
    ...draft,
    tag,
    classCategory: names.category(row.classCategoryId),
    classSubCategory: names.subCategory(row.classSubCategoryId),
    classLanguage: names.language(row.classLanguageCode),
    channelName: names.channel(row.channelId),
    provider: provider?.name ?? '',
    providerType: provider?.isTenantProvider ? 1 : 0,
    tenants: row.tenants,
    creationDate: toWireDate(row.createdAt),
    publishedDate: orNull(row.publishedDate, toWireDate),
    updatedDate: toWireDate(row.updatedAt),
    version: row.updatedAt.getTime().toString(36),
    durationSecond: row.durationSecond,
    equipmentTypeTags: names.taxonomy(draft.equipmentIds),
    focusAreaTags: names.taxonomy(draft.focusAreaIds),
    level: orNull(skill, toSkillBand),
    isComplete: isFormComplete(draft),
    isFavourite: false,
    status,
    videoStatus,
    trailerStatus,
    trailerLinkWeb: orNull(row.trailerWebKey, key => `/media/${key}`),
    trailerLinkMobile: orNull(row.trailerMobileKey, key => `/media/${key}`),
    rawVideoFileUrl: orNull(row.sourceKey, () => `/media/raw/${tag}`),
    streamingLink: orNull(row.streamKey, () => toStreamingLink(row)),
    errorType: row.errorType ?? (trailerStatus === TitleStatus.Error ? row.trailerErrorType : null),
    jobID: row.jobId ?? row.trailerJobId,
    chunkNumber: videoStatus === null ? 0 : names.chunkNumber(tag),
    isDelete: row.isDelete,
    mediaType: row.contentType,
    tenantId: row.tenantId,
    externalId: row.externalId,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileDigest: row.fileDigest,
    processing: row.processing,
    stuck: toState(toTitleStay(row), () => row.standingSince, now),
    trailerStuck: toState(trailerStays[trailerStateOf(row)], () => row.trailerSince, now),
  }
}

const orNull = <T, R>(value: T | null, to: (value: T) => R): R | null => (value === null ? null : to(value))

function toState(stay: Stay, since: () => Date, now: Date): StuckState | null {
  const stuck = stay === 'person' ? null : toStuck(stay, since(), now)
  return stuck === null ? null : { ...stuck, since: toWireDate(stuck.since) }
}

/** The lookup of API-23, which hands out a signed link. */
const toStreamingLink = ({ tag, tenantId, providerId }: StoredTitle): string =>
  `/portal/title/streaminglink/${encodeURIComponent(tenantId ?? providerId ?? '')}/${tag}`
