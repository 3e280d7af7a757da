import { Role, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { MediaError } from '../../src/ports/media.ts'
import { usersTable } from '../../src/session/tables.ts'
import type { TestServer } from '../harness.ts'
import { put, ready, refusal, type TestApi, viewTitle } from './support.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

const S = TitleStatus

let workshop: Workshop
let server: TestServer
let api: TestApi
beforeAll(async () => {
  workshop = await createWorkshop()
  ;({ server, api } = workshop)
})
afterAll(() => server?.close())

/** A title in the middle of its processing, for which publishing when ready was asked. */
async function asked(draft: object) {
  const tag = await workshop.uploaded(draft)
  const held = workshop.gate('ladder')
  await api.titles.encodeVideo({ tag })
  await held.reached
  expect(await api.titles.publish({ tag, whenReady: true })).toMatchObject({
    status: S.EncodingQueued,
    whenReady: { state: 'asked', by: expect.any(String) },
  })
  return { tag, open: held.open }
}

describe('28.1, decision 0119: publish when ready', () => {
  test('a complete title is published in the transaction that ends its processing, by whom it was asked for', async () => {
    const { tag, open } = await asked(ready)
    open()
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Published, whenReady: null })
    const { data } = await api['title-history'].list({ tag })
    const verbs = data.map(({ verb, by }) => [verb, by])
    const by = verbs[0]![1]
    expect(verbs.slice(0, 2)).toEqual([
      ['publish', by],
      ['publishWhenReady', by],
    ])
  })

  test('one that lacks something says what, asks no more, and says nothing once that is mended', async () => {
    const { tag, open } = await asked({ ...ready, skill: null, channelId: null })
    open()
    expect(await workshop.settled(tag)).toMatchObject({
      status: S.Completed,
      whenReady: {
        state: 'refused',
        issues: [
          { path: 'skill', code: 'required.skill' },
          { path: 'channelId', code: 'required.channel' },
        ],
      },
    })
    const half = await api.titles.update({ tag, skill: 3 })
    expect(half.whenReady).toEqual({
      state: 'refused',
      issues: [{ path: 'channelId', code: 'required.channel' }],
    })
    const whole = await api.titles.update({ tag, channelId: ready.channelId })
    expect(whole).toMatchObject({ status: S.Completed, whenReady: null })
    expect(await api.titles.publish({ tag, whenReady: true })).toMatchObject({ status: S.Published })
  })

  test('a file that can’t be processed ends it with the reason; cancelled, it is taken back', async () => {
    const failing = await workshop.uploaded(ready)
    await api.titles.publish({ tag: failing, whenReady: true })
    workshop.before = async () => {
      throw new MediaError('unreadable', 'broken')
    }
    await api.titles.encodeVideo({ tag: failing })
    const failed = await workshop.settled(failing)
    workshop.before = async () => {}
    expect(failed).toMatchObject({
      status: S.Error,
      whenReady: { state: 'refused', issues: [{ path: 'status', code: failed.errorType }] },
    })
    expect(await refusal(api.titles.publish({ tag: failing, whenReady: true }))).toBe(
      '400 title.publishWrongState',
    )
    const { tag, open } = await asked(ready)
    await api.titles.cancelContent({ titleTag: tag })
    open()
    expect(await viewTitle(api, tag)).toMatchObject({ status: S.Incomplete, whenReady: null })
  })

  test('is asked of a draft that has no file yet, once, taken back, and out of reach for others', async () => {
    const { tag } = await api.titles.create({ className: 'Soon' })
    await api.titles.publish({ tag, whenReady: true })
    await api.titles.publish({ tag, whenReady: true })
    expect(await api.titles.publish({ tag, publish: false, whenReady: true })).toMatchObject({
      whenReady: null,
    })
    const { data } = await api['title-history'].list({ tag })
    expect(data.map(({ verb }) => verb)).toEqual(['keepUnpublished', 'publishWhenReady', 'create'])
    expect(await refusal(server.api('tenant').titles.publish({ tag, whenReady: true }))).toBe(
      '404 title.notFound',
    )
  })

  test('an account that is closed meanwhile publishes nothing', async () => {
    const { tag, open } = await asked(ready)
    const { email } = (await server.signIn('provider')).user
    const active = (isActive: boolean) =>
      server.deps.db.update(usersTable).set({ isActive }).where(eq(usersTable.email, email))
    await active(false)
    open()
    await workshop.settled(tag, server.api('admin'))
    await active(true)
    expect(await viewTitle(api, tag)).toMatchObject({
      status: S.Completed,
      whenReady: { state: 'refused', issues: [{ path: '', code: 'title.whenReadyAccountGone' }] },
    })
  })

  test('TITLE-34 a refused wish leaves a title that publishes itself as it was', async () => {
    const { tag, open } = await asked({ ...ready, IsAutoPublish: true })
    const { email } = (await server.signIn('provider')).user
    const active = (isActive: boolean) =>
      server.deps.db.update(usersTable).set({ isActive }).where(eq(usersTable.email, email))
    await active(false)
    open()
    expect(await workshop.settled(tag, server.api('admin'))).toMatchObject({
      ...{ status: S.Published, whenReady: null },
    })
    await active(true)
  })

  test('an account that acts for nobody any more says so', async () => {
    const { tag, open } = await asked(ready)
    const { email } = (await server.signIn('provider')).user
    const mine = eq(usersTable.email, email)
    const [before] = await server.deps.db.select().from(usersTable).where(mine)
    await server.deps.db.update(usersTable).set({ role: Role.Support, providerTag: null }).where(mine)
    open()
    await workshop.settled(tag, server.api('admin'))
    const { role, providerTag } = before!
    await server.deps.db.update(usersTable).set({ role, providerTag }).where(mine)
    expect(await viewTitle(api, tag)).toMatchObject({
      ...{ status: S.Completed },
      whenReady: { state: 'refused', issues: [{ path: '', code: 'title.whenReadyAccountGone' }] },
    })
  })

  test('many at once, as a job: what is ready goes out now, the rest when it is; undo takes both back', async () => {
    const made = async (className: string) => (await api.titles.create({ ...ready, className })).tag
    const [done, coming, failed] = [await made('Done'), await made('Coming'), await made('Failed')]
    await put(server, done, { status: S.Completed })
    await put(server, failed, { status: S.Error })
    const jobs = api['title-jobs']
    const draft = { act: 'publishWhenReady' as const, tags: [done, coming, failed] }
    const { data } = await jobs.preview(draft)
    expect(data.map(({ outcome }) => outcome)).toEqual(['change', 'change', 'refused'])
    const { startTitleJobWorkers } = await import('../../src/title-jobs/run.ts')
    await startTitleJobWorkers(server.deps)
    const ended = (jobId: string) =>
      until('the job has ended', async () => {
        const job = await jobs.view({ jobId })
        return job.status !== 'Running' && job
      })
    const job = await ended((await jobs.create(draft)).jobId)
    expect(job.counts).toMatchObject({ done: 2, refused: 1 })
    const states = async () =>
      (await api.titles.find({ titleTags: [done, coming] })).data.map(({ status, whenReady }) => [
        status,
        whenReady?.state,
      ])
    expect(await states()).toEqual([
      [S.Published, undefined],
      [S.Incomplete, 'asked'],
    ])
    await ended((await jobs.undo({ jobId: job.jobId })).jobId)
    expect(await states()).toEqual([
      [S.Unpublished, undefined],
      [S.Incomplete, undefined],
    ])
  })
})
