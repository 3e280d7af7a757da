import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteInput } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { codeOf, failure, issuesOf } from './refusals.ts'
import { colours, mobileSite, store } from './site-pictures.ts'
import { makeMedia } from './titles/support.ts'

const tenantId = 'pulsehouse'

/** No pictures are made smaller here, so one server does for all of it. */
describe('site settings of a tenant', () => {
  let server: TestServer
  let api: ReturnType<TestServer['api']>
  const save = (configuration: object) =>
    api.site.save({ configuration: { tenantId, ...configuration } as SiteInput })
  const list = async (configurationType: 'web' | 'social' | 'app' | 'custom' | 1 | 2 | 3) =>
    (await api.site.list({ tenantId, configurationType })).data
  beforeAll(async () => {
    server = await createTestServer({ media: await makeMedia() })
    api = server.api('tenant')
  })
  afterAll(() => server?.close())

  test('B-20, API-141, API-143, SITE-01, SITE-03, SITE-11, SITE-12: general settings are one row, by either call, with version and audit', async () => {
    expect((await api.site.general({ tenantId })).data).toBeNull()
    const { data } = await save({
      configurationType: 'general',
      appTitle: 'Pulse',
      contactEmail: 'hi@pulse.test',
    })
    expect(data).toEqual([
      {
        ...{ tag: expect.any(String), tenantId, configurationType: 'general', version: 1 },
        ...{ appTitle: 'Pulse', contactEmail: 'hi@pulse.test' },
      },
    ])
    await api.site.saveGeneral({
      tenantId,
      appTitle: 'Pulse House',
      contactEmail: 'hi@pulse.test',
      version: 1,
    })
    expect((await api.site.general({ tenantId })).data).toEqual({
      ...{ appTitle: 'Pulse House', contactEmail: 'hi@pulse.test', version: 2 },
    })
    const old = { tenantId, appTitle: 'Other', contactEmail: 'hi@pulse.test', version: 1 }
    expect((await failure(api.site.saveGeneral(old))).code).toBe('outdated')
    const named = { noun: 'site', id: data[0]!.tag, page: 1, take: -1 }
    const { data: entries } = await auditOf({ kind: 'tenant', tenantId }, server.deps.db, named)
    expect(entries.map(({ verb, changes }) => [verb, changes.map(({ path }) => path)])).toEqual([
      ['update', ['appTitle']],
      ['create', ['appTitle', 'contactEmail']],
    ])
    expect(
      await issuesOf(save({ configurationType: 'general', appTitle: ' ', contactEmail: 'a@b' })),
    ).toEqual(['configuration.appTitle validation.required', 'configuration.contactEmail validation.email'])
  })

  test('B-20, API-140, API-141, SITE-03, SITE-04, SITE-14, C-107: web settings take pictures of their rules and hex colours alone', async () => {
    const logoUrl = await store(api, 'logo')
    const faviconUrl = await store(api, 'favicon')
    const cover = await readFile(join(import.meta.dirname, '../assets/demo/site-home.jpg'))
    const { url } = await api.images.upload({ img: new File([cover], 'home.jpg'), assetType: 'homeImage' })
    const web = { configurationType: 'web', logoUrl, faviconUrl, homeImageUrl: url, ...colours }
    const wrong = { ...web, logoUrl: faviconUrl, faviconUrl: 'https://elsewhere.test/favicon.ico' }
    expect(await issuesOf(save(wrong))).toEqual(
      expect.arrayContaining(['logoUrl validation.imageType', 'faviconUrl validation.imageForeign']),
    )
    expect(await issuesOf(save({ ...web, accentColor: 'red', logoUrl: '' }))).toEqual([
      'configuration.logoUrl required.logo',
      'configuration.accentColor site.colour',
    ])
    expect(await issuesOf(save({ ...web, homeImageUrl: `/media/images/${'0'.repeat(64)}.jpg` }))).toEqual([
      'homeImageUrl validation.imageGone',
    ])
    expect(
      await issuesOf(save({ configurationType: 'web', logoUrl: '', faviconUrl: '', homeImageUrl: '' })),
    ).toEqual(
      [
        ...['logoUrl required.logo', 'faviconUrl required.favicon', 'homeImageUrl required.homeImage'],
        ...['primaryColor', 'secondaryColor', 'accentColor'].map(path => `${path} site.colour`),
      ].map(issue => `configuration.${issue}`),
    )
    for (const accentColor of ['#fff', '#00ff0', '#00ff000', '00ff00', '#00fg00'])
      expect(await issuesOf(save({ ...web, accentColor }))).toEqual(['configuration.accentColor site.colour'])
    await save(web)
    await save({ ...web, accentColor: '#00ff00' })
    expect(await list('web')).toEqual([
      { tag: expect.any(String), tenantId, ...web, accentColor: '#00ff00', version: 2 },
    ])
    expect(await issuesOf(save({ ...web, homeImageUrl: logoUrl }))).toEqual([
      'homeImageUrl validation.imageType',
    ])
    expect(await issuesOf(save({ ...web, faviconUrl: url }))).toEqual(['faviconUrl validation.imageType'])
  })

  test('B-20, API-143, SITE-02, SITE-04, SITE-15: mobile settings have a light and a dark theme', async () => {
    const mobile = await mobileSite(api)
    await api.site.saveMobile({ tenantId, ...mobile })
    expect((await api.site.mobile({ tenantId })).data).toEqual({ ...mobile, version: 1 })
    const logo = await store(api, 'logo')
    const wrong = { logoUrl: logo, splashUrl: mobile.light.appIconUrl, appIconUrl: mobile.light.splashUrl }
    const bad = { light: { ...mobile.light, ...wrong }, dark: { ...mobile.dark, ...wrong } }
    expect(await issuesOf(api.site.saveMobile({ tenantId, ...bad }))).toEqual(
      ['light', 'dark'].flatMap(theme =>
        ['logoUrl', 'splashUrl', 'appIconUrl'].map(path => `${theme}.${path} validation.imageSize`),
      ),
    )
    const none = { logoUrl: '', splashUrl: '', appIconUrl: '', ...colours }
    expect(await issuesOf(api.site.saveMobile({ tenantId, ...mobile, light: none }))).toEqual([
      ...['light.logoUrl required.logo', 'light.splashUrl required.splash'],
      'light.appIconUrl required.appIcon',
    ])
  })

  test('B-21, CONST-19, API-140, VAL-06, VAL-07, SITE-05 to SITE-09, SITE-13, C-105: a network and a store have one link each; types go by number as well', async () => {
    const x = { configurationType: 1, configurationSubType: 'Twitter', httpLink: 'x.com/pulse', status: true }
    await save(x)
    await save({ ...x, configurationType: 'social', status: false })
    await save({ ...x, configurationSubType: 'Facebook', httpLink: 'https://facebook.com/pulse' })
    expect(await list(1)).toMatchObject([
      { configurationSubType: 'Facebook' },
      { configurationSubType: 'Twitter', httpLink: 'https://x.com/pulse', status: false, version: 2 },
    ])
    await save({ configurationType: 2, configurationSubType: 'Apple', httpLink: 'apps.apple.com/app/id1' })
    await save({ configurationType: 2, configurationSubType: 'Android', httpLink: 'play.google.com/a' })
    expect(await list('app')).toMatchObject([
      { configurationSubType: 'Android', httpLink: 'https://play.google.com/a' },
      { configurationSubType: 'Apple', httpLink: 'https://apps.apple.com/app/id1' },
    ])
    expect(await issuesOf(save({ ...x, httpLink: 'nowhere' }))).toEqual([
      'configuration.httpLink validation.url',
    ])
    expect(await issuesOf(save({ ...x, configurationSubType: 'Apple' }))).toEqual([
      'configuration.configurationSubType validation.oneOf',
    ])
  })

  test('B-21, CONST-19, API-142, SITE-06, SITE-10, C-106: custom links come, change and go singly, in the order that they are put in', async () => {
    const link = (linkText: string, more: object = {}) =>
      save({
        configurationType: 'custom',
        httpLink: `${linkText}.test`,
        linkText,
        linkHoverText: '',
        status: true,
        ...more,
      })
    for (const name of ['shop', 'blog', 'jobs']) await link(name)
    const [shop, blog, jobs] = (await list(3)).map(({ tag }) => tag)
    const names = async () => (await list('custom')).map(row => 'linkText' in row && row.linkText)
    await api.site.reorder({ tenantId, tags: [jobs!, shop!] })
    expect(await names()).toEqual(['jobs', 'blog', 'shop'])
    await link('studios', { tag: blog, linkHoverText: 'All of them' })
    expect(await names()).toEqual(['jobs', 'studios', 'shop'])
    expect(await issuesOf(api.site.reorder({ tenantId, tags: [jobs!, jobs!] }))).toEqual([
      'tags.1 site.orderTwice',
    ])
    expect((await failure(link('nobody', { tag: 'nowhere' }))).code).toBe('notFound')
    await api.site.remove({ tenantId, configurationType: 3, tag: jobs })
    expect(await names()).toEqual(['studios', 'shop'])
    expect((await failure(api.site.remove({ tenantId, configurationType: 'social', tag: shop }))).code).toBe(
      'notFound',
    )
    await api.site.remove({ tenantId, configurationType: 'custom' })
    expect([await names(), (await list('social')).length]).toEqual([[], 2])
  })

  test('F-2, C-91: a tenant its own, customer support the chosen one, nobody else', async () => {
    const general = { configurationType: 'general', appTitle: 'x', contactEmail: 'a@b.co' } as const
    const other = { configuration: { ...general, tenantId: 'nordicmove' } }
    expect(await codeOf(api.site.save(other))).toBe('notFound')
    const support = server.api('support', { tenantId: 'nordicmove' })
    expect((await support.site.save(other)).data).toHaveLength(1)
    expect(await codeOf(support.site.save({ configuration: { ...general, tenantId } }))).toBe('notFound')
    for (const account of ['admin', 'provider'] as const)
      expect(await codeOf(server.api(account).site.general({ tenantId }))).toBe('forbidden')
  })
})
