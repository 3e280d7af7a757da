import { TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMediaJobs } from '../../src/pipeline/jobs.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { clip, makeMedia, sendFile, viewTitle, whenTitle } from './support.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

test('VIDEO-14 without ffmpeg a title waits and says so; the first start with one processes it', async () => {
  const api = server.api('provider')
  await startMediaJobs(server.deps)
  const { tag } = await api.titles.create({ className: 'Early' })
  await sendFile(api, tag, await clip())
  await api.titles.encodeVideo({ tag })
  expect(await viewTitle(api, tag)).toMatchObject({
    status: TitleStatus.EncodingQueued,
    processing: { step: 'blocked' },
    errorType: null,
  })
  await startMediaJobs({ ...server.deps, media: await makeMedia() })
  await whenTitle(
    server,
    tag,
    ({ status }) => status !== TitleStatus.EncodingQueued && status !== TitleStatus.Encoded,
  )
  expect(await viewTitle(api, tag)).toMatchObject({ status: TitleStatus.Completed, processing: null })
})
