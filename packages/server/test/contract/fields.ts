import type { Endpoint } from '@kinora/core'
import { isRowKind, type RowKind } from './rows.ts'

/** What looks like nothing to a person, whether JavaScript trims it or not. */
export const blanks = {
  'one blank': ' ',
  'white space': ' \t ',
  'a blank that does not break': '\u00A0',
  'a blank without width': '\u200B',
  'a joiner of words': '\u2060',
  'a blank of an ideograph': '\u3000',
} as const

const siteFields = { tenantId: 'tenant' } as const

/** What ids name that don't say so themselves, by noun and field or verb and field; null where a field only looks like an id. */
const named: Record<string, Record<string, RowKind | null>> = {
  titles: {
    ...{ tag: 'title', tags: 'title', titleTag: 'title', titleTags: 'title' },
    ...{ tenant: 'tenant', 'streamingLink.tenant': 'site' },
    ...{ providerId: 'provider', SourceProviderId: null, externalId: null },
    ...{ classCategoryId: 'category', subcategory: 'subCategory', classSubCategoryId: 'subCategory' },
  },
  events: {
    ...{ eventId: 'event', tag: 'event', ids: 'event', contentId: 'title' },
    ...{ classCategoryId: 'category', classSubCategoryId: 'subCategory', category: null },
  },
  'title-history': { tag: 'title', entryId: null },
  'deleted-titles': { tag: 'deletedTitle' },
  'title-jobs': { tags: 'title' },
  uploads: { tag: 'title' },
  captions: { titleTag: 'title' },
  batches: { id: 'batch' },
  members: { userId: 'member', itemId: 'memberItem', productId: null, planId: null },
  entitlements: { userId: 'member', titleTag: 'shownTitle' },
  reports: { subscriptionId: 'reportSubscription' },
  'member-imports': { fileId: 'memberImport' },
  playback: { trackingId: 'play' },
  site: { tag: 'siteLink', tags: 'siteLink', titleTag: 'shownTitle' },
  'site-content': {
    ...{ 'member.userId': 'member', userId: null, externalUserId: null, productId: null, planId: null },
    crmUserId: null,
    tag: 'shownTitle',
    documentId: 'shownDocument',
    collectionTag: 'collection',
    classSubCategoryId: 'subCategory',
  },
  labels: { ids: 'label' },
  deliveries: { 'list.titleTag': 'title', titleTag: 'deliveredTitle', tenantId: 'tenant' },
  'event-log': { tenant: 'tenant' },
  webhooks: { eventId: null },
  providers: { tag: 'provider', ids: 'provider', jwPlayerSiteId: null },
  channels: { tag: 'channel', providerId: 'provider', tenants: 'tenant', titleTags: 'title' },
  publishing: {
    ...{ tag: 'channel', channelIdsToPublish: 'channel', channelIdsToUnPublish: 'channel' },
    ...{
      tenantId: 'tenant',
      tenantIdsToPublish: 'tenant',
      tenantIdsToUnPublish: 'tenant',
    },
    jobId: 'publishingJob',
  },
  tenants: {
    ...{ 'view.tenantId': 'tenant', 'update.tenantId': 'tenant', 'restore.tenantId': 'tenant' },
    ...{ tenantIds: 'tenant', id: 'tenant', tenantId: null, languageTag: null, jwPlayerSiteId: null },
  },
  readiness: { tenantId: 'tenant' },
  'web-settings': {
    ...siteFields,
    projectId: null,
    localyticsWebId: null,
    pricingTableId: null,
    planId: null,
    id: null,
  },
  'app-settings': { ...siteFields, localyticsiOSId: null, localyticsAndroidId: null, iosBundleId: null },
  collections: {
    ...{ tenantId: 'tenant', tag: 'collection', tags: 'collection' },
    ...{ collectionIds: 'collection', titleTags: 'title', externalId: null },
    ...{ categoryId: 'category', subcategory: 'subCategory', classSubCategoryId: 'subCategory' },
  },
  documents: {
    ...{ ids: 'document', collectionTag: 'collection', collectionTags: 'collection' },
    titleTags: 'shownTitle',
  },
  subscriptions: { ids: 'subsPackage', collectionTags: 'collection', pricingTableId: null },
  sessions: { sessionId: null },
  sso: { identityProviderId: null, deviceId: null },
  keys: { tenantIds: 'tenant' },
  'embed-sessions': { sessionId: 'embedSession' },
  views: { tenant: 'tenant' },
  favourites: { 'view.id': 'favourite', contentId: 'title' },
}

/** What a field of a call names, `labelId` and `labelIds` a label; undefined where nobody has said so yet. */
export function kindOf({ id }: Pick<Endpoint, 'id'>, field: string): RowKind | null | undefined {
  const [noun = '', verb] = id.split('.')
  const own = named[noun]?.[`${verb}.${field}`] ?? named[noun]?.[field]
  const [kind] = /^.+(?=Ids?$)/.exec(field) ?? []
  return own === undefined && kind !== undefined && isRowKind(kind) ? kind : own
}

/**
 * What is said to whoever names a row out of reach: `missing` 404; `missing items` 404 for the item; `nothing` an answer
 * without it, as for a filter; `refused` 400, as for a row that can't be deleted; `unknown` 400 at the field, as for a reference that doesn't exist; `own` the call is about
 * the caller's own rows, whatever is named.
 */
export type Refusal = 'missing' | 'missing items' | 'nothing' | 'refused' | 'unknown' | 'own'

/** Where it isn't `missing`: by call, or by call and field. */
export const refusals: Record<string, Refusal> = {
  'titles.search': 'nothing',
  'event-log.stream': 'nothing',
  'site-content.titles': 'nothing',
  'site-content.collections': 'nothing',
  'titles.export': 'nothing',
  'titles.find': 'nothing',
  'titles.plays': 'nothing',
  'titles.classChooser': 'nothing',
  'titles.classChooser.tenantId': 'missing',
  'titles.remove': 'missing items',
  'titles.create': 'unknown',
  'titles.update': 'unknown',
  'titles.update.tag': 'missing',
  'labels.remove.ids': 'missing items',
  'providers.remove': 'missing items',
  'channels.search': 'nothing',
  'channels.removeTitles.titleTags': 'unknown',
  'collections.classes': 'nothing',
  'collections.classes.tenantId': 'missing',
  'collections.remove.tags': 'missing items',
  'collections.create.titleTags': 'unknown',
  'collections.create.documentIds': 'unknown',
  'collections.update.documentIds': 'unknown',
  'collections.addClasses.titleTags': 'unknown',
  'collections.reorderClasses.titleTags': 'unknown',
  'collections.removeClasses.titleTags': 'unknown',
  'documents.remove.ids': 'missing items',
  'documents.create.collectionTags': 'unknown',
  'documents.create.titleTags': 'unknown',
  'documents.update.collectionTags': 'unknown',
  'documents.update.titleTags': 'unknown',
  'documents.map.collectionTags': 'unknown',
  'documents.map.titleTags': 'unknown',
  'subscriptions.remove.ids': 'missing items',
  'subscriptions.create.collectionTags': 'unknown',
  'subscriptions.update.collectionTags': 'unknown',
  'events.create': 'unknown',
  'events.create.tenantId': 'missing',
  'events.remove': 'refused',
  'events.update': 'unknown',
  'events.update.eventId': 'missing',
  'events.update.tenantId': 'missing',
  'events.split': 'unknown',
  'events.split.eventId': 'missing',
  'events.split.tenantId': 'missing',
  'events.addOccurrence.contentId': 'unknown',
  'events.changeOccurrence.contentId': 'unknown',
  'keys.create': 'unknown',
  'deliveries.list.titleTag': 'nothing',
  'event-log.list': 'nothing',
  'embed-sessions.list': 'nothing',
  'reports.preview': 'nothing',
  'reviews.list': 'nothing',
  'reviews.export': 'nothing',
  'reviews.ratings': 'nothing',
}

/** F-2: calls in which customer support reaches every tenant, whichever it has chosen. */
export const reachesEveryTenant = [
  ...['accounts.checkEmail', 'tenants.config', 'terms.versions', 'terms.download'],
  ...['tenants.view', 'tenants.update', 'tenants.remove', 'tenants.restore'],
  ...['tenants.keys', 'tenants.generateKeys', 'web-settings.view', 'web-settings.create'],
  'web-settings.webhook',
  'app-settings.webhook',
  ...['web-settings.update', 'web-settings.checkPrice', 'app-settings.view', 'app-settings.create'],
  'app-settings.update',
  'readiness.view',
]

/** C-91: nouns of which customer support manages every row. */
export const managedNouns = ['providers', 'channels', 'publishing', 'reports']

/** What a tenant's site shows is for the tenant and for staff. */
export const notForProviders = ['titles.published', 'titles.classChooser']
