import { TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRange } from '../../src/kernel/http/blob-response.ts'
import type { JobsPort } from '../../src/ports/runtime.ts'
import { systemClock } from '../../src/ports/runtime.ts'
import { startStorageJobs } from '../../src/storage/jobs.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { removeFiles, startTitleJobs } from '../../src/titles/jobs.ts'
import { createTestClock, createTestServer, samplePictures, type TestServer } from '../harness.ts'
import { issuesOf } from '../refusals.ts'
import { put, refusal, type TestApi } from './support.ts'

const clock = createTestClock()
let server: TestServer
let provider: TestApi
let tag: string
beforeAll(async () => {
  server = await createTestServer({ clock, settings: { accessTokenLifetime: 90 * 86_400 } })
  provider = server.api('provider')
  ;({ tag } = await provider.titles.create({ className: 'Plays' }))
  const files = {
    'master.m3u8': '#EXTM3U\n720p/index.m3u8\n',
    '720p/index.m3u8': '#EXTM3U\ninit.mp4\n',
    '720p/init.mp4': 'init',
    '720p/00000.m4s': '0123456789',
  }
  for (const [path, text] of Object.entries(files))
    await server.deps.blobs.put(`streams/${tag}/1/${path}`, new TextEncoder().encode(text))
  await server.deps.blobs.put('uploads/secret', new TextEncoder().encode('secret'))
  await put(server, tag, {
    streamKey: `streams/${tag}/1`,
    status: TitleStatus.Published,
    tenants: ['pulsehouse'],
  })
})
afterAll(() => server?.close())

const link = async (api = provider, tenant = 'ironside') =>
  (await api.titles.streamingLink({ tenant, tag })).streamingLink
const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers })
const said = 'Kindly contact to administrator'

describe('API-23, VIDEO-11 the signed link', () => {
  test('carries its token along to every address below it', async () => {
    const master = await link()
    const answer = await get(master)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
    ])
    const segment = await get(new URL('720p/00000.m4s', `http://x${master}`).pathname)
    expect(await segment.text()).toBe('0123456789')
    expect(segment.headers.get('content-type')).toBe('video/iso.segment')
    expect(segment.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    // OPS-02: one that was cut on its disk is no whole one, and nothing that a player keeps.
    const box = (type: string, length: number) => {
      const bytes = new Uint8Array(length)
      new DataView(bytes.buffer).setUint32(0, length)
      bytes.set(new TextEncoder().encode(type), 4)
      return [...bytes]
    }
    const whole = new Uint8Array([...box('styp', 24), ...box('moof', 100), ...box('mdat', 500)])
    for (const [size, status] of [
      [624, 200],
      [600, 404],
      [124 + 8, 404],
      [128, 404],
      [124, 404],
      [20, 404],
    ] as const) {
      await server.deps.blobs.put(`streams/${tag}/1/720p/00001.m4s`, whole.subarray(0, size))
      const cut = await get(new URL('720p/00001.m4s', `http://x${master}`).pathname)
      expect([size, cut.status, /immutable/.test(cut.headers.get('cache-control') ?? '')]).toEqual([
        size,
        status,
        status === 200,
      ])
    }
    await server.deps.blobs.remove(`streams/${tag}/1/720p/00001.m4s`)
    expect(
      (await get(new URL('720p/init.mp4', `http://x${master}`).pathname)).headers.get('content-type'),
    ).toBe('video/mp4')
  })

  test('is good for a while', async () => {
    const master = await link()
    clock.forward(3599)
    expect((await get(master)).status).toBe(200)
    clock.forward(2)
    const late = await get(master)
    expect([late.status, ((await late.json()) as { message: string }).message]).toEqual([403, said])
  })

  test('can’t be made up, nor opened further', async () => {
    const master = await link()
    const [, , token = ''] = master.split('/')
    const [header = '', payload = '', signature = ''] = token.split('.')
    const wider = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/streams[^"]*/, 'uploads'),
    ).toString('base64url')
    for (const forged of [
      `${header}.${wider}.${signature}`,
      payload,
      `${header}.${payload}.`,
      `${header}.${payload}.AAAA`,
      'x.y',
    ]) {
      expect((await get(`/streams/${forged}/secret`)).status).toBe(403)
    }
    for (const path of ['../../../uploads/secret', '..%2f..%2f..%2fuploads%2fsecret', 'nothing.m4s', '']) {
      expect((await get(`/streams/${token}/${path}`)).status).toBe(404)
    }
  })

  test('gives ranges of a segment', async () => {
    const path = (await link()).replace('master.m3u8', '720p/00000.m4s')
    const part = await get(path, { range: 'bytes=2-4' })
    expect([
      part.status,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
      await part.text(),
    ]).toEqual([206, 'bytes 2-4/10', '3', '234'])
    expect((await get(path, { range: 'bytes=10-' })).headers.get('content-range')).toBe('bytes */10')
    const head = await server.app.request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      '10',
      'bytes',
    ])
  })

  test.each([
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-30', { start: 0, end: 10 }],
    ['bytes=5-', { start: 5, end: 10 }],
    ['bytes=5-99', { start: 5, end: 10 }],
    ['bytes=10-11', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('reads the range %s', (header, range) => {
    expect(readRange(header, 10)).toEqual(range)
  })
})

describe('C-74, TITLE-33 who may ask for it', () => {
  test('names the provider, or a tenant that shows the title', async () => {
    expect(await link(server.api('admin'), 'ironside')).toMatch(/^\/streams\//)
    expect(await link(server.api('admin'), 'pulsehouse')).toMatch(/^\/streams\//)
    expect(await link(server.api('tenant'), 'pulsehouse')).toMatch(/^\/streams\//)
    expect(await link(server.api('support', { tenantId: 'pulsehouse' }), 'pulsehouse')).toMatch(
      /^\/streams\//,
    )
  })

  test('is said to be missing to everyone else, with one sentence', async () => {
    const nordic = server.api('support', { tenantId: 'nordicmove' })
    for (const [api, segment] of [
      [nordic, 'ironside'],
      [provider, 'nordicmove'],
      [provider, 'nobody'],
      [server.api('tenant'), 'lumen-yoga'],
    ] as const) {
      expect(await refusal(link(api, segment))).toBe(`404 ${said}`)
    }
    expect(await refusal(provider.titles.streamingLink({ tenant: 'ironside', tag: 'nonsense' }))).toBe(
      `404 ${said}`,
    )
    expect(await refusal(link(server.api('support')))).toBe('400 Please choose a tenant to start.')
    const { tag: bare } = await provider.titles.create({ className: 'No stream' })
    expect(await refusal(provider.titles.streamingLink({ tenant: 'ironside', tag: bare }))).toBe(
      `404 ${said}`,
    )
  })

  test('plays no longer once the title is withdrawn from the site or deleted', async () => {
    const { tag: other } = await provider.titles.create({ className: 'Withdrawn' })
    const ofSite = async () =>
      (await server.api('tenant').titles.streamingLink({ tenant: 'pulsehouse', tag: other })).streamingLink
    const published = { status: TitleStatus.Published, tenants: ['pulsehouse'], trailerWebKey: 'x' }
    await put(server, other, { streamKey: `streams/${tag}/1`, ...published })
    await server.deps.blobs.put(`trailers/${other}/1/web.mp4`, new TextEncoder().encode('trailer'))
    const trailer = `/media/trailers/${other}/1/web.mp4`
    const staff = await server.api('admin').titles.streamingLink({ tenant: 'ironside', tag: other })
    const links = [await ofSite(), staff.streamingLink]
    const statuses = () => Promise.all([...links, trailer].map(async path => (await get(path)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await put(server, other, { tenants: [] })
    expect(await statuses()).toEqual([403, 200, 200])
    await provider.titles.remove({ tags: [other] })
    expect(await statuses()).toEqual([403, 403, 404])
  })

  test('C-73 the files of a deleted title are kept for thirty days, then they go, and no other', async () => {
    const { blobs } = server.deps
    const { tag: old } = await provider.titles.create({ className: 'Old' })
    const keys = ['uploads', 'streams', 'trailers', 'captions'].map(kind => `${kind}/${old}/1`)
    for (const key of keys) await blobs.put(key, new TextEncoder().encode('bytes'))
    await put(server, old, { sourceKey: keys[0]!, streamKey: keys[1]!, imageLink: '/media/images/old.jpg' })
    const { tag: bare } = await provider.titles.create({ className: 'Captions and nothing else' })
    const file = new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n'], 'a.vtt')
    const spoken = await provider.captions.create({ titleTag: bare, title: 'x', language: 'en-GB', file })
    keys.push(spoken.url.replace('/media/', ''))
    const left = async () => (await Promise.all(keys.map(blobs.size))).filter(size => size !== undefined)
    await provider.titles.remove({ tags: [old, bare] })
    clock.forward(29 * 86_400)
    expect([await removeFiles(server.deps), await left()]).toEqual([0, [5, 5, 5, 5, file.size]])
    clock.forward(2 * 86_400)
    while ((await removeFiles(server.deps)) > 0);
    expect(await left()).toEqual([])
    const [row] = await server.deps.db.select().from(titlesTable).where(eq(titlesTable.tag, old))
    expect(row!.imageLink).toBeNull()
    expect(await blobs.size(`streams/${tag}/1/master.m3u8`)).toBeGreaterThan(0)
  })

  test('C-73 looks for them every hour, one server of several, and plans the next time once', async () => {
    const { tag: old } = await provider.titles.create({ className: 'Gone' })
    await server.deps.blobs.put(`uploads/${old}/1`, new TextEncoder().encode('bytes'))
    await put(server, old, { sourceKey: `uploads/${old}/1` })
    await provider.titles.remove({ tags: [old] })
    clock.forward(31 * 86_400)
    const enqueue = vi.fn(async () => undefined)
    const work = vi.fn<JobsPort['work']>(async () => undefined)
    await startTitleJobs({ ...server.deps, jobs: { ...server.deps.jobs, enqueue, work } })
    const handler = work.mock.calls[0]![2]
    const hour = Math.floor(clock.now().getTime() / 3_600_000)
    const planned = (at: number, delaySeconds: number) =>
      ['titles.removeFiles', {}, { key: String(at), delaySeconds }] as const
    const toNext = Math.round(((hour + 1) * 3_600_000 - clock.now().getTime()) / 1000)
    expect(enqueue.mock.calls).toEqual([planned(hour, 0)])
    const run = async (attempt: number, signal = new AbortController().signal) =>
      handler({}, { id: 'a', attempt, lastAttempt: false, signal })
    await run(1, AbortSignal.abort())
    expect(await server.deps.blobs.size(`uploads/${old}/1`)).toBe(5)
    await run(2)
    expect(await server.deps.blobs.size(`uploads/${old}/1`)).toBeUndefined()
    expect(enqueue.mock.calls).toEqual([planned(hour, 0), planned(hour + 1, toNext)])
  })

  test('files that no row names are found, and removed where they are older than a day', async () => {
    const { blobs } = server.deps
    for (const picture of samplePictures) await blobs.remove(picture)
    const admin = server.api('admin')
    const [named, unnamed] = ['a1'.repeat(32), 'b2'.repeat(32)]
    const { tag: processed } = await provider.titles.create({ className: 'In work' })
    await put(server, tag, { imageLink: `/media/images/${named}.jpg` })
    await put(server, processed, {
      jobId: 'running',
      trailerWebKey: `trailers/${processed}/1/web/master.m3u8`,
    })
    const owned = [
      ...[`streams/${tag}/1/master.m3u8`, `streams/${processed}/running/720p/init.mp4`],
      ...[
        `trailers/${processed}/1/mobile/trailer.mp4`,
        `images/${named}.jpg`,
        `sizes/${named}-320/image.jpg`,
      ],
    ]
    const orphans = [
      ...['uploads/gone/1', 'streams/gone/1/master.m3u8', 'streams/gone/1/720p/init.mp4'],
      ...[`streams/${tag}/0/master.m3u8`, 'trailers/gone/1/web/a.m4s', 'captions/gone/1.vtt'],
      ...[`images/${unnamed}.jpg`, `sizes/${unnamed}-320/image.jpg`, 'covers/gone/cover.jpg'],
    ]
    for (const key of [...owned.slice(1), ...orphans]) await blobs.put(key, new TextEncoder().encode('12345'))
    await blobs.parts.write('uploads/gone/2', { number: 1, offset: 0, bytes: new Uint8Array(7) })
    const there = async (keys: string[]) =>
      (await Promise.all(keys.map(blobs.size))).map(size => size !== undefined)
    const total = ({ orphans }: Awaited<ReturnType<typeof admin.storage.orphans>>) =>
      orphans.reduce((sum, { files }) => sum + files, 0)

    server.deps.clock = systemClock
    expect(total(await admin.storage.orphans({}))).toBe(0)
    expect(total(await admin.storage.removeOrphans({}))).toBe(0)
    server.deps.clock = clock
    const found = await admin.storage.orphans({})
    expect(found.orphans).toContainEqual({ kind: 'parts', files: 1, bytes: 7 })
    const streams = found.orphans.find(({ kind }) => kind === 'streams')
    expect(streams!.bytes).toBeGreaterThanOrEqual(15)
    expect(await there(orphans)).toEqual(orphans.map(() => true))
    const work = vi.fn<JobsPort['work']>(async () => undefined)
    await startStorageJobs({ ...server.deps, jobs: { ...server.deps.jobs, work } })
    const job = { id: 'a', attempt: 2, lastAttempt: false, signal: new AbortController().signal }
    await work.mock.calls[0]![2]({}, job)
    expect(await there(orphans)).toEqual(orphans.map(key => !/^(images|sizes|covers)/.test(key)))
    expect(total(await admin.storage.removeOrphans({}))).toBe(total(found) - 3)
    expect(await there([...owned, ...orphans])).toEqual([
      ...owned.map(() => true),
      ...orphans.map(() => false),
    ])
    expect(total(await admin.storage.orphans({}))).toBe(0)
  })

  test('keeps the original for those who may change the title', async () => {
    await server.deps.blobs.put(`uploads/${tag}/1`, new TextEncoder().encode('original'))
    await put(server, tag, { sourceKey: `uploads/${tag}/1`, fileName: 'größe 1.mp4' })
    const as = async (account: 'provider' | 'tenant') =>
      get(`/media/raw/${tag}`, { authorization: `Bearer ${(await server.signIn(account)).token}` })
    const own = await as('provider')
    expect(await own.text()).toBe('original')
    expect(own.headers.get('content-disposition')).toContain("UTF-8''gr%C3%B6%C3%9Fe%201.mp4")
    expect((await as('tenant')).status).toBe(404)
    expect((await get(`/media/raw/${tag}`)).status).toBe(401)
  })
})

describe('CAPTION-01 to CAPTION-06', () => {
  const track = (text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n', name = 'a.vtt') => new File([text], name)
  const list = async () =>
    (await provider.captions.list({ titleTag: tag })).data.map(
      ({ title, language }) => `${title} ${language}`,
    )

  test('B-6, API-31, API-32, API-33 adds, replaces by language, changes and deletes', async () => {
    const first = await provider.captions.create({
      titleTag: tag,
      title: 'English',
      language: 'en-GB',
      file: track(),
    })
    expect(first).toEqual({
      ...{ trackId: expect.any(String), titleTag: tag, title: 'English', language: 'en-GB', version: 1 },
      ...{
        url: expect.stringMatching(/^\/media\/captions\//),
        createdDate: expect.stringMatching(/^20\d\d-/),
        beyondEnd: null,
      },
    })
    const file = await get(first.url)
    expect([file.headers.get('content-type'), await file.text()]).toEqual([
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n',
    ])
    const german = await provider.captions.create({
      titleTag: tag,
      title: 'Deutsch',
      language: 'de-DE',
      file: track('\ufeffWEBVTT\n\n00:00.000 --> 00:01.000\nHallo\n'),
    })
    const again = await provider.captions.create({
      titleTag: tag,
      title: 'English 2',
      language: 'en-GB',
      file: track(),
    })
    expect(await list()).toEqual(['Deutsch de-DE', 'English 2 en-GB'])
    expect((await get(first.url)).status).toBe(404)
    const changed = await provider.captions.update({
      trackId: german.trackId,
      title: 'Schweiz',
      language: 'de-CH',
    })
    expect(changed).toMatchObject({
      trackId: german.trackId,
      title: 'Schweiz',
      language: 'de-CH',
      url: german.url,
    })
    await provider.captions.update({ trackId: german.trackId, language: 'en-GB', file: track() })
    expect(await list()).toEqual(['Schweiz en-GB'])
    expect((await get(again.url)).status).toBe(404)
    await provider.captions.remove({ trackId: german.trackId })
    expect(await list()).toEqual([])
  })

  test.each([
    ['another file type', { file: track('WEBVTT', 'a.srt') }, '400 validation.fileType'],
    ['other content', { file: track('1\n00:00:00') }, '400 validation.fileFormat'],
    [
      'times of another format',
      { file: track('WEBVTT\n\n00:00:00,000 --> 00:00:01,000\nHi') },
      '400 validation.fileFormat',
    ],
    ['a track without captions', { file: track('WEBVTT\n') }, '400 validation.fileFormat'],
    ['an unknown language', { language: 'tlh' }, '400 validation.reference'],
  ])('refuses %s', async (_name, change, code) => {
    expect(
      await refusal(
        provider.captions.create({ titleTag: tag, title: 'x', language: 'en-GB', file: track(), ...change }),
      ),
    ).toBe(code)
  })

  test('says which line of a file is wrong', async () => {
    const file = track('WEBVTT\n\n00:00:00,000 --> 00:00:01,000\nHi\n\n00:02.000 --> 00:01.000\nBye\n')
    const failed = provider.captions.create({ titleTag: tag, title: 'x', language: 'en-GB', file })
    await expect(failed).rejects.toMatchObject({
      issues: [
        { path: 'file', code: 'validation.fileFormat' },
        { path: 'file', code: 'webvtt.times', params: { line: 3, value: '00:00:00,000' } },
        { path: 'file', code: 'webvtt.end', params: { line: 6 } },
      ],
    })
  })

  test('CAPTION-05 refuses words after the end of the title, moves them on demand, and converts SubRip', async () => {
    await put(server, tag, { durationSecond: 6 })
    const hour = track('WEBVTT\n\n01:00:01.000 --> 01:00:02.000\nHi\n')
    const draft = { titleTag: tag, title: 'x', language: 'it-IT' }
    await expect(provider.captions.create({ ...draft, file: hour })).rejects.toMatchObject({
      issues: [
        { path: 'file', code: 'validation.fileFormat' },
        { path: 'file', code: 'webvtt.beyondShift', params: { line: 3, length: '00:00:06', shift: -3600 } },
      ],
    })
    const moved = await provider.captions.create({ ...draft, file: hour, shift: -3600 })
    const textOf = async ({ url }: { url: string }) => (await get(url)).text()
    expect(await textOf(moved)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n')
    const { trackId } = moved
    expect(moved.beyondEnd).toBe(null)
    // Sent again after a lost answer, it would add up.
    expect(await issuesOf(provider.captions.update({ trackId, shift: 4 }))).toEqual([
      'version validation.required',
    ])
    const known = { trackId, version: moved.version }
    const later = await provider.captions.update({ ...known, shift: 2 })
    await expect(provider.captions.update({ ...known, shift: 2 })).rejects.toMatchObject({ code: 'outdated' })
    expect(await textOf(later)).toMatch(/^WEBVTT\n\n00:00:03.000/)
    // What was there before the video is compared with it once it is.
    await put(server, tag, { durationSecond: 0 })
    expect((await provider.captions.update({ trackId, file: hour })).beyondEnd).toBe(null)
    await put(server, tag, { durationSecond: 6 })
    const [listed] = (await provider.captions.list({ titleTag: tag })).data.filter(
      each => each.trackId === trackId,
    )
    expect(listed!.beyondEnd).toEqual({ start: 3601, shift: -3600 })
    const { version } = listed!
    expect((await provider.captions.update({ trackId, version, shift: -3600 })).beyondEnd).toBe(null)
    await expect(provider.captions.update({ trackId, file: hour })).rejects.toMatchObject({ code: 'invalid' })
    const srt = track('1\n00:00:02,000 --> 00:00:03,000\nBye\n')
    const converted = await provider.captions.update({ trackId, file: srt })
    expect(await textOf(converted)).toBe('WEBVTT\n\n00:00:02.000 --> 00:00:03.000\nBye\n')
    await provider.captions.remove({ trackId })
    await put(server, tag, { durationSecond: 0 })
  })

  test('CAPTION-02, CAPTION-03: needs a file, a language and a title, of at most 100 characters', async () => {
    const create = (change: object) =>
      provider.captions.create({ titleTag: tag, title: 'x', language: 'sv-SE', file: track(), ...change })
    const refused: [object, string][] = [
      [{ title: '' }, 'title validation.required'],
      [{ title: ' ' }, 'title validation.required'],
      [{ language: '' }, 'language validation.required'],
      [{ file: undefined }, 'file required.file'],
      [{ title: 'x'.repeat(101) }, 'title validation.tooLong'],
    ]
    for (const [change, issue] of refused) expect(await issuesOf(create(change))).toEqual([issue])
    const longest = await create({ title: 'x'.repeat(100) })
    expect(longest.title).toHaveLength(100)
    await provider.captions.remove({ trackId: longest.trackId })
  })

  test('is out of reach for others (C-14)', async () => {
    const { trackId } = await provider.captions.create({
      titleTag: tag,
      title: 'Mine',
      language: 'en-GB',
      file: track(),
    })
    expect(await refusal(server.api('tenant').captions.remove({ trackId }))).toMatch(/^404/)
    expect(await refusal(server.api('tenant').captions.update({ trackId, title: 'x' }))).toMatch(/^404/)
    expect(
      await refusal(
        server.api('tenant').captions.create({ titleTag: tag, title: 'x', language: 'en-GB', file: track() }),
      ),
    ).toMatch(/^404/)
  })
})
