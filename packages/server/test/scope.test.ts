import type { KinoraError } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, databases, type TestServer } from './harness.ts'

describe.each(databases)('rows by scope on %s', db => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db })
  })
  afterAll(() => server?.close())

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: KinoraError) => error.code,
    )
  const support = (tenantId?: string) => server.api('support', { tenantId })

  describe('F-2 list tenants', () => {
    const ids = async (api: ReturnType<TestServer['api']>) =>
      (await api.tenants.list({})).data.map(tenant => tenant.tenantId)

    test('ROLE-14, C-13 gives admin and customer support all of them, with the provider’s e-mail', async () => {
      const all = ['nordicmove', 'oasiswellness', 'pulsehouse']
      expect(await ids(server.api('admin'))).toEqual(all)
      expect(await ids(support())).toEqual(all)
      expect(await ids(support('pulsehouse'))).toEqual(all)
      const {
        data: [, , pulse],
      } = await server.api('admin').tenants.list({})
      expect(pulse).toMatchObject({
        providerId: 'tenant-pulsehouse',
        providerEmail: 'tenant@demo.kinora.test',
      })
    })

    test('ROLE-10 gives a tenant its first entry, and a provider nothing', async () => {
      expect(await ids(server.api('tenant'))).toEqual(['pulsehouse'])
      expect(await codeOf(server.api('provider').tenants.list({}))).toBe('forbidden')
    })

    test('AUTH-21 carries no secret', async () => {
      expect(JSON.stringify(await server.api('admin').tenants.list({}))).not.toMatch(/password|secret|hash/i)
    })
  })

  describe('API-102 every list is a page', () => {
    test('all of it unless a page is asked for, by its number or by its rows (CONST-36)', async () => {
      const api = server.api('admin')
      const lists = [
        ['tenants', (input: object) => api.tenants.list(input)],
        ['providers', (input: object) => api.providers.list(input)],
        ['channels', (input: object) => api.channels.list(input)],
        ['languages', (input: object) => api.metadata.languages(input)],
      ] as const
      for (const [name, list] of lists) {
        const whole = await list({})
        expect([whole.totalPages, whole.page], name).toEqual([1, 1])
        const second = await list({ page: 2, take: 2 })
        expect(second, name).toMatchObject({ totalRecords: whole.totalRecords, page: 2 })
        expect(rowsOf(second), name).toEqual(rowsOf(whole).slice(2, 4))
        expect(rowsOf(await list({ from: 3, to: 4 })), name).toEqual(rowsOf(second))
      }
    })
    const rowsOf = (page: { data: unknown[] } | { channels: unknown[] }) =>
      'data' in page ? page.data : page.channels
  })

  describe('API-42 tenant configuration', () => {
    test('I18N-04, META-11 gives the languages of a tenant in reach', async () => {
      const { data } = await server.api('tenant').tenants.config({ tenantId: 'pulsehouse' })
      expect(data[0]?.tenant).toEqual({
        tenantId: 'pulsehouse',
        languageCodes: ['en-GB', 'de-DE', 'fr-FR'],
        languageTag: 'en-GB',
        isPlatformOwnedCategories: false,
      })
      expect((await support().tenants.config({ tenantId: 'nordicmove' })).data).toHaveLength(1)
    })

    test('C-14 a tenant out of reach looks like one that does not exist', async () => {
      const api = server.api('tenant')
      expect(await codeOf(api.tenants.config({ tenantId: 'nordicmove' }))).toBe('notFound')
      expect(await codeOf(api.tenants.config({ tenantId: 'nowhere' }))).toBe('notFound')
    })
  })

  describe('API-72 providers', () => {
    test('PROV-09 keeps those of tenants apart', async () => {
      const { data, tenantProviders } = await server.api('admin').providers.list({})
      expect(data.map(provider => provider.tag)).toEqual(['ironside', 'lumen-yoga', 'tempo-ride'])
      expect(tenantProviders.map(provider => provider.tenantId)).toEqual([
        'nordicmove',
        'oasiswellness',
        'pulsehouse',
      ])
    })

    test('F-2 shows a provider itself alone', async () => {
      const { data, tenantProviders } = await server.api('provider').providers.list({})
      expect([data.map(provider => provider.tag), tenantProviders]).toEqual([['ironside'], []])
    })
  })

  describe('API-74 channels', () => {
    const tags = async (api: ReturnType<TestServer['api']>) =>
      (await api.channels.list({})).channels.map(channel => channel.tag)

    test('F-2 gives each role its own', async () => {
      expect(await tags(server.api('admin'))).toHaveLength(7)
      expect(await tags(support())).toHaveLength(7)
      expect(await tags(server.api('provider'))).toEqual(['ironside-club-floor', 'ironside-strength'])
      expect(await tags(server.api('tenant'))).toEqual([
        'ironside-club-floor',
        'ironside-strength',
        'lumen-flow',
        'pulse-house-originals',
      ])
      expect(await tags(support('nordicmove'))).toEqual([
        ...['ironside-strength', 'nordic-everyday', 'tempo-ride-studio'],
      ])
    })

    test('does not tell a tenant which other tenants have a channel', async () => {
      const { channels, tenants } = await server.api('tenant').channels.list({})
      expect(new Set(channels.flatMap(channel => channel.tenants))).toEqual(new Set(['pulsehouse']))
      expect(tenants.map(tenant => tenant.tenantId)).toEqual(['pulsehouse'])
    })

    test('CHAN-02, C-41, C-44 spells availability as the register does', async () => {
      const { channels } = await server.api('admin').channels.list({})
      const club = channels.find(channel => channel.tag === 'ironside-club-floor')
      expect(club?.Availability).toEqual({ inClub: true, appAndweb: false, hotel: false })
    })
  })

  describe('API-34 categories', () => {
    const list = async (api: ReturnType<TestServer['api']>) =>
      (await api.categories.list({})).data.map(category => category.categoryId)
    const platform = ['strength', 'cardio', 'cycling', 'yoga', 'meditation']

    test('C-84 gives the platform’s to all and a tenant’s to who acts for it', async () => {
      expect(await list(server.api('provider'))).toEqual(platform)
      expect(await list(support())).toEqual(platform)
      expect(await list(server.api('tenant'))).toEqual([...platform, 'pulse-signature'])
      expect(await list(support('oasiswellness'))).toEqual([...platform, 'oasis-calm'])
      expect(await list(server.api('admin'))).toEqual([...platform, 'oasis-calm', 'pulse-signature'])
    })

    test('API-102, CONST-04 pages from the first one on, and counts what there is', async () => {
      const first = await server.api('admin').categories.list({ take: 3 })
      expect([first.page, first.data.map(category => category.categoryId)]).toEqual([1, platform.slice(0, 3)])
      const page = await server.api('admin').categories.list({ page: 2, take: 3 })
      expect(page).toMatchObject({ totalRecords: 7, totalPages: 3, page: 2 })
      expect(page.data.map(category => category.categoryId)).toEqual(['yoga', 'meditation', 'oasis-calm'])
      expect((await server.api('admin').categories.list({ take: -1 })).data).toHaveLength(7)
    })

    test('I18N-06 carries the texts of every language', async () => {
      const [strength] = (await server.api('admin').categories.list({})).data
      expect(strength?.name.localTexts).toContainEqual({ ietfTag: 'ar-SA', text: 'القوة' })
      expect(strength?.subCategories.map(sub => sub.subCategoryId)).toEqual([
        'strength-kettlebell',
        'strength-barbell',
        'strength-bodyweight',
      ])
    })
  })

  describe('API-38 labels, focus areas, equipment', () => {
    test('META-02 gives the tenant’s and the platform’s', async () => {
      const api = server.api('tenant')
      const labels = (await api.labels.list({ tenantId: 'pulsehouse' })).data
      expect(labels.map(label => label.labelId)).toEqual([
        'label-beginner',
        'label-express',
        'label-low-impact',
        'label-pulse-pick',
      ])
      const equipment = (await api.equipment.list({ tenantId: 'pulsehouse' })).data
      expect(equipment.map(entry => entry.equipmentId)).toContain('equipment-pulse-sled')
      expect(
        (await support().labels.list({ tenantId: 'oasiswellness' })).data.map(label => label.labelId),
      ).toContain('label-ramadan')
      const focusAreas = (await support('nordicmove')['focus-areas'].list({ tenantId: 'nordicmove' })).data
      expect(focusAreas.map(entry => entry.focusAreaId)).toContain('focus-ski-fitness')
    })

    test('C-14, C-72 refuses another tenant, and roles that do not manage them', async () => {
      expect(await codeOf(server.api('tenant').labels.list({ tenantId: 'oasiswellness' }))).toBe('notFound')
      expect(await codeOf(support('pulsehouse').labels.list({ tenantId: 'oasiswellness' }))).toBe('notFound')
      expect(await codeOf(server.api('admin').labels.list({ tenantId: 'pulsehouse' }))).toBe('forbidden')
      expect(await codeOf(server.api('provider').equipment.list({ tenantId: 'pulsehouse' }))).toBe(
        'forbidden',
      )
    })
  })

  describe('API-02 metadata', () => {
    test('C-72 lets every role read what there is to choose from', async () => {
      for (const api of [
        server.api('admin'),
        server.api('provider'),
        server.api('tenant'),
        support('pulsehouse'),
      ]) {
        const { labels, focusAreas, equipments } = await api.metadata.view({})
        for (const list of [labels, focusAreas, equipments]) expect(list.length).toBeGreaterThan(0)
      }
    })

    test('META-01, B-3 gives all seven lists, every entry with id and name', async () => {
      const { isRichTextAllowed: _, ...metadata } = await server.api('admin').metadata.view({})
      expect(Object.keys(metadata).sort()).toEqual([
        'categories',
        'channels',
        'equipments',
        'focusAreas',
        'labels',
        'languages',
        'providers',
      ])
      for (const list of Object.values(metadata)) {
        expect(list.length).toBeGreaterThan(0)
        for (const entry of list) expect([entry.id, entry.name].every(Boolean)).toBe(true)
      }
    })

    test('ROLE-06 gives customer support what its tenant may choose, and without one nothing of any tenant', async () => {
      const chosen = await support('oasiswellness').metadata.view({})
      expect(chosen.channels.map(channel => channel.tag)).toEqual([
        ...['ironside-strength', 'lumen-flow', 'oasis-at-home'],
      ])
      expect(chosen.labels.map(label => label.labelId)).toContain('label-ramadan')
      expect(chosen.labels.map(label => label.labelId)).not.toContain('label-pulse-pick')
      const unchosen = await support().metadata.view({})
      expect([unchosen.channels, unchosen.providers]).toEqual([[], []])
    })

    test('API-04, C-17, CONST-35, I18N-01, I18N-02, META-13 knows 28 languages', async () => {
      const { data } = await server.api('provider').metadata.languages({})
      expect(data.map(({ ietfTag }) => ietfTag).sort()).toEqual([
        ...[
          'ar-SA',
          'cs-CZ',
          'da-DK',
          'de-CH',
          'de-DE',
          'el-GR',
          'en-GB',
          'en-US',
          'es-ES',
          'fi-FI',
          'fr-CH',
          'fr-FR',
        ],
        ...[
          'he-IL',
          'hu-HU',
          'it-CH',
          'it-IT',
          'ja-JP',
          'ko-KR',
          'nb-NO',
          'nl-NL',
          'pl-PL',
          'pt-BR',
          'pt-PT',
          'ro-RO',
        ],
        ...['ru-RU', 'sv-SE', 'tr-TR', 'zh-CN'],
      ])
      expect(data).toContainEqual({ ietfTag: 'de-CH', name: 'German (Switzerland)' })
    })
  })
})
