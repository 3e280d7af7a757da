import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  AttachedClass,
  Collection,
  CollectionDraft,
  checkCollection,
  checkEventForm,
  checkSubscription,
  configurationTypes,
  EventDraft,
  linkTypes,
  Member,
  MemberImport,
  MemberImportPage,
  MemberSubscription,
  memberImports,
  newCollection,
  newEvent,
  newSubscription,
  ScheduledEvent,
  SiteConfiguration,
  Subscription,
  SubscriptionDraft,
  siteDrafts,
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
  whole,
} from './kernel/testing/field-table.ts'

const schedule = { type: 1, weekdays: [0, 6], daily_time: '18:00' }
const instant = [
  ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00+01:00', null],
  ['2026-11-20', 1],
] as const
const scale = [
  [1, 10, null],
  [0, 11],
] as const
const dateOrNone = [['2026-11-20', undefined], [1]] as const
const address = [
  ['https://a.example', 'a.example/b'],
  ['', 'nowhere', null],
] as const
const colour = [['#00ff7F'], ['red', '#00ff7', '', null]] as const
const picture = [['/media/images/a.png'], ['', null]] as const
const colours = { primaryColor: '#000000', secondaryColor: '#111111', accentColor: '#222222' }
const pictures = { logoUrl: 'a', splashUrl: 'b', appIconUrl: 'c' }
const noPictures = { logoUrl: null, splashUrl: null, appIconUrl: null }
const { general, web, mobile, social, app, custom } = siteDrafts

describe('B-15 to B-23: the fields, spelt as they travel, with their type and their limits', () => {
  test.each<[string, z.ZodObject, FieldTable]>([
    [
      'B-15 EVENT-01 an event',
      ScheduledEvent,
      {
        ...{ event_Id: text, eventKey: textOrNull, next_occurrence_time: textOrNull, created_date: text },
        ...{ scheduled_Time: textOrNull, tenantId: text, cover: textOrNull, tag: textOrNull },
        ...{ video: [[null], ['a', {}]], eventDetailsType: [['title', 'upload', null], ['other']] },
        state: oneOf('Saved', 'Inactive', 'Active'),
      },
    ],
    [
      'B-15 what is set on it',
      EventDraft,
      {
        ...{ type: oneOf(1, 2, 3), title: someUpTo(255), description: upTo(10_000) },
        ...{
          category: oneOf('GX', 'Cycle'),
          durationSecond: [
            [0, 86_400],
            [-1, 86_401, 1.5, null],
          ],
        },
        ...{ active: flag, schedule_time: instant, imageUrl: textOrNull, contentId: textOrNull },
        schedule: [
          [schedule, null],
          [
            ...[
              { ...schedule, type: 2 },
              { ...schedule, weekdays: [7] },
              { ...schedule, weekdays: [-1] },
            ],
            ...[
              { ...schedule, weekdays: [] },
              { ...schedule, daily_time: '24:00' },
            ],
          ],
        ],
        ...{ allowAutoPublish: flag, eventSource: [['external', 'platform', null], ['elsewhere']] },
        liveStreamingLink: [
          ['', 'https://a.example/live'],
          ['nowhere', null],
        ],
      },
    ],
    [
      'B-15a EVENT-07 its class',
      AttachedClass,
      {
        ...{ equipmentIds: texts, focusAreaIds: texts, labelIds: texts },
        ...{ classCategory: text, classDescription: text, classLanguage: text, className: text },
        ...{ classSubCategory: text, classSubCategoryId: textOrNull, classCategoryId: textOrNull },
        ...{ classLanguageCode: textOrNull, durationSecond: whole, imageLink: textOrNull, instructor: text },
        ...{ creationDate: dateOrNone, endDate: dateOrNone, scheduleDate: dateOrNone },
        ...{ startDate: [['2026-11-20', null], [1]], intensity: scale, skill: scale },
        ...{ isActive: flag, isEquipment: flag, level: [['beginner', null], ['expert']], status: whole },
        ...{ provider: text, providerID: textOrNull, streamingLink: textOrNull, tag: text },
        ...{ trailerLinkMobile: textOrNull, trailerLinkWeb: textOrNull, trailerName: textOrNull },
        ...{ IsMigrating: flag, SourceProviderId: textOrNull, featured: [[true], [false, undefined]] },
      },
    ],
    [
      'B-16 a collection',
      Collection,
      {
        ...{ collectionTag: text, isFeaturedCollection: flag, isClassOfDayCollection: flag },
        ...{ displayOrder: whole, tenantId: text, collectionItems: [[[]], [null, [{ title: 'a' }]]] },
      },
    ],
    [
      'B-16 what is set on it',
      CollectionDraft,
      {
        name: [
          ['Abs', 'a'.repeat(40)],
          ['', 'Ab', ' Ab ', 'a'.repeat(41), null],
        ],
        description: [
          ['Abs', 'a'.repeat(500)],
          ['', 'Ab', 'a'.repeat(501), null],
        ],
        ...{ active: flag, documentIds: texts },
      },
    ],
    [
      'B-17 SUBS-01 a subscription package',
      Subscription,
      {
        ...{ subsPackageId: text, imageLink: text, status: oneOf('Saved', 'Inactive', 'Active') },
        ...{ tenantId: text, paymentKind: oneOf('stripe') },
      },
    ],
    [
      'B-17 what is set on it',
      SubscriptionDraft,
      {
        ...{ title: someUpTo(40), description: someUpTo(500), isActive: flag },
        ...{ subscriptionType: oneOf('allinone', 'bundle'), imageLink: picture },
        collectionTags: [
          [['a'], ['a', 'b', 'c', 'd']],
          [[], null],
        ],
        pricingTableId: [['price_1Ab2Cd'], ['', 'price 1', null]],
      },
    ],
    ['B-20 a site', general, { appTitle: someUpTo(255), contactEmail: [['a@b.co'], ['', 'a@b', null]] }],
    [
      'B-20 its looks',
      web,
      {
        ...{ logoUrl: picture, faviconUrl: picture, homeImageUrl: picture },
        ...{ primaryColor: colour, secondaryColor: colour, accentColor: colour },
      },
    ],
    [
      'B-20 its looks on mobiles',
      mobile,
      {
        light: [[{ ...pictures, ...colours }], [{ ...noPictures, ...colours }, pictures, null]],
        dark: [
          [
            { ...pictures, ...colours },
            { ...noPictures, ...colours },
          ],
          [pictures, null],
        ],
      },
    ],
    [
      'B-21 a social link',
      social,
      {
        httpLink: address,
        ...{ status: flag, configurationSubType: oneOf('Facebook', 'Twitter', 'Instagram') },
      },
    ],
    ['B-21 an app’s', app, { httpLink: address, configurationSubType: oneOf('Apple', 'Android') }],
    [
      'B-21 another',
      custom,
      { httpLink: address, linkText: someUpTo(255), linkHoverText: upTo(255), status: flag },
    ],
    [
      'B-22 a row of the user report',
      Member,
      {
        ...{ userId: text, externalUserId: text, name: text, email: text, createdDate: text },
        ...{ lastAccessedAt: textOrNull, lastLoginAt: textOrNull },
        subscriptionItems: [[[]], [null, [{ title: 'Gold' }]]],
      },
    ],
    [
      'B-22 an item of it',
      MemberSubscription,
      {
        ...{ title: text, id: text, status: text, externalStatus: textOrNull, source: text, productId: text },
        ...{ planId: textOrNull, price: textOrNull, startDate: textOrNull, endDate: textOrNull },
        ...{ trialStart: textOrNull, trialEnd: textOrNull, cancelledDates: texts, crmSource: textOrNull },
        ...{ crmUserId: textOrNull, discountCode: textOrNull },
      },
    ],
    [
      'B-23 a row of user management',
      MemberImport,
      {
        ...{ fileId: text, name: text, createdDate: text, uploadedBy: text },
        status: [['Processing', 'Complete', 'Cancelled', 'Stop', null], ['Done']],
        ...{ totalUsers: whole, failedUsers: whole },
      },
    ],
    [
      'B-23 its list',
      MemberImportPage,
      { pageNo: whole, totalRecords: whole, totalPages: whole, data: [[[]], [null, [{}]]] },
    ],
    ['B-23 an import', memberImports.process.input, { fileId: [['a'], [1, null]] }],
  ])('%s', (_, schema, table) => expect(differences(schema, table)).toEqual([]))

  test('B-20, B-21 every configuration has its tag, its tenant and its type; links have numbers too', () => {
    const options = SiteConfiguration.options as readonly z.ZodObject[]
    expect(options.map(({ shape }) => (shape.configurationType as z.ZodLiteral).value)).toEqual([
      ...configurationTypes,
    ])
    for (const { shape } of options)
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(['tag', 'tenantId']))
    expect(linkTypes).toEqual({ social: 1, app: 2, custom: 3 })
  })
})

const paths = (issues: readonly { path: string }[]) => issues.map(({ path }) => path).toSorted()

describe('B-15 to B-17: what must be there, and what a new one begins with', () => {
  test('B-15 a new event is of GX and lasts 0 seconds; active it needs its details, an external live one its link', () => {
    expect(newEvent).toMatchObject({ category: 'GX', durationSecond: 0, active: false })
    const described = ['classCategoryId', 'classLanguageCode', 'classSubCategoryId', 'description']
    const required = [
      ...described,
      'durationSecond',
      'equipmentIds',
      'imageUrl',
      'intensity',
      'skill',
      'title',
    ]
    const missing = (more: Partial<EventDraft>) =>
      new Set(paths(checkEventForm({ ...newEvent, active: true, ...more }, false)))
    // C-138: and what it plays.
    expect(missing({ type: 3 })).toEqual(new Set([...required, 'active', 'schedule', 'contentId']))
    const external = { type: 2, eventSource: 'external' } as const
    expect(missing(external).has('liveStreamingLink')).toBe(true)
    expect(missing({ ...external, eventSource: 'platform' }).has('liveStreamingLink')).toBe(false)
  })

  test('B-16, B-17 of a collection and a package', () => {
    expect(paths(checkCollection(newCollection))).toEqual(['description', 'name'])
    expect(paths(checkSubscription(newSubscription))).toEqual([
      ...['collectionTags', 'description', 'imageLink', 'pricingTableId', 'title'],
    ])
    const { success } = SubscriptionDraft.safeParse({ ...newSubscription, subscriptionType: undefined })
    expect(success).toBe(false)
  })
})
