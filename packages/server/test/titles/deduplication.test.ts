import { CHUNK_SIZE, type FileRole, TitleStatus, VideoStatus } from '@kinora/core'
import { answerTo, type FileSource, sampleOf } from '@kinora/core/uploads'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProbe } from '../../src/adapters/probe/index.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import {
  chunkOf,
  clip,
  fileDigest,
  hash,
  padded,
  put,
  refusal,
  sendFile,
  type TestApi,
  viewTitle,
} from './support.ts'

describe.each(databases)('a file that the platform holds already, on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let bytes: Uint8Array<ArrayBuffer>
  /** How often a file was looked at. */
  let looks = 0
  beforeAll(async () => {
    const probe = createProbe()
    const check: typeof probe.check = (...asked) => {
      looks += 1
      return probe.check(...asked)
    }
    server = await createTestServer({ db, probe: { ...probe, check }, clock })
    api = server.api('tenant')
    bytes = padded(await clip(), 2 * CHUNK_SIZE + 1000)
  })
  afterAll(() => server?.close())

  const title = async () => (await api.titles.create({ className: 'Known' })).tag
  const source = (content: Uint8Array<ArrayBuffer>): FileSource => ({
    name: 'class.mp4',
    size: content.length,
    slice: async (start, end) => new Blob([content.slice(start, end)]),
  })
  const offer = async (by: TestApi, tag: string, { content = bytes, role = 'video' as FileRole } = {}) =>
    by.uploads.offer({ tag, role, totalSize: content.length, sample: await sampleOf(source(content)) })
  const answer = async (
    challenge: NonNullable<Awaited<ReturnType<typeof offer>>>,
    tag: string,
    { content = bytes, digest = fileDigest(content), role = 'video' as FileRole } = {},
  ) => {
    const proof = await answerTo(challenge, source(content))
    const named = { identifier: `known-${tag}`, fileName: 'class.mp4' }
    return { tag, role, challenge: challenge.challenge, proof, digest, ...named }
  }
  const reuse = async (tag: string, role: FileRole = 'video') => {
    const challenge = await offer(api, tag, { role })
    return api.uploads.prove(await answer(challenge!, tag, { role }))
  }
  const stored = async (tag: string): Promise<string> => {
    const { token } = await server.signIn('tenant')
    const headers = { authorization: `Bearer ${token}` }
    const response = await server.app.request(`/media/raw/${tag}`, { headers })
    return hash(new Uint8Array(await response.arrayBuffer()))
  }
  let first: string

  test('UPLOAD-16, E-1, E-2 is given to another title as if its last chunk had come; nothing is sent', async () => {
    first = await title()
    await sendFile(api, first, bytes)
    const second = await title()
    expect(await reuse(second)).toMatchObject({
      complete: true,
      nextChunk: 4,
      identifier: `known-${second}`,
      digest: fileDigest(bytes),
    })
    expect(await viewTitle(api, second)).toMatchObject({
      status: TitleStatus.Uploaded,
      videoStatus: VideoStatus.Uploaded,
      fileDigest: fileDigest(bytes),
      fileName: 'class.mp4',
      fileSize: bytes.length,
    })
    expect(await stored(second)).toBe(hash(bytes))
    expect(
      await api.uploads.video({ ...chunkOf(second, bytes, 2), identifier: `known-${second}` }),
    ).toMatchObject({
      complete: true,
    })
  })

  test('E-3 also as a trailer, and to a colleague within the same tenant', async () => {
    const tag = await title()
    const colleague = server.api('support', { tenantId: 'pulsehouse' })
    const challenge = await offer(colleague, tag, { role: 'trailer' })
    const state = await colleague.uploads.prove(await answer(challenge!, tag, { role: 'trailer' }))
    expect(state).toMatchObject({ complete: true, digest: fileDigest(bytes) })
    expect((await viewTitle(api, tag)).trailerName).toBe('class.mp4')
  })

  test('UPLOAD-30, TITLE-35 each title owns its file: replaced or deleted, the other stays whole', async () => {
    const [one, two, three] = [await title(), await title(), await title()]
    for (const tag of [one, two, three]) await reuse(tag)
    await sendFile(api, one, padded(await clip(), 1_000_000), { identifier: 'another-file' })
    await api.titles.remove({ tags: [two] })
    await api.titles.cancelContent({ titleTag: first, isTrailerFile: false })
    await sendFile(api, first, padded(await clip(), 1_100_000), { identifier: 'yet-another' })
    expect(await stored(three)).toBe(hash(bytes))
    expect(await reuse(two).catch(() => 'gone')).toBe('gone')
    expect(await reuse(await title())).toMatchObject({ complete: true })
  })

  test('UPLOAD-17 is looked at once for each kind of file and owner, however it comes', async () => {
    const content = padded(await clip(), CHUNK_SIZE + 500)
    const sent = async (by: TestApi, tag: string) => {
      const before = looks
      await sendFile(by, tag, content, { identifier: `looked-${tag}` })
      return looks - before
    }
    expect([await sent(api, await title()), await sent(api, await title())]).toEqual([1, 0])
    const audio = await api.titles.create({ className: 'Heard', contentType: 2 })
    const before = looks
    await sendFile(api, audio.tag, content, { fileName: 'heard.m4a' }).catch(() => undefined)
    expect(looks - before).toBe(1)
    const provider = server.api('provider')
    expect(await sent(provider, (await provider.titles.create({ className: 'Another owner' })).tag)).toBe(1)
  })

  test('the same file sent to two titles at the same time makes two whole ones', async () => {
    const content = padded(await clip(), CHUNK_SIZE + 77)
    const tags = [await title(), await title()]
    await Promise.all(tags.map(tag => sendFile(api, tag, content, { identifier: `both-${tag}` })))
    for (const tag of tags) {
      expect(await stored(tag)).toBe(hash(content))
      expect((await viewTitle(api, tag)).fileDigest).toBe(fileDigest(content))
    }
  })

  test('C-14 to another owner, and to staff for another owner’s title, it is as if there were none', async () => {
    const provider = server.api('provider')
    const theirs = (await provider.titles.create({ className: 'Elsewhere' })).tag
    expect(await offer(provider, theirs)).toBeNull()
    expect(await offer(server.api('admin'), theirs)).toBeNull()
    expect(await refusal(offer(provider, await title()))).toBe('404 title.notFound')
    expect(await offer(api, await title(), { content: padded(await clip(), 9_000_000) })).toBeNull()
  })

  test('a wrong answer gives nothing and uses the challenge up, as do a late one and one of somebody else', async () => {
    const tag = await title()
    const other = bytes.slice()
    other[other.length - 1] = other[other.length - 1]! ^ 1
    const asked = (await offer(api, tag))!
    const right = await answer(asked, tag)
    expect(await api.uploads.prove({ ...right, proof: hash(other) })).toBeNull()
    expect(await api.uploads.prove(right)).toBeNull()
    expect(
      await api.uploads.prove(await answer((await offer(api, tag))!, tag, { digest: hash(other) })),
    ).toBeNull()
    expect(await api.uploads.prove(await answer((await offer(api, await title()))!, tag))).toBeNull()
    const colleague = server.api('support', { tenantId: 'pulsehouse' })
    expect(await colleague.uploads.prove(await answer((await offer(api, tag))!, tag))).toBeNull()
    const late = await answer((await offer(api, tag))!, tag)
    clock.forward(61)
    expect(await api.uploads.prove(late)).toBeNull()
    expect(await viewTitle(api, tag)).toMatchObject({ status: TitleStatus.Incomplete, fileDigest: null })
  })

  test('UPLOAD-26, E-1 a wrong name and a title that is being processed are refused with their texts', async () => {
    const tag = await title()
    const proof = await answer((await offer(api, tag))!, tag)
    expect(await refusal(api.uploads.prove({ ...proof, fileName: 'a.txt' }))).toBe('400 validation.videoType')
    await put(server, tag, { status: TitleStatus.EncodingQueued, videoStatus: VideoStatus.Processing })
    expect(await refusal(reuse(tag))).toBe('400 upload.busy')
  })

  test('after twenty wrong answers even a right one gives nothing', async () => {
    const tag = await title()
    for (let tried = 0; tried < 20; tried++) {
      const asked = await answer((await offer(api, tag))!, tag, { digest: hash(new Uint8Array(1)) })
      expect(await api.uploads.prove(asked)).toBeNull()
    }
    expect(await reuse(tag)).toBeNull()
  })

  test('OPS-02 a file that is gone from the disk is held by nobody, one that another title has still is', async () => {
    const content = padded(await clip(), CHUNK_SIZE + 900)
    const [kept, lost, asking] = [await title(), await title(), await title()]
    await sendFile(api, kept, content)
    await sendFile(api, lost, content)
    const lose = async (tag: string) => {
      const [row] = await server.deps.db.select().from(titlesTable).where(eq(titlesTable.tag, tag))
      await server.deps.blobs.remove(row!.sourceKey!)
    }
    await lose(lost)
    expect(await offer(api, asking, { content })).not.toBeNull()
    await lose(kept)
    expect(await offer(api, asking, { content })).toBeNull()
  })
})
