import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHUNK_SIZE, en, type KinoraError, TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createS3Blobs } from '../src/adapters/blobs-s3/index.ts'
import { openStore, type Store } from '../src/adapters/blobs-s3/store.ts'
import { removeOrphans } from '../src/storage/orphans.ts'
import type { TestServer } from './harness.ts'
import { hasSwift, inSwift, type Swift, startSwift } from './swift.ts'
import { chunkOf, clip, hash, padded, ready, sendFile, type TestApi, viewTitle } from './titles/support.ts'
import { createWorkshop, type Workshop } from './titles/workshop.ts'

describe.skipIf(!hasSwift)(`a platform whose files are in S3${inSwift}`, () => {
  let swift: Swift
  let store: Store
  let workshop: Workshop
  let server: TestServer
  let api: TestApi
  /** Three chunks, the last one short. */
  let large: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    swift = await startSwift()
    store = openStore(await swift.createBucket())
    await store.put(store.markKey, new Uint8Array(1))
    workshop = await createWorkshop({ blobs: folder => createS3Blobs(store, folder) })
    ;({ server, api } = workshop)
    large = padded(await clip(), 2 * CHUNK_SIZE + 1000)
  })
  afterAll(async () => {
    await server?.close()
    store?.close()
    await swift?.stop()
  })

  const newTitle = async () => (await api.titles.create({ className: 'In S3' })).tag
  const keysBelow = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys
  }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await server.app.request(path, { headers })
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  test('OPS-05 takes a file, makes a stream of it, publishes it, and plays all of it', async () => {
    const draft = { ...ready, imageLink: null, IsAutoPublish: true }
    const { tag } = await api.titles.create(draft)
    expect(await sendFile(api, tag, large)).toMatchObject({ complete: true })
    expect(await keysBelow(`parts/uploads/${tag}/`)).toEqual([])
    expect(await api.titles.verify({ tag })).toMatchObject({ sha256: hash(large), isIntact: true })
    const { token } = await server.signIn('provider')
    const authorization = `Bearer ${token}`
    const range = { authorization, range: `bytes=${CHUNK_SIZE - 2}-${CHUNK_SIZE + 1}` }
    expect(await get(`/media/raw/${tag}`, range)).toEqual({
      status: 206,
      bytes: large.slice(CHUNK_SIZE - 2, CHUNK_SIZE + 2),
    })

    await api.titles.encodeVideo({ tag })
    expect(await workshop.settled(tag)).toMatchObject({ status: TitleStatus.Published, durationSecond: 2 })
    const { imageLink } = await viewTitle(api, tag)
    expect((await get(imageLink!)).bytes.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]))
    expect((await get(`${imageLink}?width=320`)).status).toBe(200)
    const file = new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nSwing.\n'], 'english.vtt')
    const { url } = await api.captions.create({ titleTag: tag, title: 'English', language: 'en-GB', file })

    const { streamingLink: master } = await api.titles.streamingLink({ tenant: 'ironside', tag })
    const played = await playAll(master)
    expect(await get(url)).toEqual({ status: 200, bytes: new Uint8Array(await file.arrayBuffer()) })
    expect(played.filter(path => path.endsWith('/media.mp4')).length).toBeGreaterThan(0)

    const admin = server.api('admin')
    expect(await admin.storage.missing({})).toMatchObject({ missing: [] })
    await playFromStore(master)
  })

  /** OPS-08: with KINORA_MEDIA_URL=store the same link names addresses of the store, which gives anybody ranges of these files alone. */
  async function playFromStore(master: string) {
    const read = async (path: string) => new TextDecoder().decode((await get(path)).bytes)
    const [rendition] = /^\d+p\/index\.m3u8$/m.exec(await read(master))!
    const listed = master.replace('master.m3u8', rendition)
    const whole = (await get(listed.replace('index.m3u8', 'media.mp4'))).bytes
    server.deps.settings.media = 'store'
    const text = await read(listed)
    server.deps.settings.media = undefined
    const [, address = ''] = /URI="([^"]+)"/.exec(text)!
    expect([address.startsWith(swift.endpoint), text.includes(`\n${address}\n`)]).toEqual([true, true])
    const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(10, 20))
    const statusOf = async (url: string) => (await fetch(url, { headers: { range: 'bytes=0-0' } })).status
    expect(await statusOf(address.replace('media.mp4', 'index.m3u8'))).toBe(403)
    expect(await statusOf(address.split('?')[0]!)).toBeGreaterThanOrEqual(400)
    const key = new URL(address).pathname.split('/objects/')[1]!
    const now = Math.floor(Date.now() / 1000)
    const over = await server.deps.blobs.addressOf!(key, { from: now - 7200, until: now - 3600 })
    expect(await statusOf(over)).toBe(403)
    expect(
      await statusOf(await server.deps.blobs.addressOf!(key, { from: now - 7200, until: now + 60 })),
    ).toBe(206)
  }

  /** Every address that a playlist and those below it name, each of which has to answer. */
  async function playAll(address: string): Promise<string[]> {
    const { pathname } = new URL(address, 'http://kinora.test')
    const { status, bytes } = await get(pathname)
    expect([pathname, status, bytes.length > 0]).toEqual([pathname, 200, true])
    if (!pathname.endsWith('.m3u8')) return [pathname]
    const text = new TextDecoder().decode(bytes)
    const named = [...text.matchAll(/URI="([^"]+)"|^(?!#)(\S+)$/gm)].map(([, uri, line]) => uri ?? line!)
    const below = [...new Set(named)].map(name =>
      playAll(new URL(name, `http://kinora.test${pathname}`).href),
    )
    return [pathname, ...(await Promise.all(below)).flat()]
  }

  test('OPS-02 asks again for a chunk that lies there otherwise than it came', async () => {
    const tag = await newTitle()
    await api.uploads.video(chunkOf(tag, large, 1))
    await api.uploads.video(chunkOf(tag, large, 2))
    const [, second] = await keysBelow(`parts/uploads/${tag}/`)
    await store.put(second!, new Uint8Array(CHUNK_SIZE))
    expect(await api.uploads.video(chunkOf(tag, large, 3))).toMatchObject({ nextChunk: 2, complete: false })
    expect(await api.uploads.video(chunkOf(tag, large, 2))).toMatchObject({ nextChunk: 4, complete: true })
    expect(await viewTitle(api, tag)).toMatchObject({ fileSha256: hash(large) })
  })

  test('OPS-02 says that the store can’t be reached, and loses nothing', async () => {
    const tag = await newTitle()
    await api.uploads.video(chunkOf(tag, large, 1))
    await swift.kill()
    const failed = await api.uploads.video(chunkOf(tag, large, 2)).catch((error: KinoraError) => error)
    expect(failed).toMatchObject({ status: 503, detail: en['error.storageGone'] })
    const { status } = await get('/readyz')
    expect(status).toBe(503)
    await swift.start()
    await api.uploads.video(chunkOf(tag, large, 2))
    expect(await api.uploads.video(chunkOf(tag, large, 3))).toMatchObject({ complete: true })
    expect(await viewTitle(api, tag)).toMatchObject({ fileSha256: hash(large) })
  })

  test('OPS-05 finds what belongs to nothing, parts and unfinished objects too, and removes it once it is old', async () => {
    const { blobs, db } = server.deps
    const young = { db, blobs, clock: { now: () => new Date() } }
    const old = { ...young, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } }
    await blobs.put('streams/none/1/master.m3u8', new Uint8Array(3))
    await blobs.parts.write('uploads/none/1', { number: 1, offset: 0, bytes: new Uint8Array(5) })
    const broken = async function* () {
      yield new Uint8Array(5)
      await new Promise(() => undefined)
    }
    void store.putPieces('objects/uploads/none/2', broken()).catch(() => undefined)
    const unfinished = async () => {
      for await (const { key } of store.listUnfinished('objects/uploads/none/2')) return key
      return undefined
    }
    await until('it is begun', async () => (await unfinished()) !== undefined)
    const removed = async (deps: typeof young) => {
      const keys: string[] = []
      for await (const { key } of removeOrphans(deps, {
        kinds: ['parts', 'streams'],
        signal: new AbortController().signal,
      }))
        keys.push(key)
      return keys.sort()
    }
    expect(await removed(young)).toEqual([])
    expect(await removed(old)).toEqual(['streams/none/1/', 'uploads/none/1', 'uploads/none/2'])
    expect(await keysBelow('parts/uploads/none/')).toEqual([])
    expect(await unfinished()).toBeUndefined()
  })

  test('reads on where the line breaks, and never of another object', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-s3-'))
    const blobs = await createS3Blobs(breaking(store), folder)
    await blobs.put('ranges/broken', large)
    const stored = await blobs.read('ranges/broken', { start: 10, end: large.length })
    const read = new Uint8Array(await new Response(stored).arrayBuffer())
    expect(hash(read)).toBe(hash(large.subarray(10)))
    const stream = (await blobs.read('ranges/broken')).getReader()
    await stream.read()
    await blobs.put(
      'ranges/broken',
      large.map(byte => byte ^ 1),
    )
    const rest = async () => {
      while (!(await stream.read()).done);
    }
    await expect(rest()).rejects.toMatchObject({ status: 503 })
    await rm(folder, { recursive: true, force: true })
  })
})

/** Each line ends after a mebibyte. */
function breaking(store: Store): Store {
  return {
    ...store,
    async open(key, range) {
      const opened = await store.open(key, range)
      if (opened === undefined) return undefined
      const { pieces } = opened
      async function* some() {
        let bytes = 0
        for await (const piece of pieces) {
          yield piece
          bytes += piece.byteLength
          if (bytes > 1_048_576) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
        }
      }
      return { ...opened, pieces: Object.assign(some(), { destroy: () => pieces.destroy() }) }
    },
  }
}
