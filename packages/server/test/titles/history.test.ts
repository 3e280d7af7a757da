import { type KinoraError, TitleStatus, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeFiles } from '../../src/titles/jobs.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { put, ready, refusal, type TestApi } from './support.ts'

const DAY = 86_400

describe('history and deleted titles', () => {
  const clock = createTestClock()
  let server: TestServer
  let provider: TestApi
  let tenant: TestApi
  beforeAll(async () => {
    server = await createTestServer({ clock, settings: { accessTokenLifetime: 90 * DAY } })
    provider = server.api('provider')
    tenant = server.api('tenant')
  })
  afterAll(() => server?.close())

  const historyOf = async (tag: string, api = provider) => (await api['title-history'].list({ tag })).data
  const restore = (tag: string, api = provider) => api['deleted-titles'].restore({ tag })
  const deleted = async (api = provider) => (await api['deleted-titles'].list({ take: -1 })).data
  const findDeleted = async (tag: string, api = provider) => (await deleted(api)).find(row => row.tag === tag)

  describe('C-14, F-2 history', () => {
    test('says who did what, when and from where, with old and new values and the names of what ids stand for', async () => {
      const { tag } = await provider.titles.create({ className: 'One' })
      clock.forward(60)
      const cli = server.api('provider', { client: 'cli' })
      await cli.titles.update({ tag, className: 'Two', channelId: 'ironside-strength' })
      const by = (await server.signIn('provider')).user.displayName
      const [edited, created] = await historyOf(tag)
      expect(edited).toMatchObject({
        by,
        at: '2026-11-20T09:01:00',
        client: 'cli',
        verb: 'update',
        version: 2,
      })
      expect(edited!.changes).toEqual([
        {
          ...{ path: 'className', before: 'One', after: 'Two', isRestorable: true },
          ...{ beforeNames: [], afterNames: [] },
        },
        {
          ...{ path: 'channelId', before: null, after: 'ironside-strength' },
          ...{ beforeNames: [], afterNames: ['Ironside Strength'], isRestorable: true },
        },
      ])
      expect(created).toMatchObject({ verb: 'create', isRestorable: false })
      const page = await provider['title-history'].list({ tag, page: 2, take: 1 })
      expect([page.totalRecords, page.data[0]!.verb]).toEqual([2, 'create'])
    })

    test('tells nothing of a title out of reach, nor what was done while somebody else owned it', async () => {
      const { tag } = await provider.titles.create({ className: 'Not for others' })
      expect(await refusal(historyOf(tag, tenant))).toBe('404 title.notFound')
      await server.api('admin').titles.update({ tag, providerId: 'tenant-pulsehouse' })
      const [entry] = await historyOf(tag, server.api('admin'))
      expect(entry!.verb).toBe('update')
      expect((await historyOf(tag, tenant)).map(({ verb }) => verb)).toEqual(['update'])
      const first = (await historyOf(tag, server.api('admin'))).at(-1)!
      expect(await refusal(tenant['title-history'].restore({ tag, entryId: first.entryId }))).toBe(
        '404 history.noSuchEntry',
      )
    })

    test('puts back one field, or all that was changed by an act and since', async () => {
      const { tag } = await provider.titles.create({ ...ready, imageLink: null, className: 'First' })
      await provider.titles.update({ tag, className: 'Second', instructor: 'Ana' })
      await provider.titles.update({ tag, keywords: ['late'], instructor: 'Bo' })
      const [later, earlier, created] = await historyOf(tag)
      const one = { tag, entryId: earlier!.entryId, version: 3 }
      const restored = await provider['title-history'].restore({ ...one, fields: ['instructor'] })
      expect(restored).toMatchObject({ instructor: 'Jo Ironside', className: 'Second', version: 4 })
      expect((await historyOf(tag))[0]).toMatchObject({
        verb: 'restoreVersion',
        changes: [{ path: 'instructor', before: 'Bo', after: 'Jo Ironside' }],
      })
      expect(await provider['title-history'].restore({ tag, entryId: later!.entryId })).toMatchObject({
        ...{ className: 'Second', instructor: 'Ana', keywords: ['swing'] },
      })
      expect(await provider['title-history'].restore({ tag, entryId: earlier!.entryId })).toMatchObject({
        ...{ className: 'First', instructor: 'Jo Ironside', keywords: ['swing'], version: 6 },
      })
      expect(await refusal(provider['title-history'].restore({ tag, entryId: created!.entryId }))).toBe(
        '400 history.nothingBefore',
      )
    })

    test('refuses where somebody has saved since, and what the rules of saving refuse', async () => {
      const { tag } = await provider.titles.create({ className: 'Mine' })
      await provider.titles.update({ tag, className: 'Second', labelIds: [] })
      const [edited] = await historyOf(tag)
      await provider.titles.update({ tag, className: 'Third' })
      const failed = provider['title-history'].restore({ tag, entryId: edited!.entryId, version: 2 })
      expect(await failed.catch((error: KinoraError) => error)).toMatchObject({
        code: 'outdated',
        changes: [{ path: 'className', before: 'Second', after: 'Third' }],
      })
      const { labelId } = await tenant.labels.create({
        tenantId: 'pulsehouse',
        isActive: true,
        name: { 'en-GB': 'Gone' },
      })
      const { tag: labelled } = await tenant.titles.create({ className: 'Labelled', labelIds: [labelId] })
      await tenant.titles.update({ tag: labelled, labelIds: [] })
      const [unlabelled] = await historyOf(labelled, tenant)
      await tenant.labels.remove({ tenantId: 'pulsehouse', ids: [labelId] })
      expect(
        await refusal(tenant['title-history'].restore({ tag: labelled, entryId: unlabelled!.entryId })),
      ).toBe('400 validation.reference')
    })
  })

  describe('TITLE-35, C-73, C-98 deleted titles', () => {
    test('are listed to their owner with who deleted them, and come back with captions, stream and details', async () => {
      const { tag } = await provider.titles.create({ ...ready, imageLink: null, className: 'Comes back' })
      const file = new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n'], 'a.vtt')
      await provider.captions.create({ titleTag: tag, title: 'English', language: 'en-GB', file })
      const completed = { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed }
      await put(server, tag, { ...completed, streamKey: `streams/${tag}/1` })
      await provider.titles.remove({ tags: [tag] })
      const by = (await server.signIn('provider')).user.displayName
      expect(await findDeleted(tag)).toMatchObject({
        ...{ className: 'Comes back', deletedBy: by, wasPublished: false },
        restorableUntil: expect.stringContaining('2026-12-20'),
      })
      expect(await findDeleted(tag, tenant)).toBeUndefined()
      expect(await refusal(restore(tag, tenant))).toBe('404 title.notFound')
      const { data } = await provider['deleted-titles'].list({ query: 'comes BACK' })
      expect(data.map(row => row.tag)).toEqual([tag])
      clock.forward(29 * DAY)
      expect(await restore(tag)).toMatchObject({
        ...ready,
        ...completed,
        className: 'Comes back',
        imageLink: null,
        providerId: 'ironside',
      })
      expect(await findDeleted(tag)).toBeUndefined()
      expect((await provider.captions.list({ titleTag: tag })).data).toHaveLength(1)
      expect((await historyOf(tag)).map(({ verb }) => verb).slice(0, 2)).toEqual(['restore', 'remove'])
      expect(await refusal(restore(tag))).toBe('404 title.notFound')
    })

    test('E-1, E-2 a published one comes back unpublished and says so; what was under way is cancelled', async () => {
      const make = async (set: Parameters<typeof put>[2]) => {
        const { tag } = await provider.titles.create({ className: 'Standing' })
        await put(server, tag, set)
        await provider.titles.remove({ tags: [tag] })
        return restore(tag)
      }
      const video = VideoStatus.Completed
      const tenants = ['pulsehouse']
      expect(await make({ status: TitleStatus.Published, videoStatus: video, tenants })).toMatchObject({
        ...{ status: TitleStatus.Unpublished, videoStatus: video, tenants: [], wasPublished: true },
      })
      expect(
        await make({ status: TitleStatus.EncodingQueued, videoStatus: VideoStatus.Processing, jobId: 'x' }),
      ).toMatchObject({
        ...{ status: TitleStatus.Incomplete, videoStatus: VideoStatus.Canceled, jobID: null },
        wasPublished: false,
      })
      const encoded = { status: TitleStatus.Encoded, videoStatus: VideoStatus.Processing }
      expect(await make(encoded)).toMatchObject({
        ...{ status: TitleStatus.Error, videoStatus: VideoStatus.Failed, errorType: 'processing.failed' },
      })
      const trailer = { trailerStatus: TitleStatus.EncodingQueued, trailerSourceKey: 'uploads/t' }
      expect(await make(trailer)).toMatchObject({ trailerStatus: TitleStatus.Error })
    })

    test('stay deleted where the external id or the room is taken', async () => {
      const { tag } = await provider.titles.create({ className: 'First', externalId: 'dup-1' })
      await provider.titles.remove({ tags: [tag] })
      const { tag: second } = await provider.titles.create({ className: 'Second', externalId: 'dup-1' })
      expect(await refusal(restore(tag))).toBe('400 deleted.externalIdTaken')
      await provider.titles.remove({ tags: [second] })
      const { used } = await provider.quotas.show({})
      const { quotas } = server.deps.settings
      server.deps.settings.quotas = { ...quotas, titles: used.titles }
      expect(await refusal(restore(tag))).toBe('400 quota.titles')
      server.deps.settings.quotas = quotas
      expect((await restore(tag)).externalId).toBe('dup-1')
    })

    test('are gone for good after 30 days, with their files, whatever the platform wrote meanwhile', async () => {
      const { labelId } = await tenant.labels.create({
        tenantId: 'pulsehouse',
        isActive: true,
        name: { 'en-GB': 'Old' },
      })
      const { tag } = await tenant.titles.create({ className: 'Late', labelIds: [labelId] })
      await server.deps.blobs.put(`uploads/${tag}/1`, new TextEncoder().encode('bytes'))
      await put(server, tag, { sourceKey: `uploads/${tag}/1` })
      await tenant.titles.remove({ tags: [tag] })
      clock.forward(20 * DAY)
      await tenant.labels.remove({ tenantId: 'pulsehouse', ids: [labelId] })
      clock.forward(11 * DAY)
      expect(await findDeleted(tag, tenant)).toBeUndefined()
      expect(await refusal(restore(tag, tenant))).toBe('400 deleted.tooLate')
      while ((await removeFiles(server.deps)) > 0);
      expect(await server.deps.blobs.size(`uploads/${tag}/1`)).toBeUndefined()
    })
  })
})
