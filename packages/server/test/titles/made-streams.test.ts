import { TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { freshClip, type TestApi, viewTitle } from './support.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
let api: TestApi
let video: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  workshop = await createWorkshop()
  api = workshop.api
  video = await freshClip()
})
afterAll(() => workshop.server.close())

const process = async (draft: object = {}, by: TestApi = api) => {
  const tag = await workshop.uploaded(draft, by, video)
  workshop.steps.length = 0
  await by.titles.encodeVideo({ tag })
  return { title: await workshop.settled(tag, by), steps: [...workshop.steps] }
}
const streamOf = async (tag: string) => {
  const { db, blobs } = workshop.server.deps
  const [row] = await db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
  const master = await new Response(await blobs.read(`${row!.streamKey}/master.m3u8`)).text()
  return { key: row!.streamKey, master }
}

test('VIDEO-04 the same content of the same owner is made once; each title has a stream of its own', async () => {
  const first = await process()
  expect(first.steps).toEqual(['ladder', 'cover'])
  const read = vi.spyOn(workshop.server.deps.blobs, 'read')
  const second = await process()
  const pieces = read.mock.calls.flatMap(([key]) => (key.endsWith('/media.mp4') ? [key] : []))
  read.mockRestore()
  expect([second.steps, pieces.length, new Set(pieces).size]).toEqual([[], 2, 2])
  const { status, durationSecond, imageLink } = second.title
  expect(status).toBe(TitleStatus.Completed)
  expect([durationSecond, imageLink]).toEqual([first.title.durationSecond, first.title.imageLink])
  const [a, b] = [await streamOf(first.title.tag), await streamOf(second.title.tag)]
  expect(b.key).not.toBe(a.key)
  expect(b.master).toBe(a.master)
})

test('another owner’s stream is not used, nor one that was made in another way', async () => {
  expect((await process({}, workshop.server.api('tenant'))).steps).toEqual(['normalise', 'ladder', 'cover'])
  expect((await process({}, workshop.server.api('tenant'))).steps).toEqual([])
})

test('nor that of a deleted title; a cover of one’s own stays', async () => {
  const { title, steps } = await process({ imageLink: '/media/images/mine.jpg' })
  expect([title.imageLink, steps]).toEqual(['/media/images/mine.jpg', []])
  const { data } = await api.titles.search({ take: -1 })
  await api.titles.remove({ tags: data.map(({ tag }) => tag) })
  const anew = await process()
  expect(anew.steps).toEqual(['ladder', 'cover'])
  expect((await viewTitle(api, anew.title.tag)).status).toBe(TitleStatus.Completed)
})

test('OPS-02 nor one whose bytes have changed where they lie', async () => {
  const { title } = await process()
  const { data } = await api.titles.search({ take: -1 })
  const others = data.map(({ tag }) => tag).filter(tag => tag !== title.tag)
  await api.titles.remove({ tags: others })
  const { key, master } = await streamOf(title.tag)
  const bytes = new TextEncoder().encode(master)
  bytes[bytes.length - 2]! ^= 1
  await workshop.server.deps.blobs.put(`${key}/master.m3u8`, bytes)
  const anew = await process()
  const made = (await streamOf(anew.title.tag)).master
  expect([anew.steps, withoutRates(made)]).toEqual([['ladder', 'cover'], withoutRates(master)])
})

/** Peaks are held by what the encoder's threads have done so far, so that two runs may differ by a byte. */
const withoutRates = (playlist: string) => playlist.replaceAll(/BANDWIDTH=\d+/g, '')
