import { TitleStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../database.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { chunkOf, put, refusal, type TestApi } from './support.ts'

describe.each(databases)('TITLE-15 what a page of titles shows (%s)', kind => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let tag: string
  beforeAll(async () => {
    server = await createTestServer({ db: kind, clock, settings: { accessTokenLifetime: 400 * 86_400 } })
    api = server.api('provider')
    for (const className of ['One', 'Two']) ({ tag } = await api.titles.create({ className }))
  })
  afterAll(() => server?.close())

  test('CONST-36 is told by its rows too', async () => {
    const rows = async (asked: Parameters<typeof api.titles.search>[0]) =>
      (await api.titles.search({ ...asked, sort: 'name' })).data.map(title => title.tag)
    const byPage = await rows({ page: 2, take: 1 })
    expect(byPage.length).toBeGreaterThan(0)
    expect([await rows({ from: 2, to: 2 }), await rows({ from: 2, count: 1 })]).toEqual([byPage, byPage])
    expect(await refusal(api.titles.search({ from: 2, count: 3 }))).toBe('400 validation.firstRow')
  })

  const shown = async () => (await api.titles.search({ take: 50 })).data.find(title => title.tag === tag)!

  test.each([
    ['a name of every kind of sign', { className: 'Another “name”, \\ with\nbreaks' }],
    ['keywords that end in a backslash', { keywords: ['a,b', '"c"', 'd\\', '{}', 'NULL'] }],
    ['no keywords', { keywords: [] }],
    ['a large number', { fileSize: 5_000_000_000 }],
    ['an object', { processing: { step: 'encode' as const, fraction: 0.4 } }],
  ])('is %s as it is stored', async (_, set) => {
    await put(server, tag, set)
    expect(await shown()).toMatchObject(set)
  })

  test('is how far an upload has come', async () => {
    expect((await shown()).chunkNumber).toBe(0)
    await api.uploads.video(chunkOf(tag, new Uint8Array(5_000_000), 1))
    expect((await shown()).chunkNumber).toBe(1)
  })

  test('is a name that has changed since the page before', async () => {
    await put(server, tag, { channelId: 'ironside-strength' })
    expect((await shown()).channelName).toBe('Ironside Strength')
    await server.deps.db.execute(
      sql`UPDATE channels SET display_name = 'Another' WHERE tag = 'ironside-strength'`,
    )
    expect((await shown()).channelName).toBe('Another')
  })

  test('is that a title is stuck, though nothing has changed', async () => {
    await put(server, tag, { status: TitleStatus.Uploaded, statusSince: clock.now() })
    expect((await shown()).stuck).toBeNull()
    clock.forward(30 * 86_400)
    expect((await shown()).stuck?.reason).toBe('stuck.uploaded')
  })
})
