import { join } from 'node:path'
import { EventType, eventIdKey, eventSchemas, type LogEvent, newEvent, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createRtmpIngest } from '../src/adapters/rtmp/index.ts'
import { createBroadcasts } from '../src/broadcasts/index.ts'
import { keepRecordings } from '../src/broadcasts/recordings.ts'
import { broadcastSegmentsTable, broadcastSendingsTable } from '../src/broadcasts/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { tellAirings } from '../src/live/airings.ts'
import { startMemberImportJobs } from '../src/member-imports/run.ts'
import { startMediaJobs } from '../src/pipeline/jobs.ts'
import { startTitleJobWorkers } from '../src/title-jobs/run.ts'
import { addBatch, createBatchServer, plainRows } from './batches/support.ts'
import type { toldLater } from './contract/recorded.ts'
import type { TestServer } from './harness.ts'
import { makeClip } from './media/clips.ts'
import { startSender } from './media/sender.ts'
import { membersFile, person } from './members/support.ts'
import { failure } from './refusals.ts'
import { freshClip, makeMedia, put, sendFile, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const minutes = (count: number) => count * 60_000

/** Ahead of the machine's clock, in milliseconds. */
let ahead = 0
let server: TestServer
let api: TestApi
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  server = await createBatchServer({ clock, media: await makeMedia(), settings: { liveSegment: 1 } })
  await startMediaJobs(server.deps)
  await startTitleJobWorkers(server.deps)
  await startMemberImportJobs(server.deps)
  api = server.api('tenant')
})
afterAll(() => server?.close())

const newTitle = async (className: string) => (await api.titles.create({ className })).tag
async function refusedFile(): Promise<string> {
  const tag = await newTitle('Refused')
  const text = new TextEncoder().encode('This is no video. '.repeat(500))
  expect((await failure(sendFile(api, tag, text))).status).toBe(400)
  return tag
}
async function batch(isThere: boolean): Promise<string> {
  const id = await addBatch(api, plainRows(1))
  if (!isThere) await server.deps.blobs.remove(`batches/${id}.csv`)
  await api.batches.process({ id })
  return id
}
async function imported(isThere: boolean): Promise<string> {
  const { fileId } = await api['member-imports'].upload({ tenantId, file: membersFile([person('later')]) })
  if (!isThere) await server.deps.blobs.remove(`batches/${fileId}.csv`)
  await api['member-imports'].process({ tenantId, fileId })
  return fileId
}
async function onAir(eventId: string): Promise<string> {
  const eventKey = `key-of-${eventId}`
  await server.deps.db.insert(eventsTable).values({
    ...{ ...newEvent, eventId, tenantId, title: 'Spin', type: EventType.Live, durationSecond: 3600 },
    ...{ eventKey, eventSource: 'platform', active: true, activatedOnce: true, description: 'Ride along.' },
    schedule_time: new Date(Date.now() - minutes(1)).toISOString(),
  })
  await tellAirings(server.deps)
  return eventKey
}
async function ended(eventId: string): Promise<string> {
  await onAir(eventId)
  ahead = minutes(65)
  await tellAirings(server.deps)
  return eventId
}

/** LIVE-06: a sender as people have them sends until it is recorded; the occurrence is over, and becomes a title. */
async function recorded(eventId: string): Promise<string> {
  const ingest = await createRtmpIngest({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => ingest.close())
  const broadcasts = createBroadcasts(server.deps)
  ingest.accept(sender => broadcasts.accept(sender))
  const clip = await makeClip(join(server.folder, 'sent.mp4'), {
    ...{ seconds: 5, size: '426x240', extra: ['-g', '25', '-bf', '0'] },
  })
  const sender = startSender(clip, `${ingest.url}/${await onAir(eventId)}`)
  onTestFinished(() => sender.kill())
  const { db } = server.deps
  const [segments, sendings] = [broadcastSegmentsTable, broadcastSendingsTable]
  await until('it is sent', async () => (await db.$count(segments, eq(segments.eventId, eventId))) > 2)
  await sender.kill()
  await until('the sender is gone', async () => {
    const [sending] = await db.select().from(sendings).where(eq(sendings.eventId, eventId))
    return sending?.endedAt != null
  })
  ahead = minutes(65)
  await keepRecordings(server.deps, new AbortController().signal)
  return eventId
}

/** What makes each happen; gives the id of what it is about. */
const happen: Record<(typeof toldLater)[number], () => Promise<string>> = {
  async 'title.processed'() {
    const tag = await newTitle('Processed')
    await sendFile(api, tag, await freshClip())
    await api.titles.encodeVideo({ tag })
    return tag
  },
  'title.failed': refusedFile,
  async 'title.unpublished'() {
    const tag = await newTitle('Taken back')
    await put(server, tag, { status: TitleStatus.Published, tenants: [tenantId] })
    await api['title-jobs'].create({ act: 'unpublish', tags: [tag] })
    return tag
  },
  'upload.refused': refusedFile,
  'batch.completed': () => batch(true),
  'batch.cancelled': () => batch(false),
  async 'job.completed'() {
    const tags = [await newTitle('Edited with others')]
    return (await api['title-jobs'].create({ act: 'edit', edit: { skill: 4 }, tags })).jobId
  },
  'import.completed': () => imported(true),
  'import.cancelled': () => imported(false),
  async 'event.on_air'() {
    await onAir('begins')
    return 'begins'
  },
  'event.ended': () => ended('ends'),
  'event.recorded': () => recorded('recorded'),
}

describe('HOOK-01 what no call tells by itself is told when it happens', () => {
  test.each(Object.entries(happen))('%s', async (type, make) => {
    ahead = 0
    const subject = await make()
    const { schema } = eventSchemas.find(each => each.type === type)!
    const find = async (): Promise<LogEvent[]> => {
      const { data } = await api['event-log'].list({ limit: 1000 })
      return data.filter(event => event.type === type && event.data[eventIdKey(event.type)] === subject)
    }
    const [event, ...more] = await until(`${type} is told`, async () => {
      const found = await find()
      return found.length > 0 && found
    })
    expect(more).toEqual([])
    expect(schema.safeParse(event).error).toBeUndefined()
    expect(event).toMatchObject({ tenantId })
    if (type === 'event.recorded') await isRecording(event!)
  })

  /** LIVE-06: the title that it names is the tenant's draft, made once however often somebody looks. */
  async function isRecording({ data }: LogEvent) {
    const recordingTag = String(data.recordingTag)
    const { data: found } = await api.titles.find({ titleTags: [recordingTag] })
    expect(found).toMatchObject([{ tenantId, externalId: `live-${data.eventId}-${data.date}` }])
    await keepRecordings(server.deps, new AbortController().signal)
    const { data: all } = await api['event-log'].list({ types: ['event.recorded'], limit: 1000 })
    expect(all).toHaveLength(1)
  }
})
