import {
  type AppSettingsDraft,
  AppSettingsDraft as AppSettingsSchema,
  siteContent,
  type WebSettingsDraft,
  WebSettingsDraft as WebSettingsSchema,
} from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, siteToken } from './contract/calls.ts'
import { createTestServer, type TestServer } from './harness.ts'

let server: TestServer
let admin: ReturnType<TestServer['api']>
let tenantId: string
beforeAll(async () => {
  server = await createTestServer()
  admin = server.api('admin')
  const created = await admin.tenants.create({
    ...{ name: 'Shown', customerNumber: '1', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
    ...{ languageCodes: ['en-GB', 'de-DE'], languageTag: 'en-GB', connect: 'both' },
    activatedProducts: ['Web', 'Mobile App'],
  })
  tenantId = created.tenantId
  await admin.tenants.generateKeys({ id: tenantId })
})
afterAll(() => server?.close())

const read = async () => {
  const { body } = await send(
    server,
    siteContent.settings,
    {},
    { token: await siteToken(server, { id: tenantId }) },
  )
  return body as Record<string, unknown>
}

const web: Partial<WebSettingsDraft> = {
  ...{
    lockedContentBehaviour: 'show_popup',
    projectId: 'p',
    url: 'https://play.example',
    localyticsWebId: 'l',
  },
  ...{ landingPageGetAccessLink: 'https://shown.example/join', numberOfMySubscriptionItemsOnHomePage: 3 },
  ...{ subscriptionSource: ['stripe'], secretKey: 'sk_test_hidden', webHookKey: 'whsec_hidden' },
  ...{ publishableKey: 'pk_test_1', planId: 'plan_1', pricingTableId: 'price_1' },
}
const app: Partial<AppSettingsDraft> = {
  ...{ localyticsiOSId: 'ios', localyticsAndroidId: 'android', iosProducts: ['gold'] },
  iosBundleId: 'com.acme.app',
  ...{ subscriptionSource: ['apple'], sharedSecret: 'shared_hidden' },
}
/** Another value of each field that is no secret; the type of a site is the tenant's. */
const changes: Required<Omit<WebSettingsDraft, 'secretKey' | 'webHookKey' | 'siteSourceType'>> = {
  ...{ lockedContentBehaviour: 'do_nothing', projectId: 'other', url: 'https://other.example' },
  ...{ localyticsWebId: 'l2', subscriptionSource: ['stripe', 'mms'], publishableKey: 'pk_test_2' },
  ...{ pricingTableId: 'price_2', planId: 'plan_2', numberOfMySubscriptionItemsOnHomePage: 5 },
  ...{ landingPageGetAccessLink: 'https://shown.example/other', showLogo: false, showFooter: false },
  ...{ isLanguageSwitcher: true, ratingEnabled: true, scheduleEvents: true, fitRadioEnabled: true },
  isMarketingConsent: true,
}
const appChanges: Required<Omit<AppSettingsDraft, 'sharedSecret'>> = {
  ...{ localyticsiOSId: 'ios2', localyticsAndroidId: 'android2', iosProducts: ['gold', 'silver'] },
  iosBundleId: 'com.acme.other',
  ...{ subscriptionSource: ['apple'], myZoneEnabled: true },
}

describe('LIVE-02, C-140 what of a tenant’s settings its site gets', () => {
  test('B-10 nothing of web and apps before they were saved; what concerns it of the tenant', async () => {
    expect(await read()).toMatchObject({
      ...{ webSettings: null, appSettings: null, connect: 'both', siteSourceType: 'fac' },
      activatedProducts: ['Web', 'Mobile App'],
      timeZoneInfo: { offsetName: 'Europe/Berlin' },
    })
  })

  test('B-11, B-12 every field but the secrets, each as soon as it is changed', async () => {
    await admin['web-settings'].create({ tenantId, ...web })
    await admin['app-settings'].create({ tenantId, ...app })
    const secrets = ['secretKey', 'webHookKey', 'sharedSecret', 'siteSourceType']
    const fields = (schema: { shape: object }) =>
      Object.keys(schema.shape).filter(name => !secrets.includes(name))
    expect(fields(WebSettingsSchema).sort()).toEqual(Object.keys(changes).sort())
    expect(fields(AppSettingsSchema).sort()).toEqual(Object.keys(appChanges).sort())
    for (const [field, value] of Object.entries(changes)) {
      expect((await read()).webSettings, field).not.toHaveProperty(field, value)
      await admin['web-settings'].update({ tenantId, [field]: value })
      expect((await read()).webSettings, field).toHaveProperty(field, value)
    }
    for (const [field, value] of Object.entries(appChanges)) {
      await admin['app-settings'].update({ tenantId, [field]: value })
      expect((await read()).appSettings, field).toHaveProperty(field, value)
    }
    const text = JSON.stringify(await read())
    expect(text).not.toMatch(/hidden|secretKey|webHookKey|sharedSecret/)
  })

  test('TENANT-15, TENANT-16 nothing of a product that is off', async () => {
    const { version } = await admin.tenants.view({ tenantId })
    await admin.tenants.update({ tenantId, version, activatedProducts: ['API'] })
    expect(await read()).toMatchObject({ webSettings: null, appSettings: null, activatedProducts: ['API'] })
  })
})
