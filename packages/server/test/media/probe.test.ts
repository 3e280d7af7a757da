import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkMediaFile } from '@kinora/core/media'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'
import { createProbe } from '../../src/adapters/probe/index.ts'
import type { ProbePort } from '../../src/ports/probe.ts'
import { makeCorpus, type OddFile } from './corpus.ts'

let folder = ''
let corpus: readonly OddFile[] = []
let probe: ProbePort
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-corpus-'))
  corpus = await makeCorpus(folder)
  probe = createProbe()
})
afterAll(async () => {
  await probe.close()
  await rm(folder, { recursive: true, force: true })
})

const store = async ({ bytes }: Pick<OddFile, 'bytes'>): Promise<string> => {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return path
}
const ofClient = ({ kind, name, bytes }: OddFile) =>
  checkMediaFile(kind, { name, blob: new Blob([new Uint8Array(bytes)]) })

describe('UPLOAD-17, UPLOAD-26 what the client accepts the server accepts, and the reverse', () => {
  test('of every odd file', async () => {
    for (const file of corpus) {
      const theirs = (await ofClient(file)).issues
      const ours = await probe.check(file.kind, { name: file.name, path: await store(file) })
      expect([file.name, file.what, ours]).toEqual([file.name, file.what, theirs])
    }
  })

  /** Both sides agree on these, and on these words. */
  test.each([
    ['moov last', []],
    ['fragments', []],
    ['no length anywhere', []],
    ['unknown length anywhere', []],
    ['two pictures, 16:9 first', []],
    ['two pictures, 4:3 first but 16:9 the default', []],
    ['mdat missing', ['validation.fileFormat']],
    ['mdat missing, moov first', ['validation.fileFormat']],
    ['no samples at all', ['validation.fileFormat']],
    ['fragments, cut inside mdat', ['validation.fileFormat']],
    ['junk in front', ['validation.videoType']],
    ['sound alone', ['processing.noVideo']],
    ['class.m4a as .mp3', ['validation.audioType']],
    ['class.mp3 as .m4a', ['validation.audioType']],
    ['class.mp3 behind junk', []],
    ['bare.mp3 behind zeros', []],
    ['class.aac cut', ['validation.fileFormat']],
  ])('%s: %j', async (what, codes) => {
    const file = corpus.find(each => each.what === what)!
    expect((await ofClient(file)).issues.map(({ code }) => code)).toEqual(codes)
  })

  test('is given a minute, unless it is asked to be quicker', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout')
    await probe.measure(await store(corpus[0]!))
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 60_000)
    timer.mockRestore()
  })

  test('keeps a place for others while it looks long at the files of one owner', async () => {
    const movie = corpus.find(each => each.what === 'moov last')!
    const boxes = Buffer.alloc(8_000_000, '\0\0\0\x10moov\0\0\0\x08free', 'latin1')
    const endless = Buffer.concat([movie.bytes.subarray(0, movie.bytes.readUInt32BE()), boxes])
    const [long, short] = [await store({ bytes: endless }), await store(movie)]
    const stop = new AbortController()
    const name = 'a.mp4'
    const first = probe.check('video', { name, path: long, owner: 'one' }, stop.signal).catch(() => 'stopped')
    let isSecondOver = false
    const second = probe
      .check('video', { name, path: short, owner: 'one' })
      .finally(() => (isSecondOver = true))
    expect(await probe.check('video', { name, path: short, owner: 'other' })).toEqual([])
    expect(isSecondOver).toBe(false)
    stop.abort()
    expect([await first, await second]).toEqual(['stopped', []])
  })

  test('what is accepted is as long when it is processed, whatever its header says', async () => {
    const media = (await createFfmpegMedia('ffmpeg', { measure: probe.measure }))!
    const odd = [
      'no length anywhere',
      'unknown length anywhere',
      'almost no length, no edit list',
      'fragments, almost no length in the header',
      'class.mp3 behind junk',
      'bare.mp3 before zeros',
    ]
    for (const what of odd) {
      const { duration } = await media.probe(await store(corpus.find(each => each.what === what)!))
      expect([what, Math.abs(duration - 1) < 0.05]).toEqual([what, true])
    }
  })
})
