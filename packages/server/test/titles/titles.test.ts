import { type KinoraError, TitleStatus, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hostileTexts } from '../../../core/src/kernel/testing/hostile-texts.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { put, ready, refusal, type TestApi, viewTitle } from './support.ts'

let server: TestServer
let admin: TestApi
let provider: TestApi
let tenant: TestApi
let support: TestApi
beforeAll(async () => {
  server = await createTestServer()
  admin = server.api('admin')
  provider = server.api('provider')
  tenant = server.api('tenant')
  support = server.api('support', { tenantId: 'nordicmove' })
})
afterAll(() => server?.close())

const S = TitleStatus

describe('TITLE-37, API-11 creating', () => {
  test('gives the title to the caller’s own side', async () => {
    const owner = async (api: TestApi, draft: object = {}) => {
      const { tag } = await api.titles.create({ className: 'Mine', ...draft })
      const { tenantId, providerId } = await viewTitle(api, tag)
      return [tenantId, providerId]
    }
    expect(await owner(provider)).toEqual([null, 'ironside'])
    expect(await owner(tenant)).toEqual(['pulsehouse', 'tenant-pulsehouse'])
    expect(await owner(support)).toEqual(['nordicmove', 'tenant-nordicmove'])
    expect(await owner(admin, { providerId: 'lumen-yoga' })).toEqual([null, 'lumen-yoga'])
    expect(await owner(admin, { providerId: 'tenant-oasiswellness' })).toEqual([
      'oasiswellness',
      'tenant-oasiswellness',
    ])
  })

  test('asks an administrator for the provider, and customer support for the tenant (ROLE-04)', async () => {
    expect(await refusal(admin.titles.create({ className: 'Whose?' }))).toBe('400 required.provider')
    expect(await refusal(admin.titles.create({ className: 'Whose?', providerId: 'nobody' }))).toBe(
      '400 validation.reference',
    )
    expect(await refusal(server.api('support').titles.create({ className: 'Whose?' }))).toBe(
      '400 Please choose a tenant to start.',
    )
    expect(
      await refusal(server.api('support', { tenantId: 'nowhere' }).titles.create({ className: 'X' })),
    ).toBe('400 Please choose a tenant to start.')
    expect(await refusal(provider.titles.create({ className: 'X', providerId: 'lumen-yoga' }))).toBe(
      '400 validation.reference',
    )
  })

  test('answers 201 with the tag', async () => {
    const { token } = await server.signIn('provider')
    const answer = await server.app.request('/api/v1/titles', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ className: 'By hand' }),
    })
    expect(answer.status).toBe(201)
    const { tag } = (await answer.json()) as { tag: string }
    expect((await viewTitle(provider, tag)).className).toBe('By hand')
  })

  test('CONST-19, TITLE-02 is of a video or a sound', async () => {
    for (const contentType of [1, 2] as const) {
      const { tag } = await provider.titles.create({ className: 'Kind', contentType })
      expect(await viewTitle(provider, tag)).toMatchObject({ contentType, mediaType: contentType })
    }
    const other = provider.titles.create({ className: 'Kind', contentType: 3 as never })
    expect(await refusal(other)).toMatch(/^400/)
  })

  test('begins Incomplete, without a video (C-26)', async () => {
    const { tag, created } = await provider.titles.create({ className: ' New ' })
    expect(created).toBe(true)
    const title = await viewTitle(provider, tag)
    expect(title).toMatchObject({
      className: 'New',
      status: S.Incomplete,
      videoStatus: null,
      isComplete: false,
      streamingLink: null,
    })
  })

  test('makes one title of an external id, however often and at once, and another owner’s is another title', async () => {
    const create = (api: TestApi) => api.titles.create({ className: 'Once', externalId: 'row-1' })
    const all = await Promise.all([create(provider), create(provider), create(provider)])
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(1)
    expect(all.filter(({ created }) => created).length).toBe(1)
    expect(await create(provider)).toEqual({ tag: all[0]!.tag, created: false })
    expect((await create(tenant)).created).toBe(true)
    await provider.titles.remove({ tags: [all[0]!.tag] })
    expect((await create(provider)).created).toBe(true)
  })
})

describe('TITLE-19, API-14 saving', () => {
  let tag: string
  beforeAll(async () => {
    ;({ tag } = await provider.titles.create({ className: 'To save' }))
  })

  test('keeps every field of B-1 as it came (TITLE-01, TITLE-42)', async () => {
    const draft = {
      ...ready,
      startDate: '2026-11-21',
      endDate: '2026-12-24T18:00:00Z',
      IsMigrating: true,
      SourceProviderId: 'old-1',
    }
    const saved = await provider.titles.update({ tag, ...draft })
    expect(saved).toMatchObject({ ...draft, providerId: 'ironside' })
    expect(saved).toMatchObject({
      classCategory: 'Strength',
      classSubCategory: 'Kettlebell',
      classLanguage: 'English (United States)',
      channelName: 'Ironside Strength',
      provider: 'Ironside Training',
      equipmentTypeTags: ['Kettlebell'],
      focusAreaTags: ['Full body'],
      level: 'beginner',
      isComplete: true,
      mediaType: 1,
    })
    expect(await viewTitle(provider, tag)).toEqual(saved)
  })

  test('leaves alone what is not sent, and takes blank for nothing (TITLE-42, VAL-08)', async () => {
    const saved = await provider.titles.update({ tag, classSubCategoryId: ' ', keywords: [' a ', 'a', ''] })
    expect(saved).toMatchObject({ className: ready.className, classSubCategoryId: null, keywords: ['a'] })
    expect(saved).toMatchObject({ IsMigrating: true, SourceProviderId: 'old-1' })
  })

  test.each([
    ['TITLE-07', { className: ' ' }, 'required.title'],
    ['TITLE-08', { className: 'x'.repeat(41) }, 'validation.tooLong'],
    ['TITLE-08', { className: 'x'.repeat(81) }, 'validation.tooLong'],
    ['TITLE-07', { className: '\u200b\u2066' }, 'required.title'],
    ['TITLE-08', { classDescription: 'x'.repeat(10_001) }, 'validation.tooLong'],
    ['TITLE-09', { skill: 0 }, 'validation.tooSmall'],
    ['TITLE-09', { skill: 11 }, 'validation.tooBig'],
    ['TITLE-10', { intensity: 0 }, 'validation.tooSmall'],
    ['TITLE-10', { intensity: 11 }, 'validation.tooBig'],
    ['TITLE-12', { thumbnailType: 'other' as never }, 'validation.oneOf'],
    ['C-87, TITLE-39', { equipmentIds: ['a', 'b', 'c', 'd'] }, 'validation.maxOptions'],
    ['C-87, TITLE-39', { focusAreaIds: ['a', 'b', 'c', 'd'] }, 'validation.maxOptions'],
    ['C-87, TITLE-39', { labelIds: ['a', 'b', 'c', 'd'] }, 'validation.maxOptions'],
    ['B-1', { startDate: '2026-12-31' }, 'validation.endBeforeStart'],
    ['B-1', { classCategoryId: 'nonsense' }, 'validation.reference'],
    ['C-84', { classCategoryId: 'pulse-signature' }, 'validation.reference'],
    ['B-1', { classSubCategoryId: 'nonsense' }, 'validation.reference'],
    ['B-1', { classSubCategoryId: 'yoga-yin' }, 'title.subCategoryForeign'],
    ['B-1', { classLanguageCode: 'tlh' }, 'validation.reference'],
    ['F-2', { channelId: 'lumen-flow' }, 'validation.reference'],
    ['META-02', { equipmentIds: ['equipment-pulse-sled'] }, 'validation.reference'],
    ['META-02', { focusAreaIds: ['label-express'] }, 'validation.reference'],
    ['META-02', { labelIds: ['nonsense'] }, 'validation.reference'],
    ['TITLE-12', { imageLink: 'https://elsewhere.example/a.jpg' }, 'title.coverForeign'],
    ['TITLE-12', { imageLink: '/media/images/../raw/x.jpg' }, 'title.coverForeign'],
    ['TITLE-12', { imageLink: '/media/images/nowhere.jpg' }, 'title.coverGone'],
  ])('%s refuses %j', async (_id, draft, code) => {
    expect(await refusal(provider.titles.update({ tag, ...draft }))).toBe(`400 ${code}`)
    expect((await viewTitle(provider, tag)).className).toBe(ready.className)
  })

  test('takes an own cover as custom unless told otherwise (TITLE-12)', async () => {
    const { tag: other } = await provider.titles.create({
      className: 'Cover',
      imageLink: '/media/images/mine.jpg',
    })
    expect((await viewTitle(provider, other)).thumbnailType).toBe('custom')
  })

  test('lets only an administrator give a title to another provider', async () => {
    const { tag: moved } = await admin.titles.create({ className: 'Moves', providerId: 'ironside' })
    expect(await refusal(provider.titles.update({ tag: moved, providerId: 'lumen-yoga' }))).toBe(
      '400 validation.reference',
    )
    expect(await admin.titles.update({ tag: moved, providerId: 'tenant-pulsehouse' })).toMatchObject({
      tenantId: 'pulsehouse',
    })
    expect(await refusal(provider.titles.update({ tag: moved, className: 'Mine' }))).toBe(
      '404 title.notFound',
    )
  })
})

describe('ROLE-15, TITLE-41, C-55 formatted descriptions', () => {
  const rich = '<p>Wake <strong>up</strong></p>'
  const issuesOf = (work: Promise<unknown>) =>
    work.then(
      () => [],
      error => (error as KinoraError).issues,
    )

  test('B-10 isRichTextEnabled: are for customer support and tenants whose setting is on', async () => {
    const oasis = server.api('support', { tenantId: 'oasiswellness' })
    expect((await oasis.metadata.view({ tenantId: 'oasiswellness' })).isRichTextAllowed).toBe(true)
    const { tag } = await oasis.titles.create({ className: 'Rich', classDescription: rich })
    expect((await viewTitle(oasis, tag)).classDescription).toBe(rich)
    expect((await tenant.metadata.view({})).isRichTextAllowed).toBe(true)
    for (const api of [admin, provider, support]) {
      const own = api === admin ? { providerId: 'lumen-yoga' } : {}
      expect((await api.metadata.view({})).isRichTextAllowed).toBe(false)
      expect(await refusal(api.titles.create({ className: 'X', classDescription: rich, ...own }))).toBe(
        '400 title.formattingNotAllowed',
      )
    }
  })

  test('stay as they are when somebody else saves the title, who may make plain text of them', async () => {
    const oasis = server.api('support', { tenantId: 'oasiswellness' })
    const { tag } = await oasis.titles.create({ className: 'Rich', classDescription: rich })
    await admin.titles.update({ tag, className: 'Renamed', classDescription: rich })
    expect(await viewTitle(admin, tag)).toMatchObject({ className: 'Renamed', classDescription: rich })
    const change = { tag, classDescription: '<p>Wake <em>up</em></p>' }
    expect(await refusal(admin.titles.update(change))).toBe('400 title.formattingNotAllowed')
    await admin.titles.update({ tag, classDescription: 'Wake up' })
    expect((await viewTitle(oasis, tag)).classDescription).toBe('Wake up')
  })

  test('are found by their words, not by their tags', async () => {
    const found = async (query: string) =>
      (await tenant.titles.search({ query, take: -1 })).data.map(({ className }) => className)
    const classDescription = '<p>Wak<strong>ing</strong> &amp; breathing</p><ul><li><p>Slowly</p></li></ul>'
    await tenant.titles.create({ className: 'By its words', classDescription })
    expect(await found('waking & breathing')).toContain('By its words')
    for (const query of ['strong', 'breathingslowly', '&amp;'])
      expect(await found(query)).not.toContain('By its words')
  })

  test('are well formed, and hold nothing hostile, whoever writes them', async () => {
    const oasis = server.api('support', { tenantId: 'oasiswellness' })
    const { tag } = await oasis.titles.create({ className: 'R', classDescription: '<p>One<br/> <em>two' })
    expect((await viewTitle(oasis, tag)).classDescription).toBe('<p>One<br> <em>two</em></p>')
    for (const api of [oasis, admin]) {
      const sent = hostileTexts.slice(0, 12).filter(text => !text.includes('\0'))
      for (const classDescription of sent)
        expect(await issuesOf(api.titles.update({ tag, classDescription }))).toEqual([
          expect.objectContaining({ path: 'classDescription', code: 'validation.markup' }),
        ])
    }
  })
})

describe('C-14 scope: what is out of reach looks like what is missing', () => {
  const calls: [string, (api: TestApi, tag: string) => Promise<unknown>][] = [
    ['update', (api, tag) => api.titles.update({ tag, className: 'x' })],
    ['publish', (api, tag) => api.titles.publish({ tag })],
    ['unpublish', (api, tag) => api.titles.publish({ tag, publish: false })],
    ['cancelContent', (api, titleTag) => api.titles.cancelContent({ titleTag })],
    ['removeTrailer', (api, titleTag) => api.titles.removeTrailer({ titleTag })],
    ['updateThumbnailType', (api, tag) => api.titles.updateThumbnailType({ tag, thumbnailType: 'auto' })],
    ['encodeVideo', (api, tag) => api.titles.encodeVideo({ tag })],
    ['encodeTrailer', (api, tag) => api.titles.encodeTrailer({ tag })],
    ['videoState', (api, tag) => api.uploads.videoState({ tag })],
    ['captions', (api, titleTag) => api.captions.list({ titleTag })],
  ]
  test.each(calls)('%s', async (_name, call) => {
    const { tag } = await tenant.titles.create({ className: 'Theirs' })
    expect(await refusal(call(provider, tag))).toBe('404 title.notFound')
    expect(await refusal(call(support, tag))).toBe('404 title.notFound')
    expect(await refusal(call(server.api('support'), tag))).toBe('400 Please choose a tenant to start.')
    expect(await refusal(call(provider, 'nonsense'))).toBe('404 title.notFound')
    expect(await refusal(call(server.api(), tag))).toMatch(/^401 /)
    await tenant.titles.remove({ tags: [tag] })
    expect(await refusal(call(tenant, tag))).toBe('404 title.notFound')
    expect(await refusal(call(admin, tag))).toBe('404 title.notFound')
  })

  test('finds only what is in reach (API-12)', async () => {
    const { tag } = await tenant.titles.create({ className: 'Theirs' })
    expect((await provider.titles.find({ titleTags: [tag] })).data).toEqual([])
    expect((await admin.titles.find({ titleTags: [tag, 'nonsense'] })).totalRecords).toBe(1)
  })
})

describe('E-1 publishing (TITLE-05, TITLE-20, API-15)', () => {
  const title = async (status: TitleStatus, draft: object = {}) => {
    const { tag } = await provider.titles.create({ ...ready, ...draft })
    await put(server, tag, { status, videoStatus: VideoStatus.Completed })
    return tag
  }

  test.each([S.Completed, S.Unpublished])(
    'publishes from %i, to the tenants of its channel',
    async status => {
      const published = await provider.titles.publish({ tag: await title(status) })
      expect(published).toMatchObject({
        status: S.Published,
        tenants: ['nordicmove', 'oasiswellness', 'pulsehouse'],
      })
      expect(published.publishedDate).not.toBeNull()
    },
  )

  test.each([
    S.None,
    S.EncodingQueued,
    S.Encoded,
    S.PublishQueued,
    S.Published,
    S.Error,
    S.Incomplete,
    S.Uploading,
    S.Uploaded,
    S.NormalisationQueued,
  ])('refuses to publish from %i', async status => {
    const tag = await title(status)
    expect(await refusal(provider.titles.publish({ tag }))).toBe('400 title.publishWrongState')
    expect((await viewTitle(provider, tag)).status).toBe(status)
  })

  test.each([
    ['channelId', null],
    ['scheduleDate', null],
    ['imageLink', null],
    ['classCategoryId', null],
    ['skill', null],
    ['intensity', null],
    ['classLanguageCode', null],
    ['classDescription', ''],
    ['equipmentIds', []],
  ])('TITLE-03 refuses to publish without %s and says what is missing', async (field, nothing) => {
    const tag = await title(S.Completed)
    expect((await viewTitle(provider, tag)).isComplete).toBe(true)
    const saved = await provider.titles.update({ tag, [field]: nothing })
    expect(saved.isComplete).toBe(['channelId', 'scheduleDate'].includes(field))
    const failed = await provider.titles.publish({ tag }).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      status: 400,
      issues: [{ code: 'title.publishNotReady' }, { path: field }],
    })
  })

  test('C-04, CONST-19, TITLE-04 a title of sound is complete and published without a cover', async () => {
    const tag = await title(S.Completed, { contentType: 2, imageLink: null })
    expect((await viewTitle(provider, tag)).isComplete).toBe(true)
    expect((await provider.titles.publish({ tag })).status).toBe(S.Published)
  })

  test.each([S.Completed, S.Unpublished])(
    'refuses a channel for clubs only with 601 (CHAN-14, C-44), which stays %i',
    async status => {
      const tag = await title(status, { channelId: 'ironside-club-floor' })
      expect(await provider.titles.publish({ tag }).catch((error: unknown) => error)).toMatchObject({
        status: 601,
        code: 'clubOnly',
        message: 'Please Check You Data',
        issues: [{ path: 'channelId', code: 'title.channelClubOnly' }],
      })
      expect((await viewTitle(provider, tag)).status).toBe(status)
    },
  )

  test('takes a published title back, and only such a one (C-45)', async () => {
    const tag = await title(S.Completed)
    expect(await refusal(provider.titles.publish({ tag, publish: false }))).toBe(
      '400 title.unpublishWrongState',
    )
    await provider.titles.publish({ tag })
    expect(await provider.titles.publish({ tag, publish: false })).toMatchObject({
      status: S.Unpublished,
      tenants: [],
    })
  })

  test('waits, and fails nothing, where its channel is for clubs only or was switched off (TITLE-34)', async () => {
    const tag = await title(S.Completed, { IsAutoPublish: true, channelId: 'ironside-club-floor' })
    expect((await provider.titles.update({ tag, className: 'Waits' })).status).toBe(S.Completed)
  })

  test('publishes by itself once complete and ready, where that is wanted (TITLE-34)', async () => {
    const tag = await title(S.Completed, { IsAutoPublish: true, scheduleDate: null })
    expect((await provider.titles.update({ tag, className: 'Later' })).status).toBe(S.Completed)
    expect((await provider.titles.update({ tag, scheduleDate: '2026-11-20' })).status).toBe(S.Published)
    await provider.titles.publish({ tag, publish: false })
    expect((await provider.titles.update({ tag, className: 'Stays' })).status).toBe(S.Unpublished)
  })
})

describe('TITLE-26, C-73 deleting', () => {
  test('C-73 lets others in between while thousands are deleted', async () => {
    const tags = Array.from({ length: 10_000 }, (_, index) => `unknown-${index}`)
    const transaction = vi.spyOn(server.deps.db, 'transaction')
    expect(await provider.titles.remove({ tags })).toHaveLength(10_000)
    // Transactions take turns in the order of asking, so whoever asks waits for one of 500.
    expect(transaction).toHaveBeenCalledTimes(20)
    transaction.mockRestore()
  })

  test('API-13 answers for each tag on its own', async () => {
    const { tag } = await provider.titles.create({ className: 'Gone' })
    const { tag: foreign } = await tenant.titles.create({ className: 'Not yours' })
    const results = await provider.titles.remove({ tags: [tag, foreign, 'nonsense', tag] })
    expect(results.map(({ status }) => status)).toEqual([200, 404, 404, 404])
    expect(results.map(({ id }) => id)).toEqual([tag, foreign, 'nonsense', tag])
    expect((await viewTitle(tenant, foreign)).className).toBe('Not yours')
  })
})
