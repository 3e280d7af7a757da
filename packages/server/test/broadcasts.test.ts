import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { EventType, newEvent, TitleStatus } from '@kinora/core'
import { eq, like } from 'drizzle-orm'
import HLS from 'hls-parser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { absentMedia } from '../src/adapters/media-absent.ts'
import { decodeAmf, encodeAmf } from '../src/adapters/rtmp/amf.ts'
import { createChunkReader, writeMessage } from '../src/adapters/rtmp/chunks.ts'
import { createRtmpIngest } from '../src/adapters/rtmp/index.ts'
import { createBroadcasts } from '../src/broadcasts/index.ts'
import { keepRecordings } from '../src/broadcasts/recordings.ts'
import { purgeDeletedEvents } from '../src/broadcasts/rows.ts'
import { prepareSlates } from '../src/broadcasts/slates.ts'
import { broadcastSegmentsTable, broadcastSendingsTable } from '../src/broadcasts/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { startMediaJobs } from '../src/pipeline/jobs.ts'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from '../src/ports/blobs.ts'
import type { IngestPort, MediaTag } from '../src/ports/ingest.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { siteToken } from './contract/calls.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { makeClip } from './media/clips.ts'
import { descendants } from './media/processes.ts'
import { startSender, type TestSender } from './media/sender.ts'
import { failure } from './refusals.ts'
import { makeMedia } from './titles/support.ts'

const tenantId = 'pulsehouse'
const minutes = (count: number) => count * 60_000

describe('LIVE-06 a stream that is sent to the platform', () => {
  /** Ahead of the machine's clock, in milliseconds. */
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  let server: TestServer
  let ingest: IngestPort
  let clip: string
  const senders: TestSender[] = []
  beforeAll(async () => {
    server = await createTestServer({ clock, media: await makeMedia(), settings: { liveSegment: 1 } })
    ingest = await createRtmpIngest({ host: '127.0.0.1', port: 0 })
    await startMediaJobs(server.deps)
    const broadcasts = createBroadcasts(server.deps)
    ingest.accept(sender => broadcasts.accept(sender))
    const extra = ['-g', '25', '-bf', '0']
    clip = await makeClip(join(server.folder, 'clip.mp4'), { seconds: 10, size: '426x240', extra })
  })
  afterAll(async () => {
    await ingest?.close()
    await server?.close()
  })
  beforeEach(() => {
    ahead = 0
  })
  afterEach(async () => {
    for (const sender of senders.splice(0)) await sender.kill()
    await server.deps.limits.address.reset('rtmp 127.0.0.1')
  })

  async function add(eventId: string, more: object = {}): Promise<string> {
    const eventKey = `key-of-${eventId}`
    await server.deps.db.insert(eventsTable).values({
      ...{ ...newEvent, eventId, tenantId, title: 'Spin', type: EventType.Live, durationSecond: 3600 },
      ...{ eventKey, eventSource: 'platform', active: true, activatedOnce: true, description: 'Ride along.' },
      ...{ schedule_time: new Date(Date.now() - minutes(1)).toISOString(), instructor: 'Nina Vogt' },
      ...more,
    })
    return eventKey
  }
  const send = (key: string, options?: readonly string[]): TestSender => {
    const sender = startSender(clip, `${ingest.url}/${key}`, options)
    senders.push(sender)
    return sender
  }
  const sendings = (eventId: string) =>
    server.deps.db.select().from(broadcastSendingsTable).where(eq(broadcastSendingsTable.eventId, eventId))
  const segments = (eventId: string) =>
    server.deps.db
      .select()
      .from(broadcastSegmentsTable)
      .where(eq(broadcastSegmentsTable.eventId, eventId))
      .orderBy(broadcastSegmentsTable.sequence)
  const get = async (path: string) => {
    const answer = await server.app.request(path)
    return { status: answer.status, text: await answer.text() }
  }
  async function link(eventId: string): Promise<string> {
    const answer = await server.app.request(`/api/v1/site/titles/${eventId}/streaminglink`, {
      headers: { authorization: `Bearer ${await siteToken(server)}` },
    })
    return ((await answer.json()) as { streamingLink: string }).streamingLink
  }
  const media = async (streamingLink: string, rung = '240p') => {
    const { text } = await get(streamingLink.replace('master.m3u8', `${rung}/index.m3u8`))
    return HLS.parse(text) as HLS.types.MediaPlaylist
  }
  async function stored(eventId: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of server.deps.blobs.list(`broadcasts/${eventId}/`)) keys.push(key)
    return keys
  }
  /** The title that was made of an event an hour later, once it is processed. */
  async function titled(eventId: string) {
    ahead = minutes(65)
    await keepRecordings(server.deps, new AbortController().signal)
    return until('the title is processed', async () => {
      const [row] = await server.deps.db
        .select()
        .from(titlesTable)
        .where(like(titlesTable.externalId, `live-${eventId}-%`))
      return row?.streamKey != null && row.status !== TitleStatus.Uploaded && row
    })
  }
  const sent = (eventId: string, count: number, nth = 0) =>
    until(`${count} segments of sender ${nth} are there`, async () => {
      const rows = await segments(eventId)
      return rows.filter(({ folder }) => folder.endsWith(`/${nth}`)).length >= count
    })

  test('it plays by the link of the site, in its own height, with the files that its lists name', async () => {
    send(await add('plays'))
    await sent('plays', 2)
    const streamingLink = await link('plays')
    const master = HLS.parse((await get(streamingLink)).text) as HLS.types.MasterPlaylist
    expect(master.variants.map(({ uri, resolution }) => [uri, resolution?.height])).toEqual([
      ['240p/index.m3u8', 240],
    ])
    const list = await media(streamingLink)
    expect(list).toMatchObject({ targetDuration: 1, endlist: false, mediaSequenceBase: 0 })
    const fileOf = (uri: string) =>
      new URL(uri, `http://x${streamingLink.replace('master.m3u8', '240p/index.m3u8')}`).pathname
    const [first] = list.segments
    expect(first!.programDateTime).toBeInstanceOf(Date)
    for (const uri of [first!.uri, first!.map!.uri]) expect((await get(fileOf(uri))).status).toBe(200)
    expect((await get(fileOf('../0/../../secret'))).status).not.toBe(200)
    const [row] = await sendings('plays')
    expect(row).toMatchObject({ width: 426, height: 240, fps: 25, heights: [240], endedAt: null })
  })

  test('a key that is wrong, early or over is refused with words, and a second sender while the first sends', async () => {
    const key = await add('keys')
    const refused = async (wrong: string) => {
      const sender = send(wrong)
      await sender.ended
      return sender.printed()
    }
    expect(await refused('nothing')).toContain('isn’t one of an active event')
    await add('early', { schedule_time: new Date(Date.now() + minutes(31)).toISOString() })
    expect(await refused('key-of-early')).toContain('30 minutes before its start')
    await add('over', { schedule_time: new Date(Date.now() - minutes(66)).toISOString() })
    expect(await refused('key-of-over')).toContain('30 minutes before its start')
    await add('off', { active: false })
    expect(await refused('key-of-off')).toContain('isn’t one of an active event')
    send(key)
    await sent('keys', 1)
    expect(await refused(key)).toContain('Somebody is sending')
    expect(await sendings('keys')).toHaveLength(1)
    for (let nth = 0; nth < 100; nth++) await server.deps.limits.address.take('rtmp 127.0.0.1')
    expect(await refused('nothing')).toContain('Too many wrong stream keys')
  })

  test('a renewed key ends its sender, and only the new one is taken; who did it is written down, the keys are not', async () => {
    const { live } = server.api('tenant')
    const { audit } = server.api('admin')
    const key = await add('renewed')
    const sender = send(key)
    await sent('renewed', 1)
    const { eventKey } = await live.renewKey({ eventId: 'renewed' })
    await sender.ended
    expect(sender.printed()).toContain('its stream key was renewed')
    await until('it is gone', async () => (await sendings('renewed'))[0]?.endedAt != null)
    const old = send(key)
    await old.ended
    expect(old.printed()).toContain('isn’t one of an active event')
    send(eventKey)
    await sent('renewed', 1, 1)
    const { data } = await audit.list({ noun: 'events', row: 'renewed', page: 1, take: 10 })
    expect(data[0]).toMatchObject({ verb: 'renewKey', changes: [{ path: 'eventKey' }] })
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${key}|${eventKey}`))
    await add('keyless', { eventKey: null })
    expect((await failure(live.renewKey({ eventId: 'keyless' }))).code).toBe('refused')
    await add('foreign', { tenantId: 'nordicmove' })
    expect((await failure(live.renewKey({ eventId: 'foreign' }))).code).toBe('notFound')
  })

  /** The programs that encode what is sent to an event. */
  async function encoders(eventId: string): Promise<number[]> {
    const ids = await descendants(process.pid)
    const lines = await Promise.all(ids.map(id => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
    return ids.filter((_, nth) => lines[nth]!.includes(`recording-${eventId}-`))
  }

  test('an encoder that is killed is started again while the sender goes on, and the recording has all of it', async () => {
    const sender = send(await add('broken'))
    for (const nth of [0, 1]) {
      await sent('broken', 2, nth)
      const [id] = await encoders('broken')
      process.kill(id!, 'SIGKILL')
    }
    await sent('broken', 2, 2)
    const streamingLink = await link('broken')
    const { segments: listed } = await media(streamingLink)
    expect(new Set(listed.map(({ uri }) => uri.split('/')[1]))).toEqual(new Set(['0', '1', '2']))
    await sender.kill()
    await until('it is gone', async () => (await sendings('broken')).every(({ endedAt }) => endedAt !== null))
    expect((await sendings('broken')).map(({ problem }) => problem)).toEqual(['failed', 'failed', null])
    const title = await titled('broken')
    const rows = await segments('broken')
    const seconds = rows.reduce((sum, { duration }) => sum + duration / 1000, 0)
    // What came between the end of an encoder and the next key frame was recorded and not played.
    expect(title.durationSecond).toBeGreaterThanOrEqual(Math.floor(seconds) - 1)
    expect(title.durationSecond).toBeLessThanOrEqual(Math.ceil(seconds) + 12)
  })

  test('an event that is deleted leaves its recording as a title; then nothing of it stays', async () => {
    await add('deleted')
    await prepareSlates(server.deps)
    const sender = send('key-of-deleted')
    await sent('deleted', 2)
    await server.api('tenant').events.remove({ ids: ['deleted'] })
    await sender.ended
    await until('it is gone', async () => (await sendings('deleted'))[0]?.endedAt != null)
    await purgeDeletedEvents(server.deps)
    expect(await stored('deleted'), 'it waits to become a title').not.toEqual([])
    expect(await titled('deleted')).toMatchObject({ tenantId, className: expect.stringMatching(/^Spin \(/) })
    await purgeDeletedEvents(server.deps)
    expect([await stored('deleted'), await sendings('deleted'), await segments('deleted')]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('a full disk ends the recording and says so, not the stream; a fuller one ends both with words', async () => {
    const sender = send(await add('full'))
    await sent('full', 1)
    const free = vi.spyOn(server.deps.blobs, 'room').mockResolvedValue(MIN_FREE_TO_INSERT - 1)
    try {
      const stopped = await until('the recording ended', async () => {
        const [row] = await sendings('full')
        return row?.problem === 'full' && row
      })
      const { length } = await segments('full')
      await sent('full', length + 2)
      expect((await sendings('full'))[0]).toMatchObject({ recorded: stopped.recorded, endedAt: null })
      const state = await server.api('tenant').live.view({ eventId: 'full' })
      expect(state.broadcast).toMatchObject({ sender: 'sending', problem: 'full' })
      free.mockResolvedValue(MIN_FREE_TO_WRITE - 1)
      await sender.ended
      expect(sender.printed()).toContain('The disk of the platform is full')
    } finally {
      free.mockRestore()
    }
  })

  test('without ffmpeg at a start what was recorded waits for one', async () => {
    const sender = send(await add('waits'))
    await sent('waits', 2)
    await sender.kill()
    await until('it is gone', async () => (await sendings('waits'))[0]?.endedAt != null)
    ahead = minutes(65)
    await keepRecordings({ ...server.deps, media: absentMedia }, new AbortController().signal)
    expect((await sendings('waits'))[0]).toMatchObject({ titleTag: null, recordedAt: null })
    expect(await titled('waits')).toMatchObject({ tenantId })
  })

  test('a picture stands before the sender comes and while it is gone; numbers go on, with a break each', async () => {
    const key = await add('slate')
    await prepareSlates(server.deps)
    const streamingLink = await link('slate')
    expect((await get(streamingLink)).text).toContain('240p/index.m3u8')
    const before = await media(streamingLink)
    expect(before.segments[0]?.uri).toMatch(/slate-/)
    const first = send(key)
    await sent('slate', 2)
    await first.kill()
    await until('the sender is gone', async () => (await sendings('slate'))[0]?.endedAt != null)
    await until('the picture is back', async () =>
      (await media(streamingLink)).segments.at(-1)?.uri.includes('slate-'),
    )
    send(key)
    await sent('slate', 1, 1)
    const rows = await segments('slate')
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, nth) => nth))
    for (const [nth, row] of rows.entries()) {
      const last = rows[nth - 1]
      if (last === undefined) continue
      expect(row.beginsAt.getTime()).toBeGreaterThanOrEqual(last.beginsAt.getTime() + last.duration)
      const goesOn = row.folder === last.folder && row.file > last.file
      expect(row.break).toBe(last.break + (goesOn ? 0 : 1))
    }
  })

  test('what was sent in two connections becomes one draft title with the details of the event', async () => {
    const key = await add('recorded')
    for (const nth of [0, 1]) {
      const sender = send(key)
      await sent('recorded', 3, nth)
      await sender.kill()
      await until('it is gone', async () => (await sendings('recorded'))[nth]?.endedAt != null)
    }
    const title = await titled('recorded')
    expect(title).toMatchObject({ tenantId, instructor: 'Nina Vogt', classDescription: 'Ride along.' })
    expect(title.className).toMatch(/^Spin \(/)
    const rows = (await segments('recorded')).filter(({ folder }) => /\/[01]$/.test(folder))
    const seconds = rows.reduce((sum, { duration }) => sum + duration / 1000, 0)
    expect(title.durationSecond).toBeGreaterThanOrEqual(Math.floor(seconds) - 1)
    expect(title.durationSecond).toBeLessThanOrEqual(Math.ceil(seconds) + 4)
    // It is made once, and nobody adds to it.
    await keepRecordings(server.deps, new AbortController().signal)
    const sender = send(key)
    await sender.ended
    expect(await sendings('recorded')).toHaveLength(2)
  })

  const taken = async (eventId: string) => {
    const taker = await createBroadcasts(server.deps).accept({
      address: '127.0.0.1',
      key: await add(eventId),
    })
    return typeof taker === 'string' ? expect.fail(taker) : taker
  }
  const picture = (at: number, isKey: boolean, size = 100): MediaTag => {
    const bytes = new Uint8Array(size)
    bytes.set([isKey ? 0x17 : 0x27, 1])
    return { kind: 'video', at, bytes }
  }

  test('a stream that is far ahead of the clock is ended: pictures would be repeated for as long', async () => {
    const taker = await taken('ahead')
    await taker.take(picture(5000, true))
    await taker.take(picture(5040, false))
    expect(taker.signal.aborted).toBe(false)
    await taker.take(picture(86_400_000, false))
    expect(taker.signal.reason).toContain('in real time')
    await taker.end()
  })

  test('one that never sends a picture that can be shown is ended before it fills the memory', async () => {
    const taker = await taken('endless')
    for (let nth = 0; nth < 17 && !taker.signal.aborted; nth++)
      await taker.take(picture(nth * 40, false, 4_194_304))
    expect(taker.signal.reason).toContain('could not be encoded')
    await taker.end()
  })
})

describe('LIVE-06 senders that mean harm', () => {
  const ingests: IngestPort[] = []
  afterEach(async () => {
    for (const ingest of ingests.splice(0)) await ingest.close()
  })
  /** A connection past its handshake, and what it was answered. */
  async function connectTo(options: { deadline?: number; trustedProxies?: string[] } = {}) {
    const ingest = await createRtmpIngest({ host: '127.0.0.1', port: 0, ...options })
    ingests.push(ingest)
    const port = Number(new URL(ingest.url).port)
    const socket = connectAgain(port)
    const closed = new Promise<void>(done => socket.once('close', () => done()))
    return { socket, closed, port }
  }
  function connectAgain(port: number): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]))
    return socket
  }
  /** Whether its handshake was answered before it was closed. */
  const isAnswered = (socket: Socket): Promise<boolean> =>
    new Promise(done => {
      socket.once('data', () => done(true))
      socket.once('close', () => done(false))
    })
  const createStream = writeMessage({ type: 20, stream: 0, body: encodeAmf(['createStream', 1, null]) }, 3)

  test('one that names no key in time is cut off, however it keeps the connection busy', async () => {
    const { socket, closed } = await connectTo({ deadline: 500 })
    socket.resume()
    const busy = setInterval(() => socket.write(createStream), 20)
    await closed
    clearInterval(busy)
  })

  test('one that sends commands without end and names no key is cut off', async () => {
    const { socket, closed } = await connectTo()
    socket.resume()
    for (let nth = 0; nth < 10_000; nth++) socket.write(createStream)
    await closed
  })

  test('one address takes a few places with connections that name no key, and gets them back when they end', async () => {
    const { socket: first, port } = await connectTo()
    expect(await isAnswered(first)).toBe(true)
    const others = Array.from({ length: 19 }, () => connectAgain(port))
    expect(await Promise.all(others.map(isAnswered))).not.toContain(false)
    expect(await isAnswered(connectAgain(port))).toBe(false)
    first.destroy()
    await until('a place is free', () => isAnswered(connectAgain(port)))
    for (const socket of others) socket.destroy()
  })

  test('OPS-06 behind a proxy of ours each has the address that it names, and nobody else may name one', async () => {
    const proxied = async (trustedProxies: string[]) => {
      const ingest = await createRtmpIngest({ host: '127.0.0.1', port: 0, trustedProxies })
      ingests.push(ingest)
      const seen = new Promise<string>(done =>
        ingest.accept(async ({ address }) => {
          done(address)
          return 'No.'
        }),
      )
      const begin = (...pieces: (string | Buffer)[]): Socket => {
        const socket = connect(Number(new URL(ingest.url).port), '127.0.0.1')
        socket.on('error', () => undefined)
        for (const piece of pieces) socket.write(piece)
        return socket
      }
      return { seen, begin }
    }
    const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)])
    const publish = writeMessage(
      { type: 20, stream: 1, body: encodeAmf(['publish', 2, null, 'key', 'live']) },
      3,
    )
    const line = (address: string) => `PROXY TCP4 ${address} 10.0.0.1 5000 1935\r\n`
    const ours = await proxied(['127.0.0.1'])
    const waiting = Array.from({ length: 20 }, () => ours.begin(line('203.0.113.9'), handshake))
    expect(await Promise.all(waiting.map(isAnswered))).not.toContain(false)
    expect(await isAnswered(ours.begin(line('203.0.113.9'), handshake))).toBe(false)
    // Cut anywhere.
    ours.begin('PROXY TCP4 198.51', '.100.7 10.0.0.1 5000 1935\r\n', handshake, publish)
    expect(await ours.seen).toBe('198.51.100.7')
    expect(await isAnswered(ours.begin('PROXY '.padEnd(200, 'x')))).toBe(false)
    expect(await isAnswered(ours.begin('PROXY UNKNOWN\r\n', handshake))).toBe(true)
    expect(await isAnswered(ours.begin(handshake))).toBe(true)
    // One that only looks whether somebody is there, and resets.
    const looks = ours.begin('P')
    await once(looks, 'connect')
    looks.resetAndDestroy()
    expect(await isAnswered(ours.begin(handshake))).toBe(true)
    for (const socket of waiting) socket.destroy()
    const open = await proxied([])
    expect(await isAnswered(open.begin(line('203.0.113.9'), handshake))).toBe(false)
    const direct = await proxied([])
    direct.begin(handshake, publish)
    expect(await direct.seen).toBe('127.0.0.1')
  })

  test('one that begins many messages and ends none is cut off before they fill the memory', () => {
    const reader = createChunkReader(1000)
    const begun = (channel: number) =>
      writeMessage({ type: 9, stream: 1, body: Buffer.alloc(1000) }, channel).subarray(0, 12 + 128)
    for (const channel of [4, 5]) expect(reader.push(begun(channel))).toEqual([])
    expect(() => reader.push(begun(6))).toThrow('too many messages at once')
  })

  test('messages come whole however they are cut, one after the other on the same channels', () => {
    const reader = createChunkReader(1000)
    const bodies = Array.from({ length: 40 }, (_, nth) => Buffer.alloc(nth * 25, nth))
    const bytes = Buffer.concat(
      bodies.map((body, nth) => writeMessage({ type: 9, stream: 1, body }, 4 + (nth % 3))),
    )
    const came = Array.from(bytes, byte => reader.push(Buffer.from([byte]))).flat()
    expect(came.map(({ body }) => body)).toEqual(bodies)
    expect(
      createChunkReader(1000)
        .push(bytes)
        .map(({ body }) => body),
    ).toEqual(bodies)
  })

  test('a message that is too large, changes its length or is no command is an error and nothing else', () => {
    const large = writeMessage({ type: 9, stream: 1, body: Buffer.alloc(1001) }, 4)
    expect(() => createChunkReader(1000).push(large)).toThrow('too large')
    const begun = writeMessage({ type: 9, stream: 1, body: Buffer.alloc(500) }, 4).subarray(0, 140)
    const shorter = writeMessage({ type: 9, stream: 1, body: Buffer.alloc(20) }, 4)
    expect(() => createChunkReader(1000).push(Buffer.concat([begun, shorter]))).toThrow('changed its length')
    const nested = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from([3, 0, 1, 97])))
    expect(() => decodeAmf(nested)).toThrow('too deep')
    expect(() => decodeAmf(Buffer.from([10, 255, 255, 255, 255, 5]))).toThrow('cut off')
  })
})
