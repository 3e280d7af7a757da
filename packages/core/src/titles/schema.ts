import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, IetfTag, LimitedText, OneOrMore, Version } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import { ContentType, durationRanges, titleLimits } from './scales.ts'

const contentTypes = Object.values(ContentType)

/** TITLE-16 */
export const DurationRange = z.enum(durationRanges)

const WireDate = z
  .string()
  .max(limits.id)
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/, 'validation.date')
const Ids = z.array(z.string())
const Scale = z.int().min(1).max(10)

/** What a person sets on a title. The rules check whether it is complete, not the schema. */
export const TitleDraft = z.object({
  className: LimitedText(titleLimits.name),
  classDescription: LimitedText(titleLimits.description),
  classCategoryId: Id.nullable(),
  classSubCategoryId: Id.nullable(),
  classLanguageCode: IetfTag.nullable(),
  channelId: Id.nullable(),
  providerId: Id.nullable().meta({ wire: 'providerID' }),
  scheduleDate: WireDate.nullable(),
  startDate: WireDate.nullable(),
  endDate: WireDate.nullable(),
  equipmentIds: z.array(Id).max(limits.list),
  focusAreaIds: z.array(Id).max(limits.list),
  labelIds: z.array(Id).max(limits.list),
  keywords: z.array(LimitedText()).max(limits.list),
  instructor: LimitedText(titleLimits.instructor),
  intensity: Scale.nullable(),
  skill: Scale.nullable(),
  imageLink: z.string().max(limits.url).nullable(),
  alternateLink: z.string().max(limits.url).nullable(),
  thumbnailType: z.enum(['auto', 'custom']),
  trailerName: LimitedText(limits.fileName).nullable(),
  isActive: z.boolean(),
  isEquipment: z.boolean(),
  contentType: z.literal(contentTypes),
  IsMigrating: z.boolean(),
  SourceProviderId: Id.nullable(),
  IsAutoPublish: z.boolean(),
})
export type TitleDraft = z.infer<typeof TitleDraft>

/** How far background work on a title has come. */
export const Processing = z.object({
  step: z.enum(['queued', 'blocked', 'normalise', 'encode', 'cover', 'finish']),
  /** 0 to 1 */
  fraction: z.number(),
})

/** What a person can do about a stuck title: process the file again, take back the upload, publish; about a damaged file: encode or upload it again. */
export const WayOut = z.enum(['retry', 'takeBack', 'publish', 'encode', 'upload'])
export type WayOut = z.infer<typeof WayOut>

/** Why a title is stuck, since when, and the way out, as the wire has it. */
export const StuckState = z.object({
  /** Key of the catalogue. */
  reason: z.string(),
  wayOut: WayOut,
  since: z.string(),
})
export type StuckState = z.infer<typeof StuckState>

/** The channel that a title names, as far as publishing asks (`checkPublishChannel`). */
export const PublishChannel = z.object({
  name: z.string(),
  /** CHAN-14 */
  clubOnly: z.boolean(),
  active: z.boolean(),
  /** C-136: it belongs to another provider than the title. */
  foreign: z.boolean(),
})
export type PublishChannel = z.infer<typeof PublishChannel>

/** C-136: what a title names that belongs to another tenant, as a row from before the rule may; its channel is said by `PublishChannel`. */
export const ForeignName = z.object({
  field: z.enum(['classCategoryId', 'classSubCategoryId', 'equipmentIds', 'focusAreaIds', 'labelIds']),
  id: z.string(),
})
export type ForeignName = z.infer<typeof ForeignName>

/** † Publishing as soon as the file is processed: asked for by a person, or why it could not be done (decision 0119). */
export const WhenReady = z.discriminatedUnion('state', [
  z.object({ state: z.literal('asked'), by: z.string() }),
  z.object({
    state: z.literal('refused'),
    /** What keeps the title from being published still. */
    issues: z.array(
      z.object({
        path: z.string(),
        code: z.custom<Issue['code']>(code => typeof code === 'string'),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  }),
])
export type WhenReady = z.infer<typeof WhenReady>

/** † What a title says of a moment (C-144): switched off, before its first date, within, or after the last one. */
export const DateState = z.enum(['off', 'notYet', 'on', 'over'])
export type DateState = z.infer<typeof DateState>

/** A title with all of its fields; those of the stored file come last (TITLE-01, table B-1). */
export const Title = TitleDraft.extend({
  tag: z.string(),
  classCategory: z.string(),
  classSubCategory: z.string(),
  classLanguage: z.string(),
  channelName: z.string(),
  provider: z.string(),
  providerType: z.int(),
  tenants: Ids,
  creationDate: z.string(),
  publishedDate: z.string().nullable(),
  durationSecond: z.int().min(0),
  equipmentTypeTags: z.array(z.string()),
  focusAreaTags: z.array(z.string()),
  level: z.enum(['beginner', 'intermediate', 'advanced']).nullable(),
  isComplete: z.boolean(),
  isFavourite: z.boolean(),
  status: z.int(),
  videoStatus: z.int().nullable(),
  trailerStatus: z.int().nullable(),
  trailerLinkWeb: z.string().nullable(),
  trailerLinkMobile: z.string().nullable(),
  rawVideoFileUrl: z.string().nullable(),
  streamingLink: z.string().nullable(),
  /** Key of the catalogue that says why processing of the video failed. */
  errorType: z.string().nullable(),
  /** † The same of the trailer, while that is what it is in. */
  trailerErrorType: z.string().nullable(),
  jobID: z.string().nullable(),
  chunkNumber: z.int(),
  isDelete: z.boolean(),
  mediaType: z.int(),
  /** The tenant that owns the title, null where a provider without a tenant does. */
  tenantId: z.string().nullable(),
  /** The id that the title has in the catalogue it was imported from; unique for its owner. */
  externalId: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSize: z.int().nullable(),
  /** SHA-256 over the chunk digests of the stored file. */
  fileDigest: z.string().nullable(),
  /** SHA-256 of the stored file, as `sha256sum` gives it; null until the platform has worked it out (†). */
  fileSha256: z.string().nullable(),
  processing: Processing.nullable(),
  stuck: StuckState.nullable(),
  trailerStuck: StuckState.nullable(),
  /** The channel as publishing asks for it (†); null where the title names none that is there. */
  publishChannel: PublishChannel.nullable(),
  /** What else it names that keeps it from being published (†). */
  foreignNames: z.array(ForeignName),
  /** Names of the labels (†), as those of equipment and focus areas. */
  labelTags: z.array(z.string()),
  /** † null where nobody has asked for it, or it is done. */
  whenReady: WhenReady.nullable(),
  /** † What its dates say of a site now, and the instants between which they let one show it (C-144); days are those of the tenant’s zone, of UTC where none owns it. */
  siteDates: z.object({ state: DateState, from: z.string().nullable(), until: z.string().nullable() }),
  updatedDate: z.string(),
  /** † Who changed it last; null where that was the platform, or somebody of another organization. */
  changedBy: z.string().nullable(),
  /** Counts what people wrote; work of the platform, such as processing, isn't counted. */
  version: Version,
})
export type Title = z.infer<typeof Title>

export const TitlePage = Paged(Title)

/** Seconds from the beginning of a video; no video is longer than a day. */
export const FrameSecond = z.number().min(0).max(86_400)
/** A frame of a title's video; its picture is there for as long as a playback link is good. */
export const Frame = z.object({ second: FrameSecond, imageLink: z.string() })
export type Frame = z.infer<typeof Frame>

/** What plays of a second or more come to (C-133), by days of UTC (C-118). */
const Played = z.object({ plays: z.int(), completed: z.int(), minutes: z.number() })

/** † The last days of one title, for a row of a list. */
export const RecentPlays = Played.extend({
  tag: z.string(),
  /** Plays of each of the `RECENT_DAYS`, the oldest first. */
  days: z.array(z.int()),
})
export type RecentPlays = z.infer<typeof RecentPlays>

/** † A title's own numbers, of the sites that the caller may ask about. */
export const TitleNumbers = Played.extend({
  /** As 2026-11-20, both included. */
  from: z.string(),
  to: z.string(),
  /** People who watched, each once for every site. */
  members: z.int(),
  /** The part of the video that a play lasts on average, 0 to 1; null without plays or a length. */
  reach: z.number().nullable(),
  /** Plays that got to at least 0, 10, 20 … 100 percent of the video; empty where none is of a video whose length was known. */
  reached: z.array(z.int()),
  /** Every day, also those without plays. */
  days: z.array(z.object({ day: z.string(), plays: z.int() })),
  /** The most played first. */
  sites: z.array(Played.extend({ tenantId: z.string(), name: z.string(), members: z.int() })),
  /** All that were ever written. */
  reviews: z.object({ count: z.int(), average: z.number().nullable() }),
})
export type TitleNumbers = z.infer<typeof TitleNumbers>

/** No status is larger; the column takes as much. */
const MAX_STATUS = 32_767

/** How long before its release date a title counts as due soon, in milliseconds. */
export const DUE_SOON = 48 * 3_600_000
/** Days. */
export const RELEASE_WITHIN_MAX = 31

/** TITLE-14. Filters combine with AND, the values inside one with OR (TITLE-17). */
export const TitleFilter = z.object({
  query: LimitedText().optional(),
  categoryId: OneOrMore(Id),
  subcategory: OneOrMore(Id),
  classSubCategoryId: OneOrMore(Id),
  labelId: OneOrMore(Id),
  duration: OneOrMore(DurationRange),
  skill: OneOrMore(z.union([Scale, z.enum(['beginner', 'intermediate', 'advanced'])])),
  focusAreaId: OneOrMore(Id),
  equipmentId: OneOrMore(Id),
  intensity: OneOrMore(Scale),
  classLanguageName: OneOrMore(z.string().max(limits.text)),
  channelId: OneOrMore(Id),
  providerId: OneOrMore(Id),
  contentType: OneOrMore(z.literal(contentTypes)),
  titleTags: OneOrMore(Id),
  /**
   * For administrators and customer support (ROLE-12, C-145). Whoever is bound to a tenant or provider gets its own from every list,
   * whatever stands here (ROLE-09); a job that names another tenant is refused.
   */
  tenant: Id.optional(),
  /** Statuses to filter by; any of them will do (†). */
  status: OneOrMore(z.int().min(0).max(MAX_STATUS)),
  externalId: OneOrMore(z.string().max(limits.externalId)),
  /** Only stuck titles, by video or trailer. */
  stuck: z.boolean().optional(),
  /** Only titles that aren’t published though their release date lies within the next `DUE_SOON`. */
  dueSoon: z.boolean().optional(),
  /** Only titles whose release date lies within the next so many days, published or not (†). */
  releaseWithin: z.int().min(1).max(RELEASE_WITHIN_MAX).optional(),
})
export type TitleFilter = z.input<typeof TitleFilter>

/** NAV-75, CONST-22 */
export const TitleSort = z.enum(['createdDate', 'name'])
/** A search by words can also be ordered by how well they fit, and is unless another order is asked for (†). */
export const SearchSort = z.enum(['relevance', 'createdDate', 'name'])

/** What the platform keeps of a title beside its original: what is served, and a trailer’s uploaded file. */
export const MADE_PARTS = ['stream', 'trailer', 'trailerFile', 'captions', 'cover'] as const
/** OPS-02: one of these as it was read just now, against what was stored of it. */
export const VerifiedPart = z.object({
  part: z.enum(MADE_PARTS),
  /** Of captions. */
  language: z.string().nullable(),
  /** null where it is as it was stored. */
  problem: z.enum(['gone', 'damaged']).nullable(),
})
export type VerifiedPart = z.infer<typeof VerifiedPart>

/** What a stored file came to when it was read just now; all null where it isn't there any more (OPS-02). */
export const VerifiedFile = z.object({
  sha256: z.string().nullable(),
  /** SHA-256 over the digests of its chunks. */
  chunkTree: z.string().nullable(),
  /** Whether it is what was uploaded. */
  isIntact: z.boolean(),
  /** Empty unless they were asked for. */
  made: z.array(VerifiedPart),
})
export type VerifiedFile = z.infer<typeof VerifiedFile>
