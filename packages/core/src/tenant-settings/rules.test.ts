import { describe, expect, test } from 'vitest'
import { checkAppSettings, checkWebSettings, missingProduct } from './rules.ts'
import { type AppSettingsDraft, newAppSettings, newWebSettings, type WebSettingsDraft } from './schema.ts'

const plain: WebSettingsDraft = {
  ...newWebSettings,
  ...{
    lockedContentBehaviour: 'show_popup',
    projectId: 'p',
    url: 'https://acme.example',
    localyticsWebId: 'l',
  },
  ...{ landingPageGetAccessLink: 'https://acme.example/join', numberOfMySubscriptionItemsOnHomePage: 0 },
  siteSourceType: 'sso',
}
const stripe = {
  subscriptionSource: ['stripe' as const],
  secretKey: 's',
  webHookKey: 'w',
  publishableKey: 'p',
}
const found = (draft: Partial<WebSettingsDraft>, stored?: Parameters<typeof checkWebSettings>[1]) =>
  checkWebSettings({ ...plain, ...draft }, stored).map(({ path, code }) => `${path} ${code}`)
const required = (...paths: string[]) => paths.map(path => `${path} validation.required`)
const set = { endsWith: '4f2a', setAt: '2026-05-03' }

describe('TENANT-10, TENANT-11, TENANT-20 to TENANT-24 web settings, row by row', () => {
  test.each<[string, Partial<WebSettingsDraft>, string[]]>([
    ['TENANT-20 SSO without a source', {}, []],
    [
      'TENANT-20 nothing filled in',
      { ...newWebSettings, siteSourceType: 'sso' },
      required(
        ...['lockedContentBehaviour', 'projectId', 'url', 'localyticsWebId', 'landingPageGetAccessLink'],
        'numberOfMySubscriptionItemsOnHomePage',
      ),
    ],
    [
      'TENANT-10, TENANT-21 FAC without Stripe',
      { siteSourceType: 'fac', subscriptionSource: ['mms'] },
      ['subscriptionSource tenant.facSource'],
    ],
    ['TENANT-11 SUB without a source', { siteSourceType: 'sub' }, ['subscriptionSource tenant.subSource']],
    [
      'TENANT-11 SUB with pseudosso alone',
      { siteSourceType: 'sub', subscriptionSource: ['pseudosso'] },
      ['subscriptionSource tenant.subSource'],
    ],
    ['TENANT-11 SUB with MMS', { siteSourceType: 'sub', subscriptionSource: ['mms'] }, []],
    ['TENANT-11, C-36 SUB with File Upload', { siteSourceType: 'sub', subscriptionSource: ['flatfile'] }, []],
    ['C-36 SSO with pseudosso', { subscriptionSource: ['pseudosso'] }, []],
    [
      'TENANT-22, C-125 Stripe without its keys',
      { subscriptionSource: ['stripe'] },
      required('secretKey', 'webHookKey', 'publishableKey', 'planId'),
    ],
    [
      'TENANT-23 SUB with Stripe needs a price id',
      { ...stripe, siteSourceType: 'sub' },
      required('pricingTableId'),
    ],
    ['TENANT-23 FAC with Stripe needs a plan id', { ...stripe, siteSourceType: 'fac' }, required('planId')],
    ['TENANT-23 complete', { ...stripe, siteSourceType: 'sub', pricingTableId: 'price_1' }, []],
    ['C-114 an id that Stripe never gave', { ...stripe, planId: 'plan 1' }, ['planId web.stripeId']],
    ['TENANT-24, C-86 no address', { url: 'http://' }, ['url validation.url']],
    ['TENANT-24, VAL-07 without a scheme', { url: 'acme.example' }, []],
  ])('%s', (_, draft, issues) => expect(found(draft)).toEqual(issues))

  test('C-124 stored secrets may be left blank', () => {
    const draft = { ...stripe, secretKey: '', webHookKey: null, planId: 'plan_1' }
    expect(found(draft, { secretKey: set, webHookKey: set })).toEqual(required('webHookKey'))
  })
})

describe('B-12, TENANT-12, TENANT-25, TENANT-26, C-95, C-127 app settings, row by row', () => {
  const app: AppSettingsDraft = {
    ...newAppSettings,
    ...{ localyticsiOSId: 'i', localyticsAndroidId: 'a', subscriptionSource: ['apple'] },
  }
  const web = { sharedSecret: null, siteSourceType: 'sub', hasStripe: true } as const
  const apple = { sharedSecret: 's', iosProducts: ['monthly'] }
  test.each<[string, Partial<AppSettingsDraft>, Parameters<typeof checkAppSettings>[1], string[]]>([
    [
      'TENANT-25 nothing',
      newAppSettings,
      { ...web, hasStripe: false },
      [...required('localyticsiOSId', 'localyticsAndroidId'), 'subscriptionSource tenant.appSource'],
    ],
    ['TENANT-26 SUB with Stripe', {}, web, required('sharedSecret', 'iosProducts')],
    ['TENANT-26 SUB with Stripe, complete', apple, web, []],
    ['TENANT-26 a secret that is stored', { ...apple, sharedSecret: '' }, { ...web, sharedSecret: set }, []],
    ['SUB without Stripe', {}, { ...web, hasStripe: false }, []],
    ['FAC with Stripe', {}, { ...web, siteSourceType: 'fac' }, []],
    ['C-127 before web settings', {}, { ...web, siteSourceType: null, hasStripe: false }, []],
  ])('%s', (_, draft, stored, issues) =>
    expect(checkAppSettings({ ...app, ...draft }, stored).map(({ path, code }) => `${path} ${code}`)).toEqual(
      issues,
    ),
  )
})

test('TENANT-15, TENANT-16, C-126 the product of a part', () => {
  expect(missingProduct('web', ['API', 'Mobile App'])).toBe('web.notActivated')
  expect(missingProduct('app', ['Web'])).toBe('app.notActivated')
  expect(missingProduct('app', ['Mobile App'])).toBeUndefined()
})
