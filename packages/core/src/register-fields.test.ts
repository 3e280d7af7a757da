import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  AppDraft,
  AppKeyPair,
  AppSettings,
  AttachedClass,
  Batch,
  BatchDraft,
  Caption,
  CaptionDraft,
  Category,
  ChannelRecord,
  Collection,
  CollectionDraft,
  CustomDraft,
  Document,
  DocumentDraft,
  documents,
  Equipment,
  FavouriteChange,
  FocusArea,
  GeneralDraft,
  Label,
  Member,
  MemberImport,
  MemberImportPage,
  MemberSubscription,
  Metadata,
  MobileDraft,
  ProviderAccount,
  ProviderDraft,
  ProviderRecord,
  Review,
  ScheduledEvent,
  SocialDraft,
  SubCategory,
  Subscription,
  SubscriptionDraft,
  TenantDraft,
  TenantSettings,
  TermsDraft,
  TermsFile,
  Title,
  User,
  WebDraft,
  WebSettings,
} from './index.ts'

const words = (text: string): string[] => text.split(' ')
const title = words(
  `tag className classDescription classCategory classCategoryId classSubCategory classSubCategoryId
classLanguage classLanguageCode channelId channelName provider providerID tenants creationDate scheduleDate publishedDate
startDate endDate durationSecond equipmentIds equipmentTypeTags focusAreaIds focusAreaTags labelIds keywords instructor
intensity skill imageLink alternateLink thumbnailType isActive isComplete isEquipment isFavourite status videoStatus
trailerStatus trailerLinkWeb trailerLinkMobile trailerName streamingLink errorType jobID chunkNumber IsMigrating
SourceProviderId IsAutoPublish contentType`.replaceAll('\n', ' '),
)

describe('the fields of the register, spelt as they travel', () => {
  test.each<[string, z.ZodObject, string[]]>([
    ['B-1 a title', Title, title],
    ['B-3 metadata', Metadata, words('categories channels equipments focusAreas languages providers labels')],
    [
      'B-4 a category',
      Category,
      words('categoryId name description isPromoted imageLink bannerImageLink subCategories'),
    ],
    ['B-4 a sub category', SubCategory, words('subCategoryId isPromoted name')],
    ['B-5 a label', Label, words('tenantId labelId name isActive')],
    ['B-5 a focus area', FocusArea, words('tenantId focusAreaId name isActive')],
    ['B-5 equipment', Equipment, words('tenantId equipmentId name isActive')],
    ['B-6 a caption track', Caption, words('trackId titleTag url title language')],
    ['B-7 a review', Review, words('date rating comment user title provider channel')],
    [
      'B-8 a batch',
      Batch,
      words(
        'batchId tenantId title notificationEmail createdDate status fileStoreStatus filesFound fileToProcess',
      ),
    ],
    ['B-9 the signed-in user', User, words('userId displayName email role')],
    [
      'B-16 a collection',
      Collection,
      words(
        'name description active documentIds collectionTag collectionItems isFeaturedCollection isClassOfDayCollection displayOrder tenantId',
      ),
    ],
    [
      'B-18 DOC-01 a document',
      Document.extend({ file: documents.create.input.shape.file }),
      words('documentId documentName title description file type active tenantId'),
    ],
    [
      'B-17 SUBS-01 a subscription package',
      Subscription,
      words(
        'subsPackageId title description collectionTags subscriptionType pricingTableId imageLink isActive status tenantId paymentKind',
      ),
    ],
    [
      'B-15 EVENT-01 an event',
      ScheduledEvent,
      words(
        'event_Id eventKey type title description category durationSecond active schedule_time next_occurrence_time created_date scheduled_Time schedule tenantId imageUrl cover allowAutoPublish liveStreamingLink eventSource video eventDetailsType contentId tag',
      ),
    ],
    [
      'B-15a EVENT-07 its class',
      AttachedClass,
      words(
        'equipmentIds focusAreaIds labelIds classCategory classDescription classLanguage classLanguageCode className classSubCategory classSubCategoryId classCategoryId creationDate durationSecond endDate imageLink instructor intensity isActive isEquipment level provider providerID scheduleDate skill startDate status streamingLink tag trailerLinkMobile trailerLinkWeb trailerName IsMigrating SourceProviderId featured',
      ),
    ],
    [
      'B-10 a tenant',
      TenantSettings.extend(TenantDraft.shape),
      words(
        'tenantID name customerNumber email password timeZoneInfo languageCodes languageTag activatedProducts isProviderActive providerId mediaPlatform audioNormalize jwPlayerSiteId jwPlayerSecret connect isBulkUploadEnabled siteSourceType isPlatformOwnedCategories isRichTextEnabled',
      ),
    ],
    ['B-10 its keys', AppKeyPair, words('accessKey secretKey')],
    [
      'B-11 C-54 C-89 its web settings',
      WebSettings,
      words(
        'lockedContentBehaviour projectId url localyticsWebId siteSourceType subscriptionSource secretKey webHookKey planId publishableKey pricingTableId numberOfMySubscriptionItemsOnHomePage landingPageGetAccessLink showLogo showFooter isLanguageSwitcher ratingEnabled scheduleEvents fitRadioEnabled isMarketingConsent',
      ),
    ],
    [
      'B-12 C-54 C-89 its app settings',
      AppSettings,
      words('sharedSecret iosProducts localyticsiOSId localyticsAndroidId myZoneEnabled subscriptionSource'),
    ],
    [
      'B-13 a provider',
      ProviderRecord.extend(ProviderDraft.shape).extend(ProviderAccount.shape),
      words(
        'name displayName email password phoneNumber contact userRole mediaPlatform jwPlayerSiteId jwPlayerSecret tenantId isTenantProvider tag stage1Encode isBulkUploadEnabled',
      ),
    ],
    [
      'B-14 a channel',
      ChannelRecord,
      words(
        'name providerId Provider displayName description Availability active tenants mediaSpaceImageUrl profileImageUrl tag providerName',
      ),
    ],
    ['B-19 terms', TermsDraft, words('Title PolicyType files filenames')],
    ['B-19 a file of them', TermsFile, words('version languageCode filename')],
    [
      'B-20 a site',
      GeneralDraft.extend(WebDraft.shape).extend(MobileDraft.shape),
      words(
        'logoUrl faviconUrl homeImageUrl primaryColor secondaryColor accentColor appTitle contactEmail light dark',
      ),
    ],
    ['B-21 a social link', SocialDraft, words('httpLink configurationSubType status')],
    ['B-21 an app’s', AppDraft, words('httpLink configurationSubType')],
    ['B-21 another', CustomDraft, words('httpLink status linkText linkHoverText')],
    [
      'B-22 USER-07 a member',
      Member,
      words('userId externalUserId name email createdDate lastAccessedAt lastLoginAt subscriptionItems'),
    ],
    [
      'B-22 USER-07 a subscription of a member',
      MemberSubscription,
      words(
        'title id status externalStatus source productId planId price startDate endDate trialStart trialEnd cancelledDates crmSource crmUserId discountCode',
      ),
    ],
    [
      'B-23 USER-01 an import of members',
      MemberImport,
      words('fileId name createdDate status uploadedBy totalUsers failedUsers'),
    ],
    ['B-23 USER-02 a page of them', MemberImportPage, words('pageNo totalRecords totalPages data')],
    ['B-24 a favourite', FavouriteChange, words('TenantId ContentId Action')],
  ])('%s', (_, schema, fields) => expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields)))

  test.each<[string, z.ZodObject, Record<string, unknown>, Record<string, unknown>]>([
    ['B-6 a title of at most 100', CaptionDraft, { title: 'a'.repeat(100) }, { title: 'a'.repeat(101) }],
    ['B-6 a language', CaptionDraft, { language: 'de-DE' }, { language: '' }],
    ['B-7 a rating from 1 to 5', Review, { rating: 5 }, { rating: 6 }],
    ['B-8 an e-mail', BatchDraft, { notificationEmail: 'a@b.co' }, { notificationEmail: 'a@b' }],
    ['B-8 a title', BatchDraft, { title: 'Spring' }, { title: ' ' }],
    ['B-9 a role from 0 to 3', User, { role: 3 }, { role: 4 }],
    ['B-16 a name from 3 to 40', CollectionDraft, { name: 'Abs' }, { name: 'a'.repeat(41) }],
    [
      'B-18 DOC-03 a description of at most 90',
      DocumentDraft,
      { description: 'a'.repeat(90) },
      { description: 'a'.repeat(91) },
    ],
    ['B-17 SUBS-03 a collection', SubscriptionDraft, { collectionTags: ['a'] }, { collectionTags: [] }],
    [
      'B-17 SUBS-02 a type',
      SubscriptionDraft,
      { subscriptionType: 'bundle' },
      { subscriptionType: 'single' },
    ],
    ['B-24 an act', FavouriteChange, { Action: 'add' }, { Action: 'toggle' }],
  ])('%s', (_, schema, good, bad) => {
    expect(schema.partial().safeParse(good).success).toBe(true)
    expect(schema.partial().safeParse(bad).success).toBe(false)
  })
})
