import { type ClientRequest, request } from 'node:http'
import { CHUNK_SIZE } from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Listening, listen } from '../../src/adapters/listen.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import type { DemoAccountName } from '../../src/seed/accounts.ts'
import { claimChunk, claimNext, findUpload, type NextChunk } from '../../src/uploads/rows.ts'
import { uploadChunksTable as chunks, uploadsTable } from '../../src/uploads/tables.ts'
import { databases } from '../database.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { chunkOf, fileDigest, hash, refusal, type TestApi } from './support.ts'

/** Three chunks, the last one short. */
const large = new Uint8Array(2 * CHUNK_SIZE + 1000).map((_, at) => (at * 31 + (at >> 12)) % 251)
const all: Scope = { kind: 'all' }

describe.each(databases)('chunks that cross (%s)', kind => {
  let server: TestServer
  let api: TestApi
  let web: Listening
  beforeAll(async () => {
    server = await createTestServer({ db: kind })
    api = server.api('provider')
    web = await listen({ host: '127.0.0.1', port: 0 })
    web.answer((asked, env) => server.app.fetch(asked, env))
  })
  afterAll(async () => {
    await web.close(0)
    await server.close()
  })

  /** A title whose first chunk is there. */
  const begun = async () => {
    const { tag } = await api.titles.create({ className: 'Crossing' })
    await api.uploads.video(chunkOf(tag, large, 1))
    const upload = await findUpload(all, server.deps.db, { tag, role: 'video' })
    return { tag, upload: upload! }
  }
  const chunk = async (uploadId: string, number: number) => {
    const found = await server.deps.db
      .select()
      .from(chunks)
      .where(and(eq(chunks.uploadId, uploadId), eq(chunks.number, number)))
    return found[0]
  }
  const isClaimed = (uploadId: string, number: number) =>
    expect.poll(async () => (await chunk(uploadId, number))?.isStored).toBe(false)

  /** Sends a chunk by HTTP, in two goes. */
  async function send(account: DemoAccountName, tag: string, number: number) {
    const { file, ...fields } = chunkOf(tag, large, number)
    const bytes = Buffer.from(await file.arrayBuffer())
    const head = Object.entries(fields)
      .filter(([name]) => name !== 'tag')
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    const before = Buffer.from(
      `${head}--b\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\n\r\n`,
    )
    const after = Buffer.from('\r\n--b--\r\n')
    const { token } = await server.signIn(account)
    let call!: ClientRequest
    const answer = new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      call = request(`${web.url}/api/v1/videos/${tag}`, {
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': before.length + bytes.length + after.length,
        },
      })
      call.once('error', reject)
      call.once('response', async response => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode!, body: JSON.parse(text) as Record<string, unknown> })
      })
    })
    answer.catch(() => undefined)
    call.write(before)
    const half = 1_500_000
    call.write(bytes.subarray(0, half))
    return {
      answer,
      end: () => call.end(Buffer.concat([bytes.subarray(half), after])),
      cut: () => call.destroy(),
    }
  }

  describe('UPLOAD-29: only who may write a chunk takes it over', () => {
    test('whoever has it out of reach disturbs nobody, however often and in whatever part', async () => {
      const { tag, upload } = await begun()
      const own = await send('provider', tag, 2)
      await isClaimed(upload.id, 2)
      for (let round = 0; round < 3; round++) {
        const other = await send('tenant', tag, 2)
        other.end()
        expect((await other.answer).status).toBe(404)
      }
      expect(await chunk(upload.id, 2)).toMatchObject({ isStored: false })
      own.end()
      expect(await own.answer).toMatchObject({ status: 200, body: { nextChunk: 3 } })
      expect(await api.uploads.videoState({ tag })).toMatchObject({
        digest: fileDigest(large.subarray(0, 2 * CHUNK_SIZE)),
      })
    })

    test('and holds nothing back by coming first and going on slowly', async () => {
      const { tag, upload } = await begun()
      const slow = await Promise.all([1, 2, 3, 4].map(() => send('tenant', tag, 2)))
      await api.uploads.videoState({ tag })
      expect(await chunk(upload.id, 2)).toBeUndefined()
      expect(await api.uploads.video(chunkOf(tag, large, 2))).toMatchObject({ nextChunk: 3 })
      for (const one of slow) one.cut()
    })

    test('the newest of those who may goes on, the one before hears of it', async () => {
      const { tag, upload } = await begun()
      const first = await send('provider', tag, 2)
      await isClaimed(upload.id, 2)
      const second = await send('admin', tag, 2)
      second.end()
      expect(await second.answer).toMatchObject({ status: 200, body: { nextChunk: 3 } })
      first.end()
      expect(await first.answer).toMatchObject({ status: 200, body: { nextChunk: 3 } })
      expect(await chunk(upload.id, 2)).toMatchObject({ isStored: true })
    })
  })

  describe('UPLOAD-21, UPLOAD-29: an upload that is cancelled while a chunk waits for its turn', () => {
    test('tells whoever waited that it was cancelled', async () => {
      const { tag, upload } = await begun()
      const { parts } = server.deps.blobs
      let end!: () => void
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      let isTold = false
      // The first one is told to stop by the second, and takes its time.
      const receiving = vi.spyOn(parts, 'receive').mockImplementationOnce(async (_key, { signal }) => {
        signal.addEventListener('abort', () => {
          isTold = true
        })
        await ended
        throw signal.reason
      })
      const first = refusal(api.uploads.video(chunkOf(tag, large, 2)))
      await isClaimed(upload.id, 2)
      const second = refusal(api.uploads.video(chunkOf(tag, large, 2)))
      await expect.poll(() => isTold).toBe(true)
      await api.titles.cancelContent({ titleTag: tag })
      end()
      expect(await second).toBe('400 upload.cancelled')
      expect(await first).toBe('409 upload.overtaken')
      receiving.mockRestore()
      expect(await api.uploads.videoState({ tag })).toBeNull()
    })
  })

  describe('claiming in one statement', () => {
    const nextOf = (tag: string, number = 2): NextChunk => {
      const { identifier, totalSize, totalNumberOfChunks: total, digest } = chunkOf(tag, large, number)
      return { tag, role: 'video', identifier, totalSize, total, number, digest, size: CHUNK_SIZE }
    }
    const claim = (next: NextChunk, scope: Scope = all) => claimNext(scope, server.deps.db, next)

    /** Nothing claims it, so whoever wants that begins no other. */
    let idle: ReturnType<typeof begun> | undefined

    test.each<[string, Partial<NextChunk>, Scope?]>([
      ['another file by its name', { identifier: 'another' }],
      ['another size', { totalSize: large.length - 1 }],
      ['another number of chunks', { total: 4 }],
      ['the other file of the title', { role: 'trailer' }],
      ['no title', { tag: 'nothing' }],
      ['another tenant', {}, { kind: 'tenant', tenantId: 'pulsehouse' }],
      ['another provider', {}, { kind: 'provider', providerId: 'nobody' }],
    ])('claims nothing for %s', async (_name, change, scope) => {
      idle ??= begun()
      const { tag, upload } = await idle
      for (let round = 0; round < 3; round++)
        expect(await claim({ ...nextOf(tag), ...change }, scope)).toBeUndefined()
      expect(await chunk(upload.id, 2)).toBeUndefined()
    })

    test('claims nothing of an upload that is complete', async () => {
      const { tag, upload } = await begun()
      await server.deps.db
        .update(uploadsTable)
        .set({ state: 'complete' })
        .where(eq(uploadsTable.id, upload.id))
      expect(await claim(nextOf(tag))).toBeUndefined()
      expect(await chunk(upload.id, 2)).toBeUndefined()
    })

    test('gives the title, the upload and what is bound: the newest digest until it is stored, then that one', async () => {
      const { tag, upload } = await begun()
      const own: Scope = { kind: 'provider', providerId: 'ironside' }
      const [one, other] = [nextOf(tag).digest, hash(new Uint8Array([1]))]
      for (const digest of [one, other, one, other]) {
        const claimed = await claim({ ...nextOf(tag), digest }, own)
        expect(claimed?.bound).toEqual({ digest, isStored: false })
        expect(claimed?.upload).toEqual(upload)
        expect(Object.keys(claimed!.title)).toEqual(['contentType', 'status'])
      }
      const claimed = await claimChunk(server.deps.db, {
        uploadId: upload.id,
        number: 2,
        digest: one,
        size: CHUNK_SIZE,
      })
      expect(claimed).toEqual({ digest: one, isStored: false })
      await server.deps.db.update(chunks).set({ isStored: true }).where(eq(chunks.uploadId, upload.id))
      expect((await claim({ ...nextOf(tag), digest: other }))?.bound).toEqual({ digest: one, isStored: true })
      expect(await chunk(upload.id, 2)).toEqual({
        uploadId: upload.id,
        number: 2,
        digest: one,
        size: CHUNK_SIZE,
        isStored: true,
      })
    })
  })
})
