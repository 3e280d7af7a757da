import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TitleStatus, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createProbe } from '../../src/adapters/probe/index.ts'
import { MediaError } from '../../src/ports/media.ts'
import type { TestServer } from '../harness.ts'
import { made, makeBoxes, toGreedy } from '../media/clips.ts'
import { heavy } from '../media/movie-bytes.ts'
import { chunkOf, clip, freshClip, refusal, sendFile, type TestApi, viewTitle } from './support.ts'
import { createUploadServer, type UploadServer } from './upload-server.ts'

const S = TitleStatus
const V = VideoStatus

let server: TestServer
let api: TestApi
let small: Uint8Array<ArrayBuffer>
let large: Uint8Array<ArrayBuffer>
let title: UploadServer['title']
let states: UploadServer['states']
beforeAll(async () => {
  ;({ server, api, small, large, title, states } = await createUploadServer())
})
afterAll(() => server?.close())

describe('UPLOAD-17, VAL-13, VAL-14, VAL-18: a file that no title can be made of', () => {
  const wrong: [string, () => Promise<Uint8Array<ArrayBuffer>>, string][] = [
    ['4:3', () => clip({ size: '320x240' }), 'validation.aspectRatio'],
    ['PNG', makePng, 'validation.videoType'],
    ['truncated', async () => (await clip({ seconds: 3 })).slice(0, 40_000), 'validation.fileFormat'],
    ['an index that asks for all memory', makeGreedy, 'validation.fileFormat'],
    ['nothing but empty boxes', makeBoxes, 'validation.fileFormat'],
    ['sound only', makeSound, 'processing.noVideo'],
  ]
  test.each(wrong)(
    '%s is refused with its reason, kept nowhere, and another may follow at once',
    async (_name, make, code) => {
      const tag = await title()
      expect(await refusal(sendFile(api, tag, await make()))).toBe(`400 ${code}`)
      expect(await states(tag)).toEqual([S.Error, V.Failed])
      expect(await viewTitle(api, tag)).toMatchObject({
        errorType: code,
        fileDigest: null,
        rawVideoFileUrl: null,
      })
      expect(await refusal(api.titles.encodeVideo({ tag }))).toBe('400 title.encodeNoFile')
      expect(await sendFile(api, tag, small)).toMatchObject({ complete: true })
      expect(await viewTitle(api, tag)).toMatchObject({ errorType: null })
    },
  )

  test('a look at an upload doesn’t fail where the machine is at fault, and the next one settles it', async () => {
    const tag = await title()
    const { probe } = server.deps
    const check = () => Promise.reject(new MediaError('failed', 'no thread could be started'))
    server.deps.probe = { ...probe, check }
    expect(await refusal(sendFile(api, tag, await freshClip()))).toMatch(/^500/)
    const waiting = await api.uploads.videoState({ tag })
    server.deps.probe = probe
    expect([waiting, await api.uploads.videoState({ tag })]).toMatchObject([
      { complete: false, nextChunk: 2 },
      { complete: true, nextChunk: 2 },
    ])
  })

  test('API-16 is looked at beside the thread that answers, for a minute at most, and no longer than its call lasts', async () => {
    const file = { name: 'class.mp4', path: join(server.folder, 'heavy.mp4') }
    await writeFile(file.path, heavy(Buffer.from(small), 2_000_000))
    const damaged = [
      { path: 'file', code: 'validation.fileFormat', params: { is: 'fileType.damaged' } },
    ] as const
    const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
    expect(await server.deps.probe.check('video', file)).toEqual(damaged)
    expect(process.threadCpuUsage(here).user).toBeLessThan(process.cpuUsage(all).user / 2)

    const [stop, ended] = [new AbortController(), vi.fn()]
    const looking = server.deps.probe.check('video', file, stop.signal).finally(ended)
    expect((await server.app.request('/healthz')).status).toBe(200)
    expect(ended).not.toHaveBeenCalled()
    stop.abort()
    await expect(looking).rejects.toMatchObject({ reason: 'cancelled' })
    // What can't be looked at in time is not called damaged.
    const [{ path, code }] = damaged
    expect(await createProbe({ cpuLimit: 0 }).check('video', file)).toEqual([{ path, code }])
  })

  test('an empty file is refused before anything', async () => {
    const tag = await title()
    expect(
      await refusal(api.uploads.video({ ...chunkOf(tag, small, 1), totalSize: 0, file: new Blob([]) })),
    ).toMatch(/^400/)
    expect(await states(tag)).toEqual([S.Incomplete, null])
  })

  test('C-05: a title of type Audio takes sound and refuses what it must', async () => {
    const { tag } = await api.titles.create({ className: 'Audio', contentType: 2 })
    expect(await refusal(api.uploads.video(chunkOf(tag, small, 1, { fileName: 'class.wav' })))).toBe(
      '400 validation.audioType',
    )
    const sound = await makeSound()
    expect(await sendFile(api, tag, sound, { fileName: 'class.m4a' })).toMatchObject({ complete: true })
    const other = await api.titles.create({ className: 'The same by another name', contentType: 2 })
    expect(await refusal(sendFile(api, other.tag, sound, { fileName: 'class.mp3' }))).toBe(
      '400 validation.audioType',
    )
  })
})

describe('E-3 trailer', () => {
  test('API-22 is a file of its own beside the video', async () => {
    const tag = await title()
    await api.uploads.trailer(chunkOf(tag, large, 1, { fileName: 'trailer.mp4' }))
    expect(await viewTitle(api, tag)).toMatchObject({
      status: S.Incomplete,
      videoStatus: null,
      trailerStatus: S.Uploading,
    })
    await sendFile(api, tag, small)
    await sendFile(api, tag, large, { role: 'trailer', fileName: 'trailer.mp4' })
    expect(await viewTitle(api, tag)).toMatchObject({
      status: S.Uploaded,
      trailerName: 'trailer.mp4',
      fileSize: small.length,
    })
  })

  test('goes back to none when it is cancelled', async () => {
    const tag = await title()
    await api.uploads.trailer(chunkOf(tag, large, 1))
    await api.titles.cancelContent({ titleTag: tag, isTrailerFile: true })
    expect(await viewTitle(api, tag)).toMatchObject({ trailerStatus: null, trailerLinkWeb: null })
    expect(await api.uploads.trailerState({ tag })).toBeNull()
    expect(await refusal(api.titles.cancelContent({ titleTag: tag, isTrailerFile: true }))).toBe(
      '400 title.cancelWrongState',
    )
  })

  test.each([
    ['none', {}],
    ['uploading', { trailerStatus: S.Uploading }],
    ['processing', { trailerStatus: S.EncodingQueued }],
    ['normalising', { trailerStatus: S.NormalisationQueued }],
    ['mobile pending', { trailerStatus: S.Completed, trailerWebKey: 'trailers/x/1/web/master.m3u8' }],
    ['error', { trailerStatus: S.Error }],
  ])('API-17, VIDEO-08: can’t be removed while %s', async (_name, set) => {
    expect(await refusal(api.titles.removeTrailer({ titleTag: await title(set) }))).toBe(
      '400 title.trailerNotComplete',
    )
  })

  // Of the codes of a title: EncodingQueued and NormalisationQueued.
  test.each([1, 11])('C-24 can’t be uploaded while it is processed (%i)', async trailerStatus => {
    const tag = await title({ trailerStatus })
    expect(await refusal(api.uploads.trailer(chunkOf(tag, small, 1)))).toBe('400 title.trailerBusy')
  })

  test('API-20 can’t be encoded without a file', async () => {
    expect(await refusal(api.titles.encodeTrailer({ tag: await title() }))).toBe('400 title.encodeNoFile')
  })

  test('a wrong one ends in its own error, the title untouched', async () => {
    const tag = await title()
    expect(await refusal(sendFile(api, tag, await clip({ size: '320x240' }), { role: 'trailer' }))).toBe(
      '400 validation.aspectRatio',
    )
    expect(await viewTitle(api, tag)).toMatchObject({
      status: S.Incomplete,
      trailerStatus: S.Error,
      errorType: null,
      trailerErrorType: 'validation.aspectRatio',
    })
  })
})

async function makePng(): Promise<Uint8Array<ArrayBuffer>> {
  return made('frame.png', '-f', 'lavfi', '-i', 'testsrc2=size=320x180', '-frames:v', '1')
}
async function makeSound(): Promise<Uint8Array<ArrayBuffer>> {
  return made('sound.m4a', '-f', 'lavfi', '-i', 'sine=frequency=330:duration=2', '-c:a', 'aac')
}

const makeGreedy = async () => new Uint8Array(toGreedy(Buffer.from(await clip())))
