import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMessages, en, type WebSettingsDraft } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddresses, createSsrfGuard } from '../src/adapters/addresses-http.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { systemScope } from '../src/kernel/scope.ts'
import { webSettingsTable } from '../src/tenant-settings/tables.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { failure, issuesOf } from './refusals.ts'

/** Stands in for Stripe and for sites. */
let outside: HttpServer
let base: string
const asked: { path: string; authorization: string | undefined }[] = []
let server: TestServer
let api: ReturnType<TestServer['api']>
beforeAll(async () => {
  outside = createHttp((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization })
    if (path.includes('silent')) return
    if (path.includes('price_moved')) {
      response.writeHead(302, { location: '/stolen' })
      return response.end()
    }
    const [, code = '', rest = ''] = /^\/(\d{3})(.*)$/.exec(path) ?? []
    if (code !== '') {
      response.writeHead(Number(code), code.startsWith('3') ? { location: rest === '' ? '/200' : rest } : {})
      return response.end('body')
    }
    const isKnown = request.headers.authorization === 'Bearer sk_test_1234567890'
    const price = {
      id: 'price_1',
      currency: 'eur',
      unit_amount: 990,
      recurring: { interval: 'month', interval_count: 1 },
    }
    const body = { ...price, product: { id: 'prod_1', name: 'All inclusive' }, nickname: null }
    const status = isKnown ? (path.startsWith('/v1/prices/price_1') ? 200 : 404) : 401
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(status === 200 ? body : { error: { message: 'no', type: 'x' } }))
  })
  await new Promise<void>(done => outside.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  server = await createTestServer({ stripeUrl: base })
  api = server.api('admin')
})
afterAll(async () => {
  await server?.close()
  outside.close()
})

const plain = {
  ...{ customerNumber: 'K-9', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
  ...{ languageCodes: ['en-GB'], languageTag: 'en-GB' },
}
const web: Partial<WebSettingsDraft> = {
  ...{ lockedContentBehaviour: 'show_popup', projectId: 'p', url: 'acme.example', localyticsWebId: 'l' },
  ...{ landingPageGetAccessLink: 'https://acme.example/join', numberOfMySubscriptionItemsOnHomePage: 3 },
  ...{
    subscriptionSource: ['stripe'],
    secretKey: 'sk_test_1234567890',
    webHookKey: 'whsec_0987654321',
  },
  ...{ publishableKey: 'pk_test_1', planId: 'plan_1' },
}
const add = async (
  name: string,
  activatedProducts: ('Web' | 'Mobile App' | 'API')[] = ['Web', 'Mobile App'],
) => (await api.tenants.create({ ...plain, name, activatedProducts })).tenantId

describe('TENANT-14 to TENANT-26, API-64, API-65 settings of sites and apps', () => {
  test('TENANT-17, C-18, C-124 web settings: as they would start, saved, read again; of secrets how they end', async () => {
    const tenantId = await add('Web one')
    expect(await api['web-settings'].view({ tenantId })).toMatchObject({
      version: null,
      siteSourceType: 'fac',
    })
    expect((await failure(api['web-settings'].update({ tenantId, ...web }))).code).toBe('notFound')
    const saved = await api['web-settings'].create({ tenantId, ...web, subscriptionSource: ['stripe'] })
    expect(saved).toMatchObject({
      ...{ version: 1, url: 'https://acme.example', showLogo: true },
      ...{ secretKey: { endsWith: '7890' }, webHookKey: { endsWith: '4321' } },
    })
    expect(await api['web-settings'].view({ tenantId })).toEqual(saved)
    expect(
      (await failure(api['web-settings'].create({ tenantId, ...web, subscriptionSource: [] }))).code,
    ).toBe('conflict')

    const kept = await server
      .api('support')
      ['web-settings'].update({ tenantId, secretKey: '', showLogo: false, version: 1 })
    expect(kept).toMatchObject({ version: 2, showLogo: false, secretKey: saved.secretKey })
    expect((await failure(api['web-settings'].update({ tenantId, webHookKey: null }))).issues).toMatchObject([
      { path: 'webHookKey', code: 'validation.required' },
    ])
    expect(
      (await failure(api['web-settings'].update({ tenantId, showFooter: false, version: 1 }))).code,
    ).toBe('outdated')

    const [row] = await server.deps.db
      .select()
      .from(webSettingsTable)
      .where(eq(webSettingsTable.tenantId, tenantId))
    const { data } = await auditOf(systemScope, server.deps.db, {
      ...{ noun: 'web-settings', id: tenantId, page: 1, take: -1 },
    })
    expect(data.map(({ verb }) => verb)).toEqual(['update', 'create'])
    expect(JSON.stringify([row, data, kept])).not.toMatch(/sk_test_123|whsec_098/)
  })

  test('TENANT-17, B-11 every field is saved and read again, new or changed', async () => {
    const tenantId = await add('Whole web')
    const set = {
      ...web,
      ...{ url: 'https://acme.example', subscriptionSource: ['stripe' as const, 'mms' as const] },
      ...{ pricingTableId: 'price_1', showLogo: false, showFooter: false, isLanguageSwitcher: true },
      ...{ ratingEnabled: true, scheduleEvents: true, fitRadioEnabled: true, isMarketingConsent: true },
    }
    const { secretKey: _, webHookKey: __, ...shown } = set
    await api['web-settings'].create({ tenantId, ...set })
    expect(await api['web-settings'].view({ tenantId })).toMatchObject({ tenantId, ...shown })
    const change = {
      ...{ lockedContentBehaviour: 'do_nothing' as const, projectId: 'q', url: 'https://two.example' },
      ...{ localyticsWebId: 'm', landingPageGetAccessLink: 'https://two.example/join' },
      ...{ numberOfMySubscriptionItemsOnHomePage: 0, subscriptionSource: ['stripe' as const] },
      ...{ publishableKey: 'pk_test_2', planId: 'plan_2', pricingTableId: 'price_2' },
      ...{ showLogo: true, showFooter: true, isLanguageSwitcher: false, ratingEnabled: false },
      ...{ scheduleEvents: false, fitRadioEnabled: false, isMarketingConsent: false },
    }
    await api['web-settings'].update({ tenantId, ...change })
    expect(await api['web-settings'].view({ tenantId })).toMatchObject(change)
  })

  test('TENANT-32, CONST-25, CONST-26 every choice of the register is kept as it is sent, and no other is taken', async () => {
    const tenantId = await add('Choices')
    await api['web-settings'].create({ tenantId, ...web, pricingTableId: 'price_1' })
    const subscriptionSource = ['stripe' as const, 'mms' as const, 'pseudosso' as const, 'flatfile' as const]
    for (const set of [
      ...(['do_nothing', 'show_subscription_options', 'show_popup'] as const).map(lockedContentBehaviour => ({
        lockedContentBehaviour,
      })),
      ...(['sub', 'fac', 'sso'] as const).map(siteSourceType => ({ siteSourceType })),
      { subscriptionSource },
    ]) {
      await api['web-settings'].update({ tenantId, ...set })
      expect(await api['web-settings'].view({ tenantId })).toMatchObject(set)
    }
    for (const [field, value] of [
      ['lockedContentBehaviour', 'hide'],
      ['siteSourceType', 'SUB'],
      ['subscriptionSource', ['apple']],
    ] as const)
      expect(await issuesOf(api['web-settings'].update({ tenantId, [field]: value }))).toEqual([
        expect.stringMatching(new RegExp(`^${field}`)),
      ])
    const app = {
      localyticsiOSId: 'i',
      localyticsAndroidId: 'a',
      sharedSecret: 'apple-1',
      iosProducts: ['m'],
    }
    const sold = (source: string) =>
      api['app-settings'].create({ tenantId, ...app, subscriptionSource: [source as 'apple'] })
    expect(await issuesOf(sold('stripe'))).toEqual(['subscriptionSource.0 validation.oneOf'])
    expect((await sold('apple')).subscriptionSource).toEqual(['apple'])
  })

  test('TENANT-15, TENANT-16, C-54, C-89, C-126 refuses before anything else where the product isn’t activated', async () => {
    const tenantId = await add('No product', ['API'])
    for (const [noun, product] of [
      ['web-settings', 'Web'],
      ['app-settings', 'Mobile App'],
    ] as const) {
      const { status, issues } = await failure(api[noun].create({ tenantId }))
      expect([status, ...issues.map(createMessages(en).issue)]).toEqual([
        400,
        `Activate the ${product} product before you save its settings.`,
      ])
    }
    const { token } = await server.signIn('admin')
    for (const [path, sentence] of [
      ['webmobilesettings', 'Activate the Web product before you save its settings.'],
      ['appsettings', 'Activate the Mobile App product before you save its settings.'],
    ] as const) {
      const response = await server.app.request(`/v4/portal/${path}/add`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tenantID: tenantId }),
      })
      const { issues } = (await response.json()) as { issues: { message: string }[] }
      // The one shape of every issue.
      expect(issues).toMatchObject([
        { path: expect.any(String), code: expect.any(String), message: sentence },
      ])
    }
  })

  test('TENANT-05, C-94, C-127 the site type is one value, and administrators change it', async () => {
    const tenantId = await add('Types')
    const sub = { ...web, siteSourceType: 'sub' as const, subscriptionSource: ['mms' as const] }
    expect((await failure(server.api('support')['web-settings'].create({ tenantId, ...sub }))).code).toBe(
      'forbidden',
    )
    await api['web-settings'].create({ tenantId, ...sub })
    expect((await api.tenants.view({ tenantId })).siteSourceType).toBe('sub')
  })

  test('B-12, C-87, TENANT-14, TENANT-18, C-124 app settings: every field is saved and read again, the secret by its end', async () => {
    const tenantId = await add('Whole app')
    const app = {
      ...{ localyticsiOSId: 'ios-1', localyticsAndroidId: 'android-1', myZoneEnabled: true },
      ...{ subscriptionSource: ['apple' as const], iosProducts: ['week', 'month', 'season', 'year'] },
    }
    const shown = { ...app, sharedSecret: { endsWith: '77aa' }, version: 1 }
    expect(
      await api['app-settings'].create({ tenantId, ...app, sharedSecret: 'apple-shared-77aa' }),
    ).toMatchObject(shown)
    expect(await api['app-settings'].view({ tenantId })).toMatchObject(shown)
    const { issues } = await failure(
      api['app-settings'].update({ tenantId, localyticsiOSId: '', subscriptionSource: [] }),
    )
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['localyticsiOSId', 'subscriptionSource'])
    expect(await api['app-settings'].view({ tenantId })).toMatchObject(shown)
  })

  test('TENANT-26, C-95 what apps need follows the web settings', async () => {
    const tenantId = await add('Apps')
    const app = { localyticsiOSId: 'i', localyticsAndroidId: 'a', subscriptionSource: ['apple' as const] }
    expect(await api['app-settings'].create({ tenantId, ...app })).toMatchObject({
      version: 1,
      siteSourceType: null,
    })
    const sub = { siteSourceType: 'sub' as const, pricingTableId: 'price_1' }
    await api['web-settings'].create({ tenantId, ...web, subscriptionSource: ['stripe'], ...sub })
    const { issues } = await failure(api['app-settings'].update({ tenantId, myZoneEnabled: true }))
    expect(issues.map(({ path }) => path)).toEqual(['sharedSecret', 'iosProducts'])
    const apple = { sharedSecret: 'apple-shared-secret', iosProducts: ['monthly'] }
    expect(await api['app-settings'].update({ tenantId, ...apple })).toMatchObject({
      ...{ version: 2, sharedSecret: { endsWith: 'cret' }, hasStripe: true, siteSourceType: 'sub' },
    })
  })
})

describe('C-114, C-135 check with Stripe', () => {
  test('B-11 secretKey says name, amount and interval, with the stored key or one that is typed; never blocks', async () => {
    const tenantId = await add('Stripe')
    const check = (id: string, secretKey?: string) =>
      api['web-settings'].checkPrice({ tenantId, id, secretKey })
    expect((await failure(check('price_1'))).issues[0]?.code).toBe('web.noKey')
    await api['web-settings'].create({ tenantId, ...web, subscriptionSource: ['stripe'] })
    expect(await check('price_1')).toEqual({
      ...{
        outcome: 'found',
        name: 'All inclusive',
        amount: 990,
        currency: 'eur',
        interval: 'month',
        intervalCount: 1,
      },
    })
    expect(await check('price_2')).toEqual({ outcome: 'unknown' })
    expect(await check('price_1', 'sk_test_other')).toEqual({ outcome: 'refused' })
    expect(asked.at(-1)?.authorization).toBe('Bearer sk_test_other')
    // The key goes nowhere else.
    expect(await check('price_moved')).toEqual({ outcome: 'unreachable' })
    expect(asked.at(-1)?.path).toMatch(/price_moved/)
    expect(asked.map(({ path }) => path)).not.toContain('/stolen')
  })
})

describe('TENANT-24, API-69, C-96, C-134 whether an address is accessible', () => {
  const local = createAddresses(['127.0.0.0/8'])
  const never = new AbortController().signal

  test.each([
    ['/200', true],
    ['/204', true],
    ['/401', true],
    ['/403', true],
    ['/404', false],
    ['/500', false],
    ['/302', true],
    ['/302/302/302/200', true],
    ['/302/302/302/302/200', false],
    ['/302ftp://127.0.0.1/', false],
  ])('%s: %s', async (path, accessible) => {
    expect(await local.isAccessible(base + path, never)).toBe(accessible)
  })

  test('C-135 nobody waits longer than 5 s, neither for a site nor for Stripe', async () => {
    const tenantId = await add('Patient')
    await api['web-settings'].create({ tenantId, ...web, subscriptionSource: ['stripe'] })
    const answers = [
      local.isAccessible(`${base}/silent`, never),
      api['web-settings'].checkPrice({ tenantId, id: 'price_silent' }),
    ]
    expect(await Promise.all(answers)).toEqual([false, { outcome: 'unreachable' }])
  })

  test('reaches no network of one’s own, by number, by name or by redirect; says so to those who may ask', async () => {
    const before = asked.length
    const port = new URL(base).port
    for (const url of [
      `${base}/200`,
      `http://localhost:${port}/200`,
      `http://[::1]:${port}/`,
      'file:///etc/passwd',
      'x',
    ])
      expect(await api['web-settings'].checkAddress({ url })).toEqual({ accessible: false })
    expect(asked.length).toBe(before)
    const { addresses } = server.deps
    server.deps.addresses = local
    const said = async (path: string) =>
      (await api['web-settings'].checkAddress({ url: base + path })).accessible
    expect([await said('/200'), await said('/404')]).toEqual([true, false])
    server.deps.addresses = addresses
    const elsewhere = createAddresses(['127.0.0.0/8'])
    expect(await elsewhere.isAccessible(`${base}/302http://10.0.0.1/`, never)).toBe(false)
    expect((await failure(server.api('provider')['web-settings'].checkAddress({ url: base }))).code).toBe(
      'forbidden',
    )
  })

  test.each([
    ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.0.1', '100.64.0.1', '0.0.0.0'],
    ...['::1', '::ffff:10.0.0.1', 'fe80::1', 'fd00::1', '64:ff9b::a00:1', '2002:a00:1::', 'localhost'],
  ])('%s is not public', address => expect(createSsrfGuard([])(address)).toBe(false))
  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1'])('%s is', address =>
    expect(createSsrfGuard([])(address)).toBe(true),
  )
})
