import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AssetType, createMessages, en, isKinoraError, TitleStatus } from '@kinora/core'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { favouritesTable } from '../src/favourites/tables.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { addJob } from '../src/publishing/index.ts'
import { type UnpublishHook, unpublishHooks } from '../src/publishing/preview.ts'
import { BATCH_SIZE, runPublishing, startPublishingJobs } from '../src/publishing/run.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { plainPng } from './plain-png.ts'
import { type TestApi, until } from './titles/support.ts'

const everywhere = { inClub: true, appAndweb: true, hotel: false }
const clubOnly = { inClub: true, appAndweb: false, hotel: false }

/** Status and issues of a refused call. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isKinoraError(error)) throw error
      return [error.status, ...error.issues.map(({ path, code }) => `${path} ${en[code]}`)]
    },
  )

const texts = createMessages(en)
const asset = async (name: string) =>
  new File([await readFile(join(import.meta.dirname, '../assets/demo', name))], name)

let server: TestServer
let admin: TestApi
/** Stored images that fit their rules. */
const images = { profileImageUrl: '', mediaSpaceImageUrl: '' }
beforeAll(async () => {
  server = await createTestServer()
  admin = server.api('admin')
  const store = async (assetType: 'profile' | 'mediaSpace', file: File) =>
    (await admin.images.upload({ img: file, assetType })).url
  images.profileImageUrl = await store('profile', new File([plainPng(160, 160)], 'profile.png'))
  images.mediaSpaceImageUrl = await store('mediaSpace', await asset('channel-1-space.jpg'))
})
afterAll(() => server?.close())

let count = 0
const add = async (more: object = {}) => {
  count += 1
  const draft = { name: `Channel ${count}`, providerId: 'lumen-yoga', Availability: everywhere }
  return (await admin.channels.create({ ...draft, ...more })).tag
}
const addActive = (more: object = {}) =>
  add({ active: true, displayName: 'North Flow', description: 'Flows.', ...images, ...more })
/** Titles of a channel, some of them favourites of tenants. */
async function addTitles(channelId: string, titles: readonly Partial<typeof titlesTable.$inferInsert>[]) {
  const rows = titles.map((title, index) => ({
    ...{ tag: `${channelId}-${index}`, className: `Title ${index}`, providerId: 'lumen-yoga', channelId },
    ...{ status: TitleStatus.Published, ...title },
  }))
  await server.deps.db.insert(titlesTable).values(rows)
  return rows.map(({ tag }) => tag)
}
const favourite = (titleTag: string, tenantId: string) =>
  server.deps.db.insert(favouritesTable).values({ titleTag, tenantId })
const sitesOf = async (tag: string) =>
  (await server.deps.db.select().from(titlesTable).where(eq(titlesTable.tag, tag))).map(
    ({ tenants, status }) => [status, ...tenants],
  )[0]
const favouritesOf = async (tag: string) =>
  (await server.deps.db.select().from(favouritesTable).where(eq(favouritesTable.titleTag, tag))).map(
    ({ tenantId }) => tenantId,
  )

describe('channels', () => {
  test('API-74, API-75, CHAN-01, CHAN-02, CHAN-03, CHAN-16 made, changed and found, with the name of the provider', async () => {
    const tag = await add({ name: 'Quiet hours' })
    const changed = await admin.channels.update({ tag, description: 'Breath', version: 1 })
    expect(changed).toMatchObject({
      ...{ tag, name: 'Quiet hours', displayName: 'Quiet hours', Provider: 'Lumen Yoga' },
      ...{ providerName: 'Lumen Yoga', providerId: 'lumen-yoga', active: false, tenants: [], version: 2 },
      Availability: everywhere,
    })
    const found = await admin.channels.search({ query: 'quiet', providerId: 'lumen-yoga', isActive: false })
    expect(found.data).toEqual([changed])
    expect(await refusal(admin.channels.update({ tag, description: 'Other', version: 1 }))).toEqual([409])
    const { channels, providers, tenants } = await admin.channels.list({})
    expect(channels.map(row => row.tag)).toContain(tag)
    expect([providers.length > 0, tenants.length > 0]).toEqual([true, true])
  })

  test('CHAN-01, CHAN-02, B-14 every field is saved and read again', async () => {
    const tag = await addActive({ Availability: { inClub: false, appAndweb: false, hotel: true } })
    const shown = { displayName: 'North Flow', description: 'Flows.', active: true, ...images }
    expect(await admin.channels.view({ tag })).toMatchObject({
      ...shown,
      Availability: { inClub: false, appAndweb: false, hotel: true },
    })
    const change = { displayName: 'South Flow', description: 'More flows.', Availability: everywhere }
    await admin.channels.update({ tag, ...change })
    expect(await admin.channels.view({ tag })).toMatchObject({ ...shown, ...change })
  })

  test('CHAN-17, C-02, C-20 pictures of a channel are held to their rules, sent or named', async () => {
    const words = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) =>
          isKinoraError(error) && error.issues.map(issue => `${issue.path} ${texts.issue(issue)}`),
      )
    const png = (width: number, height: number) => new File([plainPng(width, height)], 'p.png')
    const upload = (assetType: AssetType, img: File) => admin.images.upload({ img, assetType })
    const size = (width: string) => `The dimension of image must be ${width}`
    const type = 'Please select a valid jpg/jpeg format file for upload.'
    expect(await words(upload('profile', png(200, 160)))).toEqual([
      `file ${size('160 x 160, not 200 x 160')}`,
    ])
    expect(await words(upload('mediaSpace', png(1920, 564)))).toEqual([`file ${type}`])
    for (const [kind, types] of [
      ['profile', 'jpg/jpeg/png'],
      ['mediaSpace', 'jpg/jpeg'],
      ['categoryImage', 'jpg/png'],
      ['icon', 'png'],
      ['favicon', 'ico'],
    ] as const)
      expect(await words(upload(kind, new File(['GIF89a'], 'p.gif')))).toEqual([
        `file Please select a valid ${types} format file for upload.`,
      ])
    expect(await words(upload('mediaSpace', await asset('site-home.jpg')))).toEqual([
      `file ${size('1920 x 564, not 1920 x 1080')}`,
    ])
    expect(await words(addActive({ mediaSpaceImageUrl: images.profileImageUrl }))).toEqual([
      `mediaSpaceImageUrl ${type}`,
    ])
    const { url: icon } = await upload('icon', png(1024, 1024))
    expect(await words(addActive({ profileImageUrl: icon }))).toEqual([
      `profileImageUrl ${size('160 x 160, not 1024 x 1024')}`,
    ])
    const { url: small } = await upload('profile', png(80, 80))
    expect(await words(addActive({ profileImageUrl: small }))).toBe('done')
  })

  test('C-41, VAL-29, VAL-30, CHAN-04 to CHAN-09, CHAN-17 what is wrong is named at its field; inactive, less is asked', async () => {
    const nowhere = { inClub: false, appAndweb: false, hotel: false }
    expect(await refusal(add({ name: '--' }))).toEqual([
      400,
      'name Please add atleast 1 alphanumeric character',
    ])
    expect(await refusal(add({ Availability: nowhere }))).toEqual([400, 'Availability Select Any'])
    expect(await refusal(admin.channels.create({ name: 'A', providerId: '' }))).toEqual([
      400,
      'providerId Required provider',
    ])
    expect(await refusal(add({ active: true, displayName: 'abc', description: 'abc' }))).toEqual([
      400,
      'displayName Please add atleast 4 alphanumeric character',
      'description Please add atleast 4 alphanumeric character',
      'profileImageUrl Required Profile Pic',
      'mediaSpaceImageUrl Required MediaSpace',
    ])
    expect(await refusal(addActive({ profileImageUrl: 'https://elsewhere.example/x.png' }))).toEqual([
      400,
      `profileImageUrl ${en['validation.imageForeign']}`,
    ])
    expect(await refusal(add({ providerId: 'nobody' }))).toEqual([
      400,
      `providerId ${en['validation.reference']}`,
    ])
  })

  test('CHAN-01, CHAN-05 a channel that has titles keeps its provider, as its titles do', async () => {
    const tag = await add()
    const moved = () => admin.channels.update({ tag, providerId: 'ironside' })
    const [title] = await addTitles(tag, [{}])
    const error = await moved().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      issues: [{ path: 'providerId', code: 'channel.providerFixed', params: { count: 1 } }],
    })
    await server.deps.db.update(titlesTable).set({ channelId: null }).where(eq(titlesTable.tag, title!))
    expect((await moved()).providerId).toBe('ironside')
  })

  test('API-76 saves many at once, or none', async () => {
    const [one, other] = [await add(), await add()]
    const wrong = admin.channels.updateMany({
      channels: [
        { tag: one, name: 'Renamed' },
        { tag: other, name: '-' },
      ],
    })
    expect(await refusal(wrong)).toEqual([400, 'channels.1.name Please add atleast 1 alphanumeric character'])
    expect((await admin.channels.view({ tag: one })).name).not.toBe('Renamed')
    const { data } = await admin.channels.updateMany({
      channels: [
        { tag: one, name: 'Renamed' },
        { tag: other, name: 'Too' },
      ],
    })
    expect(data.map(({ name }) => name)).toEqual(['Renamed', 'Too'])
  })

  test('F-2, ROLE-17, C-91 support changes every channel, others see their own and change none', async () => {
    const tag = await add()
    const support = server.api('support', { tenantId: 'pulsehouse' })
    expect((await support.channels.update({ tag, description: 'By support' })).description).toBe('By support')
    expect(await refusal(server.api('provider').channels.view({ tag }))).toEqual([404])
    const change = { tag: 'ironside-strength', description: 'Mine' }
    expect(await refusal(server.api('provider').channels.update(change))).toEqual([403])
    const seen = await server.api('tenant').channels.view({ tag: 'ironside-strength' })
    expect(seen.tenants).toEqual(['pulsehouse'])
  })
})

describe('publishing', () => {
  test('API-78, E-12, CHAN-10, CHAN-12, CHAN-13, FAV-04, TENANT-28, C-103 the effect is said before, then happens, one channel to tenants', async () => {
    const tag = await addActive()
    const [shown, draft] = await addTitles(tag, [{}, { status: TitleStatus.Completed }])
    const set = (publish: string[], unpublish: string[] = []) =>
      admin.publishing.setChannel({ tag, tenantIdsToPublish: publish, tenantIdsToUnPublish: unpublish })
    const changes = ['pulsehouse', 'nordicmove'].map(tenantId => ({
      tenantId,
      publish: [tag],
      unpublish: [],
    }))
    const before = await admin.publishing.preview({ changes })
    expect(before.effects.map(row => [row.tenantName, row.arriving, row.leaving])).toEqual([
      ['Pulse House', 1, 0],
      ['Nordic Move', 1, 0],
    ])
    expect((await admin.channels.view({ tag })).tenants).toEqual([])
    const { job } = await set(['pulsehouse', 'nordicmove'])
    expect(job).toMatchObject({ status: 'Done', counts: { total: 2, done: 2, refused: 0 } })
    expect((await admin.channels.view({ tag })).tenants).toEqual(['nordicmove', 'pulsehouse'])
    expect([await sitesOf(shown!), await sitesOf(draft!)]).toEqual([
      [4, 'pulsehouse', 'nordicmove'],
      [expect.anything()],
    ])

    await favourite(shown!, 'pulsehouse')
    await favourite(shown!, 'nordicmove')
    const leaving = { tenantId: 'pulsehouse', publish: [], unpublish: [tag] }
    const told = await admin.publishing.preview({ changes: [leaving] })
    expect(told.effects[0]).toMatchObject({ leaving: 1, with: [{ kind: 'favourites', count: 1 }] })
    expect((await admin.publishing.titles(leaving)).data).toEqual([
      {
        ...{ tag: shown, className: 'Title 0', channelId: tag, channelName: 'North Flow' },
        ...{ direction: 'leaves', isFavourite: true },
      },
    ])
    const left = await set([], ['pulsehouse'])
    expect(left.job.results[0]).toMatchObject({ ...told.effects[0], outcome: 'done' })
    expect(await sitesOf(shown!)).toEqual([4, 'nordicmove'])
    expect(await favouritesOf(shown!)).toEqual(['nordicmove'])
    const entries = await server.deps.db
      .select()
      .from(auditEntriesTable)
      .where(and(eq(auditEntriesTable.rowId, tag), eq(auditEntriesTable.noun, 'channels')))
    expect(entries.map(({ verb }) => verb)).toEqual(['create', 'publish', 'publish', 'unpublish'])
    expect(new Set(entries.map(({ providerId }) => providerId)).size).toBe(1)
    expect(entries[0]!.providerId).not.toBeNull()
    expect((await set([], ['pulsehouse'])).job.counts.done).toBe(1)
  })

  test('CHAN-13, API-66, API-79 channels to one tenant; what stands in neither list stays', async () => {
    const [gets, loses, keeps] = [await addActive(), await addActive(), await addActive()]
    const tenantId = 'oasiswellness'
    await admin.publishing.setTenant({ tenantId, channelIdsToPublish: [loses, keeps] })
    const both = { channelIdsToPublish: [gets], channelIdsToUnPublish: [loses] }
    const { token } = await server.signIn('support')
    const response = await server.app.request('/api/v1/tenant/publish', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        TenantId: tenantId,
        ChannelIdsToPublish: [gets],
        ChannelIdsToUnPublish: [loses],
      }),
    })
    expect(response.status).toBe(200)
    const published = async (tag: string) => (await admin.channels.view({ tag })).tenants.length
    expect([await published(gets), await published(loses), await published(keeps)]).toEqual([1, 0, 1])
    expect(await refusal(admin.publishing.setTenant({ tenantId: 'nowhere', ...both }))).toEqual([404])
    expect(await refusal(admin.publishing.setTenant({ tenantId, channelIdsToPublish: ['x'] }))).toEqual([
      400,
      `channelIdsToPublish ${en['validation.reference']}`,
    ])
  })

  test('28.3 channels and tenants at once are one job: a result for each tenant, one check for all', async () => {
    const [first, second] = [await addActive(), await addActive()]
    await admin.publishing.setChannel({ tag: second, tenantIdsToPublish: ['nordicmove'] })
    const changes = [
      { tenantId: 'pulsehouse', publish: [first, second, first], unpublish: [] },
      { tenantId: 'nordicmove', publish: [first], unpublish: [second] },
    ]
    const { job } = await server.api('support').publishing.setMany({ changes })
    expect(job).toMatchObject({ status: 'Done', counts: { total: 2, done: 2, refused: 0 } })
    expect(job.results.map(row => [row.tenantId, row.publish, row.unpublish])).toEqual([
      ['pulsehouse', 2, 0],
      ['nordicmove', 1, 1],
    ])
    const published = async (tag: string) => (await admin.channels.view({ tag })).tenants
    expect([await published(first), await published(second)]).toEqual([
      ['nordicmove', 'pulsehouse'],
      ['pulsehouse'],
    ])
    const club = await addActive({ displayName: 'Club', Availability: clubOnly })
    const refused = async (...more: typeof changes) =>
      (await refusal(admin.publishing.setMany({ changes: more })))[0]
    const off = { tenantId: 'pulsehouse', publish: [], unpublish: [first] }
    expect(await refused(off, { tenantId: 'nordicmove', publish: [club], unpublish: [] })).toBe(601)
    expect(await refused(off, off)).toBe(400)
    expect(await refused(off, { ...off, tenantId: 'nowhere' })).toBe(400)
    expect(await published(first)).toEqual(['nordicmove', 'pulsehouse'])
  })

  test('API-77, API-78, E-12, CHAN-14, C-102, C-129, B-14 Availability club only: 601, the whole call is refused by name; unpublishing isn’t', async () => {
    const [good, club] = [await addActive(), await addActive({ displayName: 'Club', Availability: clubOnly })]
    const set = (more: object) => admin.publishing.setTenant({ tenantId: 'nordicmove', ...more })
    const error = await set({ channelIdsToPublish: [good, club] }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'clubOnly', status: 601, message: 'Please Check You Data' })
    expect(error).toMatchObject({ issues: [{ params: { names: 'Club' } }] })
    expect((await admin.channels.view({ tag: good })).tenants).toEqual([])
    expect((await set({ channelIdsToPublish: [good], channelIdsToUnPublish: [club] })).status).toBe(200)
    expect((await refusal(admin.channels.activate({ tag: club, active: true })))[0]).toBe(601)
  })

  test('API-77 saves and publishes to exactly these tenants', async () => {
    const tag = await add({ displayName: 'Later', description: 'Later on', ...images })
    await admin.publishing.setChannel({ tag, tenantIdsToPublish: ['pulsehouse'] })
    const saved = await admin.channels.activate({ tag, active: true, tenants: ['nordicmove'] })
    expect([saved.active, saved.tenants]).toEqual([true, ['nordicmove']])
  })

  test('C-103 an inactive channel: its titles 4 to 7, off every site, and none is published until it is active', async () => {
    const tag = await addActive()
    const [title] = await addTitles(tag, [{ tenants: ['pulsehouse', 'nordicmove'] }])
    await favourite(title!, 'nordicmove')
    const preview = await admin.publishing.preview({
      changes: [{ tenantId: null, publish: [], unpublish: [tag] }],
    })
    expect(preview.effects[0]).toMatchObject({ leaving: 1, with: [{ kind: 'favourites', count: 1 }] })
    await admin.channels.update({ tag, active: false })
    expect(await sitesOf(title!)).toEqual([TitleStatus.Unpublished])
    expect(await favouritesOf(title!)).toEqual([])
    expect(await refusal(admin.titles.publish({ tag: title! }))).not.toBe('done')
  })

  test('C-104 saved as club only, it leaves all tenants', async () => {
    const tag = await addActive()
    const [title] = await addTitles(tag, [{ tenants: ['pulsehouse'] }])
    await admin.publishing.setChannel({ tag, tenantIdsToPublish: ['pulsehouse', 'nordicmove'] })
    const saved = await admin.channels.update({ tag, Availability: clubOnly })
    expect(saved.tenants).toEqual([])
    expect(await sitesOf(title!)).toEqual([TitleStatus.Published])
  })

  const support = async () => {
    const { user } = await server.signIn('support')
    const { deps } = server
    const signal = new AbortController().signal
    const caller = { ...user, providerId: null, tenantIds: [] }
    return {
      deps,
      caller,
      scope: { kind: 'unchosen' },
      client: 'api',
      requestId: '',
      address: '',
      signal,
      once: <T>(ask: () => Promise<T>) => ask(),
    } as const
  }

  test('CHAN-12, COLL-14 what else names the titles goes with them, or nothing happens at all', async () => {
    const tag = await addActive()
    const [title] = await addTitles(tag, [{ tenants: ['pulsehouse'] }])
    await favourite(title!, 'pulsehouse')
    const removed: string[] = []
    const collections: UnpublishHook = {
      kind: 'collections',
      count: async () => 3,
      async remove(tx, { tenantId, tags }) {
        const rows = await tx.select({ tag: titlesTable.tag }).from(titlesTable).where(sqlIn(tags))
        removed.push(`${tenantId} ${rows.map(row => row.tag).join()}`)
        if (removed.length === 1) throw new Error('the collections can’t be reached')
        return 3
      },
    }
    const context = await support()
    const run = async () => {
      const change = { tenantId: 'pulsehouse', publish: [], unpublish: [tag] }
      const { jobId } = await addJob(server.deps.db, context, [change])
      await runPublishing(server.deps, {
        jobId,
        signal: context.signal,
        hooks: [...unpublishHooks, collections],
      })
      return (await admin.publishing.view({ jobId })).results[0]
    }
    expect(await run()).toMatchObject({ outcome: 'refused', problem: 'Something went wrong' })
    expect([await sitesOf(title!), await favouritesOf(title!)]).toEqual([[4, 'pulsehouse'], ['pulsehouse']])
    expect(await run()).toMatchObject({
      outcome: 'done',
      with: [
        { kind: 'favourites', count: 1 },
        { kind: 'collections', count: 3 },
      ],
    })
    expect(removed).toEqual([`pulsehouse ${title}`, `pulsehouse ${title}`])
  })

  test('CHAN-12, C-103 a tenant with many titles is carried out in parts; stopped between, the rest and what was published meanwhile still arrives', async () => {
    const tag = await addActive()
    await addTitles(
      tag,
      Array.from({ length: BATCH_SIZE + 40 }, () => ({})),
    )
    const change = { tenantId: 'pulsehouse', publish: [tag], unpublish: [] }
    const { jobId } = await addJob(server.deps.db, await support(), [change])
    const stopping = new AbortController()
    const now = () => {
      stopping.abort()
      return server.deps.clock.now()
    }
    const dying = { ...server.deps, clock: { now } }
    await runPublishing(dying, { jobId, signal: stopping.signal }).catch(() => undefined)
    const left = await admin.publishing.view({ jobId })
    expect(left).toMatchObject({
      status: 'Running',
      results: [{ outcome: 'waiting', arriving: BATCH_SIZE, leaving: 0 }],
    })
    // Until all of them are there it isn’t published, and can be published anew.
    expect((await admin.channels.view({ tag })).tenants).toEqual([])
    const { db } = server.deps
    const early = { tag: `${tag}-`, className: 'Early', providerId: 'lumen-yoga', channelId: tag }
    await db.insert(titlesTable).values({ ...early, status: TitleStatus.Published })
    await runPublishing(server.deps, { jobId, signal: new AbortController().signal })
    expect((await admin.publishing.view({ jobId })).results).toMatchObject([
      { outcome: 'done', arriving: BATCH_SIZE + 41 },
    ])
    const rows = await db.select().from(titlesTable).where(eq(titlesTable.channelId, tag))
    expect(new Set(rows.map(({ tenants }) => tenants.join()))).toEqual(new Set(['pulsehouse']))
    expect((await admin.channels.view({ tag })).tenants).toEqual(['pulsehouse'])
    const off = (await admin.publishing.setChannel({ tag, tenantIdsToUnPublish: ['pulsehouse'] })).job
    expect(off.results).toMatchObject([{ outcome: 'done', leaving: BATCH_SIZE + 41 }])
    await admin.channels.update({ tag, active: false })
    const after = await db.select().from(titlesTable).where(eq(titlesTable.channelId, tag))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([TitleStatus.Unpublished]))
  })

  test('E-12 a job that a process has left is taken up from where it came to', async () => {
    const tag = await addActive()
    const [title] = await addTitles(tag, [{}])
    const changes = ['pulsehouse', 'oasiswellness', 'nordicmove'].map(tenantId => ({
      ...{ tenantId, publish: [tag], unpublish: [] },
    }))
    const { jobId } = await addJob(server.deps.db, await support(), changes)
    const stopping = new AbortController()
    const now = () => {
      stopping.abort()
      return server.deps.clock.now()
    }
    const dying = { ...server.deps, clock: { now } }
    await runPublishing(dying, { jobId, signal: stopping.signal }).catch(() => undefined)
    const left = await admin.publishing.view({ jobId })
    expect(left).toMatchObject({ status: 'Running', counts: { total: 3, done: 1 } })
    await startPublishingJobs(server.deps)
    await until(
      () => admin.publishing.view({ jobId }),
      ({ status }) => status === 'Done',
    )
    expect(await sitesOf(title!)).toEqual([4, 'pulsehouse', 'oasiswellness', 'nordicmove'])
  })

  test('C-98, CHAN-13 a tenant that was deleted since the job was made gets nothing more, the others do', async () => {
    const tag = await addActive()
    const [title] = await addTitles(tag, [{}])
    const changes = ['nordicmove', 'pulsehouse'].map(tenantId => ({
      tenantId,
      publish: [tag],
      unpublish: [],
    }))
    const { db } = server.deps
    const { jobId } = await addJob(db, await support(), changes)
    const deletedAs = (deletedAt: Date | null) =>
      db.update(tenantsTable).set({ deletedAt }).where(eq(tenantsTable.tenantId, 'nordicmove'))
    await deletedAs(server.deps.clock.now())
    await runPublishing(server.deps, { jobId, signal: new AbortController().signal })
    await deletedAs(null)
    const { results } = await admin.publishing.view({ jobId })
    expect(results).toMatchObject([
      { outcome: 'refused', problem: expect.stringMatching(/^Nordic.* was deleted meanwhile\./) },
      { outcome: 'done' },
    ])
    expect(await sitesOf(title!)).toEqual([4, 'pulsehouse'])
  })
})

const sqlIn = (tags: SQL): SQL => sql`${titlesTable.tag} IN ${tags}`
