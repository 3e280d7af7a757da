import { KinoraError, TitleStatus, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MediaError } from '../../src/ports/media.ts'
import type { TestServer } from '../harness.ts'
import { clip, put, refusal, sendFile, type TestApi, viewTitle, whenTitle } from './support.ts'
import { createWorkshop, statusOf, type Workshop } from './workshop.ts'

const S = TitleStatus
const V = VideoStatus

let workshop: Workshop
let server: TestServer
let api: TestApi
beforeAll(async () => {
  workshop = await createWorkshop()
  ;({ server, api } = workshop)
})
afterAll(() => server?.close())

describe('UPLOAD-17, VIDEO-14: failures', () => {
  test('tries again, and goes on as if nothing had been', async () => {
    const tag = await workshop.uploaded()
    let left = 1
    workshop.steps.length = 0
    workshop.before = async name => {
      if (name === 'ladder' && left-- > 0) throw new MediaError('failed', 'out of memory')
    }
    await api.titles.encodeVideo({ tag })
    expect(statusOf(await workshop.settled(tag))).toEqual([S.Completed, V.Completed])
    expect(workshop.steps.filter(step => step === 'ladder')).toHaveLength(2)
  })

  test('ends as Error with a reason after three tries, and encodevideo is the way to try again', async () => {
    const tag = await workshop.uploaded()
    workshop.steps.length = 0
    workshop.before = async name => {
      if (name === 'ladder') throw new MediaError('failed', 'out of memory')
    }
    await api.titles.encodeVideo({ tag })
    expect(await workshop.settled(tag)).toMatchObject({
      status: S.Error,
      videoStatus: V.Failed,
      errorType: 'processing.failed',
      processing: null,
    })
    expect(workshop.steps).toEqual(['ladder', 'ladder', 'ladder'])
    workshop.before = async () => {}
    await api.titles.encodeVideo({ tag })
    await whenTitle(server, tag, title => title.status === S.Completed)
    expect(await viewTitle(api, tag)).toMatchObject({ errorType: null })
  })

  test('a disk that is gone takes no try: the work waits for it, and goes on where the title is by then', async () => {
    const tag = await workshop.uploaded()
    const { blobs } = server.deps
    const { free } = blobs
    const gone = new KinoraError('server', { status: 503 })
    let looks = 0
    workshop.steps.length = 0
    workshop.before = async name => {
      if (name !== 'cover' || looks > 0) return
      blobs.free = async () => {
        looks += 1
        if (looks < 4) throw gone
        blobs.free = free
        return free()
      }
      throw gone
    }
    await api.titles.encodeVideo({ tag })
    expect(statusOf(await workshop.settled(tag))).toEqual([S.Completed, V.Completed])
    workshop.before = async () => {}
    expect(workshop.steps).toEqual(['ladder', 'cover', 'cover'])
    expect(looks).toBe(4)
  })

  test('does not try again what can’t succeed', async () => {
    const tag = await workshop.uploaded()
    workshop.steps.length = 0
    workshop.before = async name => {
      if (name === 'ladder') throw new MediaError('unreadable', 'damaged')
    }
    await api.titles.encodeVideo({ tag })
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Error, errorType: 'processing.unreadable' })
    expect(workshop.steps).toEqual(['ladder'])
    workshop.before = async () => {}
  })

  test('says that the stored file is gone', async () => {
    const tag = await workshop.uploaded()
    await put(server, tag, { sourceKey: 'uploads/gone/1' })
    await api.titles.encodeVideo({ tag })
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Error, errorType: 'processing.missing' })
  })

  test('does not lose a title for its cover', async () => {
    const tag = await workshop.uploaded()
    workshop.before = async name => {
      if (name === 'cover') throw new MediaError('failed', 'no frame')
    }
    await api.titles.encodeVideo({ tag })
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Completed, imageLink: null })
    workshop.before = async () => {}
  })
})

describe('API-16 cancelling while it is processed', () => {
  test('stops the running job, and it may be asked for again', async () => {
    const tag = await workshop.uploaded()
    const held = workshop.gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    await api.titles.cancelContent({ titleTag: tag })
    expect(statusOf(await viewTitle(api, tag))).toEqual([S.Incomplete, V.Canceled])
    held.open()
    await api.titles.encodeVideo({ tag })
    expect(statusOf(await workshop.settled(tag))).toEqual([S.Completed, V.Completed])
  })

  test('deleting ends it as well', async () => {
    const tag = await workshop.uploaded()
    const held = workshop.gate('ladder')
    await api.titles.encodeVideo({ tag })
    await held.reached
    await api.titles.remove({ tags: [tag] })
    held.open()
    expect(await refusal(api.titles.update({ tag, className: 'x' }))).toBe('404 title.notFound')
  })
})

describe('E-3, VIDEO-06, VIDEO-09, VIDEO-10 trailer', () => {
  test('API-17, API-20 gets a web and a mobile rendition, and can be removed then', async () => {
    const { tag } = await api.titles.create({ className: 'Trailer' })
    await sendFile(api, tag, await clip(), { role: 'trailer' })
    const held = workshop.gate('rendition')
    await api.titles.encodeTrailer({ tag })
    await held.reached
    const pending = await viewTitle(api, tag)
    expect(pending).toMatchObject({ trailerLinkMobile: null, trailerStatus: S.Completed })
    expect(pending.trailerLinkWeb).toMatch(/master\.m3u8$/)
    expect(await refusal(api.titles.removeTrailer({ titleTag: tag }))).toBe('400 title.trailerNotComplete')
    held.open()
    await whenTitle(server, tag, title => title.trailerMobileKey !== null)
    const done = await viewTitle(api, tag)
    for (const link of [done.trailerLinkWeb!, done.trailerLinkMobile!])
      expect((await server.app.request(link)).status).toBe(200)
    await api.titles.removeTrailer({ titleTag: tag })
    expect(await viewTitle(api, tag)).toMatchObject({
      trailerLinkWeb: null,
      trailerLinkMobile: null,
      trailerStatus: null,
      trailerName: null,
    })
    expect((await server.app.request(done.trailerLinkMobile!)).status).toBe(404)
    expect(await sendFile(api, tag, await clip(), { role: 'trailer' })).toMatchObject({ complete: true })
  })

  test('ends in error with its reason, and may be encoded again', async () => {
    const { tag } = await api.titles.create({ className: 'Trailer' })
    await sendFile(api, tag, await clip(), { role: 'trailer' })
    workshop.before = async () => {
      throw new MediaError('unreadable', 'damaged')
    }
    await api.titles.encodeTrailer({ tag })
    await whenTitle(server, tag, title => title.trailerStatus === S.Error)
    expect(await viewTitle(api, tag)).toMatchObject({
      errorType: null,
      trailerErrorType: 'processing.unreadable',
      status: S.Incomplete,
    })
    workshop.before = async () => {}
    await api.titles.encodeTrailer({ tag })
    await whenTitle(server, tag, title => title.trailerMobileKey !== null)
  })
})
