import {
  type AppSettingsDraft,
  type CategoryDraft,
  type ChannelDraft,
  type CustomDraft,
  categories,
  type EventDraft,
  EventType,
  type GeneralDraft,
  LockedContent,
  type MemberDraft,
  type MobileDraft,
  members,
  type NewProvider,
  newTenant,
  newWebhook,
  newWebSettings,
  type SubscriptionDraft,
  type TaxonomyDraft,
  type TenantDraft,
  tenants,
  type WebDraft,
  type WebhookDraft,
  type WebSettingsDraft,
  webhooks,
  webSettings,
} from '@kinora/core'
import type { ReactElement } from 'react'
import { BatchForm, type BatchValues } from '../batches/batch-form.tsx'
import { CategoryForm } from '../categories/category-form.tsx'
import { SubCategoryForm } from '../categories/sub-category-form.tsx'
import { ChannelForm } from '../channels/channel-form.tsx'
import { CollectionForm } from '../collections/collections.tsx'
import type { CollectionValues } from '../collections/use-collection.ts'
import { DocumentForm } from '../documents/documents.tsx'
import type { DocumentValues } from '../documents/use-document.ts'
import { EventForm } from '../events/event-form.tsx'
import type { FormFields } from '../kernel/form-fields.ts'
import type { Kinora } from '../kernel/kinora.ts'
import { MemberImportForm } from '../members/import-form.tsx'
import { MemberView } from '../members/member-view.tsx'
import { ProviderForm } from '../providers/provider-form.tsx'
import { CustomLinkForm } from '../site/custom-link-form.tsx'
import { AppLinksForm, SocialLinksForm } from '../site/link-set-form.tsx'
import { SiteGeneralForm, SiteMobileForm, SiteWebForm } from '../site/site-forms.tsx'
import { SubscriptionForm } from '../subscriptions/subscription-form.tsx'
import { TaxonomyForm } from '../taxonomies/taxonomy-form.tsx'
import { AppSettingsForm } from '../tenants/app-settings-form.tsx'
import { TenantForm } from '../tenants/tenant-form.tsx'
import { WebSettingsForm } from '../tenants/web-settings-form.tsx'
import { WebhookForm } from '../webhooks/webhook-form.tsx'
import type { Account } from './platform.tsx'

const tenantId = 'pulsehouse'
type Open = (fields: FormFields) => ReactElement

export interface FormOfFields {
  /** What it is marked as. */
  part: string
  as: Account
  /** By the name of each field that its type has: its label, or the title of the card that is the field. */
  labels: Readonly<Record<string, string>>
  /** In every state that shows other fields. */
  states: readonly ((kinora: Kinora) => Open | Promise<Open>)[]
}

/** A form whose every field is named, or this doesn't compile. */
const of = <D extends object>(
  part: string,
  as: Account,
  labels: Readonly<Record<keyof D, string>>,
  states: FormOfFields['states'],
): FormOfFields => ({ part, as, labels, states })

/** A tenant whose members pay by Stripe, which brings its fields. */
async function stripeClub({ session }: Kinora, siteSourceType: 'sub' | 'fac'): Promise<string> {
  const { tenantId } = await session.send(tenants.create, {
    ...newTenant,
    name: `Club ${crypto.randomUUID().slice(0, 8)}`,
    customerNumber: '1',
    timeZoneInfo: { offsetName: 'Europe/Berlin' },
    languageCodes: ['en-GB'],
    languageTag: 'en-GB',
    activatedProducts: ['Web'],
    siteSourceType,
  })
  await session.send(webSettings.create, {
    ...newWebSettings,
    tenantId,
    siteSourceType,
    url: 'https://club.example',
    landingPageGetAccessLink: 'https://club.example/in',
    projectId: 'p-1',
    localyticsWebId: 'l-1',
    lockedContentBehaviour: LockedContent.options[0],
    numberOfMySubscriptionItemsOnHomePage: 3,
    subscriptionSource: ['stripe'],
    secretKey: 'sk_test_1',
    webHookKey: 'whsec_1',
    publishableKey: 'pk_test_1',
    ...(siteSourceType === 'sub' ? { pricingTableId: 'price_1' } : { planId: 'plan_1' }),
  })
  return tenantId
}

const live = { type: EventType.Live, schedule: null, eventSource: 'platform' }
const external = { ...live, eventSource: 'external' }
const atJwPlayer = { mediaPlatform: 1 }

/** Every form that takes `fields`. */
export const formsOfFields: readonly FormOfFields[] = [
  of<Omit<CategoryDraft, 'subCategories'>>(
    'categories-form',
    'tenant',
    {
      name: 'Name',
      description: 'Description',
      isPromoted: 'Promotion',
      imageLink: 'Image',
      bannerImageLink: 'Banner',
    },
    [() => fields => <CategoryForm fields={fields} />],
  ),
  of<BatchValues>(
    'batches-form',
    'provider',
    { title: 'Title', notificationEmail: 'Notification email', file: 'File' },
    [() => fields => <BatchForm fields={fields} />],
  ),
  of<{ file: 1 }>('member-imports-form', 'tenant', { file: 'File' }, [
    () => fields => <MemberImportForm fields={fields} />,
  ]),
  of<{ name: 1; isPromoted: 1 }>('sub-categories-form', 'tenant', { name: 'Name', isPromoted: 'Promotion' }, [
    async ({ session }) => {
      const { data } = await session.send(categories.list, { tenantId, take: -1 })
      const { categoryId } = data.find(category => category.tenantId === tenantId)!
      return fields => <SubCategoryForm categoryId={categoryId} fields={fields} />
    },
  ]),
  of<ChannelDraft>(
    'channels-form',
    'admin',
    {
      name: 'Name',
      providerId: 'Provider',
      displayName: 'Display name',
      description: 'Description',
      Availability: 'Availability',
      kinds: 'Appears in',
      active: 'Active',
      profileImageUrl: 'Profile Pic',
      mediaSpaceImageUrl: 'MediaSpace',
    },
    [() => fields => <ChannelForm fields={fields} />],
  ),
  of<CollectionValues>(
    'collections-form',
    'tenant',
    {
      name: 'Name',
      description: 'Description',
      active: 'State',
      documentIds: 'Documents',
      titleTags: 'card Classes',
    },
    [() => fields => <CollectionForm fields={fields} />],
  ),
  of<DocumentValues>(
    'documents-form',
    'tenant',
    {
      file: 'File',
      title: 'Title',
      description: 'Description',
      documentName: 'File name',
      active: 'State',
      collectionTags: 'Collections',
      titleTags: 'Titles',
    },
    [() => fields => <DocumentForm fields={fields} />],
  ),
  of<EventDraft>(
    'events-form',
    'tenant',
    {
      type: 'Type',
      title: 'Title',
      description: 'Description',
      category: 'Kind of class',
      durationSecond: 'Duration',
      active: 'State',
      schedule: 'Weekdays and time',
      schedule_time: 'Takes place at',
      startsOn: 'First day',
      endsOn: 'Last day',
      imageUrl: 'Cover',
      allowAutoPublish: 'Publish automatically',
      liveStreamingLink: 'Streaming Link',
      eventSource: 'Source',
      contentId: 'Class',
      classCategoryId: 'Category',
      classSubCategoryId: 'Sub category',
      classLanguageCode: 'Video language',
      instructor: 'Instructor',
      skill: 'Skill level',
      intensity: 'Intensity',
      equipmentIds: 'Equipment',
      focusAreaIds: 'Focus areas',
      labelIds: 'Labels',
    },
    [
      () => fields => <EventForm fields={fields} />,
      () => fields => <EventForm fields={fields} defaults={live} />,
      () => fields => <EventForm fields={fields} defaults={external} />,
    ],
  ),
  of<NewProvider>(
    'providers-form',
    'admin',
    {
      name: 'Name',
      displayName: 'Display name',
      contact: 'Contact',
      phoneNumber: 'Phone number',
      email: 'Email',
      password: 'Password',
      mediaPlatform: 'Media platform',
      jwPlayerSiteId: 'JwPlayerSiteId',
      jwPlayerSecret: 'JwPlayerSecret',
      stage1Encode: 'Stage 1 encoding',
      isBulkUploadEnabled: 'Bulk upload',
    },
    [() => fields => <ProviderForm fields={fields} defaults={atJwPlayer} />],
  ),
  of<SubscriptionDraft>(
    'subscriptions-form',
    'tenant',
    {
      title: 'Title',
      description: 'Description',
      subscriptionType: 'Type',
      isActive: 'State',
      imageLink: 'Cover',
      collectionTags: 'Collections',
      pricingTableId: 'Price id',
    },
    [() => fields => <SubscriptionForm fields={fields} />],
  ),
  of<TaxonomyDraft>('labels-form', 'tenant', { name: 'Name', isActive: 'State' }, [
    () => fields => <TaxonomyForm kind="label" fields={fields} />,
  ]),
  of<Omit<TenantDraft, 'siteSourceType'>>(
    'tenants-form',
    'admin',
    {
      name: 'Name',
      customerNumber: 'Customer number',
      timeZoneInfo: 'Time zone',
      activatedProducts: 'Products',
      languageCodes: 'Supported languages',
      languageTag: 'Default language',
      connect: 'Connect',
      isBulkUploadEnabled: 'Bulk upload',
      isRichTextEnabled: 'Rich text in descriptions',
      audioNormalize: 'Audio normalization',
      isPlatformOwnedCategories: 'Platform-owned categories',
      isProviderActive: 'Provider active',
      email: 'Email',
      password: 'Password',
      mediaPlatform: 'Media platform',
      jwPlayerSiteId: 'JwPlayerSiteId',
      jwPlayerSecret: 'JwPlayerSecret',
    },
    [
      () => fields => <TenantForm fields={fields} />,
      () => fields => <TenantForm id={tenantId} fields={fields} />,
    ],
  ),
  of<WebhookDraft>(
    'webhooks-form',
    'tenant',
    { url: 'Endpoint URL', eventTypes: 'Events', description: 'Description', isActive: 'State' },
    [
      async ({ session }) => {
        const url = 'https://example.org/hook'
        const { webhookId } = await session.send(webhooks.create, { ...newWebhook, url })
        return fields => <WebhookForm id={webhookId} fields={fields} />
      },
    ],
  ),
  of<CustomDraft>(
    'custom-links-form',
    'tenant',
    { httpLink: 'Link', linkText: 'Link text', linkHoverText: 'Hover text', status: 'State' },
    [() => fields => <CustomLinkForm fields={fields} />],
  ),
  of<MemberDraft>('members-form', 'tenant', { name: 'Name', email: 'Email' }, [
    async ({ session }) => {
      const { data } = await session.send(members.list, { tenantId, take: 1 })
      return fields => <MemberView userId={data[0]!.userId} fields={fields} />
    },
  ]),
  of<GeneralDraft>('site-general-form', 'tenant', { appTitle: 'App title', contactEmail: 'Contact e-mail' }, [
    () => fields => <SiteGeneralForm fields={fields} />,
  ]),
  of<WebDraft>(
    'site-web-form',
    'tenant',
    {
      logoUrl: 'Logo',
      faviconUrl: 'Favicon',
      homeImageUrl: 'Home image',
      primaryColor: 'Primary colour',
      secondaryColor: 'Secondary colour',
      accentColor: 'Accent colour',
    },
    [() => fields => <SiteWebForm fields={fields} />],
  ),
  of<MobileDraft>('site-mobile-form', 'tenant', { light: 'card Light', dark: 'card Dark' }, [
    () => fields => <SiteMobileForm fields={fields} />,
  ]),
  of<{ Facebook: 1; Twitter: 1; Instagram: 1 }>(
    'social-links-form',
    'tenant',
    { Facebook: 'card Facebook', Twitter: 'card X', Instagram: 'card Instagram' },
    [() => fields => <SocialLinksForm fields={fields} />],
  ),
  of<{ Apple: 1; Android: 1 }>(
    'app-links-form',
    'tenant',
    { Apple: 'card App Store (iOS)', Android: 'card Google Play (Android)' },
    [() => fields => <AppLinksForm fields={fields} />],
  ),
  of<Omit<WebSettingsDraft, 'siteSourceType'>>(
    'web-settings-form',
    'admin',
    {
      url: 'Web player URL',
      landingPageGetAccessLink: 'Landing page access link',
      projectId: 'Project id',
      localyticsWebId: 'Localytics web id',
      subscriptionSource: 'Subscription source',
      secretKey: 'Secret key',
      webHookKey: 'Webhook secret',
      publishableKey: 'Publishable key',
      pricingTableId: 'Price id',
      planId: 'Plan id',
      lockedContentBehaviour: 'Locked content',
      numberOfMySubscriptionItemsOnHomePage: 'Subscription items on the home page',
      showLogo: 'Logo',
      showFooter: 'Footer',
      isLanguageSwitcher: 'Language switcher',
      ratingEnabled: 'Ratings',
      scheduleEvents: 'Scheduled events',
      fitRadioEnabled: 'Fit Radio',
      isMarketingConsent: 'Marketing consent',
    },
    [
      async kinora => {
        const club = await stripeClub(kinora, 'sub')
        return fields => <WebSettingsForm tenantId={club} fields={fields} />
      },
      async kinora => {
        const club = await stripeClub(kinora, 'fac')
        return fields => <WebSettingsForm tenantId={club} fields={fields} />
      },
    ],
  ),
  of<AppSettingsDraft>(
    'app-settings-form',
    'admin',
    {
      localyticsiOSId: 'Localytics iOS id',
      localyticsAndroidId: 'Localytics Android id',
      subscriptionSource: 'Subscription source',
      iosBundleId: 'iOS bundle id',
      sharedSecret: 'Apple shared secret',
      iosProducts: 'iOS products',
      myZoneEnabled: 'MyZone',
    },
    [() => fields => <AppSettingsForm tenantId={tenantId} fields={fields} />],
  ),
]
