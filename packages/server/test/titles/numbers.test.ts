import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewsTable } from '../../src/reviews/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { refusal, type TestApi } from './support.ts'

const play = (tenantId: string, titleTag: string, userId: string, day: string, more: object = {}) => ({
  ...{ tenantId, titleTag, userId, startedAt: `${day}T10:00:00Z`, secondsWatched: 300, completed: false },
  ...more,
})

describe('28.2 a title’s own numbers, decision 0121', () => {
  let server: TestServer
  let tenant: TestApi
  let provider: TestApi

  beforeAll(async () => {
    server = await createTestServer({ clock: createTestClock('2026-11-30T12:00:00Z') })
    tenant = server.api('tenant')
    provider = server.api('provider')
    const { db } = server.deps
    await db.insert(titlesTable).values([
      { tag: 'flow', className: 'Flow', providerId: 'ironside', durationSecond: 600 },
      { tag: 'own', className: 'Own', providerId: 'tenant-pulsehouse', tenantId: 'pulsehouse' },
      { tag: 'quiet', className: 'Quiet', providerId: 'ironside', durationSecond: 600 },
    ])
    const plays = [
      play('pulsehouse', 'flow', 'ana', '2026-11-30', { secondsWatched: 600, completed: true }),
      play('pulsehouse', 'flow', 'ana', '2026-11-29'),
      play('oasiswellness', 'flow', 'ana', '2026-11-29'),
      play('pulsehouse', 'flow', 'ben', '2026-11-01', { secondsWatched: 0.5 }),
      play('pulsehouse', 'flow', 'ben', '2026-10-31'),
      play('pulsehouse', 'own', 'ana', '2026-11-20'),
      play('oasiswellness', 'own', 'ana', '2026-11-20'),
    ]
    const admin = server.api('admin')
    const file = new File([JSON.stringify(plays)], 'plays.json')
    await admin.playback.commit(await admin.playback.upload({ file }))
    const review = { titleTag: 'flow', userName: 'Ana', comment: '', writtenAt: new Date('2026-01-01') }
    await db.insert(reviewsTable).values([
      { ...review, reviewId: 'one', tenantId: 'pulsehouse', rating: 4 },
      { ...review, reviewId: 'two', tenantId: 'oasiswellness', rating: 5 },
    ])
  })
  afterAll(() => server?.close())

  test('plays by day and site, how far people get, and reviews, of the last 30 days', async () => {
    const numbers = await provider.titles.numbers({ tag: 'flow' })
    expect(numbers).toMatchObject({
      ...{ from: '2026-11-01', to: '2026-11-30', plays: 3, completed: 1, minutes: 20, members: 2 },
      sites: [
        { tenantId: 'pulsehouse', name: 'Pulse House', plays: 2, completed: 1, minutes: 15, members: 1 },
        { tenantId: 'oasiswellness', plays: 1, completed: 0, minutes: 5, members: 1 },
      ],
      reviews: { count: 2, average: 4.5 },
    })
    expect(numbers.reach).toBeCloseTo(2 / 3)
    expect(numbers.days).toHaveLength(30)
    expect(numbers.days.slice(-2).map(({ plays }) => plays)).toEqual([2, 1])
    expect((await provider.titles.numbers({ tag: 'flow', days: 31 })).plays).toBe(4)
    expect(await provider.titles.numbers({ tag: 'quiet' })).toMatchObject({
      ...{ plays: 0, reach: null, sites: [], reviews: { count: 0, average: null } },
    })
  })

  test('F-2 a tenant reads what happened on its site, and of a title out of reach nothing', async () => {
    expect((await tenant.titles.numbers({ tag: 'own' })).sites.map(({ tenantId }) => tenantId)).toEqual([
      'pulsehouse',
    ])
    expect(await refusal(tenant.titles.numbers({ tag: 'flow' }))).toMatch(/^404/)
  })

  test('a list asks for many at once; the last day is today', async () => {
    const found = await provider.titles.plays({ titleTags: ['quiet', 'flow', 'own', 'nowhere'] })
    const byTag = new Map(found.map(row => [row.tag, row]))
    expect([...byTag.keys()].toSorted()).toEqual(['flow', 'quiet'])
    expect(byTag.get('flow')).toMatchObject({ plays: 3, completed: 1, minutes: 20 })
    expect(byTag.get('flow')?.days.slice(-3)).toEqual([0, 2, 1])
    expect(byTag.get('quiet')).toMatchObject({ plays: 0, completed: 0, minutes: 0 })
  })

  test('28.2 no more than a page has, each with a tag', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `tag-${index}`)
    expect(await provider.titles.plays({ titleTags: many.slice(1) })).toEqual([])
    expect(await refusal(provider.titles.plays({ titleTags: many }))).toMatch(/^400/)
    expect(await refusal(provider.titles.plays({ titleTags: [''] }))).toMatch(/^400/)
  })

  test('how far people get: completed plays reach the end, others what they watched, decision 0131', async () => {
    expect((await provider.titles.numbers({ tag: 'flow' })).reached).toEqual([
      3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1,
    ])
    expect((await provider.titles.numbers({ tag: 'quiet' })).reached).toEqual([])
    // The length of `own` isn't known.
    expect((await tenant.titles.numbers({ tag: 'own' })).reached).toEqual([])
    const admin = server.api('admin')
    const more = [
      play('pulsehouse', 'flow', 'cleo', '2026-11-29', { secondsWatched: 59 }),
      play('pulsehouse', 'flow', 'cleo', '2026-11-29', { secondsWatched: 2400 }),
      play('pulsehouse', 'flow', 'cleo', '2026-11-29', { secondsWatched: 60, completed: true }),
    ]
    await admin.playback.commit(
      await admin.playback.upload({ file: new File([JSON.stringify(more)], 'more.json') }),
    )
    expect((await provider.titles.numbers({ tag: 'flow' })).reached).toEqual([
      6, 5, 5, 5, 5, 5, 3, 3, 3, 3, 3,
    ])
    // Another video, of another length, changes nothing of what was watched before.
    await server.deps.db.update(titlesTable).set({ durationSecond: 60 }).where(eq(titlesTable.tag, 'flow'))
    expect((await provider.titles.numbers({ tag: 'flow' })).reached).toEqual([
      6, 5, 5, 5, 5, 5, 3, 3, 3, 3, 3,
    ])
    expect((await admin.playback.recount({})).differences).toEqual([])
  })
})
