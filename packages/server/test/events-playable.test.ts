import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, type EventType } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateByVideo } from '../src/events/index.ts'
import { eventsTable } from '../src/events/tables.ts'
import { startMediaJobs } from '../src/pipeline/jobs.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import { chunkOf, freshClip, makeMedia, put, type TestApi, until } from './titles/support.ts'

const tenantId = 'pulsehouse'
const weekly = (daily_time: string, ...weekdays: number[]) => ({ type: 1 as const, weekdays, daily_time })

describe.each(databases)('LIVE-04 C-138 something to play is a condition of Active, on %s', db => {
  let server: TestServer
  let api: TestApi
  let imageUrl: string
  /** A Friday, 10:00 in Berlin, where the demo's tenant is. */
  const clock = createTestClock()
  beforeAll(async () => {
    server = await createTestServer({ db, clock, media: await makeMedia() })
    api = server.api('tenant')
    const bytes = await readFile(join(import.meta.dirname, '../assets/demo/cover-01.jpg'))
    const img = new File([bytes], 'cover.jpg', { type: 'image/jpeg' })
    imageUrl = (await api.images.upload({ img })).url
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    const { data } = await api.events.list({ tenantId, take: -1 })
    if (data.length > 0) await api.events.remove({ ids: data.map(({ eventId }) => eventId) })
  })
  /** All that EVENT-18 asks for but something to play. */
  const described = () => ({
    ...{ tenantId, title: 'Spin', schedule: weekly('18:00', 1, 4), imageUrl },
    ...{ description: 'An hour of intervals.', durationSecond: 3600, skill: 4, intensity: 8 },
    ...{ classCategoryId: 'strength', classSubCategoryId: 'strength-kettlebell' },
    ...{ classLanguageCode: 'en-GB', equipmentIds: ['equipment-kettlebell'] },
  })
  const add = async (type: EventType, more: object = {}) =>
    (await api.events.create({ ...described(), type, ...more })).eventId
  const activate = (eventId: string) => api.events.update({ eventId, active: true })
  const view = (eventId: string) => api.events.view({ tenantId, eventId })
  /** A class of the tenant's own that plays. */
  const classOf = async () => {
    const { tag } = await api.titles.create({ className: 'Hills' })
    await put(server, tag, { streamKey: `streams/${tag}/1` })
    return tag
  }
  /** As events were before this was asked for. */
  const old = async (more: object = {}) => {
    const eventId = await add(3, more)
    const set = { active: true, activatedOnce: true }
    await server.deps.db.update(eventsTable).set(set).where(eq(eventsTable.eventId, eventId))
    return eventId
  }
  const said = { 1: 'event.noClassOrVideo', 3: 'event.noClass' } as const

  test.each([1, 3] as const)(
    'EVENT-22 of type %d: refused to whoever creates or activates it',
    async type => {
      const missing = { path: 'contentId', code: said[type] }
      const created = await failure(api.events.create({ ...described(), type, active: true }))
      expect(created.issues).toContainEqual(missing)
      const eventId = await add(type)
      expect((await failure(activate(eventId))).issues).toContainEqual(missing)
      expect(await view(eventId)).toMatchObject({ active: false, isPlayable: false })
      await api.events.update({ eventId, contentId: await classOf() })
      expect(await activate(eventId)).toMatchObject({ state: 'Active', isPlayable: true })
    },
  )

  test('a live one has its key, an external one its link', async () => {
    expect(await activate(await add(2))).toMatchObject({ state: 'Active', isPlayable: true })
    const external = { eventSource: 'external', schedule: weekly('18:00', 2) }
    const eventId = await add(2, external)
    expect((await failure(activate(eventId))).issues).toContainEqual({
      ...{ path: 'liveStreamingLink', code: 'required.streamingLink' },
    })
    const liveStreamingLink = 'https://live.example/1'
    const set = { eventId, active: true, liveStreamingLink }
    expect(await api.events.update(set)).toMatchObject({ state: 'Active', isPlayable: true })
  })

  test('C-109 one that loses its class is inactive', async () => {
    const eventId = await add(3, { contentId: await classOf(), active: true })
    expect(await api.events.update({ eventId, contentId: null })).toMatchObject({ state: 'Inactive' })
    const other = await add(3, { contentId: await classOf(), active: true })
    // Another type begins without a class (E-7a).
    expect(await api.events.update({ eventId: other, type: 1 })).toMatchObject({ state: 'Inactive' })
  })

  test('one that was active before stays so and is marked; switched off, it needs a class', async () => {
    const eventId = await old()
    expect(await view(eventId)).toMatchObject({ active: true, isPlayable: false })
    expect(await api.events.update({ eventId, title: 'Spin hard' })).toMatchObject({ active: true })
    const { occurrences } = await api.events.calendar({})
    expect(occurrences.map(({ isPlayable }) => isPlayable)).toEqual([false, false])
    const later = await api.events.split({ eventId, date: '2026-11-30', title: 'Late' })
    expect(later).toMatchObject({ active: true, isPlayable: false })
    await api.events.update({ eventId, active: false })
    expect((await failure(activate(eventId))).issues).toContainEqual({
      ...{ path: 'contentId', code: 'event.noClass' },
    })
  })

  test('C-150 a date that is added to it, or loses its own class, needs something to play', async () => {
    const eventId = await old()
    const tag = await classOf()
    const missing = { path: 'contentId', code: 'event.noClass' }
    const start = '2026-11-28T09:00:00Z'
    expect((await failure(api.events.addOccurrence({ eventId, start }))).issues).toEqual([missing])
    await api.events.addOccurrence({ eventId, start, contentId: tag })
    const on = { eventId, date: '2026-11-28' }
    expect((await failure(api.events.changeOccurrence({ ...on, contentId: null }))).issues).toEqual([missing])
    // Whatever doesn't change what plays goes on.
    await api.events.changeOccurrence({ ...on, title: 'Open day' })
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', isCancelled: true })
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', isCancelled: false })
    const { occurrences } = await api.events.calendar({
      start: '2026-11-26T00:00:00Z',
      end: '2026-11-29T00:00:00Z',
    })
    expect(occurrences.map(({ date, isPlayable }) => [date, isPlayable])).toEqual([
      ['2026-11-26', false],
      ['2026-11-28', true],
    ])
  })

  test('0126 a duplicate of a date of it is refused and says why', async () => {
    await old()
    const week = { tenantId, day: '2026-11-26', days: 1, onto: '2026-11-28' }
    const reason = 'Required Class. Choose the class that plays at its time.'
    expect((await api.events.previewDuplicate(week)).copies).toMatchObject([{ reason }])
    expect((await api.events.duplicate(week)).copies).toMatchObject([{ reason, made: null }])
    const live = await add(2, {
      ...{ eventSource: 'external', schedule: null, schedule_time: '2026-11-24T10:00:00Z' },
    })
    const set = { active: true, activatedOnce: true }
    await server.deps.db.update(eventsTable).set(set).where(eq(eventsTable.eventId, live))
    const { copies } = await api.events.duplicate({ ...week, day: '2026-11-24', onto: '2026-12-01' })
    expect(copies).toMatchObject([{ reason: 'Required Streaming Link', made: null }])
  })

  test('EVENT-32 B-15 its own video counts once it is processed, and then activates what only waited for it', async () => {
    await startMediaJobs({ ...server.deps, onEventVideo: activateByVideo })
    const [asked, waiting] = [await add(1), await add(1, { allowAutoPublish: true })]
    for (const eventId of [asked, waiting]) {
      await api.events.upload(chunkOf(eventId, await freshClip(), 1))
      expect((await failure(activate(eventId))).issues).toContainEqual({
        ...{ path: 'contentId', code: 'event.noClassOrVideo' },
      })
      await api.events.encodeVideo({ eventId })
    }
    await until(
      () => Promise.all([asked, waiting].map(eventId => api.events.watch({ eventId }))),
      files => files.every(({ file }) => file?.isPlayable === true),
    )
    expect(await view(asked)).toMatchObject({ state: 'Saved', isPlayable: true })
    expect(await activate(asked)).toMatchObject({ state: 'Active' })
    expect(await view(waiting)).toMatchObject({ state: 'Active', version: 2 })
    // Whoever switches it off finds it off.
    await api.events.update({ eventId: waiting, active: false })
    await activateByVideo(server.deps, waiting)
    expect((await view(waiting)).state).toBe('Inactive')
  })

  test('C-97 the site says nothing of a link where nothing plays', async () => {
    await old()
    const token = await siteToken(server)
    const { body } = await send(server, contract['site-content'].schedule, {}, { token })
    expect(body).toMatchObject({ occurrences: [{ opensAt: null }, { opensAt: null }] })
  })
})
