import { CHUNK_SIZE, isRetryable, type KinoraError, TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../scripts/patience.ts'
import { providersTable } from '../../src/stored-providers/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { encodeStored } from '../../src/titles/encode-stored.ts'
import type { TestServer } from '../harness.ts'
import {
  chunkOf,
  fileDigest,
  hash,
  padded,
  put,
  refusal,
  sendFile,
  type TestApi,
  viewTitle,
} from './support.ts'
import { createUploadServer, type UploadServer } from './upload-server.ts'

const S = TitleStatus
const V = VideoStatus

let server: TestServer
let api: TestApi
let small: Uint8Array<ArrayBuffer>
let large: Uint8Array<ArrayBuffer>
let title: UploadServer['title']
let states: UploadServer['states']
let stored: UploadServer['stored']
beforeAll(async () => {
  ;({ server, api, small, large, title, states, stored } = await createUploadServer())
})
afterAll(() => server?.close())

describe('UPLOAD-15, C-26, E-1, E-2: from the first chunk to the last', () => {
  test('moves the title along and keeps the file byte for byte', async () => {
    const tag = await title()
    expect(await api.uploads.video(chunkOf(tag, large, 1))).toMatchObject({
      nextChunk: 2,
      complete: false,
      digest: fileDigest(large.slice(0, CHUNK_SIZE)),
    })
    expect(await states(tag)).toEqual([S.Uploading, V.Uploading])
    expect(await viewTitle(api, tag)).toMatchObject({ chunkNumber: 1, fileDigest: null })
    await api.uploads.video(chunkOf(tag, large, 2))
    const last = await api.uploads.video(chunkOf(tag, large, 3))
    expect(last).toMatchObject({
      nextChunk: 4,
      complete: true,
      digest: fileDigest(large),
      totalSize: large.length,
    })
    expect(await states(tag)).toEqual([S.Uploaded, V.Uploaded])
    expect(await viewTitle(api, tag)).toMatchObject({
      fileName: 'class.mp4',
      fileSize: large.length,
      fileDigest: fileDigest(large),
      chunkNumber: 3,
    })
    expect(await stored(tag)).toBe(hash(large))
    expect(await api.uploads.videoState({ tag })).toEqual(last)
  })

  test('B-13 stage1Encode, C-142 is processed a minute later though nobody asks; C-141 at once where its provider wants that', async () => {
    const look = () => encodeStored(server.deps)
    const waits = await title()
    await sendFile(api, waits, small)
    await look()
    expect(await states(waits)).toEqual([S.Uploaded, V.Uploaded])
    await put(server, waits, { statusSince: new Date(Date.now() - 61_000) })
    await look()
    expect(await states(waits)).toEqual([S.EncodingQueued, V.Processing])
    const enqueue = vi.spyOn(server.deps.jobs, 'enqueue')
    await server.deps.db.update(providersTable).set({ stage1Encode: true })
    const hurries = await title()
    await sendFile(api, hurries, small)
    expect(enqueue).toHaveBeenCalledWith('titles.encodeStored', {}, { key: 'now' })
    await look()
    expect(await states(hurries)).toEqual([S.EncodingQueued, V.Processing])
    await server.deps.db.update(providersTable).set({ stage1Encode: false })
    enqueue.mockRestore()
  })

  test('C-142 a trailer too, once it is whole; C-141 at once', async () => {
    const look = () => encodeStored(server.deps)
    const row = async (tag: string) =>
      (await server.deps.db.select().from(titlesTable).where(eq(titlesTable.tag, tag)))[0]
    const trailer = async (tag: string) => (await row(tag))!.trailerJobId !== null
    const sent = async (...numbers: number[]) => {
      const tag = await title()
      for (const number of numbers) await api.uploads.trailer(chunkOf(tag, large, number))
      return tag
    }
    const [waits, isHalf] = [await sent(1, 2, 3), await sent(1, 2)]
    await look()
    expect([await trailer(waits), await trailer(isHalf)]).toEqual([false, false])
    const trailerSince = new Date(Date.now() - 61_000)
    for (const tag of [waits, isHalf]) await put(server, tag, { trailerSince })
    await look()
    expect([await trailer(waits), await trailer(isHalf)]).toEqual([true, false])
    await server.deps.db.update(providersTable).set({ stage1Encode: true })
    const enqueue = vi.spyOn(server.deps.jobs, 'enqueue')
    const hurries = await sent(1, 2, 3)
    expect(enqueue).toHaveBeenCalledWith('titles.encodeStored', {}, { key: 'now' })
    await look()
    expect(await trailer(hurries)).toBe(true)
    await server.deps.db.update(providersTable).set({ stage1Encode: false })
    enqueue.mockRestore()
  })

  test('OPS-02 asks again for a chunk that lies on the disk otherwise than it came, and tells the SHA-256 that it read', async () => {
    const tag = await title()
    await api.uploads.video(chunkOf(tag, large, 1))
    await api.uploads.video(chunkOf(tag, large, 2))
    const rot = { number: 2, offset: CHUNK_SIZE + 5, bytes: new Uint8Array([1, 2, 3, 4, 5, 6, 7]) }
    for await (const { key } of server.deps.blobs.parts.list(`uploads/${tag}/`))
      await server.deps.blobs.parts.write(key, rot)
    expect(await api.uploads.video(chunkOf(tag, large, 3))).toMatchObject({ nextChunk: 2, complete: false })
    expect(await states(tag)).toEqual([S.Uploading, V.Uploading])
    expect(await api.uploads.video(chunkOf(tag, large, 2))).toMatchObject({ nextChunk: 4, complete: true })
    expect(await viewTitle(api, tag)).toMatchObject({ fileSha256: hash(large) })
    expect(await stored(tag)).toBe(hash(large))
  })

  test('OPS-02 verifies one file of an account at a time, and reads for nobody who has left', async () => {
    const tag = await title()
    await sendFile(api, tag, small)
    const leaving = new AbortController()
    const { blobs } = server.deps
    const read = blobs.digests.bind(blobs)
    const digests = vi.spyOn(blobs, 'digests').mockImplementationOnce(async (key, size, signal) => {
      await new Promise(resolve => signal?.addEventListener('abort', resolve))
      return read(key, size, signal)
    })
    const gone = api.titles.verify({ tag }, { signal: leaving.signal }).catch(({ status }) => status)
    await vi.waitFor(() => expect(digests).toHaveBeenCalledOnce(), patience)
    const next = api.titles.verify({ tag })
    await viewTitle(api, tag)
    expect(digests).toHaveBeenCalledOnce()
    leaving.abort()
    expect([await gone, await next]).toMatchObject([499, { sha256: hash(small), isIntact: true }])
    digests.mockRestore()
  })

  test('has no state before there is an upload', async () => {
    expect(await api.uploads.videoState({ tag: await title() })).toBeNull()
  })

  test.each(['videos', 'trailer'])(
    'API-21, API-22 %s: a chunk answers 200 with the next one, the last one 201; without a digest, too',
    async kind => {
      const tag = await title()
      const { token } = await server.signIn('provider')
      const send = async (method: string, number: number) => {
        const form = new FormData()
        for (const [key, value] of Object.entries(chunkOf(tag, large, number))) {
          if (key === 'file') form.append(key, value as Blob, 'blob')
          else if (key !== 'digest' && key !== 'tag') form.append(key, String(value))
        }
        const headers = { authorization: `Bearer ${token}` }
        const answer = await server.app.request(`/api/v1/${kind}/${tag}`, { method, body: form, headers })
        return [answer.status, await answer.json()]
      }
      expect(await send('POST', 1)).toMatchObject([200, { nextChunk: 2, complete: false }])
      expect(await send(kind === 'videos' ? 'PUT' : 'POST', 2)).toMatchObject([200, { nextChunk: 3 }])
      expect(await send('POST', 3)).toMatchObject([201, { complete: true, digest: fileDigest(large) }])
    },
  )
})

describe('UPLOAD-29: repeated, late, crossing and wrong chunks', () => {
  test('takes them in any order after the first and as often as they come', async () => {
    const tag = await title()
    const send = (number: number) => api.uploads.video(chunkOf(tag, large, number))
    expect(await send(1)).toMatchObject({ nextChunk: 2 })
    expect(await send(3)).toMatchObject({ nextChunk: 2 })
    expect(await send(1)).toMatchObject({ nextChunk: 2 })
    expect(await send(3)).toMatchObject({ nextChunk: 2, complete: false })
    expect(await send(2)).toMatchObject({ nextChunk: 4, complete: true })
    expect(await send(2)).toMatchObject({ nextChunk: 4, complete: true })
    expect(await stored(tag)).toBe(hash(large))
  })

  test('UPLOAD-30 a later chunk begins nothing: not before the first, not after a cancel, not in the place of another file', async () => {
    const tag = await title()
    const late = () => api.uploads.video(chunkOf(tag, large, 2))
    expect(await refusal(late())).toBe('409 upload.notBegun')
    await api.uploads.video(chunkOf(tag, large, 1))
    await api.titles.cancelContent({ titleTag: tag })
    expect(await refusal(late())).toBe('409 upload.notBegun')
    expect(await states(tag)).toEqual([S.Incomplete, V.Canceled])
    const other = padded(small, CHUNK_SIZE + 2000)
    const begun = await api.uploads.video({ ...chunkOf(tag, other, 1), identifier: 'another-file' })
    expect(await refusal(late())).toBe('409 upload.notBegun')
    expect(await api.uploads.videoState({ tag })).toEqual(begun)
  })

  test('takes all of them at the same time, each twice', async () => {
    const tag = await title()
    await api.uploads.video(chunkOf(tag, large, 1))
    const all = await Promise.all(
      [1, 2, 3, 1, 2, 3].map(number => api.uploads.video(chunkOf(tag, large, number))),
    )
    expect(all.some(state => state.complete)).toBe(true)
    expect(await api.uploads.videoState({ tag })).toMatchObject({ complete: true, digest: fileDigest(large) })
    expect(await states(tag)).toEqual([S.Uploaded, V.Uploaded])
    expect(await stored(tag)).toBe(hash(large))
  })

  test.each([
    ['a chunk beyond the total', { chunkNumber: 4 }, 'upload.chunkOutOfRange'],
    ['a damaged chunk', { digest: 'f'.repeat(64) }, 'upload.chunkDigest'],
    ['a chunk that is too short', { file: new Blob(['short']) }, 'upload.chunkSize'],
    ['a wrong number of chunks', { totalNumberOfChunks: 9 }, 'upload.mismatch'],
    ['a number of chunks beyond all counting', { totalNumberOfChunks: 3_000_000_000 }, 'validation.tooBig'],
    ['a chunk beyond all counting', { chunkNumber: 3_000_000_000 }, 'validation.tooBig'],
    [
      'a size beyond its chunks',
      { totalNumberOfChunks: 1, totalSize: Number.MAX_SAFE_INTEGER },
      'validation.tooBig',
    ],
    [
      'the last of far too many chunks',
      { chunkNumber: 2_000_000_000, totalNumberOfChunks: 2_000_000_000 },
      'upload.mismatch',
    ],
    ['characters that no name may have (VAL-10)', { fileName: 'a?b.mp4' }, 'validation.fileNameCharacters'],
    ['a name of 256 characters (VAL-11)', { fileName: `${'x'.repeat(252)}.mp4` }, undefined],
    ['another type (VAL-14)', { fileName: 'class.mov' }, 'validation.videoType'],
  ])('refuses %s and stores nothing', async (_name, change, code) => {
    const tag = await title()
    const said = await refusal(api.uploads.video({ ...chunkOf(tag, large, 1), ...change }))
    expect(said).toMatch(/^400/)
    if (code !== undefined) expect(said).toBe(`400 ${code}`)
    expect(await states(tag)).toEqual([S.Incomplete, null])
    expect(await api.uploads.videoState({ tag })).toBeNull()
  })

  test('names the damaged chunk and takes it again', async () => {
    const tag = await title()
    await api.uploads.video(chunkOf(tag, large, 1))
    const damaged = await api.uploads
      .video({ ...chunkOf(tag, large, 2), digest: 'f'.repeat(64) })
      .catch((error: unknown) => error)
    expect(damaged).toMatchObject({ status: 400, issues: [{ params: { chunk: 2 } }] })
    expect(await api.uploads.video(chunkOf(tag, large, 2))).toMatchObject({ nextChunk: 3 })
  })

  test('never lets two contents into one upload', async () => {
    const tag = await title()
    const other = padded(small, large.length)
    other[CHUNK_SIZE - 1]! ^= 1
    await api.uploads.video(chunkOf(tag, large, 1, { identifier: 'same-name' }))
    expect(await refusal(api.uploads.video(chunkOf(tag, other, 1, { identifier: 'same-name' })))).toBe(
      '400 upload.mismatch',
    )
    const longer = padded(small, 3 * CHUNK_SIZE)
    expect(await refusal(api.uploads.video(chunkOf(tag, longer, 2, { identifier: 'same-name' })))).toBe(
      '400 upload.mismatch',
    )
    await api.uploads.video(chunkOf(tag, large, 2, { identifier: 'same-name' }))
    await api.uploads.video(chunkOf(tag, large, 3, { identifier: 'same-name' }))
    expect(await stored(tag)).toBe(hash(large))
  })
})

describe('UPLOAD-29: storage that fails while what came is looked at', () => {
  /** One read of the server's own file breaks off after its first bytes. */
  const breakOff = () =>
    vi.spyOn(server.deps.blobs, 'read').mockImplementationOnce(async () => {
      const pieces = [small.slice(0, 1000)]
      return new ReadableStream({
        pull(to) {
          const piece = pieces.pop()
          if (piece === undefined) to.error(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
          else to.enqueue(piece)
        },
      })
    })

  test('isn’t told as a bad file: the call is worth another try, and the next one settles the upload', async () => {
    const tag = await title()
    const reading = breakOff()
    const failed = await api.uploads.video(chunkOf(tag, small, 1)).catch((error: unknown) => error)
    expect(reading).toHaveBeenCalledOnce()
    reading.mockRestore()
    expect(failed).toMatchObject({ code: 'server', status: 500, issues: [] })
    expect(isRetryable(failed as KinoraError)).toBe(true)
    expect(await states(tag)).toEqual([S.Uploading, V.Uploading])
    expect(await api.uploads.video(chunkOf(tag, small, 1))).toMatchObject({ complete: true })
    expect(await states(tag)).toEqual([S.Uploaded, V.Uploaded])
    expect(await stored(tag)).toBe(hash(small))
  })
})

describe('UPLOAD-30, C-25 replacing', () => {
  test('drops what came of another file', async () => {
    const tag = await title()
    await api.uploads.video(chunkOf(tag, large, 1))
    const [before] = await server.deps.db
      .execute<{ blob_key: string }>(`SELECT blob_key FROM uploads WHERE title_tag = '${tag}'`)
      .then(result => (result as unknown as { rows: { blob_key: string }[] }).rows)
    expect(await sendFile(api, tag, small)).toMatchObject({ complete: true, digest: fileDigest(small) })
    for await (const { key } of server.deps.blobs.parts.list(before!.blob_key)) expect(key).toBeUndefined()
    expect(await stored(tag)).toBe(hash(small))
  })

  test.each([S.Completed, S.Published, S.Unpublished, S.Error, S.Uploaded, S.None])(
    'starts anew from %i, and the old stream stays',
    async status => {
      const video = { [S.Error]: V.Failed, [S.Uploaded]: V.Uploaded, [S.None]: null }[status as number]
      const tag = await title({
        status,
        videoStatus: video === undefined ? V.Completed : video,
        streamKey: 'streams/old/1',
      })
      await api.uploads.video(chunkOf(tag, large, 1))
      expect(await states(tag)).toEqual([S.Uploading, V.Uploading])
      expect((await viewTitle(api, tag)).streamingLink).not.toBeNull()
    },
  )

  test.each([S.EncodingQueued, S.NormalisationQueued, S.Encoded, S.PublishQueued])(
    'is refused in %i',
    async status => {
      const tag = await title({ status, videoStatus: V.Processing })
      expect(await refusal(api.uploads.video(chunkOf(tag, small, 1)))).toBe('400 upload.busy')
      expect(await states(tag)).toEqual([status, V.Processing])
    },
  )

  test('takes a chunk that comes late, after the title is done, for what it is', async () => {
    const tag = await title()
    await sendFile(api, tag, small)
    await put(server, tag, { status: S.Published, videoStatus: V.Completed })
    expect(await api.uploads.video(chunkOf(tag, small, 1))).toMatchObject({ complete: true })
    expect(await states(tag)).toEqual([S.Published, V.Completed])
  })
})

describe('UPLOAD-21, API-16 cancelling', () => {
  test('ends an upload; the file may be sent again', async () => {
    const tag = await title()
    await api.uploads.video(chunkOf(tag, large, 1))
    await api.titles.cancelContent({ titleTag: tag })
    expect(await states(tag)).toEqual([S.Incomplete, V.Canceled])
    expect(await api.uploads.videoState({ tag })).toBeNull()
    expect(await refusal(api.titles.cancelContent({ titleTag: tag }))).toBe('400 title.cancelWrongState')
    expect(await sendFile(api, tag, large)).toMatchObject({ complete: true })
  })

  test.each([
    [S.Incomplete, V.Uploading],
    [S.Uploaded, V.Uploaded],
    [S.NormalisationQueued, V.Normalizing],
    [S.NormalisationQueued, V.Normalized],
    [S.EncodingQueued, V.Processing],
  ])('E-1, E-2 ends %i with video %i as Incomplete, Canceled', async (status, videoStatus) => {
    const tag = await title({ status, videoStatus })
    await api.titles.cancelContent({ titleTag: tag })
    expect(await states(tag)).toEqual([S.Incomplete, V.Canceled])
  })

  test.each([S.Completed, S.Published, S.Unpublished, S.Incomplete, S.Error])(
    'is refused in %i',
    async status => {
      const tag = await title({ status, videoStatus: status === S.Incomplete ? null : V.Completed })
      expect(await refusal(api.titles.cancelContent({ titleTag: tag }))).toBe('400 title.cancelWrongState')
    },
  )
})
