import { CHUNK_SIZE, type KinoraError, TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, auditEntriesTable as entriesTable } from '../src/kernel/rows/audit.ts'
import type { Scope } from '../src/kernel/scope.ts'
import { purgeSessionEntries } from '../src/session/index.ts'
import { usersTable } from '../src/session/tables.ts'
import { addBatch } from './batches/support.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import {
  chunkOf,
  clip,
  freshClip,
  makeMedia,
  padded,
  put,
  ready,
  refusal,
  sendFile,
  type TestApi,
  viewTitle,
} from './titles/support.ts'

const ironside: Scope = { kind: 'provider', providerId: 'ironside' }
const pulse: Scope = { kind: 'tenant', tenantId: 'pulsehouse' }

describe.each(databases)('versions and audit of titles and batches on %s', db => {
  let server: TestServer
  let provider: TestApi
  let admin: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, media: await makeMedia() })
    provider = server.api('provider')
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  const entries = async (noun: string, id: string, scope: Scope = ironside) =>
    (await auditOf(scope, server.deps.db, { noun, id, page: 1, take: -1 })).data

  describe('TITLE-19, API-14 saving with a version', () => {
    test('counts edits, and not the platform’s own work', async () => {
      const { tag } = await provider.titles.create({ className: 'One' })
      expect((await viewTitle(provider, tag)).version).toBe(1)
      expect((await provider.titles.update({ tag, className: 'Two', version: 1 })).version).toBe(2)
      expect((await provider.titles.update({ tag, className: 'Two', version: 1 })).version).toBe(2)
      await put(server, tag, {
        status: TitleStatus.Uploading,
        videoStatus: VideoStatus.Uploading,
        durationSecond: 5,
      })
      expect((await viewTitle(provider, tag)).version).toBe(2)
      expect((await provider.titles.update({ tag, className: 'Three' })).version).toBe(3)
    })

    test('refuses an older version with what changed, by the names of the contract', async () => {
      const { tag } = await provider.titles.create({ ...ready, className: 'Before' })
      const by = (await server.signIn('admin')).user.displayName
      await admin.titles.update({ tag, className: 'After', IsAutoPublish: true })
      expect(await failure(provider.titles.update({ tag, className: 'Mine', version: 1 }))).toMatchObject({
        code: 'outdated',
        status: 409,
        changes: [
          { path: 'className', before: 'Before', after: 'After', by },
          { path: 'IsAutoPublish', before: false, after: true, by },
        ],
      })
      expect((await viewTitle(provider, tag)).className).toBe('After')
      expect((await provider.titles.update({ tag, className: 'Mine', version: 2 })).version).toBe(3)
      expect(await refusal(server.api('tenant').titles.update({ tag, className: 'X', version: 1 }))).toBe(
        '404 title.notFound',
      )
    })

    test('F-2 tells a new owner nothing of what the one before has written', async () => {
      const { tag } = await provider.titles.create({ className: 'Draft' })
      await provider.titles.update({ tag, className: 'Not for others' })
      await admin.titles.update({ tag, providerId: 'tenant-pulsehouse', channelId: null })
      const tenant = server.api('tenant')
      await tenant.titles.update({ tag, instructor: 'Ana' })
      const refused = await failure(tenant.titles.update({ tag, className: 'Mine', version: 1 }))
      expect(refused).toMatchObject({ code: 'outdated' })
      const { changes } = refused as KinoraError
      expect(changes.map(({ path }) => path)).toContain('instructor')
      expect(changes.map(({ path }) => path)).not.toContain('className')
    })

    test('lets one of two win that save at once', async () => {
      const { tag } = await provider.titles.create({ className: 'Raced' })
      const all = await Promise.allSettled(
        ['A', 'B', 'C'].map(className => provider.titles.update({ tag, className, version: 1 })),
      )
      expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    })
  })

  test('tells of every act of a person on a title, the newest first', async () => {
    const { tag } = await provider.titles.create({ ...ready, className: 'Told' })
    await provider.titles.update({ tag, instructor: 'Ana' })
    await put(server, tag, { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed })
    await provider.titles.publish({ tag })
    await provider.titles.publish({ tag, publish: false })
    await provider.titles.updateThumbnailType({ tag, thumbnailType: 'custom' })
    const made = { trailerWebKey: `trailers/${tag}/j/web`, trailerMobileKey: `trailers/${tag}/j/mobile` }
    await put(server, tag, { ...made, trailerName: 'teaser.mp4', trailerStatus: TitleStatus.Completed })
    await provider.titles.removeTrailer({ titleTag: tag })
    await provider.titles.remove({ tags: [tag] })
    const told = await entries('titles', tag)
    expect(told.map(({ verb, version }) => [verb, version])).toEqual([
      ['remove', 3],
      ['removeTrailer', 3],
      ['updateThumbnailType', 2],
      ['unpublish', 2],
      ['publish', 2],
      ['update', 2],
      ['create', 1],
    ])
    const of = (verb: string) => told.find(entry => entry.verb === verb)?.changes
    expect(of('update')).toEqual([{ path: 'instructor', before: 'Jo Ironside', after: 'Ana' }])
    expect(of('publish')).toContainEqual({
      path: 'status',
      before: TitleStatus.Completed,
      after: TitleStatus.Published,
    })
    expect(of('removeTrailer')).toContainEqual({ path: 'trailerName', before: 'teaser.mp4', after: null })
    expect(of('remove')).toEqual([{ path: 'isDelete', before: false, after: true }])
    expect(of('create')).toContainEqual({ path: 'className', before: '', after: 'Told' })
    expect(await entries('titles', tag, pulse)).toEqual([])
    expect(await entries('titles', tag, { kind: 'all' })).toHaveLength(7)
  })

  test('UPLOAD-17, UPLOAD-21 tells of files: begun, cancelled, refused, stored', async () => {
    const { tag } = await provider.titles.create({ className: 'Filmed' })
    const [good, long] = [await freshClip(), padded(await clip(), CHUNK_SIZE + 1000)]
    await provider.uploads.video(chunkOf(tag, long, 1, { fileName: 'long.mp4' }))
    await provider.titles.cancelContent({ titleTag: tag })
    await refusal(sendFile(provider, tag, await clip({ size: '320x240' })))
    await sendFile(provider, tag, good)
    await sendFile(provider, tag, good)
    await provider.titles.encodeVideo({ tag })
    await provider.titles.encodeVideo({ tag })
    const told = (await entries('titles', tag)).reverse()
    expect(told.map(({ verb, version }) => [verb, version])).toEqual([
      ['create', 1],
      ['beginUpload', 1],
      ['cancelContent', 1],
      ['beginUpload', 1],
      ['refuseFile', 1],
      ['beginUpload', 1],
      ['storeFile', 1],
      ['encodeVideo', 1],
    ])
    expect(told[1]!.changes).toEqual(
      expect.arrayContaining([
        { path: 'upload.role', before: null, after: 'video' },
        { path: 'upload.fileName', before: null, after: 'long.mp4' },
        { path: 'upload.size', before: null, after: CHUNK_SIZE + 1000 },
      ]),
    )
    expect(told[4]!.changes).toContainEqual({
      path: 'errorType',
      before: null,
      after: 'validation.aspectRatio',
    })
    expect(told[6]!.changes).toEqual(
      expect.arrayContaining([
        { path: 'status', before: TitleStatus.Uploading, after: TitleStatus.Uploaded },
        { path: 'fileName', before: null, after: 'class.mp4' },
      ]),
    )
  })

  test('CAPTION-04 tells of caption tracks, also of one that another replaces, and refuses an older version', async () => {
    const { tag } = await provider.titles.create({ className: 'Captioned' })
    const file = new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n'], 'a.vtt')
    const add = (title: string, language: string) =>
      provider.captions.create({ titleTag: tag, title, language, file })
    const english = await add('English', 'en-GB')
    const german = await add('German', 'de-DE')
    expect(await provider.captions.update({ ...german, file: undefined, title: 'Deutsch' })).toMatchObject({
      title: 'Deutsch',
      version: 2,
    })
    const { trackId } = german
    expect(await provider.captions.update({ trackId, title: 'Deutsch', version: 1 })).toMatchObject({
      version: 2,
    })
    expect(
      await failure(provider.captions.update({ trackId, title: 'Other', version: 1, file })),
    ).toMatchObject({ code: 'outdated', changes: [{ path: 'title', before: 'German', after: 'Deutsch' }] })
    await provider.captions.update({ trackId, language: 'en-GB', version: 2 })
    await provider.captions.remove({ trackId })
    expect(await entries('captions', english.trackId)).toMatchObject([
      {
        verb: 'remove',
        changes: expect.arrayContaining([{ path: 'title', before: 'English', after: null }]),
      },
      { verb: 'create', version: 1, providerId: 'ironside' },
    ])
    expect((await entries('captions', trackId)).map(({ verb, version }) => [verb, version])).toEqual([
      ['remove', 3],
      ['update', 3],
      ['update', 2],
      ['create', 1],
    ])
    expect(await entries('captions', trackId, pulse)).toEqual([])
  })

  test('leaves none where nothing was done', async () => {
    const { tag } = await provider.titles.create({ className: 'Calm', externalId: 'calm' })
    await provider.titles.create({ className: 'Calm again', externalId: 'calm' })
    await refusal(provider.titles.publish({ tag }))
    await refusal(provider.titles.update({ tag, classCategoryId: 'nonsense' }))
    expect((await entries('titles', tag)).map(entry => entry.verb)).toEqual(['create'])
  })

  test('BULK-08 tells of batches: who added, started and stopped them', async () => {
    const id = await addBatch(provider, [{ externalId: 'a', title: 'A' }])
    await provider.batches.process({ id })
    await provider.batches.stop({ id })
    expect(await entries('batches', id)).toMatchObject([
      {
        verb: 'stop',
        client: 'api',
        providerId: 'ironside',
        changes: [{ before: 'Processing', after: 'Stop' }],
      },
      { verb: 'process', changes: [{ path: 'status', before: null, after: 'Processing' }] },
      {
        verb: 'add',
        version: 1,
        changes: expect.arrayContaining([{ path: 'title', before: null, after: 'Autumn' }]) as unknown[],
      },
    ])
  })

  describe('C-99, F-2 the audit log', () => {
    const list = (filter: Parameters<TestApi['audit']['list']>[0] = {}) => admin.audit.list(filter)

    test('finds changes by person, noun and id, with old and new values', async () => {
      const { tag } = await provider.titles.create({ className: 'Listed' })
      await provider.titles.update({ tag, className: 'Listed twice' })
      const found = await list({ noun: 'titles', row: tag })
      expect(found).toMatchObject({ totalRecords: 2, totalPages: 1 })
      expect(found.data[0]).toMatchObject({
        ...{ kind: 'change', verb: 'update', by: 'Ironside Training', email: 'provider@demo.kinora.test' },
        ...{ client: 'api', providerId: 'ironside', version: 2, address: null },
        changes: [{ path: 'className', before: 'Listed', after: 'Listed twice' }],
      })
      const of = async (who: string) => (await list({ who, row: tag })).totalRecords
      expect(await Promise.all([of('iRonside'), of('provider@demo'), of('Ada'), of('%')])).toEqual([
        2, 2, 0, 0,
      ])
      const page = await list({ row: tag, take: 1, page: 2 })
      expect([page.data[0]?.verb, page.totalPages]).toEqual(['create', 2])
      const today = found.data[0]!.at.slice(0, 10)
      const on = async (filter: object) => (await list({ row: tag, ...filter })).totalRecords
      expect(await on({ since: today, until: today })).toBe(2)
      expect(await on({ until: '2020-01-01' })).toBe(0)
    })

    test('names what was changed, and finds it by its name, its id or its person', async () => {
      const { tag } = await provider.titles.create({ className: 'Sled at dusk' })
      const [entry] = (await list({ query: 'sled AT' })).data
      expect(entry).toMatchObject({ row: tag, name: 'Sled at dusk', providerName: 'Ironside Training' })
      expect((await list({ query: tag })).totalRecords).toBe(1)
      const ofPerson = (await list({ query: 'Ironside Training', row: tag })).totalRecords
      expect([ofPerson, (await list({ query: 'no such thing' })).totalRecords]).toEqual([1, 0])
      const name = { 'en-GB': 'Dawn label' }
      await server.api('tenant').labels.create({ tenantId: 'pulsehouse', name, isActive: true })
      const { data } = await server
        .api('support', { tenantId: 'pulsehouse' })
        .audit.list({ query: 'Dawn', noun: 'labels' })
      expect(data).toMatchObject([{ name: 'Dawn label', tenantName: 'Pulse House' }])
      const { body } = await admin.audit.export({ query: 'sled at' })
      const [head, first] = (await new Response(body as ReadableStream).text()).split('\r\n')
      expect(head).toMatch(
        /,Row name,Tenant name,Provider name,What happened,Key,Key id,On behalf of,On behalf of \(id\)$/,
      )
      expect(first).toMatch(/,Sled at dusk,,Ironside Training,Title Sled at dusk created,,,,$/)
    })

    test('0122 keeps the name of a row: of one that is called otherwise since, and of one that is gone', async () => {
      const [tenant, support] = [server.api('tenant'), server.api('support', { tenantId: 'pulsehouse' })]
      const of = { tenantId: 'pulsehouse' }
      const { labelId } = await tenant.labels.create({
        ...of,
        name: { 'en-GB': 'Gone glow' },
        isActive: true,
      })
      await tenant.labels.update({ ...of, labelId, name: { 'en-GB': 'Gone gleam' }, isActive: true })
      const found = async (query: string) =>
        (await support.audit.list({ query, noun: 'labels' })).data.map(({ verb, name, nameNow }) => [
          ...[verb, name, nameNow],
        ])
      const both = [
        ['update', 'Gone gleam', 'Gone gleam'],
        ['create', 'Gone glow', 'Gone gleam'],
      ]
      expect(await found('gone GLOW')).toEqual(both)
      await tenant.labels.remove({ ...of, ids: [labelId] })
      const now = [['remove', 'Gone gleam', null], ...both.map(([verb, name]) => [verb, name, null])]
      expect([await found('gone glow'), await found('gleam'), await found('gone nothing')]).toEqual([
        now,
        now,
        [],
      ])
      // An entry of before the names were kept.
      await server.deps.db.update(entriesTable).set({ rowName: null }).where(eq(entriesTable.verb, 'create'))
      expect((await found('gleam')).at(-1)).toEqual(['create', 'Gone gleam', null])
      // Kept names are in scope with their entries alone.
      const elsewhere = server.api('support', { tenantId: 'oasiswellness' })
      expect((await elsewhere.audit.list({ query: 'gleam' })).totalRecords).toBe(0)
    })

    test('AUTH-21 tells of sign-ins, failed ones and refusals, without a password or an unknown e-mail', async () => {
      await server.signIn('tenant')
      const { session } = server.api()
      await refusal(session.login({ email: 'tenant@demo.kinora.test', password: 'Guess-no-1' }))
      await refusal(session.login({ email: 'stranger@example.test', password: 'Guess-no-2' }))
      const [signIn] = (await list({ kind: 'signIn', who: 'tenant@' })).data
      const of = { noun: 'session', tenantId: 'pulsehouse', address: 'local', changes: [] }
      expect(signIn).toMatchObject({ ...of, userId: 'user-tenant', verb: 'login', row: 'user-tenant' })
      const failed = (await list({ kind: 'failedSignIn' })).data
      expect(failed.slice(0, 2)).toMatchObject([
        { userId: '', by: '', email: null, row: '', tenantId: null },
        { ...of, userId: 'user-tenant', email: 'tenant@demo.kinora.test' },
      ])
      const tenant = server.api('tenant')
      for (let times = 0; times < 3; times += 1)
        expect(await failure(tenant.playback.recount({}))).toMatchObject({ status: 403 })
      const refusals = (await list({ kind: 'refusal', row: 'playback.recount' })).data
      expect(refusals).toMatchObject([{ ...of, verb: 'refused', userId: 'user-tenant' }])
      expect(JSON.stringify((await list({ noun: 'session' })).data)).not.toMatch(/Guess-no|stranger@/)
    })

    test('ROLE-04 shows customer support what happened under the chosen tenant; others are refused', async () => {
      await server.api('tenant').titles.create({ className: 'Of Pulse House' })
      expect(await failure(server.api('support').audit.list({}))).toMatchObject({
        detail: 'Please choose a tenant to start.',
      })
      const { data } = await server.api('support', { tenantId: 'pulsehouse' }).audit.list({})
      expect(new Set(data.map(({ tenantId }) => tenantId))).toEqual(new Set(['pulsehouse']))
      expect(data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['change', 'signIn']))
      for (const role of ['provider', 'tenant'] as const)
        expect(await failure(server.api(role).audit.list({}))).toMatchObject({ code: 'forbidden' })
    })

    test.each([
      ['admin', 0, 'Admin'],
      ['provider', 1, 'Provider'],
      ['tenant', 2, 'Client/tenant'],
      ['support', 3, 'CS'],
    ] as const)('ROLE-02 names the role of whoever did it: %s', async (account, role, label) => {
      await server.signIn(account)
      const filter = { kind: 'signIn', who: `${account}@` } as const
      expect((await list(filter)).data[0]).toMatchObject({ role })
      const { body } = await admin.audit.export(filter)
      const [head, first] = (await new Response(body as ReadableStream).text()).split('\r\n')
      expect([head, first]).toEqual([expect.stringMatching(/,Role,/), expect.stringMatching(`,${label},`)])
    })

    test('refuses days whose last is before the first at its field, of the list and of the export', async () => {
      const filter = { since: '2026-11-20', until: '2026-11-19' }
      const issues = [{ path: 'until', code: 'validation.endBeforeStart', params: { other: 'since' } }]
      expect(await failure(admin.audit.list(filter))).toMatchObject({ code: 'invalid', issues })
      expect(await failure(admin.audit.export(filter))).toMatchObject({ code: 'invalid', issues })
      await admin.audit.list({ ...filter, until: '2026-11-20' })
    })

    test('exports as CSV whose cells no spreadsheet runs', async () => {
      const { db } = server.deps
      const support = eq(usersTable.userId, 'user-support')
      await db.update(usersTable).set({ displayName: '=HYPERLINK("x")' }).where(support)
      await server.signIn('support')
      const { body } = await admin.audit.export({ kind: 'signIn', who: 'support@' })
      const text = await new Response(body as ReadableStream).text()
      const [head, first] = text.split('\r\n')
      expect(head).toMatch(/^Entry,Time \(UTC\),Kind,Name,Email/)
      expect(first).toContain(
        `,signIn,"'=HYPERLINK(""x"")",support@demo.kinora.test,user-support,api,local,session,`,
      )
      expect((await admin.audit.export({ row: 'nothing' })).contentType).toMatch('text/csv')
    })

    test('sign-ins and refusals are forgotten after their time, changes are not', async () => {
      const before = await list({ kind: 'change', take: 1 })
      expect((await list({ noun: 'session', take: 1 })).totalRecords).toBeGreaterThan(0)
      await purgeSessionEntries(server.deps.db, new Date(Date.now() + 60_000))
      expect((await list({ noun: 'session' })).totalRecords).toBe(0)
      expect((await list({ kind: 'change', take: 1 })).totalRecords).toBe(before.totalRecords)
    })
  })
})
