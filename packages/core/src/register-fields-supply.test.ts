import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  AppKeyPair,
  AppSettings,
  AppSettingsDraft,
  ChannelDraft,
  ChannelRecord,
  checkAppSettings,
  checkChannel,
  checkNewProvider,
  checkTenant,
  checkWebSettings,
  newAppSettings,
  newChannel,
  newProvider,
  newTenant,
  newWebSettings,
  ProviderAccount,
  ProviderDraft,
  ProviderRecord,
  Tenant,
  TenantDraft,
  TenantSettings,
  WebSettings,
  WebSettingsDraft,
} from './index.ts'
import {
  differences,
  type FieldTable,
  flag,
  oneOf,
  someUpTo,
  text,
  textOrNull,
  texts,
  upTo,
} from './kernel/testing/field-table.ts'

/** Of a secret that is stored only its end and its day are told. */
const secretState = [[null, { endsWith: '4f2a', setAt: '2026-11-20T09:00:00' }], ['secret']] as const
const secret = [
  ['', 'secret', null, 'a'.repeat(255)],
  [1, 'a'.repeat(256)],
] as const
const several = (...values: string[]) =>
  [
    [[], values.slice(0, 1), values],
    [['other'], values[0], null],
  ] as const
const products = ['Virtual', 'API', 'Web', 'Mobile App']
const connect = [
  ['ondemand', 'live', 'both', 'none', null],
  ['sometimes', 1],
] as const
const tags = [[['en-GB']], ['en-GB', [1], null]] as const

describe('B-10 to B-14: the fields, spelt as they travel, with their type and their limits', () => {
  test.each<[string, z.ZodObject, FieldTable]>([
    [
      'B-10 a tenant',
      TenantSettings,
      {
        ...{ tenantID: text, name: text, customerNumber: text, email: textOrNull, providerId: textOrNull },
        timeZoneInfo: [
          [{ offsetName: 'Europe/Berlin', utcOffset: '+01:00' }],
          [{ offsetName: 'Europe/Berlin' }, '+01:00', null],
        ],
        ...{ languageCodes: tags, languageTag: text, activatedProducts: several(...products) },
        ...{ isProviderActive: flag, mediaPlatform: oneOf(0, 1), audioNormalize: flag, connect },
        ...{ jwPlayerSiteId: text, jwPlayerSecret: secretState, isBulkUploadEnabled: flag },
        siteSourceType: oneOf('sub', 'fac', 'sso'),
        ...{ isPlatformOwnedCategories: flag, isRichTextEnabled: flag },
      },
    ],
    [
      'B-10 what is set on it',
      TenantDraft,
      {
        ...{ name: someUpTo(255), customerNumber: someUpTo(255), email: [['', 'a@b.co', null], [1]] },
        password: [
          ['', 'Kinora-1', 'ABCDEFG1'],
          ['Short-1', 'kinora-11', 'Kinora-xx', null],
        ],
        timeZoneInfo: [[{ offsetName: 'Europe/Berlin' }], [{ offsetName: '' }, {}, null]],
        languageCodes: [
          [['en-GB'], ['en-GB', 'de-DE', 'fr-FR', 'it-IT']],
          [[], null],
        ],
        ...{
          languageTag: [['en-GB'], ['', null]],
          activatedProducts: [
            [['Web'], products],
            [[], ['TV']],
          ],
        },
        ...{ jwPlayerSiteId: text, jwPlayerSecret: secret, connect, mediaPlatform: oneOf(0, 1) },
      },
    ],
    ['B-10 its keys', AppKeyPair, { accessKey: text, secretKey: text }],
    [
      'B-11 C-54 C-89 web settings',
      WebSettings,
      { secretKey: secretState, webHookKey: secretState, siteSourceType: oneOf('sub', 'fac', 'sso') },
    ],
    [
      'B-11 what is set on them',
      WebSettingsDraft,
      {
        lockedContentBehaviour: [['do_nothing', 'show_subscription_options', 'show_popup', null], ['hide']],
        ...{ projectId: text, url: text, localyticsWebId: text, landingPageGetAccessLink: text },
        ...{ siteSourceType: oneOf('sub', 'fac', 'sso') },
        subscriptionSource: several('stripe', 'mms', 'pseudosso', 'flatfile'),
        ...{
          secretKey: secret,
          webHookKey: secret,
          publishableKey: text,
          pricingTableId: text,
          planId: text,
        },
        numberOfMySubscriptionItemsOnHomePage: [
          [0, 3, 1000, null],
          [-1, 1.5, '3'],
        ],
        ...{ showLogo: flag, showFooter: flag, isLanguageSwitcher: flag, ratingEnabled: flag },
        ...{ scheduleEvents: flag, fitRadioEnabled: flag, isMarketingConsent: flag },
      },
    ],
    ['B-12 C-54 C-89 app settings', AppSettings, { sharedSecret: secretState }],
    [
      'B-12 what is set on them',
      AppSettingsDraft,
      {
        ...{ sharedSecret: secret, localyticsiOSId: text, localyticsAndroidId: text, myZoneEnabled: flag },
        ...{
          iosProducts: [
            [[], ['monthly', 'yearly', 'a', 'b']],
            [[''], 'monthly', null],
          ],
        },
        subscriptionSource: several('apple'),
      },
    ],
    [
      'B-13 a provider',
      ProviderRecord,
      {
        ...{ name: text, displayName: text, email: text, phoneNumber: textOrNull, contact: text, tag: text },
        ...{ userRole: [[1], [0, 2, '1', null]], mediaPlatform: oneOf(0, 1), jwPlayerSiteId: textOrNull },
        ...{ tenantId: textOrNull, isTenantProvider: flag, stage1Encode: flag, isBulkUploadEnabled: flag },
      },
    ],
    [
      'B-13 what is set on it',
      ProviderDraft.extend(ProviderAccount.shape),
      {
        ...{ name: someUpTo(255), displayName: upTo(255), email: [['a@b.co'], ['', 'a@b', null]] },
        password: [['12345'], ['1234', '', null]],
        phoneNumber: [['+44 20 7946', '', null], ['+44 x']],
        contact: [
          ['Nora W.', '12345'],
          ['1234', ' 1234 ', null],
        ],
        ...{ mediaPlatform: oneOf(0, 1), jwPlayerSiteId: textOrNull, jwPlayerSecret: textOrNull },
        ...{ stage1Encode: flag, isBulkUploadEnabled: flag },
      },
    ],
    [
      'B-14 a channel',
      ChannelRecord,
      {
        ...{ name: text, providerId: text, Provider: text, displayName: text, description: text, tag: text },
        Availability: [
          [{ inClub: false, appAndweb: true, hotel: false }],
          [{ inClub: false, appAndWeb: true, hotel: false }, { inClub: 0, appAndweb: 1, hotel: 2 }, 1],
        ],
        ...{ active: flag, tenants: texts, providerName: text },
        ...{ mediaSpaceImageUrl: textOrNull, profileImageUrl: textOrNull },
      },
    ],
    [
      'B-14 what is set on it',
      ChannelDraft,
      {
        ...{
          name: [
            ['a', '7', 'يوغا'],
            ['', '--', null],
          ],
          providerId: [['a'], ['', null]],
        },
        ...{ displayName: upTo(255), description: upTo(500) },
      },
    ],
  ])('%s', (_, schema, table) => expect(differences(schema, table)).toEqual([]))

  test('B-10, B-13 what is write-only is no field of what is shown', () => {
    for (const schema of [Tenant, TenantSettings, ProviderRecord])
      expect(Object.keys(schema.shape)).not.toContain('password')
    expect(Object.keys(Tenant.shape).filter(field => /secret/i.test(field))).toEqual([])
    expect(Object.keys(ProviderRecord.shape)).not.toContain('jwPlayerSecret')
    expect(ProviderRecord.shape.hasJwPlayerSecret.safeParse('secret').success).toBe(false)
  })
})

const paths = (issues: readonly { path: string }[]) => issues.map(({ path }) => path).toSorted()

describe('B-10 to B-14: what must be there, and when', () => {
  test('B-10 of a tenant', () => {
    const always = ['activatedProducts', 'customerNumber', 'languageCodes', 'languageTag', 'name']
    expect(paths(checkTenant(newTenant))).toEqual([...always, 'timeZoneInfo.offsetName'])
    expect(paths(checkTenant({ ...newTenant, isProviderActive: true }))).toEqual(
      [
        ...[...always, 'timeZoneInfo.offsetName'],
        ...['email', 'password', 'jwPlayerSiteId', 'jwPlayerSecret'],
      ].toSorted(),
    )
    const tenant = {
      ...{ ...newTenant, name: 'Acme', customerNumber: '7', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ languageCodes: ['en-GB'], languageTag: 'de-DE', activatedProducts: ['Web' as const] },
    }
    expect(paths(checkTenant(tenant))).toEqual(['languageTag'])
    expect(paths(checkTenant({ ...tenant, languageTag: 'en-GB' }))).toEqual([])
  })

  test('B-11 of web settings', () => {
    const always = [
      ...['landingPageGetAccessLink', 'localyticsWebId', 'lockedContentBehaviour'],
      ...['numberOfMySubscriptionItemsOnHomePage', 'projectId', 'url'],
    ]
    const keys = ['publishableKey', 'secretKey', 'webHookKey']
    const missing = (more: Partial<WebSettingsDraft>) =>
      paths(checkWebSettings({ ...newWebSettings, ...more }))
    expect(missing({ siteSourceType: 'sso' })).toEqual(always)
    const subscriptionSource = ['stripe' as const]
    expect(missing({ siteSourceType: 'fac', subscriptionSource })).toEqual(
      [...always, ...keys, 'planId'].toSorted(),
    )
    expect(missing({ siteSourceType: 'sub', subscriptionSource })).toEqual(
      [...always, ...keys, 'pricingTableId'].toSorted(),
    )
    expect(missing({ siteSourceType: 'sso', url: 'nowhere' })).toEqual(always)
  })

  test('B-12 of app settings', () => {
    const web = { sharedSecret: null, siteSourceType: 'sub', hasStripe: true } as const
    const always = ['localyticsAndroidId', 'localyticsiOSId', 'subscriptionSource']
    expect(paths(checkAppSettings(newAppSettings, web))).toEqual(
      [...always, 'sharedSecret', 'iosProducts'].toSorted(),
    )
    expect(paths(checkAppSettings(newAppSettings, { ...web, hasStripe: false }))).toEqual(always)
  })

  test('B-13 of a provider; site id and secret with JW Player alone', () => {
    expect(paths(checkNewProvider(newProvider))).toEqual(['contact', 'email', 'name', 'password'])
    const provider = { name: 'Lake', contact: 'Nora W.', email: 'nora@lake.test', password: 'reels' }
    const jw = { jwPlayerSiteId: '12345', jwPlayerSecret: '12345' }
    expect(checkNewProvider(provider)).toEqual([])
    expect(checkNewProvider({ ...provider, ...jw, mediaPlatform: 1 })).toEqual([])
    expect(
      paths(
        checkNewProvider({ ...provider, jwPlayerSiteId: '1234', jwPlayerSecret: '1234', mediaPlatform: 1 }),
      ),
    ).toEqual(['jwPlayerSecret', 'jwPlayerSiteId'])
    expect(paths(checkNewProvider({ ...provider, ...jw, mediaPlatform: 0 }))).toEqual([
      ...['jwPlayerSecret', 'jwPlayerSiteId'],
    ])
  })

  test('B-14 of a channel, and of an active one', () => {
    const nowhere = { inClub: false, appAndweb: false, hotel: false }
    expect(paths(checkChannel({ ...newChannel, Availability: nowhere }))).toEqual([
      ...['Availability', 'name', 'providerId'],
    ])
    const active = { ...newChannel, name: 'a', providerId: 'p', active: true }
    expect(paths(checkChannel({ ...active, displayName: 'abc', description: 'abc' }))).toEqual([
      ...['description', 'displayName', 'mediaSpaceImageUrl', 'profileImageUrl'],
    ])
    const pictures = { mediaSpaceImageUrl: '/a.jpg', profileImageUrl: '/b.jpg' }
    expect(checkChannel({ ...active, ...pictures, displayName: 'abcd', description: 'abcd' })).toEqual([])
  })
})
