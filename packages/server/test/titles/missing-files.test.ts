import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { freshClip, refusal, sendFile } from './support.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await createWorkshop()
})
afterAll(() => workshop.server.close())

it('OPS-02 rows without their files: an original that is gone, a stream with a segment cut or deleted, and the way back', async () => {
  const { server, api } = workshop
  const { db, blobs } = server.deps
  const video = await freshClip()
  const tag = await workshop.uploaded({}, api, video)
  await api.titles.encodeVideo({ tag })
  await workshop.settled(tag)
  const admin = server.api('admin')
  const missing = async () => (await admin.storage.missing({})).missing
  expect(await missing()).toEqual([])

  const [row] = await db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
  const files: { key: string; size: number }[] = []
  for await (const file of blobs.list(`${row!.streamKey}/`)) files.push(file)
  const { key, size } = files.find(file => file.key.endsWith('.m4s'))!
  const stream = { kind: 'streams', problem: 'changed', count: 1, ids: [tag] }
  const segment = new Uint8Array(await new Response(await blobs.read(key)).arrayBuffer())
  await blobs.put(key, segment.subarray(0, size >> 1))
  expect(await missing()).toEqual([stream])
  await blobs.put(key, segment)
  expect(await missing()).toEqual([])
  await blobs.remove(key)
  expect(await missing()).toEqual([stream])

  await api.titles.encodeVideo({ tag })
  await workshop.settled(tag)
  expect(await missing()).toEqual([])

  const [anew] = await db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
  await blobs.remove(anew!.sourceKey!)
  const master = `${anew!.streamKey}/master.m3u8`
  const listed = new Uint8Array(await new Response(await blobs.read(master)).arrayBuffer())
  await blobs.remove(master)
  expect(await refusal(api.titles.encodeVideo({ tag }))).toMatch(/encodeNoFile/)
  await blobs.put(master, listed)
  const original = { kind: 'uploads', problem: 'gone', count: 1, ids: [tag] }
  expect(await missing()).toEqual([original])
  expect(await api.uploads.videoState({ tag })).toBe(null)
  expect(await sendFile(api, tag, video)).toMatchObject({ complete: true })
  expect(await missing()).toEqual([])
  const [again] = await db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
  await blobs.remove(again!.sourceKey!)
  expect(await missing()).toEqual([original])
  // What waits to be restored isn't anybody's loss yet.
  await api.titles.remove({ tags: [tag] })
  expect(await missing()).toEqual([])
})
