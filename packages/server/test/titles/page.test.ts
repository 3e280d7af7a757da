import { TitleStatus, VideoStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TitleChange } from '../../src/stored-titles/rows.ts'
import { databases } from '../database.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { chunkOf, put, type TestApi } from './support.ts'

const changes: Record<string, TitleChange> = {
  'a name': { className: 'Another “name”, \\ with\nbreaks' },
  'nothing instead of a date': { scheduleDate: null },
  'a date': { scheduleDate: '2027-01-01' },
  'a list': { equipmentIds: ['equipment-mat', 'equipment-bike'], keywords: ['a,b', '"c"', 'd\\'] },
  'an empty list': { equipmentIds: [], keywords: [] },
  'a number': { durationSecond: 77, fileSize: 5_000_000_000 },
  'a yes and a no': { isActive: false, isAutoPublish: true },
  'an object': { processing: { step: 'encode', fraction: 0.4 } },
  'another object': { processing: { step: 'encode', fraction: 0.5 } },
  'a status': { status: TitleStatus.Published, videoStatus: VideoStatus.Completed },
  'the time of a change': { updatedAt: new Date('2026-11-21T10:00:00.123Z') },
}

describe.each(databases)('TITLE-15 a page of titles that were sent before (%s)', kind => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let tag: string
  beforeAll(async () => {
    server = await createTestServer({ db: kind, clock, settings: { accessTokenLifetime: 400 * 86_400 } })
    api = server.api('provider')
    for (const className of ['One', 'Two', 'Three']) ({ tag } = await api.titles.create({ className }))
  })
  afterAll(() => server.close())

  /** Found by their tags they are always made anew. */
  const expectFresh = async () => {
    for (let time = 0; time < 2; time++) {
      const { data } = await api.titles.search({ take: 50 })
      expect(data).toHaveLength(3)
      expect(data).toEqual((await api.titles.find({ titleTags: data.map(title => title.tag) })).data)
    }
  }

  it.each(Object.entries(changes))('shows %s that has changed', async (_, set) => {
    await expectFresh()
    await put(server, tag, set)
    await expectFresh()
  })

  it('shows how far an upload has come', async () => {
    const { tag } = await api.titles.create({ className: 'Uploaded' })
    await api.titles.remove({ tags: [(await api.titles.search({ query: 'Two' })).data[0]!.tag] })
    await expectFresh()
    await api.uploads.video(chunkOf(tag, new Uint8Array(5_000_000), 1))
    await expectFresh()
  })

  it('shows a new name of what titles refer to', async () => {
    await put(server, tag, { channelId: 'ironside-strength', focusAreaIds: ['focus-core'] })
    await expectFresh()
    await server.deps.db.execute(
      sql`UPDATE channels SET display_name = 'Another' WHERE tag = 'ironside-strength'`,
    )
    await expectFresh()
    expect((await api.titles.search({ take: 50 })).data.map(title => title.channelName)).toContain('Another')
  })

  it('shows that one has stood still for too long, though nothing has changed', async () => {
    await put(server, tag, { status: TitleStatus.Uploaded, standingSince: clock.now() })
    await expectFresh()
    clock.forward(30 * 86_400)
    await expectFresh()
    const { data } = await api.titles.search({ take: 50 })
    expect(data.find(title => title.tag === tag)?.stuck?.reason).toBe('stuck.uploaded')
  })
})
