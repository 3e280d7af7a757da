import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { en, TitleStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { auditOf } from '../../src/kernel/rows/audit.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { startMediaJobs } from '../../src/pipeline/jobs.ts'
import type { TestServer } from '../harness.ts'
import { makeMedia, type TestApi } from '../titles/support.ts'
import { addBatch, createBatchServer, lay, plainRows, rowsOf, settled, titlesOf } from './support.ts'

let server: TestServer
let tenant: TestApi
let store: string
beforeAll(async () => {
  server = await createBatchServer({ media: await makeMedia() })
  await startMediaJobs(server.deps)
  tenant = server.api('tenant')
  store = join(server.folder, 'file-store')
  await tenant.batches.list({})
})
afterAll(() => server?.close())

async function mails() {
  const outbox = join(server.folder, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  return Promise.all(
    names
      .filter(name => name.endsWith('.eml'))
      .map(async name => PostalMime.parse(await readFile(join(outbox, name)))),
  )
}

async function mailAbout(batchId: string) {
  return until('the mail about the batch', async () =>
    (await mails()).find(mail => mail.messageId?.includes(batchId)),
  )
}

describe('E-6 a batch from its start to its end', () => {
  test('BULK-12 makes every good row a title with its media, names what is wrong with every bad one, and tells the end by mail', async () => {
    await lay(store, 'tenants/pulsehouse/media/intro.mp4', 'clip-1.mp4')
    await lay(store, 'tenants/pulsehouse/media/intro.jpg', 'cover-01.jpg')
    await lay(store, 'providers/ironside/theirs.jpg', 'cover-02.jpg')
    await symlink(join(store, 'providers/ironside/theirs.jpg'), join(store, 'tenants/pulsehouse/link.jpg'))
    const id = await addBatch(tenant, [
      {
        externalId: 'class-film',
        title: 'Film',
        language: 'en-GB',
        file: 'media/intro.mp4',
        cover: 'media/intro.jpg',
      },
      { externalId: 'class-words', title: 'Words only', instructor: 'Ada' },
      { externalId: 'class-lost', title: 'Lost', file: 'media/absent.mp4' },
      { externalId: 'class-out', title: 'Out', cover: '../../providers/ironside/theirs.jpg' },
      { externalId: 'class-link', title: 'Link', cover: 'link.jpg' },
      { externalId: 'class-long', title: 'x'.repeat(41), category: 'No such category' },
      { externalId: 'class-words', title: 'Twice' },
      { title: 'Nameless' },
    ])
    // Files are looked at when it runs; what the CSV itself says wrong stays in sight until then.
    const checked = await tenant.batches.results({ id })
    expect(checked.data.map(({ row, state, title }) => [row, state, title])).toEqual([
      [7, 'refused', 'x'.repeat(41)],
      [8, 'refused', 'Twice'],
      [9, 'refused', 'Nameless'],
    ])
    await tenant.batches.process({ id })
    expect(await settled(tenant, id)).toMatchObject({
      status: 'Complete',
      problem: null,
      rows: { total: 8, done: 2, bad: 6 },
    })
    const rows = await rowsOf(tenant, id)
    expect(rows.map(({ row, externalId, state }) => [row, externalId, state])).toEqual([
      [2, 'class-film', 'completed'],
      [3, 'class-words', 'saved'],
      [4, 'class-lost', 'refused'],
      [5, 'class-out', 'refused'],
      [6, 'class-link', 'refused'],
      [7, 'class-long', 'refused'],
      [8, '', 'refused'],
      [9, '', 'refused'],
    ])
    const problems = await tenant.batches.results({ id, problems: true, page: 2, take: 4 })
    expect([problems.totalRecords, problems.data.map(({ row }) => row)]).toEqual([6, [8, 9]])
    expect(rows[2]!.problem).toMatch(/^file: .*media\/absent\.mp4/)
    expect(rows[5]!.problem).toBe(checked.data[0]!.problem)
    expect(rows[5]!.problem).toMatch(/title: .*40.*; category: .*No such category/)
    const { data } = await tenant.titles.find({ titleTags: [rows[0]!.tag, rows[1]!.tag] })
    expect(data).toMatchObject([
      { className: 'Film', status: TitleStatus.Completed, tenantId: 'pulsehouse', thumbnailType: 'custom' },
      { className: 'Words only', instructor: 'Ada', status: TitleStatus.Incomplete },
    ])
    expect(await mailAbout(id)).toMatchObject({
      subject: 'Bulk upload “Autumn”: Complete, 6 failed',
      to: [{ address: 'ops@studio.example' }],
      text: expect.stringContaining('2 of 8 rows succeeded, 6 failed.'),
    })
    const { body, fileName } = await tenant.batches.download({ id })
    const lines = (await new Response(body as BodyInit).text()).trim().split('\r\n')
    expect([lines.length, lines[0]!.replace('\ufeff', ''), fileName]).toEqual([
      9,
      'row,externalId,title,tag,state,digest,problem,next',
      'autumn-results.csv',
    ])
  })

  test('what no index, no database or no reader of captions takes is the affair of its row', async () => {
    await mkdir(join(store, 'tenants/pulsehouse/media'), { recursive: true })
    const cue = '00:00:01.000 --> 00:00:02.000 constructor:x'
    await writeFile(join(store, 'tenants/pulsehouse/media/odd.vtt'), `WEBVTT\n\n${cue}\nHello\n`)
    const id = await addBatch(tenant, [
      { externalId: Array.from({ length: 900 }, (_, n) => n * 7919).join(''), title: 'Endless' },
      { externalId: 'class-nul', title: 'a\0b' },
      { externalId: 'class-odd', title: 'Odd', captions: 'en-GB:media/odd.vtt' },
      { externalId: 'class-good', title: 'Good' },
    ])
    await tenant.batches.process({ id })
    expect((await settled(tenant, id)).status).toBe('Complete')
    expect((await rowsOf(tenant, id)).map(row => [row.externalId, row.state, row.problem])).toEqual([
      ['', 'refused', expect.stringContaining('externalId: External id should not be longer than 200')],
      ['class-nul', 'refused', expect.stringContaining('title contains characters that can’t be stored')],
      ['class-odd', 'saved', ''],
      ['class-good', 'saved', ''],
    ])
  })

  test('writes as the person who added it, from the program that started it', async () => {
    const id = await addBatch(tenant, [{ externalId: 'class-told', title: 'Told' }])
    await server.api('tenant', { client: 'portal' }).batches.process({ id })
    await settled(tenant, id)
    const [row] = await rowsOf(tenant, id)
    const { user } = await server.signIn('tenant')
    const told = await auditOf(systemScope, server.deps.db, {
      ...{ noun: 'titles', id: row!.tag, page: 1, take: -1 },
    })
    expect(told.data).toMatchObject([{ verb: 'create', client: 'portal', userId: user.userId }])
  })

  test('API-48, C-42 stops after the row in hand, keeps what is finished, and goes on without doubling anything', async () => {
    const count = 80
    const before = (await titlesOf(tenant)).length
    const rows = plainRows(count).map(row => ({ ...row, externalId: `class-stop-${row.externalId}` }))
    const id = await addBatch(tenant, rows)
    await tenant.batches.process({ id })
    await until('three rows', async () => (await tenant.batches.fetch({ id })).rows.done >= 3)
    await tenant.batches.stop({ id })
    const stopped = await settled(tenant, id)
    expect(stopped.status).toBe('Stop')
    expect(stopped.rows.done).toBeGreaterThanOrEqual(3)
    expect(stopped.rows.done).toBeLessThan(count)
    const first = (await rowsOf(tenant, id)).filter(row => row.state === 'saved')
    await tenant.batches.process({ id })
    expect(await settled(tenant, id)).toMatchObject({
      status: 'Complete',
      rows: { total: count, done: count, bad: 0 },
    })
    const after = new Map((await rowsOf(tenant, id)).map(row => [row.externalId, row.tag]))
    expect(first.map(row => after.get(row.externalId))).toEqual(first.map(row => row.tag))
    expect((await titlesOf(tenant)).length).toBe(before + count)
  })
})

describe('E-6, C-42 what the platform gives up', () => {
  test('BULK-10 a storage that cannot be reached', async () => {
    const id = await addBatch(tenant, [{ externalId: 'class-s', title: 'S', cover: 'media/intro.jpg' }])
    await rename(store, `${store}-away`)
    expect(await tenant.batches.fetch({ id })).toMatchObject({ fileStoreStatus: 'Error', filesFound: 0 })
    await tenant.batches.process({ id })
    expect(await settled(tenant, id)).toMatchObject({
      status: 'Cancelled',
      problem: 'Unable to access the storage directory for this bulk upload.',
    })
    // Final, where one that was stopped may go on.
    await expect(tenant.batches.process({ id })).rejects.toMatchObject({ status: 400 })
    await rename(`${store}-away`, store)
    expect((await mailAbout(id)).text).toContain('Unable to access the storage directory')
  })

  test('a CSV that is gone', async () => {
    const id = await addBatch(tenant, plainRows(1))
    await server.deps.blobs.remove(`batches/${id}.csv`)
    await tenant.batches.process({ id })
    expect(await settled(tenant, id)).toMatchObject({ status: 'Cancelled', problem: en['bulk.fileLost'] })
  })

  test('a batch whose creator may no longer upload: nothing is done in its name', async () => {
    const support = server.api('support', { tenantId: 'pulsehouse' })
    const titles = (await titlesOf(support)).length
    const id = await addBatch(tenant, plainRows(2))
    await server.deps.db.execute(sql`UPDATE users SET is_active = false WHERE user_id = 'user-tenant'`)
    await support.batches.process({ id })
    expect(await settled(support, id)).toMatchObject({
      status: 'Cancelled',
      problem: en['bulk.creatorGone'],
    })
    expect((await titlesOf(support)).length).toBe(titles)
    await server.deps.db.execute(sql`UPDATE users SET is_active = true WHERE user_id = 'user-tenant'`)
  })
})
