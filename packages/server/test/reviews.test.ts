import { TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewsTable } from '../src/reviews/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

const ironside = { providerId: 'ironside', tenantId: null, channelId: 'ironside-strength' }
const pulse = { providerId: 'tenant-pulsehouse', tenantId: 'pulsehouse', channelId: 'pulse-house-originals' }
const markup = '<img src=x onerror=alert(1)> & "so on"'
const formula = '=HYPERLINK("https://evil.example","Click")'

/** [id, title, site, rating, user, comment, when] */
const written = [
  ['r1', 'swing', 'pulsehouse', 5, 'Mia', markup, '2026-11-19T10:00:00Z'],
  ['r2', 'swing', 'oasiswellness', 2, 'ليان', 'قصير', '2026-11-18T10:00:00Z'],
  ['r3', 'sled', 'pulsehouse', 4, '@cmd', formula, '2026-10-02T10:00:00Z'],
  ['r4', 'sled', 'pulsehouse', 3, 'Tom', 'one\ntwo', '2024-01-02T10:00:00Z'],
] as const

async function readText(body: unknown): Promise<string> {
  return new Response(body as BodyInit).text()
}

describe.each(databases)('reviews on %s', db => {
  let server: TestServer
  let admin: TestApi
  const ids = async (api: TestApi, filter: object = {}) =>
    (await api.reviews.list(filter)).data.map(({ reviewId }) => reviewId)

  beforeAll(async () => {
    server = await createTestServer({ db, clock: createTestClock() })
    admin = server.api('admin')
    const published = { status: TitleStatus.Published, tenants: ['pulsehouse', 'oasiswellness'] }
    await server.deps.db.insert(titlesTable).values([
      { tag: 'swing', className: 'Swing', ...ironside, ...published },
      { tag: 'sled', className: 'Sled', ...pulse, ...published },
    ])
    await server.deps.db.insert(reviewsTable).values(
      written.map(([reviewId, titleTag, tenantId, rating, userName, comment, at]) => ({
        ...{ reviewId, titleTag, tenantId, rating, userName, comment, writtenAt: new Date(at) },
      })),
    )
  })
  afterAll(() => server?.close())

  test('B-7, API-43, REVIEW-01, REVIEW-03 are listed with their title, provider and channel, the newest first', async () => {
    const { data, ...counts } = await admin.reviews.list({ take: 1 })
    expect(counts).toEqual({ totalRecords: 4, totalPages: 4, page: 1 })
    expect(data).toEqual([
      {
        ...{ reviewId: 'r1', date: '2026-11-19T10:00:00', rating: 5, comment: markup, user: 'Mia' },
        ...{ titleTag: 'swing', title: 'Swing', providerId: 'ironside', provider: 'Ironside Training' },
        ...{ channelId: 'ironside-strength', channel: 'Ironside Strength', tenantId: 'pulsehouse' },
      },
    ])
    expect(await ids(admin)).toEqual(['r1', 'r2', 'r3', 'r4'])
    expect(await ids(admin, { take: 2, page: 2 })).toEqual(['r3', 'r4'])
  })

  test('B-7, API-43, REVIEW-02 by channel, provider or tenant; words and ratings narrow it further', async () => {
    expect(await ids(admin, { channelId: 'pulse-house-originals' })).toEqual(['r3', 'r4'])
    expect(await ids(admin, { providerId: 'ironside' })).toEqual(['r1', 'r2'])
    expect(await ids(admin, { tenantId: 'oasiswellness' })).toEqual(['r2'])
    expect(await ids(admin, { tenantId: 'pulsehouse', providerId: 'ironside' })).toEqual(['r1'])
    expect(await ids(admin, { channelId: null, providerId: '', tenantId: '' })).toHaveLength(4)
    expect(await ids(admin, { query: 'swing' })).toEqual(['r1', 'r2'])
    expect(await ids(admin, { query: 'tom' })).toEqual(['r4'])
    expect(await ids(admin, { query: '<IMG' })).toEqual(['r1'])
    expect(await ids(admin, { rating: [2, 3] })).toEqual(['r2', 'r4'])
  })

  test('API-43, API-44, NAV-62 a provider and a channel at once are refused, in all three calls', async () => {
    const both = { providerId: 'ironside', channelId: 'ironside-strength' }
    for (const verb of ['list', 'export', 'ratings'] as const)
      expect(await refusal(admin.reviews[verb](both))).toBe('400 reviews.oneSource')
  })

  test('F-2 a provider reads those of its titles, a tenant those of its site, support those of the chosen tenant', async () => {
    expect(await ids(server.api('provider'))).toEqual(['r1', 'r2'])
    expect(await ids(server.api('tenant'))).toEqual(['r1', 'r3', 'r4'])
    expect(await ids(server.api('tenant'), { tenantId: 'oasiswellness' })).toEqual([])
    expect(await ids(server.api('support', { tenantId: 'oasiswellness' }))).toEqual(['r2'])
    expect(await refusal(server.api('support').reviews.list({}))).toMatch(/choose a tenant/i)
    expect(await refusal(server.api('support').reviews.export({}))).toMatch(/choose a tenant/i)
  })

  test('API-44, REVIEW-08, CONST-29 are downloaded as RatingReviewsReport.csv; a cell that a spreadsheet would run is guarded', async () => {
    const { body, contentType, fileName } = await admin.reviews.export({})
    expect([contentType, fileName]).toEqual(['text/csv; charset=utf-8', 'RatingReviewsReport.csv'])
    const [head, first, , third, ...rest] = (await readText(body)).split('\r\n')
    expect(head).toBe('Date,Rating,Comment,User,Title,Title tag,Provider,Channel,Tenant')
    expect(first).toBe(
      '2026-11-19T10:00:00,5,"<img src=x onerror=alert(1)> & ""so on""",Mia,Swing,swing,Ironside Training,Ironside Strength,pulsehouse',
    )
    expect(third).toContain(`,4,"'=HYPERLINK(""https://evil.example"",""Click"")",'@cmd,`)
    expect(rest.join('\r\n')).toContain('"one\ntwo"')
    const none = await admin.reviews.export({ query: 'nobody wrote this' })
    expect((await readText(none.body)).trim().split('\r\n')).toEqual([head])
  })

  test('REVIEW-08 a report of several batches has every review once, whatever the time of writing', async () => {
    const many = Array.from({ length: 2100 }, (_, index) => ({
      ...{
        reviewId: `many-${index}`,
        titleTag: 'swing',
        tenantId: 'nordicmove',
        rating: 5,
        userName: 'Many',
      },
      writtenAt: new Date(Date.parse('2025-06-01T00:00:00Z') + Math.floor(index / 700)),
      comment: `number ${index}`,
    }))
    await server.deps.db.insert(reviewsTable).values(many)
    const { body } = await admin.reviews.export({ tenantId: 'nordicmove' })
    const numbers = [...(await readText(body)).matchAll(/number (\d+)/g)].map(([, number]) => Number(number))
    expect(numbers.length).toBe(2100)
    expect(new Set(numbers).size).toBe(2100)
  })

  test('ratings are summed up in all, and for each of the last twelve months', async () => {
    const { months, ...all } = await admin.reviews.ratings({ tenantId: 'pulsehouse' })
    expect(all).toEqual({ count: 3, average: 4 })
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'],
      ...['2026-08', '2026-09', '2026-10', '2026-11'],
    ])
    expect(months.slice(-3)).toEqual([
      { month: '2026-09', count: 0, average: null },
      { month: '2026-10', count: 1, average: 4 },
      { month: '2026-11', count: 1, average: 5 },
    ])
    const none = await admin.reviews.ratings({ query: 'nobody wrote this' })
    expect([none.count, none.average]).toEqual([0, null])
  })
})
