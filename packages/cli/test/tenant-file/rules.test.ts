import { providers, Role, type Send, tenants, webSettings } from '@kinora/core'
import { parseTenantFile, planTenant } from '@kinora/core/tenant-file'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from '../platform.ts'
import { apply, parsed, portsOf, sendAs } from './support.ts'

let platform: TestPlatform
let send: Send
beforeAll(async () => {
  platform = await sharedPlatform()
  send = await sendAs(platform.url, 'support')
})

const ports = () => portsOf(send)

describe('TENANT-33, C-124 secrets', () => {
  test('are set where none is, kept where they can’t be compared, replaced where they end otherwise, removed by null', async () => {
    const file = (more: string) => parsed(`id: nordicmove\ngeneral:\n  jwPlayerSiteId: site-1\n${more}`)
    const at = (value: string) => portsOf(send, { environment: () => value })
    const state = async () => (await send(tenants.view, { tenantId: 'nordicmove' })).jwPlayerSecret?.endsWith
    const given = file('  jwPlayerSecret: { env: JW }')
    const unset = await planTenant(given, portsOf(send, { environment: () => undefined }))
    expect(unset.issues).toEqual([
      { path: 'general.jwPlayerSecret', code: 'tenantFile.envMissing', params: { name: 'JW' } },
    ])
    const first = await apply(given, at('first-secret-1111'))
    expect([JSON.stringify(first).includes('first-secret'), await state()]).toEqual([false, '1111'])
    expect(await planTenant(given, at('other-secret-1111'))).toMatchObject({
      steps: [],
      kept: ['general.jwPlayerSecret'],
    })
    await apply(given, at('second-secret-2222'))
    expect(await state()).toBe('2222')
    await apply(given, at('third-secret-2222'), { renewSecrets: true })
    await apply(file('  jwPlayerSecret: null'), ports())
    expect(await state()).toBeUndefined()
    const asked = file('  jwPlayerSecret: { prompt: true }')
    await apply(asked, portsOf(send, { ask: async path => `for ${path} 4444` }))
    expect(await state()).toBe('4444')
    expect((await planTenant(asked, ports())).kept).toEqual(['general.jwPlayerSecret'])
  })
})

describe('TENANT-33 what is wrong as the platform stands', () => {
  const issuesOf = async (text: string, more = {}) =>
    (await planTenant(parsed(text), portsOf(send, more))).issues.map(({ path, code }) => `${path} ${code}`)

  test('each rule of the forms is asked before anything is sent, at the path of the file', async () => {
    expect(
      await issuesOf(`
id: nordicmove
general: { languageTag: de-DE, timeZone: Mars/Olympus, siteSourceType: sub }
app: { localyticsiOSId: x }
site: { web: { logoUrl: nowhere.png, primaryColor: '#123456' } }
categories: [{ name: { fr-FR: Force } }]
terms: { title: T, files: { en-GB: nowhere.html } }
providers: [{ name: lumen-yoga, email: other@lumen.example }]
channels: [{ name: Flow, provider: Lumen Yogi }]
publishing: [Lumen Flo, Ironside Club Floor]`),
    ).toEqual(
      expect.arrayContaining([
        'general.languageTag tenant.defaultLanguage',
        'general.timeZone tenant.zoneUnknown',
        'general.siteSourceType tenantFile.siteType',
        'site.web.logoUrl validation.fileMissing',
        'terms.files.en-GB validation.fileMissing',
        'providers.0.email provider.emailFixed',
        'channels.0.provider validation.reference',
        'publishing.0 validation.reference',
        'publishing.1 publishing.clubOnly',
      ]),
    )
  })

  test('C-92, SITE-10 what the server would refuse later is told with the rest: addresses, pictures that are gone, a full list', async () => {
    const linkOf = (_: unknown, nth: number) => ({
      tag: `L${nth}`,
      linkText: `L${nth}`,
      httpLink: 'l.example',
    })
    const answers: Record<string, unknown> = {
      'site.list': { data: Array.from({ length: 100 }, linkOf) },
      'quotas.show': { used: { images: 9 }, limits: { images: 9 } },
    }
    const gone = { name: 'Gone', email: 'gone@films.example', contact: 'Ada Okafor', password: 'reels' }
    const { tag } = await send(providers.create, { ...gone, mediaPlatform: 0 })
    await send(providers.remove, { ids: [tag] })
    const full: Send = async (endpoint, input, options) =>
      endpoint.id in answers && !('configurationType' in input && input.configurationType !== 'custom')
        ? (answers[endpoint.id] as never)
        : send(endpoint, input, options)
    expect(
      await issuesOf(
        `
id: nordicmove
general: { email: Tenant@demo.kinora.test }
site: { web: { logoUrl: /media/images/gone.png } }
links: { custom: [{ linkText: One more, httpLink: more.example }] }
providers:
  - { name: Other, email: twice@example.com, contact: Ada Okafor, password: { env: ACME_PASSWORD } }
  - { name: Another, email: twice@example.com, contact: Ada Okafor, password: { env: ACME_PASSWORD } }
  - { name: Third, email: tenant@demo.kinora.test, contact: Ada Okafor, password: { env: ACME_PASSWORD } }
  - { name: Staff, email: ADMIN@demo.kinora.test, contact: Ada Okafor, password: { env: ACME_PASSWORD } }
  - { name: Gone, email: gone@films.example, contact: Ada Okafor, password: { env: ACME_PASSWORD } }
  - { name: lumen-yoga }
  - { name: Lumen Two, email: hello@lumen-yoga.test, contact: Ada Okafor, password: { env: ACME_PASSWORD } }`,
        { send: full },
      ),
    ).toEqual(
      expect.arrayContaining([
        'general.email error.409',
        'site.web.logoUrl validation.imageGone',
        'links.custom site.tooMany',
        'providers.1.email error.409',
        'providers.2.email error.409',
        'providers.3.email error.409',
        'providers.4.email error.409',
        'providers.6.email error.409',
      ]),
    )
    const own =
      'id: pulsehouse\ngeneral: { email: tenant@demo.kinora.test }\nproviders: [{ name: lumen-yoga }]'
    expect(await issuesOf(own)).toEqual([])
    const picture = 'id: nordicmove\nsite: { web: { faviconUrl: images/favicon.ico } }'
    expect(await issuesOf(picture, { send: full })).toContain('site.web.faviconUrl quota.images')
  })

  test('VAL-18 a picture whose pixels are damaged, a zone that is none beside another wrong field, a channel given twice', async () => {
    const damaged = async (path: string) => {
      const { name, bytes } = await portsOf(send).open(path)
      const at = bytes.length >> 1
      return { name, bytes: bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte)) }
    }
    const site = 'id: nordicmove\nsite: { web: { logoUrl: images/logo.png } }'
    expect(await issuesOf(site, { open: damaged })).toContain('site.web.logoUrl validation.fileFormat')
    const { sound } = parseTenantFile(
      'id: nordicmove\ngeneral: { nam: x, timeZone: Mars/Olympus }\nlabels: [{ id: nope, name: Ny }]',
    )
    const { issues } = await planTenant(sound!.file, ports())
    const paths = issues.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['general.timeZone', 'labels.0.id']))
    const flowOf = (provider: string) => `{ name: Flow, provider: ${provider} }`
    const given = ['lumen-yoga', 'Ironside', 'lumen-yoga', 'Lumen Yoga'].map(flowOf)
    const twice = (await issuesOf(`id: nordicmove\nchannels: [${given.join(', ')}]`)).filter(issue =>
      issue.endsWith('.twice'),
    )
    expect(twice).toEqual(['channels.2.name tenantFile.twice', 'channels.3.name tenantFile.twice'])
  })

  test('TENANT-15 settings of a product that isn’t activated; a tenant that is deleted or isn’t there', async () => {
    await send(tenants.create, {
      ...{ name: 'Gone', customerNumber: 'K', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['API'] },
    })
    expect(await issuesOf('id: gone\nweb: { projectId: x }')).toEqual(['web web.notActivated'])
    expect(await send(webSettings.view, { tenantId: 'gone' })).toMatchObject({ version: null })
    await send(tenants.remove, { tenantIds: ['gone'] })
    expect(await issuesOf('general: { name: Gone }')).toEqual(['id tenantFile.deleted'])
    expect(await issuesOf('id: nobody\nlabels: []')).toEqual(['id tenantFile.missing'])
  })

  test('F-2 parts that the account can’t change', async () => {
    const admin = { send: await sendAs(platform.url, 'admin'), role: Role.Admin }
    expect(await issuesOf('id: pulsehouse\nlabels: []\ngeneral: {}', admin)).toEqual([
      'labels tenantFile.ofTenant',
    ])
    const tenant = { send: await sendAs(platform.url, 'tenant'), role: Role.Tenant }
    expect(await issuesOf('id: pulsehouse\nlabels: []\nterms: { title: T, files: {} }', tenant)).toEqual([
      'terms tenantFile.ofStaff',
    ])
  })
})
