import { CHUNK_SIZE, TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMediaJobs } from '../../src/pipeline/jobs.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { postgresWanted } from '../postgres.ts'
import {
  chunkOf,
  clip,
  fileDigest,
  makeMedia,
  padded,
  ready,
  type TestApi,
  viewTitle,
  whenTitle,
} from './support.ts'

/** On PostgreSQL calls really run at the same time; on PGlite they take turns. */
describe.runIf(postgresWanted)('titles on PostgreSQL', () => {
  let server: TestServer
  let api: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db: 'postgres', media: await makeMedia() })
    api = server.api('provider')
    await startMediaJobs(server.deps, { watch: 50, deadline: 60_000, stall: 60_000, disk: 20 })
  })
  afterAll(() => server?.close())

  test('makes one title of an external id, asked for at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => api.titles.create({ className: 'Once', externalId: 'row' })),
    )
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(1)
    expect(all.filter(({ created }) => created)).toHaveLength(1)
  })

  test('finds, filters and pages', async () => {
    for (const className of ['Alpha', 'Beta', 'Gamma'])
      await api.titles.create({ ...ready, className, keywords: ['paging'] })
    const search = {
      query: 'PAGING',
      equipmentId: ['equipment-kettlebell'],
      skill: ['beginner'] as const,
      sort: 'name' as const,
      dir: 'asc' as const,
    }
    const pages = await Promise.all(
      [1, 2].map(page => api.titles.search({ ...search, skill: ['beginner'], page, take: 2 })),
    )
    expect(pages.flatMap(page => page.data.map(title => title.className))).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(pages[0]).toMatchObject({ totalRecords: 3, totalPages: 2 })
  })

  test('takes crossing chunks, processes and publishes', async () => {
    const { tag } = await api.titles.create({ ...ready, IsAutoPublish: true })
    const bytes = padded(await clip(), 2 * CHUNK_SIZE + 77)
    await api.uploads.video(chunkOf(tag, bytes, 1))
    await Promise.all([3, 1, 2, 1, 2, 3].map(number => api.uploads.video(chunkOf(tag, bytes, number))))
    expect(await viewTitle(api, tag)).toMatchObject({
      status: TitleStatus.Uploaded,
      fileDigest: fileDigest(bytes),
    })
    await Promise.all([api.titles.encodeVideo({ tag }), api.titles.encodeVideo({ tag })])
    await whenTitle(server, tag, title => title.status === TitleStatus.Published)
    expect(await viewTitle(api, tag)).toMatchObject({
      durationSecond: 2,
      tenants: ['nordicmove', 'oasiswellness', 'pulsehouse'],
    })
  })
})
