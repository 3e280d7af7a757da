import { TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantsTable } from '../../src/tenants/tables.ts'
import type { TestServer } from '../harness.ts'
import { made } from '../media/clips.ts'
import {
  clip,
  freshClip,
  put,
  ready,
  refusal,
  sendFile,
  type TestApi,
  until,
  viewTitle,
  whenTitle,
} from './support.ts'
import { createWorkshop, statusOf, type Workshop } from './workshop.ts'

const S = TitleStatus
const V = VideoStatus

let workshop: Workshop
let server: TestServer
let api: TestApi
/** Made into a stream by whichever test comes first; the others that give it have that one. */
let shared: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  workshop = await createWorkshop()
  shared = await freshClip()
  ;({ server, api } = workshop)
})
afterAll(() => server?.close())

describe('VIDEO-04, UPLOAD-16, E-1, E-2: from the uploaded file to a title that plays', () => {
  test('API-19 makes stream, duration and cover, and says how far it is', async () => {
    const tag = await workshop.uploaded()
    const held = workshop.gate('ladder')
    expect(await api.titles.encodeVideo({ tag })).toEqual({ status: S.EncodingQueued })
    await held.reached
    const busy = await viewTitle(api, tag)
    expect(statusOf(busy)).toEqual([S.EncodingQueued, V.Processing])
    expect(busy.processing).toEqual({ step: 'encode', fraction: 0 })
    expect(busy.jobID).not.toBeNull()
    expect(await api.titles.encodeVideo({ tag })).toEqual({ status: S.EncodingQueued })
    held.open()
    const title = await workshop.settled(tag)
    expect(title).toMatchObject({
      status: S.Completed,
      videoStatus: V.Completed,
      durationSecond: 2,
      processing: null,
      jobID: null,
      errorType: null,
    })
    expect(title.imageLink).toMatch(/^\/media\/images\/[0-9a-f]{64}\.jpg$/)
    expect(await api.titles.encodeVideo({ tag })).toEqual({ status: S.Completed })
    expect((await server.app.request(title.imageLink!)).headers.get('content-type')).toBe('image/jpeg')
  })

  test('B-10 audioNormalize evens out loudness where the tenant asks for it (VIDEO-05)', async () => {
    const tenant = server.api('tenant')
    const tag = await workshop.uploaded({}, tenant)
    const held = workshop.gate('normalise')
    expect(await tenant.titles.encodeVideo({ tag })).toEqual({ status: S.NormalisationQueued })
    await held.reached
    expect(statusOf(await viewTitle(tenant, tag))).toEqual([S.NormalisationQueued, V.Normalizing])
    held.open()
    expect(statusOf(await workshop.settled(tag, tenant))).toEqual([S.Completed, V.Completed])
  })

  test('skips it where the tenant does not', async () => {
    await server.deps.db
      .update(tenantsTable)
      .set({ audioNormalize: false })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
    const tenant = server.api('tenant')
    const tag = await workshop.uploaded({}, tenant)
    workshop.steps.length = 0
    await tenant.titles.encodeVideo({ tag })
    await workshop.settled(tag, tenant)
    expect(workshop.steps).toEqual(['ladder', 'cover'])
    await server.deps.db
      .update(tenantsTable)
      .set({ audioNormalize: true })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
  })

  test('API-18 leaves a cover of one’s own alone (TITLE-12, TITLE-13)', async () => {
    const tag = await workshop.uploaded({ imageLink: '/media/images/mine.jpg' }, api, shared)
    await api.titles.encodeVideo({ tag })
    expect((await workshop.settled(tag)).imageLink).toBe('/media/images/mine.jpg')
    const { token } = await server.signIn('provider')
    const answer = await server.app.request('/api/v1/virtualclass/updatethumbnailtype', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tag, thumbnailType: 'auto' }),
    })
    expect(answer.status).toBe(201)
    const taken = (await answer.json()) as { imageLink: string }
    expect(taken.imageLink).toMatch(/^\/media\/images\/[0-9a-f]{64}\.jpg$/)
    expect(await viewTitle(api, tag)).toMatchObject({ thumbnailType: 'auto', imageLink: taken.imageLink })
  })

  test('TITLE-13, C-137 a file that was damaged since it was processed shows no frames, and that is no failure of the server', async () => {
    const { tag } = await api.titles.create({ className: 'Damaged' })
    const sourceKey = `uploads/${tag}/damaged`
    await server.deps.blobs.put(sourceKey, new TextEncoder().encode('no video any more'))
    await put(server, tag, { sourceKey, streamKey: `streams/${tag}/damaged` })
    expect(await refusal(api.titles.frames({ tag }))).toBe('400 title.noFrameForCover')
  })

  test('TITLE-13 shows a strip of its frames to who may change it, one of which becomes the cover', async () => {
    const tag = await workshop.uploaded({}, api, shared)
    expect(await refusal(api.titles.frames({ tag }))).toBe('400 title.noFrameForCover')
    await api.titles.encodeVideo({ tag })
    await workshop.settled(tag)
    workshop.steps.length = 0
    const [{ frames }] = await Promise.all([api.titles.frames({ tag }), api.titles.frames({ tag })])
    expect(workshop.steps).toEqual(frames.map(() => 'cover'))
    expect(frames.length).toBeGreaterThan(4)
    const seconds = frames.map(({ second }) => second)
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other))
    const pictures = await Promise.all(frames.map(({ imageLink }) => server.app.request(imageLink)))
    expect(pictures.map(({ status }) => status)).toEqual(frames.map(() => 200))
    expect(pictures[0]!.headers.get('content-type')).toBe('image/jpeg')
    expect(await refusal(server.api('tenant').titles.frames({ tag }))).toBe('404 title.notFound')

    const last = { tag, thumbnailType: 'auto', second: seconds.at(-1)! } as const
    const { imageLink } = await api.titles.updateThumbnailType(last)
    const first = await api.titles.updateThumbnailType({ ...last, second: seconds[0]! })
    expect(imageLink).toMatch(/^\/media\/images\/[0-9a-f]{64}\.jpg$/)
    expect(first.imageLink).not.toBe(imageLink)
    expect(await refusal(api.titles.updateThumbnailType({ ...last, second: 900 }))).toBe(
      '400 title.noFrameForCover',
    )
    await api.titles.remove({ tags: [tag] })
    expect((await server.app.request(frames[0]!.imageLink)).status).toBe(403)
  })

  test('takes no cover where there is no video yet (API-18)', async () => {
    const { tag } = await api.titles.create({ className: 'None' })
    expect(await refusal(api.titles.updateThumbnailType({ tag, thumbnailType: 'auto' }))).toBe(
      '400 title.noFrameForCover',
    )
    expect(await api.titles.updateThumbnailType({ tag, thumbnailType: 'custom' })).toEqual({
      imageLink: null,
    })
  })

  test('publishes by itself where that is wanted (TITLE-34)', async () => {
    const tag = await workshop.uploaded({ ...ready, IsAutoPublish: true })
    await api.titles.encodeVideo({ tag })
    await whenTitle(server, tag, title => title.status === S.Published)
    expect(await viewTitle(api, tag)).toMatchObject({ videoStatus: V.Completed, imageLink: ready.imageLink })
  })

  test('keeps the old stream until the new one is finished (C-25)', async () => {
    const tag = await workshop.uploaded({ ...ready }, api, shared)
    await api.titles.encodeVideo({ tag })
    await workshop.settled(tag)
    await api.titles.publish({ tag })
    const { streamingLink: link } = await api.titles.streamingLink({ tenant: 'ironside', tag })
    await sendFile(api, tag, await clip({ seconds: 3 }))
    const held = workshop.gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    expect((await server.app.request(link)).status).toBe(200)
    expect((await viewTitle(api, tag)).durationSecond).toBe(2)
    held.open()
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Completed, durationSecond: 3 })
    await until(
      async () => (await server.app.request(link)).status,
      status => status === 404,
    )
    expect(
      (await server.app.request((await api.titles.streamingLink({ tenant: 'ironside', tag })).streamingLink))
        .status,
    ).toBe(200)
  })
})

describe('E-1 invalid: encoding', () => {
  test('API-19 needs a file', async () => {
    const { tag } = await api.titles.create({ className: 'No file' })
    expect(await refusal(api.titles.encodeVideo({ tag }))).toBe('400 title.encodeNoFile')
  })

  test('waits for the upload that goes on', async () => {
    const tag = await workshop.uploaded()
    await put(server, tag, { status: S.Uploading, videoStatus: V.Uploading })
    expect(await refusal(api.titles.encodeVideo({ tag }))).toBe('400 title.encodeWrongState')
  })
})

test('C-05 a title of sound alone plays too, and needs no cover', async () => {
  const sound = await made('a.mp3', '-f', 'lavfi', '-i', 'sine=duration=2')
  const { tag } = await api.titles.create({ className: 'Sound', contentType: 2 })
  await sendFile(api, tag, sound, { fileName: 'a.mp3' })
  await api.titles.encodeVideo({ tag })
  expect(await workshop.settled(tag)).toMatchObject({ status: S.Completed, imageLink: null })
})
