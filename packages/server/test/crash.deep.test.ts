import { expect, test } from 'vitest'
import { addBatch, plainRows, settled, titlesOf } from './batches/support.ts'
import { createChildren, type StartedChild } from './child.ts'
import { type TestApi, until } from './titles/support.ts'

const start = await createChildren('tenant')
let running: StartedChild

test('BULK-12 a batch whose server is killed with -9 goes on by itself and makes every title once', async () => {
  const first = await start()
  const id = await addBatch(first.api, plainRows(60))
  await first.api.batches.process({ id })
  await until(
    () => first.api.batches.fetch({ id }),
    ({ rows }) => rows.done >= 5,
  )
  await first.kill()

  const second = await start()
  expect(await settled(second.api, id)).toMatchObject({
    status: 'Complete',
    rows: { total: 60, done: 60, bad: 0 },
  })
  const ids = await titlesOf(second.api)
  expect([ids.length, new Set(ids).size]).toEqual([60, 60])
  running = second
})

const COUNT = 200

/** The titles but for what an edit counts and stamps, their version and when they were changed last; the demo’s clips are being processed. */
async function contentsOf(api: TestApi) {
  const { data } = await api.titles.search({ take: -1, sort: 'createdDate' })
  const still = data.filter(({ tag }) => !tag.startsWith('demo-clip'))
  return still.map(({ version: _, updatedDate: __, ...row }) => row)
}

test('TITLE-26 a bulk edit whose server is killed with -9 goes on by itself, each title once; undone, all titles are as before', async () => {
  const { api } = running
  const make = (nth: number) =>
    api.titles.create({
      className: `Crash ${nth}`,
      skill: 1 + (nth % 9),
      labelIds: nth % 2 ? ['label-express'] : [],
    })
  for (let nth = 0; nth < COUNT; nth += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => make(nth + at)))
  const before = await contentsOf(api)
  const edit = { skill: 10, labelIds: { how: 'add' as const, values: ['label-beginner'] } }
  const { jobId } = await api['title-jobs'].create({
    act: 'edit',
    edit,
    filter: { query: 'crash' },
    expected: COUNT,
  })
  const atKill = await until(
    () => api['title-jobs'].view({ jobId }),
    ({ counts }) => counts.done > 0,
  )
  await running.kill()
  expect(atKill).toMatchObject({ status: 'Running' })

  const next = await start()
  const jobs = next.api['title-jobs']
  const end = (job: { jobId: string }) =>
    until(
      () => jobs.view(job),
      ({ status }) => status !== 'Running',
    )
  const all = { status: 'Done', counts: { total: COUNT, done: COUNT } }
  expect(await end({ jobId })).toMatchObject(all)
  const { data } = await next.api.titles.search({ query: 'crash', take: -1 })
  // A title that was edited twice has another version.
  expect(new Set(data.map(({ version, skill }) => `${version} ${skill}`))).toEqual(new Set(['2 10']))
  expect(await end(await jobs.undo({ jobId }))).toMatchObject(all)
  expect(await contentsOf(next.api)).toEqual(before)
  await next.kill()
})
