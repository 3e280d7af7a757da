import {
  createMessages,
  en,
  type Output,
  TitleStatus,
  type titleJobs,
  toJobResult,
  toProblemWords,
} from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeEndedJobs, startTitleJobWorkers } from '../src/title-jobs/run.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { put, ready, refusal, type TestApi, until, viewTitle } from './titles/support.ts'

type Job = Output<typeof titleJobs.view>

/** Seconds. */
const DAY = 86_400

describe('jobs on titles', () => {
  const clock = createTestClock()
  let server: TestServer
  let provider: TestApi
  let jobs: TestApi['title-jobs']
  beforeAll(async () => {
    server = await createTestServer({ clock, settings: { accessTokenLifetime: 90 * DAY } })
    await startTitleJobWorkers(server.deps)
    provider = server.api('provider')
    jobs = provider['title-jobs']
  })
  afterAll(() => server?.close())

  const make = async (className: string, draft: Partial<typeof ready> = {}) => {
    clock.forward(1)
    return (await provider.titles.create({ ...ready, imageLink: null, ...draft, className })).tag
  }
  const makeReady = async (className: string, status: TitleStatus = TitleStatus.Completed) => {
    const tag = await make(className)
    await put(server, tag, { status, imageLink: '/media/images/cover.jpg' })
    return tag
  }
  const ended = (job: { jobId: string }) => {
    clock.forward(1)
    return until<Job>(
      () => jobs.view({ jobId: job.jobId }),
      ({ status }) => status !== 'Running',
    )
  }
  const outcomes = async ({ jobId }: { jobId: string }) =>
    (await jobs.results({ jobId, take: -1 })).data.map(({ tag, outcome, problem }) => [tag, outcome, problem])
  const view = (tag: string) => viewTitle(provider, tag)
  const words = (job: Job) => toJobResult(job)[0]

  test('TITLE-26 shows first what an edit would change and why it is refused, then does it and takes it back', async () => {
    const [plain, full, same] = [
      await make('Bulk plain', { labelIds: [], skill: 3 }),
      await make('Bulk full', { equipmentIds: ['equipment-mat', 'equipment-bike', 'equipment-kettlebell'] }),
      await make('Bulk same', { equipmentIds: ['equipment-none'], skill: 7 }),
    ]
    const draft = {
      act: 'edit' as const,
      edit: { skill: 7, equipmentIds: { how: 'add' as const, values: ['equipment-none'] } },
      filter: { query: 'bulk', titleTags: [plain, full, same] },
    }
    const start = await Promise.all([plain, full, same].map(view))
    const shown = await jobs.preview(draft)
    expect(shown.counts).toEqual({
      total: 3,
      change: 1,
      same: 1,
      refused: 1,
      publishes: 0,
      live: 0,
      sites: 0,
      collections: 0,
      events: 0,
    })
    expect(shown.data[0]).toMatchObject({
      ...{ tag: plain, className: 'Bulk plain', outcome: 'change', problem: [] },
      changes: [
        { path: 'equipmentIds', after: ['equipment-kettlebell', 'equipment-none'] },
        { path: 'skill', before: 3, after: 7 },
      ],
    })
    const { data: refused } = await jobs.preview({ ...draft, outcome: 'refused' })
    expect(refused).toMatchObject([
      { tag: full, problem: [{ code: 'validation.maxOptions', params: { max: 3 } }] },
    ])
    expect(await Promise.all([plain, full, same].map(view))).toEqual(start)

    expect(await refusal(jobs.create({ ...draft, expected: 4 }))).toBe('400 titleJob.expected')
    const job = await ended(await jobs.create({ ...draft, expected: 3 }))
    expect(job).toMatchObject({
      status: 'Done',
      counts: { total: 3, done: 1, same: 1, refused: 1 },
      isUndoable: true,
    })
    expect(words(job)).toEqual({ text: 'titleJob.editedCount', params: { s: 1, f: 1 } })
    expect(await outcomes(job)).toEqual([
      [plain, 'done', []],
      [full, 'refused', refused[0]!.problem],
      [same, 'same', []],
    ])
    expect(await view(plain)).toMatchObject({ skill: 7, version: 2 })

    const undo = await ended(await jobs.undo({ jobId: job.jobId }))
    expect(undo).toMatchObject({ act: 'undo', undoes: { act: 'edit' }, counts: { total: 1, done: 1 } })
    const { version: _, updatedDate: __, ...back } = await view(plain)
    expect(start[0]).toMatchObject(back)
    expect(await jobs.view({ jobId: job.jobId })).toMatchObject({ counts: { undone: 1 }, isUndoable: false })
    expect(await refusal(jobs.undo({ jobId: job.jobId }))).toBe('400 titleJob.nothingToUndo')
    expect(await refusal(jobs.undo({ jobId: undo.jobId }))).toBe('400 titleJob.undoOfUndo')
  })

  test('TITLE-26, TITLE-35 deletes with a result for each; undo brings back what nobody has touched since, published again', async () => {
    const [live, gone, touched] = [await makeReady('Live'), await make('Gone'), await make('Touched')]
    await provider.titles.publish({ tag: live })
    const { publishedDate } = await view(live)
    await provider.titles.remove({ tags: [gone] })
    const job = await ended(await jobs.create({ act: 'delete', tags: [live, gone, touched] }))
    expect(words(job)).toEqual({ text: 'title.deleteMixed', params: { s: 2, f: 1 } })
    expect((await outcomes(job)).map(([tag, outcome]) => [tag, outcome])).toEqual([
      [live, 'done'],
      [gone, 'refused'],
      [touched, 'done'],
    ])
    await provider['deleted-titles'].restore({ tag: touched })
    await provider.titles.remove({ tags: [touched] })
    const undo = await ended(await jobs.undo({ jobId: job.jobId }))
    expect(await outcomes(undo)).toEqual([
      [touched, 'changed', [{ path: '', code: 'titleJob.changedSince' }]],
      [live, 'done', []],
    ])
    expect(await view(live)).toMatchObject({ status: TitleStatus.Published, publishedDate })
    const none = await ended(await jobs.create({ act: 'delete', tags: [live, gone] }))
    expect(none.counts.refused).toBe(1)
    expect(await refusal(jobs.create({ act: 'delete', tags: [live, gone] }))).toBe('404 title.notFound')
  })

  test('TITLE-34 says of a title that publishes itself whether its channel lets it', async () => {
    const tag = await makeReady('By itself')
    await put(server, tag, { isAutoPublish: true })
    const draft = { act: 'edit' as const, edit: { skill: 7 }, tags: [tag] }
    expect((await jobs.preview(draft)).data).toMatchObject([{ tag, publishes: true }])
    await put(server, tag, { channelId: 'ironside-club-floor' })
    expect((await jobs.preview(draft)).data).toMatchObject([{ tag, publishes: false }])
  })

  test('TITLE-05, C-45 publishes what is ready and says of the others what is missing; undo takes it off again', async () => {
    const [good, bare, already] = [
      await makeReady('Good'),
      await make('Bare', { skill: null }),
      await makeReady('Already', TitleStatus.Published),
    ]
    await put(server, bare, { status: TitleStatus.Completed, imageLink: '/media/images/cover.jpg' })
    const draft = { act: 'publish' as const, tags: [good, bare, already] }
    const { data } = await jobs.preview(draft)
    expect(data.map(({ outcome }) => outcome)).toEqual(['change', 'refused', 'same'])
    const job = await ended(await jobs.create(draft))
    expect(await outcomes(job)).toEqual([
      [good, 'done', []],
      [bare, 'refused', data[1]!.problem],
      [already, 'same', []],
    ])
    expect(toProblemWords(data[1]!.problem, createMessages(en).issue)).toBe(
      'The title isn’t ready to publish: Required Skill Level.',
    )
    const danish = createMessages(en, {
      'title.publishNotReady': 'Mangler: {{missing}}',
      'required.skill': 'niveau',
    })
    expect(toProblemWords(data[1]!.problem, danish.issue)).toBe('Mangler: niveau')
    expect(await view(good)).toMatchObject({ status: TitleStatus.Published })
    await ended(await jobs.undo({ jobId: job.jobId }))
    expect(await view(good)).toMatchObject({
      status: TitleStatus.Unpublished,
      publishedDate: null,
      tenants: [],
    })
    const off = await ended(await jobs.create({ act: 'unpublish', tags: [already, good] }))
    expect(off.counts).toMatchObject({ done: 1, same: 1 })
    await ended(await jobs.undo({ jobId: off.jobId }))
    expect(await view(already)).toMatchObject({ status: TitleStatus.Published })
  })

  test('TITLE-39 empties what may be empty, and takes that back', async () => {
    const tag = await make('Emptied')
    const { classCategoryId, channelId } = await view(tag)
    const edit = { classCategoryId: null, classSubCategoryId: null, channelId: null, scheduleDate: null }
    const job = await ended(await jobs.create({ act: 'edit', edit, tags: [tag] }))
    expect(await view(tag)).toMatchObject(edit)
    await ended(await jobs.undo({ jobId: job.jobId }))
    expect(await view(tag)).toMatchObject({ classCategoryId, channelId })
  })

  test('F-2, ROLE-04 reaches what its author reaches at that moment, and is seen by that side alone', async () => {
    const tag = await make('Moved away')
    const foreign = (await server.api('tenant').titles.create({ className: 'Foreign' })).tag
    const job = await ended(await jobs.create({ act: 'edit', edit: { skill: 2 }, tags: [tag, foreign] }))
    expect((await outcomes(job)).map(([, outcome]) => outcome)).toEqual(['done', 'refused'])
    expect(await refusal(server.api('tenant')['title-jobs'].view({ jobId: job.jobId }))).toBe(
      '404 titleJob.notFound',
    )
    expect(await refusal(server.api('support')['title-jobs'].list({}))).toContain('400')
    await server.api('admin').titles.update({ tag, providerId: 'tenant-pulsehouse', channelId: null })
    const undo = await ended(await jobs.undo({ jobId: job.jobId }))
    expect((await outcomes(undo)).map(([, outcome]) => outcome)).toEqual(['changed'])
    const { data } = await jobs.list({ mine: true, take: 1 })
    expect(data).toMatchObject([{ jobId: undo.jobId, isMine: true, by: job.by }])
  })

  test('C-14 cancelled, it leaves the rest as it is; a draft that says too much or too little is refused', async () => {
    const tags: string[] = []
    for (let nth = 0; nth < 30; nth += 1) tags.push(await make(`Cancelled ${nth}`))
    const job = await jobs.create({ act: 'edit', edit: { skill: 9 }, tags })
    const cancelled = await jobs.cancel({ jobId: job.jobId })
    const { done, waiting } = cancelled.counts
    expect([cancelled.status, done + waiting]).toEqual(['Cancelled', 30])
    expect(await refusal(jobs.cancel({ jobId: job.jobId }))).toBe('400 titleJob.ended')
    expect((await jobs.view({ jobId: job.jobId })).counts).toEqual(cancelled.counts)
    const skills = (await provider.titles.find({ titleTags: tags })).data.filter(({ skill }) => skill === 9)
    expect(skills).toHaveLength(done)
    expect(await refusal(jobs.create({ act: 'edit', tags }))).toBe('400 titleJob.nothingToEdit')
    expect(await refusal(jobs.create({ act: 'publish', tags, edit: { skill: 1 } }))).toBe(
      '400 titleJob.notAnEdit',
    )
    expect(await refusal(jobs.create({ act: 'publish' }))).toBe('400 titleJob.chooseTitles')
    expect(await refusal(jobs.create({ act: 'publish', filter: { query: 'zzzz' } }))).toBe(
      '400 titleJob.none',
    )
  })

  test('ROLE-09, ROLE-12 a filter by a tenant that the caller doesn’t act for is refused, not passed over', async () => {
    await server.api('tenant').titles.create({ className: 'Theirs' })
    const counted = async (api: TestApi, tenant: string) =>
      (await api['title-jobs'].preview({ act: 'delete', filter: { tenant, query: 'Theirs' } })).counts.total
    const support = server.api('support', { tenantId: 'pulsehouse' })
    for (const api of [server.api('tenant'), support, provider])
      expect(await refusal(counted(api, 'oasiswellness'))).toEqual('400 titleJob.otherTenant')
    for (const api of [server.api('tenant'), support, server.api('admin')])
      expect(await counted(api, 'pulsehouse')).toBe(1)
    expect(await refusal(counted(server.api('admin'), 'oasiswellness'))).toBe('400 titleJob.none')
    await expect(counted(server.api('support'), 'pulsehouse')).rejects.toMatchObject({
      detail: en['session.chooseTenant'],
    })
  })

  test('keeps a job for 30 days after its end, and one that is taken back for as long as that', async () => {
    const tag = await make('Kept')
    const [first, second] = [
      await ended(await jobs.create({ act: 'edit', edit: { skill: 2 }, tags: [tag] })),
      await ended(await jobs.create({ act: 'edit', edit: { skill: 3 }, tags: [tag] })),
    ]
    clock.forward(20 * DAY)
    const undo = await ended(await jobs.undo({ jobId: second.jobId }))
    clock.forward(11 * DAY)
    await removeEndedJobs(server.deps)
    expect(await refusal(jobs.view({ jobId: first.jobId }))).toBe('404 titleJob.notFound')
    expect((await jobs.list({ take: -1 })).data.map(({ jobId }) => jobId)).toEqual([undo.jobId, second.jobId])
    clock.forward(20 * DAY)
    await removeEndedJobs(server.deps)
    expect((await jobs.list({})).totalRecords).toBe(0)
    expect(await view(tag)).toMatchObject({ className: 'Kept' })
  })
})
