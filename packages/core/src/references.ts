/** Law 16, C-136: visible is not usable. Whose row a field of a record may name. */
export type MayName =
  /** The record’s own owner’s. */
  | 'own'
  /** Its owner’s, or the platform’s (C-84). */
  | 'offered'
  /** Of the provider that the record belongs to, for every role. */
  | 'ofProvider'
  /** Its owner’s, or what is published to its owner’s site. */
  | 'shown'
  /** Any, since only those write it who manage all of them (F-2, C-91). */
  | 'managed'
  /** A stored picture or file by its address, which is the digest of its bytes (decision 0080). */
  | 'stored'
  /** What another system or a person calls something: text. */
  | 'text'

export interface Reference {
  names: string
  may: MayName
}

const to = <N extends string, M extends MayName>(names: N, may: M) => ({ names, may })
const row = <N extends string>(names: N) => to(names, 'own')
const tenant = row('tenant')
const picture = to('picture', 'stored')
const text = to('text', 'text')

const ofClass = {
  classCategoryId: to('category', 'offered'),
  classSubCategoryId: to('subCategory', 'offered'),
  equipmentIds: to('equipment', 'offered'),
  focusAreaIds: to('focusArea', 'offered'),
  labelIds: to('label', 'offered'),
} as const
const channelId = to('channel', 'ofProvider')
/** A tenant’s settings are written by who manages all tenants; the keys and ids in them are other systems’. */
const settings = { tenantId: to('tenant', 'managed') }
const elsewhere = (...fields: string[]) => Object.fromEntries(fields.map(field => [field, text]))

/**
 * Every field of every write that names a row, by noun; a test walks the contract and this table together. Two have no line, as
 * the contract says them: the tenant of a call of scope `tenant` (decision 0108), and the row itself, by the id that `create`
 * answers with first.
 */
export const references = {
  titles: {
    ...ofClass,
    channelId,
    providerId: to('provider', 'managed'),
    tenantId: tenant,
    imageLink: picture,
    tags: row('title'),
    titleTag: row('title'),
    ...elsewhere('alternateLink', 'SourceProviderId', 'externalId'),
  },
  'title-history': { tag: row('title') },
  'deleted-titles': { tag: row('deletedTitle') },
  'title-jobs': {
    channelId,
    classCategoryId: ofClass.classCategoryId,
    classSubCategoryId: ofClass.classSubCategoryId,
    /** What is added to the lists of a title: equipment, focus areas, labels. */
    values: to('equipment', 'offered'),
    tags: row('title'),
    titleTags: row('title'),
    tenant,
    /** Filters find among one’s own titles. */
    categoryId: ofClass.classCategoryId,
    subcategory: ofClass.classSubCategoryId,
    labelId: ofClass.labelIds,
    focusAreaId: ofClass.focusAreaIds,
    equipmentId: ofClass.equipmentIds,
    providerId: to('provider', 'managed'),
    ...elsewhere('alternateLink', 'externalId'),
  },
  keys: { tenantIds: to('tenant', 'managed') },
  sessions: { sessionId: row('session') },
  'embed-sessions': {
    keyId: row('key'),
    tenantId: to('tenant', 'managed'),
    providerId: to('provider', 'managed'),
    // What a session is bounded by lets in nothing that its side doesn’t own.
    tags: row('title'),
    channelIds: to('channel', 'shown'),
    categoryIds: to('category', 'offered'),
    ...elsewhere('id'),
  },
  uploads: { tag: row('title') },
  images: { tenantId: tenant },
  captions: { titleTag: row('title') },
  batches: { tenantId: tenant, id: row('batch') },
  tenants: {
    ...settings,
    tenantIds: settings.tenantId,
    id: settings.tenantId,
    ...elsewhere('languageTag', 'jwPlayerSiteId'),
  },
  terms: { tenantId: tenant },
  site: {
    tenantId: tenant,
    tag: row('siteLink'),
    tags: row('siteLink'),
    logoUrl: picture,
    faviconUrl: picture,
    homeImageUrl: picture,
    splashUrl: picture,
    appIconUrl: picture,
    httpLink: text,
  },
  'site-content': {
    titleTag: to('title', 'shown'),
    eventId: row('event'),
    ...elsewhere('reviewId', 'playId', 'userId', 'externalUserId', 'productId', 'planId', 'crmUserId'),
  },
  'web-settings': {
    ...settings,
    ...elsewhere('projectId', 'url', 'localyticsWebId', 'secretKey', 'webHookKey', 'publishableKey'),
    ...elsewhere('pricingTableId', 'planId', 'landingPageGetAccessLink'),
  },
  'app-settings': { ...settings, ...elsewhere('localyticsiOSId', 'localyticsAndroidId', 'iosBundleId') },
  deliveries: { titleTag: to('deliveredTitle', 'shown'), tenantId: to('tenant', 'shown') },
  live: { eventId: row('event') },
  /** What was sent to the webhook itself, by the number of the event. */
  webhooks: elsewhere('url', 'eventId'),
  providers: { tag: to('provider', 'managed'), ids: to('provider', 'managed'), jwPlayerSiteId: text },
  channels: {
    tag: to('channel', 'managed'),
    providerId: to('provider', 'managed'),
    tenants: to('tenant', 'managed'),
    titleTags: to('title', 'managed'),
    mediaSpaceImageUrl: picture,
    profileImageUrl: picture,
  },
  publishing: {
    tag: to('channel', 'managed'),
    tenantId: to('tenant', 'managed'),
    tenantIdsToPublish: to('tenant', 'managed'),
    tenantIdsToUnPublish: to('tenant', 'managed'),
    channelIdsToPublish: to('channel', 'managed'),
    channelIdsToUnPublish: to('channel', 'managed'),
  },
  events: {
    ...ofClass,
    contentId: to('title', 'shown'),
    imageUrl: picture,
    eventId: row('event'),
    ids: row('event'),
    tag: row('event'),
    liveStreamingLink: text,
  },
  categories: {
    tenantId: tenant,
    categoryIds: row('category'),
    subCategoryId: row('subCategory'),
    imageLink: picture,
    bannerImageLink: picture,
    ietfTag: text,
  },
  collections: {
    tag: row('collection'),
    tags: row('collection'),
    collectionIds: row('collection'),
    documentIds: row('document'),
    titleTags: to('title', 'shown'),
  },
  documents: {
    ids: row('document'),
    collectionTag: row('collection'),
    collectionTags: row('collection'),
    titleTags: to('title', 'shown'),
  },
  subscriptions: {
    ids: row('subsPackage'),
    collectionTags: row('collection'),
    imageLink: picture,
    pricingTableId: text,
  },
  labels: { ids: row('label') },
  members: { userId: row('member'), itemId: row('memberItem'), ...elsewhere('productId', 'planId') },
  'member-imports': { fileId: row('memberImport') },
  favourites: { contentId: to('title', 'shown') },
  reports: { tenantId: to('tenant', 'managed'), subscriptionId: row('reportSubscription') },
  playback: { trackingId: to('play', 'managed') },
  translations: { key: text },
  views: { viewIds: row('view') },
} as const satisfies Record<string, Readonly<Record<string, Reference>>>
