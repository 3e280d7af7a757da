import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventType, newEvent, TitleStatus } from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import HLS from 'hls-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { eventsTable } from '../src/events/tables.ts'
import { startPlatform } from '../src/platform.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { createChildren, type StartedChild } from './child.ts'
import { makeClip } from './media/clips.ts'
import { startSender, type TestSender } from './media/sender.ts'

const tenantId = 'pulsehouse'
const eventId = 'crash-live'
const eventKey = 'key-of-crash-live'

const folder = await mkdtemp(join(tmpdir(), 'kinora-crash-live-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const start = await createChildren('tenant', dataDir)
const senders: TestSender[] = []
afterAll(async () => {
  for (const sender of senders) await sender.kill()
})

/** The platform in this process, on the folder of the children, so much later. */
const open = (ahead = 0) =>
  startPlatform({ dataDir, port: 0, demoClips: false, logLevel: 'silent' }, deps => ({
    ...deps,
    clock: { now: () => new Date(Date.now() + ahead) },
  }))

beforeAll(async () => {
  const platform = await open()
  await platform.deps.db.insert(eventsTable).values({
    ...{ ...newEvent, eventId, tenantId, title: 'Spin', type: EventType.Live, durationSecond: 3600 },
    ...{ eventKey, eventSource: 'platform', active: true, activatedOnce: true, description: 'Ride along.' },
    ...{ schedule_time: new Date(Date.now() - 60_000).toISOString(), instructor: 'Nina Vogt' },
  })
  await platform.close()
})

/** What players of this server are given once the sender of this number has so many segments in it. */
async function playing({ api, url }: StartedChild, nth: number): Promise<HLS.types.MediaPlaylist> {
  const { broadcast } = await api.live.view({ eventId })
  const address = new URL(broadcast!.preview!.replace('master.m3u8', '240p/index.m3u8'), url)
  return until(`two segments of sender ${nth} are listed`, async () => {
    const answer = await fetch(address)
    if (!answer.ok) return undefined
    const list = HLS.parse(await answer.text()) as HLS.types.MediaPlaylist
    return list.segments.filter(({ uri }) => uri.startsWith(`../${nth}/`)).length >= 2 && list
  })
}

test('LIVE-06 a server that is killed with -9 while a sender sends: numbers go on, and all of it becomes one title', async () => {
  const extra = ['-g', '25', '-bf', '0']
  const clip = await makeClip(join(folder, 'clip.mp4'), { seconds: 10, size: '426x240', extra })
  const known = new Map<number, string>()
  for (const nth of [0, 1]) {
    const child = await start({ KINORA_DEMO_CLIPS: 'off' })
    const { broadcast } = await child.api.live.view({ eventId })
    expect(broadcast!.sender, 'no sender outlives its server').toBe(nth === 0 ? 'waiting' : 'gone')
    const sender = startSender(clip, `${broadcast!.address}/${eventKey}`)
    senders.push(sender)
    const { segments, mediaSequenceBase = 0 } = await playing(child, nth)
    for (const [at, { uri }] of segments.entries()) {
      const number = mediaSequenceBase + at
      expect(known.get(number) ?? uri, `segment ${number}`).toBe(uri)
      known.set(number, uri)
    }
    await child.kill()
    await sender.ended
  }
  const numbers = [...known.keys()].toSorted((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, nth) => nth))

  const platform = await open(3_900_000)
  try {
    const made = and(eq(titlesTable.tenantId, tenantId), eq(titlesTable.instructor, 'Nina Vogt'))
    const title = await until('the title is processed', async () => {
      const [row] = await platform.deps.db.select().from(titlesTable).where(made)
      return row?.streamKey != null && row.status !== TitleStatus.Uploaded && row
    })
    expect(title.externalId).toMatch(new RegExp(`^live-${eventId}-`))
    // Sixteen seconds were seen; what a sender sent in the last five before a kill may be lost with the machine, not with the process.
    expect(title.durationSecond).toBeGreaterThanOrEqual(15)
    expect(await platform.deps.db.$count(titlesTable, made)).toBe(1)
  } finally {
    await platform.close()
  }
})

test('HOOK-02 a server that is killed with -9 before an answer came sends it again, and what follows after it', async () => {
  const got: { id: string }[] = []
  const held = new Set<ServerResponse>()
  let isHolding = true
  const receiver = createServer(async (request, response) => {
    await textOf(request)
    got.push({ id: String(request.headers['webhook-id']) })
    if (isHolding) held.add(response)
    else response.writeHead(204).end()
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  try {
    const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
    const variables = { KINORA_DEMO_CLIPS: 'off', KINORA_URL_CHECK_NETWORKS: '127.0.0.0/8,::1' }
    const first = await start(variables)
    const { webhookId } = await first.api.webhooks.create({
      ...{ url, description: '', eventTypes: ['title.created', 'title.updated'], isActive: true },
    })
    const { tag } = await first.api.titles.create({ className: 'Held' })
    await until('it was sent', () => got.length > 0)
    await first.api.titles.update({ tag, className: 'Held again' })
    await first.kill()
    for (const response of held) response.destroy()
    isHolding = false

    const [{ id: cut }] = got.splice(0) as [{ id: string }]
    const second = await start(variables)
    const { data } = await second.api['event-log'].list({ limit: 1000 })
    const wanted = data.filter(({ data: { titleTag } }) => titleTag === tag).map(({ id }) => id)
    expect(wanted[0]).toBe(cut)
    await until('both arrived', () => got.length >= wanted.length)
    expect(got.map(({ id }) => id)).toEqual(wanted)
    await until('all is written down', async () => {
      const tries = await second.api.webhooks.deliveries({ webhookId })
      return tries.data.every(({ state }) => state === 'delivered')
    })
    await second.kill()
  } finally {
    receiver.close()
  }
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}
