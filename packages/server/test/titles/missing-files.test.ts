import { CHUNK_SIZE, KinoraError } from '@kinora/core'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { captionsTable } from '../../src/captions/tables.ts'
import { digestOfPieces, sha256 } from '../../src/kernel/digest.ts'
import { scrub } from '../../src/storage/scrub.ts'
import { documentsTable } from '../../src/stored-documents/tables.ts'
import { markStored } from '../../src/stored-titles/index.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { termsTable } from '../../src/terms/tables.ts'
import { freshClip, refusal, sendFile, viewTitle } from './support.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await createWorkshop()
})
afterAll(() => workshop.server.close())

/** A turn of the patrol, in which it is time for a round. */
const round = async (options = {}, given = {}) => {
  const { deps } = workshop.server
  await deps.db.execute(sql`UPDATE patrol SET next_round = ${deps.clock.now().toISOString()}::timestamptz`)
  const { signal } = new AbortController()
  await scrub({ ...deps, ...given }, { signal, turn: 600_000, rate: Number.POSITIVE_INFINITY, ...options })
}

/** One bit, with the size as it was. */
const flip = async (key: string) => {
  const { blobs } = workshop.server.deps
  const bytes = new Uint8Array(await new Response(await blobs.read(key)).arrayBuffer())
  bytes[bytes.length >> 1]! ^= 1
  await blobs.put(key, bytes)
}

test('OPS-02 rows without their files: an original that is gone, a stream with a segment cut or deleted, and the way back', async () => {
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
  const { key, size } = files.find(file => file.key.endsWith('/media.mp4'))!
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

test('OPS-02 the patrol: bytes that changed where they lie, found with their way out, after a restart from where it was', async () => {
  const { server, api } = workshop
  const { db, blobs } = server.deps
  const admin = server.api('admin')
  const video = await freshClip()
  const tag = await workshop.uploaded({}, api, video)
  await api.titles.encodeVideo({ tag })
  const { language } = await api.captions.create({
    ...{ titleTag: tag, title: 'English', language: 'en-GB' },
    file: new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'], 'a.vtt'),
  })
  await workshop.settled(tag)
  const [row] = await db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
  const [caption] = await db.select().from(captionsTable).where(eq(captionsTable.titleTag, tag))
  const sourceKey = row!.sourceKey!
  // A server of the version before gives the track another file, and knows nothing of digests.
  const blobKey = `captions/${tag}/other.vtt`
  await blobs.put(blobKey, new TextEncoder().encode('WEBVTT\n\n00:03.000 --> 00:04.000\nHi\n'))
  await db.update(captionsTable).set({ blobKey }).where(eq(captionsTable.trackId, caption!.trackId))
  expect((await server.app.request(`/media/${blobKey}`)).status).toBe(200)
  await round()
  expect((await viewTitle(api, tag)).stuck).toBe(null)

  let segment = ''
  for await (const { key } of blobs.list(`${row!.streamKey}/`)) if (key.endsWith('/media.mp4')) segment = key
  await flip(segment)
  // A turn that is over leaves the rest to the next one.
  await round({ turn: 0 })
  expect((await viewTitle(api, tag)).stuck).toBe(null)
  await round()
  expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason: 'damaged.stream', wayOut: 'encode' })
  expect((await admin.storage.missing({})).missing).toContainEqual({
    ...{ kind: 'streams', problem: 'damaged', count: 1, ids: [tag] },
  })
  const { data } = await api.titles.search({ stuck: true, take: -1 })
  expect(data.map(title => title.tag)).toEqual([tag])
  await api.titles.retry({ tag })
  expect((await workshop.settled(tag)).stuck).toBe(null)

  // Whoever verifies the title is told at once what is served of it.
  const made = async () =>
    (await api.titles.verify({ tag, made: true })).made.map(each => [each.part, each.problem])
  const whole = [
    ['stream', null],
    ['captions', null],
    ['cover', null],
  ]
  expect([await made(), (await api.titles.verify({ tag })).made]).toEqual([whole, []])
  await flip(blobKey)
  expect(await made()).toEqual([whole[0], ['captions', 'damaged'], whole[2]])
  expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason: 'damaged.captions' })
  await flip(blobKey)
  expect([await made(), (await viewTitle(api, tag)).stuck]).toEqual([whole, null])
  const cover = (await viewTitle(api, tag)).imageLink!.replace('/media/', '')
  const picture = new Uint8Array(await new Response(await blobs.read(cover)).arrayBuffer())
  await flip(cover)
  expect(await made()).toEqual([whole[0], whole[1], ['cover', 'damaged']])
  await blobs.remove(cover)
  expect(await made()).toEqual([whole[0], whole[1], ['cover', 'gone']])
  await blobs.put(cover, picture)

  /** Too many open files say nothing of this one, nor a disk that isn’t mounted or gives nothing; one that doesn’t give it does. */
  const failing = (code: string, below = '') => {
    const cause = new Error('storing failed', { cause: Object.assign(new Error(code), { code }) })
    const read: typeof blobs.read = (key, range) =>
      key.startsWith(below) ? Promise.reject(new KinoraError('server', { cause })) : blobs.read(key, range)
    return { blobs: { ...blobs, read } }
  }
  await round({}, failing('EMFILE'))
  for (let turn = 0; turn < 3; turn++) await round({}, failing('EIO'))
  await round({}, { blobs: { ...blobs, async *list() {} } })
  await round({}, failing('EIO'))
  expect((await viewTitle(api, tag)).stuck).toBe(null)
  await round({}, failing('EIO', sourceKey))
  expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason: 'damaged.original' })
  await round()
  expect((await viewTitle(api, tag)).stuck).toBe(null)

  await flip(sourceKey)
  await flip(blobKey)
  await round()
  expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason: 'damaged.original', wayOut: 'upload' })
  expect(await refusal(api.titles.retry({ tag }))).toMatch(/nothingToRetry/)
  await sendFile(api, tag, video)
  await api.titles.encodeVideo({ tag })
  expect((await workshop.settled(tag)).stuck).toMatchObject({ reason: 'damaged.captions', wayOut: 'upload' })
  await blobs.put(blobKey, new Uint8Array(3))
  expect((await server.app.request(`/media/${blobKey}`)).status).toBe(404)
  await flip(blobKey)
  const [track] = (await api.captions.list({ titleTag: tag })).data
  const { trackId, version } = track!
  // One bit of a time or a word is still WebVTT: moved, it would be stored as if it were right.
  const damaged = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHallo\n')
  for (const bytes of [damaged, damaged.subarray(0, -2)]) {
    await blobs.put(blobKey, new Uint8Array(bytes))
    const moved = api.captions.update({ trackId, version, shift: 1 })
    expect(await refusal(moved)).toBe('400 damaged.captions')
  }
  await api.captions.remove({ trackId })
  expect([language, (await viewTitle(api, tag)).stuck]).toEqual(['en-GB', null])
  // A mark that came too late, or that an older server left.
  await markStored(db, { tag, key: blobKey, isDamaged: true })
  expect((await viewTitle(api, tag)).stuck).toBe(null)
  await db
    .update(titlesTable)
    .set({ damagedKeys: [blobKey] })
    .where(eq(titlesTable.tag, tag))
  await round()
  expect((await viewTitle(api, tag)).stuck).toBe(null)
})

test('OPS-02 the patrol goes on inside a file, read once or twice; another size needs no reading, nor is it intact', async () => {
  const { server, api } = workshop
  const { db, blobs } = server.deps
  const tag = await workshop.uploaded({}, api, await freshClip())
  await api.titles.encodeVideo({ tag })
  await workshop.settled(tag)
  const ofTitle = eq(titlesTable.tag, tag)
  const [row] = await db.select().from(titlesTable).where(ofTitle)
  const sourceKey = row!.sourceKey!
  const bytes = new Uint8Array(2.5 * CHUNK_SIZE)
  const pieces = [0, 1, 2].map(at => bytes.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE))
  const fileDigest = await digestOfPieces(pieces)
  await blobs.put(sourceKey, bytes)
  await db.update(titlesTable).set({ fileSize: bytes.length, fileDigest, fileSha256: null }).where(ofTitle)
  const real = performance.now.bind(performance)
  let late = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + late)
  /** The pieces that are read in a turn which ends at the last of so many. */
  const turn = async (most?: number) => {
    const reads: number[] = []
    late = 0
    const read: typeof blobs.read = (key, range) => {
      if (key === sourceKey && reads.push(range!.start / CHUNK_SIZE) === most) late = 1e9
      return blobs.read(key, range)
    }
    await round({}, { blobs: { ...blobs, read } })
    return reads
  }
  const stuck = async () => (await viewTitle(api, tag)).stuck?.reason ?? null
  expect([await turn(2), await turn(), await stuck()]).toEqual([[0, 1], [2], null])
  await flip(sourceKey)
  expect([await turn(2), await turn(2), await stuck()]).toEqual([[0, 1], [2, 0], null])
  expect([await turn(), await stuck()]).toEqual([[1, 2], 'damaged.original'])
  await blobs.put(sourceKey, bytes)
  expect([await turn(), await stuck()]).toEqual([[0, 1, 2, 0, 1, 2], null])
  await blobs.put(sourceKey, bytes.subarray(1))
  expect([await turn(), await stuck()]).toEqual([[], 'damaged.original'])
  const digestOf = async () => (await db.select().from(titlesTable).where(ofTitle))[0]!.fileDigest
  const forget = () => db.update(titlesTable).set({ fileDigest: null }).where(ofTitle)
  const undigested = async () => (await server.api('admin').storage.missing({})).undigested
  expect(await undigested()).toBe(0)
  await forget()
  expect(await api.titles.verify({ tag })).toMatchObject({ isIntact: false })
  expect([await stuck(), await digestOf(), await undigested()]).toEqual(['damaged.original', null, 1])
  // What nobody had read yet is believed, by the patrol as by `verify`, and found from then on.
  await blobs.put(sourceKey, bytes)
  expect([await turn(), await stuck(), await digestOf()]).toEqual([[0, 1, 2], null, fileDigest])
  // But not against the SHA-256 that is known of it.
  const fileSha256 = await blobs.digest(sourceKey, AbortSignal.any([]))
  await db.update(titlesTable).set({ fileDigest: null, fileSha256 }).where(ofTitle)
  await flip(sourceKey)
  await turn()
  expect([await stuck(), await digestOf()]).toEqual(['damaged.original', null])
  await blobs.put(sourceKey, bytes)
  await turn()
  expect([await stuck(), await digestOf()]).toEqual([null, fileDigest])
  await db.update(titlesTable).set({ fileSha256: null }).where(ofTitle)
  await forget()
  expect(await api.titles.verify({ tag })).toMatchObject({ isIntact: true, chunkTree: fileDigest })
  expect([await digestOf(), await undigested()]).toEqual([fileDigest, 0])
  await flip(sourceKey)
  await turn()
  expect(await stuck()).toBe('damaged.original')
  clock.mockRestore()
})

test('OPS-02 a trailer’s uploaded file, documents and terms are held against what was stored of them', async () => {
  const { server, api } = workshop
  const { db, blobs } = server.deps
  const admin = server.api('admin')
  const { tag } = await api.titles.create({ className: 'Trailer' })
  await sendFile(api, tag, await freshClip(), { role: 'trailer' })
  const ofTitle = eq(titlesTable.tag, tag)
  const [row] = await db.select().from(titlesTable).where(ofTitle)
  const trailerKey = row!.trailerSourceKey!
  const bytes = new TextEncoder().encode('%PDF')
  const blobKey = 'documents/plan.pdf'
  await blobs.put(blobKey, bytes)
  await db.insert(documentsTable).values({
    ...{
      documentId: 'plan',
      tenantId: 'pulsehouse',
      title: 'Plan',
      description: '',
      documentName: 'plan.pdf',
    },
    ...{
      isActive: true,
      blobKey,
      size: bytes.length,
      pages: 1,
      digest: await sha256(bytes),
      previewLink: '',
    },
  })
  const files = Object.fromEntries(
    ['en-GB', 'de-DE', 'fr-FR'].map(language => [language, new File(['<p>T</p>'], `${language}.html`)]),
  )
  await admin.terms.upload({ tenantId: 'pulsehouse', title: 'Terms', files })
  const [terms] = await db.select().from(termsTable).orderBy(desc(termsTable.version))
  const own = [tag, 'plan', 'pulsehouse']
  /** Of these three: another test has left a title with a damaged file. */
  const damaged = async () =>
    (await admin.storage.missing({})).missing
      .filter(({ problem }) => problem === 'damaged')
      .map(({ kind, ids }) => [kind, ids.filter(id => own.includes(id))])
      .filter(([, ids]) => ids?.length)
  const keys = [trailerKey, blobKey, terms!.blobKey]
  await round()
  expect(await damaged()).toEqual([])
  for (const key of keys) await flip(key)
  await round()
  expect(await damaged()).toEqual([
    ['uploads', [tag]],
    ['terms', ['pulsehouse']],
    ['documents', ['plan']],
  ])
  expect((await viewTitle(api, tag)).stuck).toMatchObject({ reason: 'damaged.trailer', wayOut: 'upload' })
  for (const key of keys) await flip(key)
  // What is marked is read first, whatever the round has come to, and a document waits for no number of titles.
  const order = new Set<string>()
  const read: typeof blobs.read = (key, range) => {
    if (keys.includes(key)) order.add(key)
    return blobs.read(key, range)
  }
  await round({}, { blobs: { ...blobs, read } })
  expect([await damaged(), (await viewTitle(api, tag)).stuck]).toEqual([[], null])
  expect([...order]).toEqual([blobKey, terms!.blobKey, trailerKey])
  // Nor is one damaged that differed once, as it was replaced while it was read.
  let times = 0
  const digest: typeof blobs.digest = (key, signal) =>
    key === blobKey && times++ === 0 ? Promise.resolve('other') : blobs.digest(key, signal)
  await round({}, { blobs: { ...blobs, digest } })
  expect([times, await damaged()]).toEqual([2, []])
  const undigested = async () => (await admin.storage.missing({})).undigested
  await db.update(titlesTable).set({ trailerSourceDigestKey: null }).where(ofTitle)
  expect(await undigested()).toBe(1)
  await round()
  expect(await undigested()).toBe(0)
})
