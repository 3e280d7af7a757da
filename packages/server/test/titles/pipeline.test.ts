import { TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MediaError, type MediaPort } from '../../src/ports/media.ts'
import { tenantsTable } from '../../src/tenants/tables.ts'
import { startTitleJobs } from '../../src/titles/jobs.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { clip, makeMedia, put, ready, refusal, sendFile, type TestApi, until, viewTitle } from './support.ts'

const S = TitleStatus
const V = VideoStatus
type Title = Awaited<ReturnType<typeof viewTitle>>

let real: MediaPort
let server: TestServer
let api: TestApi
/** What the media port does in between: a test may hold it, or let it fail. */
let before: (step: 'normalise' | 'ladder' | 'rendition' | 'cover', signal?: AbortSignal) => Promise<void>
const steps: string[] = []

beforeAll(async () => {
  real = await makeMedia()
  const watched = <K extends 'normalise' | 'ladder' | 'rendition' | 'cover'>(name: K): MediaPort[K] =>
    (async (step: Parameters<MediaPort[K]>[0]) => {
      steps.push(name)
      await before(name, step.signal)
      return (real[name] as (step: Parameters<MediaPort[K]>[0]) => unknown)(step)
    }) as MediaPort[K]
  const media: MediaPort = {
    ...real,
    probe: real.probe,
    normalise: watched('normalise'),
    ladder: watched('ladder'),
    rendition: watched('rendition'),
    cover: watched('cover'),
  }
  server = await createTestServer({ media })
  api = server.api('provider')
  before = async () => {}
  await startTitleJobs(server.deps, { watch: 50, deadline: 60_000 })
})
afterAll(() => server.close())

const uploaded = async (draft: object = {}, by = api, options: Parameters<typeof clip>[0] = {}) => {
  const { tag } = await by.titles.create({ className: 'Process', ...draft })
  await sendFile(by, tag, await clip(options))
  return tag
}
const settled = (tag: string, by = api) =>
  until(
    () => viewTitle(by, tag),
    title => [S.Completed, S.Published, S.Error].includes(title.status as never),
  )
const statusOf = (title: Title) => [title.status, title.videoStatus]

/** A promise that is kept from outside. */
function signal() {
  let resolve = () => {}
  const promise = new Promise<void>(keep => {
    resolve = keep
  })
  return { promise, resolve: () => resolve() }
}

/** Stands in the way of a step until it is opened or its job is aborted. */
function gate(step: string) {
  const opened = signal()
  const reached = signal()
  before = async (name, signal) => {
    if (name !== step) return
    reached.resolve()
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new MediaError('cancelled', 'aborted'))),
    )
    await Promise.race([opened.promise, aborted])
  }
  return {
    reached: reached.promise,
    open() {
      before = async () => {}
      opened.resolve()
    },
  }
}

describe('VIDEO-04, E-1, E-2: from the uploaded file to a title that plays', () => {
  it('makes stream, duration and cover, and says how far it is', async () => {
    const tag = await uploaded()
    const held = gate('ladder')
    expect(await api.titles.encodeVideo({ tag })).toEqual({ status: S.EncodingQueued })
    await held.reached
    const busy = await viewTitle(api, tag)
    expect(statusOf(busy)).toEqual([S.EncodingQueued, V.Processing])
    expect(busy.processing).toEqual({ step: 'encode', fraction: 0 })
    expect(busy.jobID).not.toBeNull()
    expect(await api.titles.encodeVideo({ tag })).toEqual({ status: S.EncodingQueued })
    held.open()
    const title = await settled(tag)
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

  it('evens out loudness where the tenant asks for it (VIDEO-05)', async () => {
    const tenant = server.api('tenant')
    const tag = await uploaded({}, tenant)
    const held = gate('normalise')
    expect(await tenant.titles.encodeVideo({ tag })).toEqual({ status: S.NormalisationQueued })
    await held.reached
    expect(statusOf(await viewTitle(tenant, tag))).toEqual([S.NormalisationQueued, V.Normalizing])
    held.open()
    expect(statusOf(await settled(tag, tenant))).toEqual([S.Completed, V.Completed])
  })

  it('skips it where the tenant does not', async () => {
    await server.deps.db
      .update(tenantsTable)
      .set({ audioNormalize: false })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
    const tenant = server.api('tenant')
    const tag = await uploaded({}, tenant)
    steps.length = 0
    await tenant.titles.encodeVideo({ tag })
    await settled(tag, tenant)
    expect(steps).toEqual(['ladder', 'cover'])
    await server.deps.db
      .update(tenantsTable)
      .set({ audioNormalize: true })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
  })

  it('leaves a cover of one’s own alone (TITLE-12, TITLE-13)', async () => {
    const tag = await uploaded({ imageLink: '/media/images/mine.jpg' })
    await api.titles.encodeVideo({ tag })
    expect((await settled(tag)).imageLink).toBe('/media/images/mine.jpg')
    const taken = await api.titles.updateThumbnailType({ tag, thumbnailType: 'auto' })
    expect(taken.imageLink).toMatch(/^\/media\/images\/[0-9a-f]{64}\.jpg$/)
    expect(await viewTitle(api, tag)).toMatchObject({ thumbnailType: 'auto', imageLink: taken.imageLink })
  })

  it('takes no cover where there is no video yet (API-18)', async () => {
    const { tag } = await api.titles.create({ className: 'None' })
    expect(await refusal(api.titles.updateThumbnailType({ tag, thumbnailType: 'auto' }))).toBe(
      '400 title.noFrameForCover',
    )
    expect(await api.titles.updateThumbnailType({ tag, thumbnailType: 'custom' })).toEqual({
      imageLink: null,
    })
  })

  it('publishes by itself where that is wanted (TITLE-34)', async () => {
    const tag = await uploaded({ ...ready, IsAutoPublish: true })
    await api.titles.encodeVideo({ tag })
    expect(
      await until(
        () => viewTitle(api, tag),
        title => title.status === S.Published,
      ),
    ).toMatchObject({ videoStatus: V.Completed })
  })

  it('keeps the old stream until the new one is finished (C-25)', async () => {
    const tag = await uploaded({ ...ready })
    await api.titles.encodeVideo({ tag })
    await settled(tag)
    await api.titles.publish({ tag })
    const { streamingLink: link } = await api.titles.streamingLink({ tenant: 'ironside', tag })
    await sendFile(api, tag, await clip({ seconds: 3 }))
    const held = gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    expect((await server.app.request(link)).status).toBe(200)
    expect((await viewTitle(api, tag)).durationSecond).toBe(2)
    held.open()
    expect(await settled(tag)).toMatchObject({ status: S.Completed, durationSecond: 3 })
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
  it('needs a file', async () => {
    const { tag } = await api.titles.create({ className: 'No file' })
    expect(await refusal(api.titles.encodeVideo({ tag }))).toBe('400 title.encodeNoFile')
  })

  it('waits for the upload that goes on', async () => {
    const tag = await uploaded()
    await put(server, tag, { status: S.Uploading, videoStatus: V.Uploading })
    expect(await refusal(api.titles.encodeVideo({ tag }))).toBe('400 title.encodeWrongState')
  })
})

describe('UPLOAD-17, VIDEO-14: failures', () => {
  it('tries again, and goes on as if nothing had been', async () => {
    const tag = await uploaded()
    let left = 1
    steps.length = 0
    before = async name => {
      if (name === 'ladder' && left-- > 0) throw new MediaError('failed', 'out of memory')
    }
    await api.titles.encodeVideo({ tag })
    expect(statusOf(await settled(tag))).toEqual([S.Completed, V.Completed])
    expect(steps.filter(step => step === 'ladder')).toHaveLength(2)
  })

  it('ends as Error with a reason after three tries, and encodevideo is the way to try again', async () => {
    const tag = await uploaded()
    steps.length = 0
    before = async name => {
      if (name === 'ladder') throw new MediaError('failed', 'out of memory')
    }
    await api.titles.encodeVideo({ tag })
    expect(await settled(tag)).toMatchObject({
      status: S.Error,
      videoStatus: V.Failed,
      errorType: 'processing.failed',
      processing: null,
    })
    expect(steps).toEqual(['ladder', 'ladder', 'ladder'])
    before = async () => {}
    await api.titles.encodeVideo({ tag })
    expect(
      await until(
        () => viewTitle(api, tag),
        title => title.status === S.Completed,
      ),
    ).toMatchObject({ errorType: null })
  })

  it('does not try again what can’t succeed', async () => {
    const tag = await uploaded()
    steps.length = 0
    before = async name => {
      if (name === 'ladder') throw new MediaError('unreadable', 'damaged')
    }
    await api.titles.encodeVideo({ tag })
    expect(await settled(tag)).toMatchObject({ status: S.Error, errorType: 'processing.unreadable' })
    expect(steps).toEqual(['ladder'])
    before = async () => {}
  })

  it('says that the stored file is gone', async () => {
    const tag = await uploaded()
    await put(server, tag, { sourceKey: 'uploads/gone/1' })
    await api.titles.encodeVideo({ tag })
    expect(await settled(tag)).toMatchObject({ status: S.Error, errorType: 'processing.missing' })
  })

  it('does not lose a title for its cover', async () => {
    const tag = await uploaded()
    before = async name => {
      if (name === 'cover') throw new MediaError('failed', 'no frame')
    }
    await api.titles.encodeVideo({ tag })
    expect(await settled(tag)).toMatchObject({ status: S.Completed, imageLink: null })
    before = async () => {}
  })
})

describe('API-16 cancelling while it is processed', () => {
  it('stops the running job, and it may be asked for again', async () => {
    const tag = await uploaded()
    const held = gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    await api.titles.cancelContent({ titleTag: tag })
    expect(statusOf(await viewTitle(api, tag))).toEqual([S.Incomplete, V.Canceled])
    held.open()
    await api.titles.encodeVideo({ tag })
    expect(statusOf(await settled(tag))).toEqual([S.Completed, V.Completed])
  })

  it('deleting ends it as well', async () => {
    const tag = await uploaded()
    const held = gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    await api.titles.remove({ tags: [tag] })
    held.open()
    expect(await refusal(api.titles.update({ tag, className: 'x' }))).toBe('404 title.notFound')
  })
})

describe('E-3, VIDEO-06, VIDEO-09, VIDEO-10 trailer', () => {
  it('gets a web and a mobile rendition, and can be removed then', async () => {
    const { tag } = await api.titles.create({ className: 'Trailer' })
    await sendFile(api, tag, await clip(), { role: 'trailer' })
    const held = gate('rendition')
    await api.titles.encodeTrailer({ tag })
    await held.reached
    const pending = await viewTitle(api, tag)
    expect(pending).toMatchObject({ trailerLinkMobile: null, trailerStatus: S.Completed })
    expect(pending.trailerLinkWeb).toMatch(/master\.m3u8$/)
    expect(await refusal(api.titles.removeTrailer({ Titletag: tag }))).toBe('400 title.trailerNotComplete')
    held.open()
    const done = await until(
      () => viewTitle(api, tag),
      title => title.trailerLinkMobile !== null,
    )
    for (const link of [done.trailerLinkWeb!, done.trailerLinkMobile!])
      expect((await server.app.request(link)).status).toBe(200)
    await api.titles.removeTrailer({ Titletag: tag })
    expect(await viewTitle(api, tag)).toMatchObject({
      trailerLinkWeb: null,
      trailerLinkMobile: null,
      trailerStatus: null,
      trailerName: null,
    })
    expect((await server.app.request(done.trailerLinkMobile!)).status).toBe(404)
    expect(await sendFile(api, tag, await clip(), { role: 'trailer' })).toMatchObject({ complete: true })
  })

  it('ends in error with its reason, and may be encoded again', async () => {
    const { tag } = await api.titles.create({ className: 'Trailer' })
    await sendFile(api, tag, await clip(), { role: 'trailer' })
    before = async () => {
      throw new MediaError('unreadable', 'damaged')
    }
    await api.titles.encodeTrailer({ tag })
    expect(
      await until(
        () => viewTitle(api, tag),
        title => title.trailerStatus === S.Error,
      ),
    ).toMatchObject({ errorType: 'processing.unreadable', status: S.Incomplete })
    before = async () => {}
    await api.titles.encodeTrailer({ tag })
    await until(
      () => viewTitle(api, tag),
      title => title.trailerLinkMobile !== null,
    )
  })
})

it('C-05 a title of sound alone plays too, and needs no cover', async () => {
  const sound = await import('node:fs/promises').then(async ({ mkdtemp, readFile }) => {
    const { ffmpeg } = await import('../media/clips.ts')
    const path = `${await mkdtemp('/tmp/kinora-sound-')}/a.mp3`
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=2', path)
    return new Uint8Array(await readFile(path))
  })
  const { tag } = await api.titles.create({ className: 'Sound', contentType: 2 })
  await sendFile(api, tag, sound, { fileName: 'a.mp3' })
  await api.titles.encodeVideo({ tag })
  expect(await settled(tag)).toMatchObject({ status: S.Completed, imageLink: null })
})
