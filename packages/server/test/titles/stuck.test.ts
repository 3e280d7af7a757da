import { TitleStatus as S, toWireDate, VideoStatus as V } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TitleChange } from '../../src/stored-titles/rows.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { put, ready, refusal, type TestApi, viewTitle } from './support.ts'

const day = 86_400
const clock = createTestClock()
let server: TestServer
let api: TestApi
beforeAll(async () => {
  server = await createTestServer({ clock, settings: { accessTokenLifetime: 3 * 365 * day } })
  api = server.api('provider')
})
afterAll(() => server?.close())

/** A title that has stood so since now. */
async function standing(set: TitleChange, draft: object = {}): Promise<string> {
  const { tag } = await api.titles.create({ className: 'Still', ...draft })
  await put(server, tag, { statusSince: clock.now(), trailerSince: clock.now(), ...set })
  return tag
}

const stuckTags = async () => {
  const { data } = await api.titles.search({ stuck: true, take: -1 })
  return data.map(title => title.tag)
}

interface Row {
  name: string
  set: TitleChange
  reason: string
  wayOut: string
  after: object
}

const file = { sourceKey: 'uploads/x/1' }
const rows: Row[] = [
  {
    name: 'an upload begun and left',
    set: { status: S.Incomplete, videoStatus: V.Uploading },
    reason: 'stuck.uploading',
    wayOut: 'takeBack',
    after: { status: S.Incomplete, videoStatus: V.Canceled },
  },
  {
    name: 'an upload in the middle',
    set: { status: S.Uploading, videoStatus: V.Uploading },
    reason: 'stuck.uploading',
    wayOut: 'takeBack',
    after: { status: S.Incomplete, videoStatus: V.Canceled },
  },
  {
    name: 'a stored file that nobody asked to process',
    set: { status: S.Uploaded, videoStatus: V.Uploaded, ...file },
    reason: 'stuck.uploaded',
    wayOut: 'retry',
    after: { status: S.EncodingQueued, videoStatus: V.Processing },
  },
  {
    name: 'a lost job before the sound is levelled',
    set: { status: S.NormalisationQueued, videoStatus: V.Normalizing, jobId: 'lost', ...file },
    reason: 'stuck.waiting',
    wayOut: 'retry',
    after: { status: S.EncodingQueued, videoStatus: V.Processing },
  },
  {
    name: 'a lost job before the ladder',
    set: { status: S.EncodingQueued, videoStatus: V.Processing, jobId: 'lost', ...file },
    reason: 'stuck.waiting',
    wayOut: 'retry',
    after: { status: S.EncodingQueued, videoStatus: V.Processing },
  },
  {
    name: 'a job lost just before its end',
    set: { status: S.Encoded, videoStatus: V.Processing, jobId: 'lost', ...file },
    reason: 'stuck.encoded',
    wayOut: 'retry',
    after: { status: S.EncodingQueued, videoStatus: V.Processing },
  },
  {
    name: 'Encoded without a file',
    set: { status: S.Encoded, videoStatus: V.Processing },
    reason: 'stuck.encoded',
    wayOut: 'retry',
    after: { status: S.Error, videoStatus: V.Failed, errorType: 'processing.missing', jobID: null },
  },
  {
    name: 'EncodingQueued without a file',
    set: { status: S.EncodingQueued, videoStatus: V.Processing },
    reason: 'stuck.waiting',
    wayOut: 'retry',
    after: { status: S.Error, errorType: 'processing.missing' },
  },
]

describe('VIDEO-03, E-1: each status has a longest stay, a reason and a way out', () => {
  test.each(rows.map(row => [row.name, row] as const))('%s', async (_, { set, reason, wayOut, after }) => {
    const tag = await standing(set)
    expect((await viewTitle(api, tag)).stuck).toBeNull()
    expect(await stuckTags()).not.toContain(tag)
    clock.forward(day + 1)
    expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason, wayOut })
    expect(await stuckTags()).toContain(tag)
    expect(await api.titles.retry({ tag })).toMatchObject({ ...after, stuck: null })
    expect(await stuckTags()).not.toContain(tag)
  })

  test('publishes again what is ready', async () => {
    const tag = await standing({ status: S.PublishQueued, videoStatus: V.Completed }, ready)
    clock.forward(day)
    expect(await api.titles.retry({ tag })).toMatchObject({ status: S.Published })
  })

  test('TITLE-05 what isn’t ready to be published is completed, and the refusal says what is missing', async () => {
    const tag = await standing(
      { status: S.PublishQueued, videoStatus: V.Completed },
      { ...ready, classDescription: '' },
    )
    clock.forward(day)
    expect((await viewTitle(api, tag)).stuck).toMatchObject({
      reason: 'stuck.publishing',
      wayOut: 'publish',
    })
    const refused = await refusal(api.titles.retry({ tag }))
    expect(refused).toBe(await refusal(api.titles.publish({ tag })))
    expect(refused).toBe('400 title.publishNotReady')
    expect(await viewTitle(api, tag)).toMatchObject({ status: S.Completed, stuck: null })
  })

  test('leaves alone what is still being worked on, and what is done', async () => {
    const working = await standing({
      status: S.EncodingQueued,
      videoStatus: V.Processing,
      jobId: 'a',
      ...file,
    })
    expect(await api.titles.retry({ tag: working })).toMatchObject({ status: S.EncodingQueued, jobID: 'a' })
    const uploading = await standing({ status: S.Uploading, videoStatus: V.Uploading })
    expect(await refusal(api.titles.retry({ tag: uploading }))).toBe('400 title.notStuckYet')
    const done = await standing({ status: S.Completed, videoStatus: V.Completed })
    clock.forward(365 * day)
    expect((await viewTitle(api, done)).stuck).toBeNull()
    expect(await refusal(api.titles.retry({ tag: done }))).toBe('400 title.nothingToRetry')
    const bare = await standing({ status: S.Incomplete, videoStatus: null })
    expect(await refusal(api.titles.retry({ tag: bare }))).toBe('400 title.encodeNoFile')
  })

  test('is nobody else’s: a title out of reach is not found', async () => {
    const tag = await standing({ status: S.Encoded, videoStatus: V.Processing })
    clock.forward(day)
    expect(await refusal(server.api('tenant').titles.retry({ tag }))).toBe('404 title.notFound')
  })
})

const web = { trailerStatus: S.Completed, trailerWebKey: 'trailers/x/1/web/master.m3u8' }
const trailers: Row[] = [
  {
    name: 'an upload left',
    set: { trailerStatus: S.Uploading },
    reason: 'stuck.uploading',
    wayOut: 'takeBack',
    after: { trailerStatus: null },
  },
  {
    name: 'a lost job',
    set: { trailerStatus: S.EncodingQueued, trailerJobId: 'lost', trailerSourceKey: 'uploads/x/2' },
    reason: 'stuck.waiting',
    wayOut: 'retry',
    after: { trailerStatus: S.EncodingQueued },
  },
  {
    name: 'no mobile half, and no file to make it from',
    set: web,
    reason: 'stuck.waiting',
    wayOut: 'retry',
    after: { trailerStatus: S.Error, errorType: null, trailerErrorType: 'processing.missing' },
  },
]

describe('VIDEO-06, E-3: a trailer has them too', () => {
  test.each(trailers.map(row => [row.name, row] as const))(
    '%s',
    async (_, { set, reason, wayOut, after }) => {
      const tag = await standing(set)
      expect((await viewTitle(api, tag)).trailerStuck).toBeNull()
      clock.forward(day + 1)
      expect((await viewTitle(api, tag)).trailerStuck).toMatchObject({ reason, wayOut })
      expect(await stuckTags()).toContain(tag)
      const retried = await api.titles.retry({ tag, isTrailerFile: true })
      expect(retried).toMatchObject({ ...after, trailerStuck: null })
      expect(await stuckTags()).not.toContain(tag)
    },
  )

  test('a half-made trailer does not come back when its replacement is cancelled', async () => {
    const tag = await standing({ ...web, trailerStatus: S.Uploading })
    await api.titles.cancelContent({ titleTag: tag, isTrailerFile: true })
    expect(await viewTitle(api, tag)).toMatchObject({ trailerStatus: null, trailerLinkWeb: null })
  })
})

describe('NAV-71 what is due for release within 48 hours', () => {
  test('is what has its release date ahead and is not published', async () => {
    const at = (hours: number) => toWireDate(new Date(clock.now().getTime() + hours * 3_600_000))
    const release = (hours: number, status: S = S.Completed) =>
      standing({ status }, { className: 'Due', scheduleDate: at(hours) })
    const [soon, almost] = [await release(1), await release(48)]
    await Promise.all([release(-1), release(49), release(1, S.Published)])
    const due = async () =>
      (await api.titles.search({ dueSoon: true, query: 'due', take: -1 })).data.map(({ tag }) => tag).sort()
    expect(await due()).toEqual([soon, almost].sort())
    clock.forward(2 * 3600)
    expect(await due()).toContain(almost)
  })
})

describe('28.5 what has its release date within so many days', () => {
  test('published or not, the last day among them', async () => {
    const at = (days: number) => toWireDate(new Date(clock.now().getTime() + days * 86_400_000))
    const release = (days: number, status: S) =>
      standing({ status }, { className: 'Within', scheduleDate: at(days) })
    const [due, live] = [await release(3, S.Completed), await release(7, S.Published)]
    await Promise.all([release(-1, S.Published), release(8, S.Completed)])
    const { data } = await api.titles.search({ releaseWithin: 7, query: 'within', take: -1 })
    expect(data.map(({ tag }) => tag).sort()).toEqual([due, live].sort())
    await expect(api.titles.search({ releaseWithin: 0 })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('C-144 by the instant that a date names, however it is written', async () => {
    const now = clock.now().getTime()
    const away = (hours: number, offset: number) =>
      `${new Date(now + (hours + offset) * 3_600_000).toISOString().slice(0, 19)}`
    const release = (scheduleDate: string) =>
      standing({ status: S.Completed }, { className: 'Written', scheduleDate })
    const soon = await release(`${away(1, -9)}-09:00`)
    await release(`${away(-1, 9)}+09:00`)
    for (const asked of [{ releaseWithin: 1 }, { dueSoon: true }]) {
      const { data } = await api.titles.search({ ...asked, query: 'written', take: -1 })
      expect(data.map(({ tag }) => tag)).toEqual([soon])
    }
  })
})
