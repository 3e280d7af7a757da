import * as z from 'zod'
import { Caption } from '../captions/schema.ts'
import { Channel } from '../channels/schema.ts'
import { Collection, CollectionItem } from '../collections/schema.ts'
import { Document } from '../documents/schema.ts'
import { Instant, Occurrence, OccurrenceDetails, ScheduledEvent } from '../events/schema.ts'
import { isBlank, limits } from '../kernel/field-rules.ts'
import { Id, LimitedText, onOneLine, RequiredText, Version } from '../kernel/fields.ts'
import { checkPeriod } from '../kernel/formats.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Day, MemberDraft, MemberSubscription, memberStatuses } from '../members/schema.ts'
import type { MessageKey } from '../messages/en.ts'
import { Played, PlayedAt, titleOrEvent } from '../playback/schema.ts'
import { Rating } from '../reviews/schema.ts'
import { siteAnswers } from '../site/schema.ts'
import { Subscription } from '../subscriptions/schema.ts'
import { AppSettingsDraft, WebSettingsDraft } from '../tenant-settings/schema.ts'
import { answeredTenantId, Tenant } from '../tenants/schema.ts'
import { Title, TitleFilter } from '../titles/schema.ts'

/** Titles of one page at most. */
export const SITE_PAGE_MAX = 100
/** Seconds that the token of a site is good for. */
export const SITE_TOKEN_SECONDS = 900
/** Reviews and plays that one call may bring. */
export const REVIEWS_AT_ONCE = 100
export const PLAYS_AT_ONCE = 1000
/** Rows of members that one call may bring. */
export const MEMBERS_AT_ONCE = 500
/** Characters of a member’s comment. */
export const COMMENT_MAX = 2000

/** LIVE-03: of staff, the site that is asked and the moment that it is asked for, now unless it is given. A site’s token says neither. */
export const SiteAsOf = z.object({ tenantId: Id.min(1).optional(), asOf: Instant.optional() })
export type SiteAsOf = z.infer<typeof SiteAsOf>

/** LIVE-03: what an answer for another moment is made of. */
export const AnsweredAsOf = z.object({
  at: z.string(),
  /** How it is known: a coming moment by dates, the schedule and what is under way; a past one by what was kept. */
  by: z.enum(['plan', 'history']),
  /** Since when the platform keeps what sites read; null where it always did. */
  keptSince: z.string().nullable(),
  /** Before that, an answer has what is there now, by its dates: names, places and publishing of that time aren’t known. */
  isKept: z.boolean(),
})
export type AnsweredAsOf = z.infer<typeof AnsweredAsOf>

/** An answer of the site that staff may ask for another moment; it says so then. */
const asOf = { asOf: AnsweredAsOf.optional() }
/** The same of one page of rows. */
export const SitePageOf = <S extends z.ZodType>(item: S) => Paged(item).extend(asOf)

/** A published title as members may be shown it: nothing of who works on it and how. */
export const SiteTitle = Title.pick({
  tag: true,
  className: true,
  classDescription: true,
  contentType: true,
  classCategoryId: true,
  classCategory: true,
  classSubCategoryId: true,
  classSubCategory: true,
  classLanguageCode: true,
  classLanguage: true,
  channelId: true,
  channelName: true,
  provider: true,
  equipmentIds: true,
  equipmentTypeTags: true,
  isEquipment: true,
  focusAreaIds: true,
  focusAreaTags: true,
  labelIds: true,
  labelTags: true,
  keywords: true,
  instructor: true,
  intensity: true,
  skill: true,
  level: true,
  durationSecond: true,
  imageLink: true,
  alternateLink: true,
  trailerLinkWeb: true,
  trailerLinkMobile: true,
  publishedDate: true,
  updatedDate: true,
})
export type SiteTitle = z.infer<typeof SiteTitle>

/** An active document, where the site shows it: with a collection or a title. */
export const SiteDocument = Document.pick({
  documentId: true,
  title: true,
  description: true,
  documentName: true,
  type: true,
  size: true,
  pages: true,
  previewLink: true,
})
export type SiteDocument = z.infer<typeof SiteDocument>

export const SiteTitleDetail = SiteTitle.extend({
  /** Those that belong to it (DOC-04), by title. */
  documents: z.array(SiteDocument),
  captions: z.array(Caption.pick({ title: true, language: true, url: true })),
  ...asOf,
})

/** A page of what a site shows. */
export const SitePage = PageInput.extend({ take: z.int().min(1).max(SITE_PAGE_MAX).default(50) })

/** What a site narrows its titles by (TITLE-14, TITLE-17), a page at a time. */
export const SiteTitleSearch = TitleFilter.pick({
  query: true,
  categoryId: true,
  classSubCategoryId: true,
  channelId: true,
  contentType: true,
  labelId: true,
  focusAreaId: true,
  equipmentId: true,
  classLanguageName: true,
  duration: true,
  skill: true,
  intensity: true,
}).extend(SitePage.shape)

/** CHAN-01, CHAN-08: a channel whose titles the site shows, as it presents itself. */
export const SiteChannel = Channel.pick({
  tag: true,
  displayName: true,
  description: true,
  profileImageUrl: true,
  mediaSpaceImageUrl: true,
})
export type SiteChannel = z.infer<typeof SiteChannel>

/** An active collection with classes that are shown already (COLL-08), in their order. */
export const SiteCollection = Collection.pick({
  collectionTag: true,
  name: true,
  description: true,
  displayOrder: true,
  itemCount: true,
  isFeaturedCollection: true,
  isClassOfDayCollection: true,
}).extend({
  collectionItems: z.array(CollectionItem.omit({ isShown: true, isOver: true, shownFrom: true })),
  /** COLL-13, those that are active. */
  documents: z.array(SiteDocument),
})
export type SiteCollection = z.infer<typeof SiteCollection>

/** Active collections by page, or one by its tag, with as many classes of each as are asked for; −1 is all of them. */
export const SiteCollectionSearch = SitePage.extend({
  collectionTag: Id.optional(),
  items: z.int().min(-1).max(limits.bulk).default(50),
})

/** An active package; its collections are those that the site shows. */
export const SiteSubscription = Subscription.pick({
  subsPackageId: true,
  title: true,
  description: true,
  subscriptionType: true,
  imageLink: true,
  collectionTags: true,
  pricingTableId: true,
  paymentKind: true,
})
export type SiteSubscription = z.infer<typeof SiteSubscription>

/** An active event; neither its stream key nor a link that plays it. */
export const SiteEvent = ScheduledEvent.pick({
  eventId: true,
  type: true,
  title: true,
  description: true,
  category: true,
  durationSecond: true,
  imageUrl: true,
  instructor: true,
  next_occurrence_time: true,
  classCategoryId: true,
  classSubCategoryId: true,
  classLanguageCode: true,
  skill: true,
  intensity: true,
  equipmentIds: true,
  focusAreaIds: true,
  labelIds: true,
}).extend(
  // As a title names them.
  Title.pick({
    classCategory: true,
    classSubCategory: true,
    classLanguage: true,
    level: true,
    equipmentTypeTags: true,
    focusAreaTags: true,
    labelTags: true,
  }).shape,
)
export type SiteEvent = z.infer<typeof SiteEvent>

/** LIVE-04, C-138: a link that plays a title, or an event while it is open: `startsAt` and `endsAt` are those of its occurrence, null of a title. */
export const SiteStream = z.object({
  streamingLink: z.string(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
})
export type SiteStream = z.infer<typeof SiteStream>

/** When it happens, with what this one has of its own; `contentId` stays inside as that of the event does. */
export const SiteOccurrence = Occurrence.omit({ isPlayable: true }).extend({
  details: OccurrenceDetails.omit({ contentId: true }),
  /** C-138: from when its streaming link is given, until its end; null where it has nothing to play, or is cancelled. */
  opensAt: z.string().nullable(),
})
export type SiteOccurrence = z.infer<typeof SiteOccurrence>

/** What happens from one instant to another, a week from now unless they are given. */
export const SiteScheduleSearch = z.object({ start: Instant.optional(), end: Instant.optional() })
export const SiteSchedule = z.object({
  /** The events that happen then. */
  data: z.array(SiteEvent),
  /** In the order of their start. */
  occurrences: z.array(SiteOccurrence),
  /** † C-150: the classes that were cancelled, for a site that says so; they are not among the occurrences. */
  cancelled: z.array(SiteOccurrence),
  /** C-97: the zone of the tenant, in which the events are held. */
  timeZone: z.string(),
  ...asOf,
})
export type SiteSchedule = z.infer<typeof SiteSchedule>

const { social, app, custom } = siteAnswers
/** C-140: B-11 and B-12 without what is secret. */
const ShownWebSettings = WebSettingsDraft.omit({ secretKey: true, webHookKey: true, siteSourceType: true })
const ShownAppSettings = AppSettingsDraft.omit({ sharedSecret: true })

/**
 * SITE-01, C-140: all that concerns a tenant’s site and is no secret: what it looks like, links to and does. Null where that was never
 * saved; links that aren’t shown stay out.
 */
export const ShownSite = Tenant.pick({
  name: true,
  languageCodes: true,
  languageTag: true,
  timeZoneInfo: true,
  activatedProducts: true,
  connect: true,
  siteSourceType: true,
}).extend({
  tenantId: answeredTenantId,
  /** Null while the product Web is off, too. */
  webSettings: ShownWebSettings.nullable(),
  /** Null while the product Mobile App is off, too. */
  appSettings: ShownAppSettings.nullable(),
  general: siteAnswers.general.nullable(),
  web: siteAnswers.web.nullable(),
  mobile: siteAnswers.mobile.nullable(),
  social: z.array(social.omit({ status: true })),
  app: z.array(app),
  custom: z.array(custom.omit({ status: true })),
  ...asOf,
})
export type ShownSite = z.infer<typeof ShownSite>

const ownId = z.string().min(1, 'validation.required').max(limits.id, 'validation.tooLong')

/** C-120: a review as a site hands it in. Its id is the site’s own: the same id is the same review. */
export const SiteReview = z.object({
  reviewId: ownId,
  titleTag: Id.min(1, 'validation.required'),
  /** The name that the member goes by. */
  user: RequiredText(),
  rating: Rating,
  /** Plain text. */
  comment: LimitedText(COMMENT_MAX).default(''),
  date: PlayedAt,
})
export type SiteReview = z.output<typeof SiteReview>

/** C-119, C-120: one play on the site, with an id of the site’s own. */
export const SitePlay = z.object({ playId: ownId, ...Played }).refine(...titleOrEvent)
export type SitePlay = z.output<typeof SitePlay>

/** † Whom a call is about: a member by the site’s own id, as plays and imports name it. */
export const SiteMemberInput = z.object({ userId: Id.min(1, 'validation.required') })

/** † The same where the site lets a member in; with the version of the terms that it has consented to, where the site keeps that. */
export const SiteMemberQuestion = SiteMemberInput.extend({
  termsVersion: Version.optional(),
  /** False where the site only looks again, as while a page is open: that is no sign-in. */
  isSignIn: z.boolean().default(true),
})

/** † Whether a member may come in, and what it has subscribed to; neither name nor e-mail, which the site has. */
export const SiteMember = z.object({
  userId: z.string(),
  isActive: z.boolean(),
  /** The version of the terms that the site has told of; null where it hasn't. */
  termsVersion: z.int().nullable(),
  subscriptions: z.array(
    MemberSubscription.pick({
      title: true,
      productId: true,
      planId: true,
      status: true,
      source: true,
      startDate: true,
      endDate: true,
    }),
  ),
})
export type SiteMember = z.infer<typeof SiteMember>

/** C-146: what a tenant's own systems may say that items of members come from. */
export const InboundSource = z.enum(['mms', 'pseudosso'])
export type InboundSource = z.infer<typeof InboundSource>

/** Nothing, null and blank are alike: it isn't told. */
const Told = LimitedText()
  .superRefine(onOneLine)
  .nullish()
  .transform(text => text?.trim() || null)
const ToldDay = Day.nullish().transform(day => day || null)

/**
 * C-131, C-146: a member, and one item of it where the row names one, as a row of a file of members has them; a member with several
 * items has several rows. What is left out of an item behind its end stays as it is.
 */
export const SiteMemberRow = z
  .object({
    externalUserId: z.string().trim().min(1, 'validation.required').max(limits.text, 'validation.tooLong'),
    ...MemberDraft.shape,
    subscriptionTitle: Told,
    productId: Told,
    planId: Told,
    status: z
      .union([z.literal(''), z.enum(memberStatuses)])
      .nullish()
      .transform(status => status || null),
    startDate: ToldDay,
    endDate: ToldDay,
    externalStatus: Told,
    price: Told,
    trialStart: ToldDay,
    trialEnd: ToldDay,
    discountCode: Told,
    crmSource: Told,
    crmUserId: Told,
  })
  .superRefine((row, { addIssue }) => {
    const { externalUserId: _, name: __, email: ___, subscriptionTitle, productId, ...told } = row
    if (isBlank(subscriptionTitle) && isBlank(productId) && Object.values(told).some(value => value !== null))
      addIssue({
        code: 'custom',
        path: ['subscriptionTitle'],
        message: 'memberImport.nameless' satisfies MessageKey,
      })
    for (const days of [
      ['startDate', 'endDate'],
      ['trialStart', 'trialEnd'],
    ] as const)
      for (const { path, code } of checkPeriod(row, days))
        addIssue({ code: 'custom', path: [path], message: code })
  })
export type SiteMemberRow = z.output<typeof SiteMemberRow>
