import { describe, expect, test } from 'vitest'
import { en } from '../../messages/en.ts'
import type { Title } from '../../titles/schema.ts'
import { TitleStatus, VideoStatus } from '../../titles/status.ts'
import { toOutcome } from './outcome.ts'
import { createProcessingPoller } from './poll-processing.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'

const record = { stored: { file: { file: 'a.mp4' } } } as RowRecord
const title = (given: Partial<Title>): Title =>
  ({
    status: TitleStatus.EncodingQueued,
    videoStatus: VideoStatus.Processing,
    stuck: null,
    trailerStuck: null,
    publishChannel: null,
    foreignNames: [],
    whenReady: null,
    siteDates: { state: 'on', from: null, until: null },
    errorType: null,
    ...given,
  }) as Title
const publishable: Partial<Title> = {
  ...{ className: 'Yoga', classDescription: 'Slow', classCategoryId: 'c1', classLanguageCode: 'en-GB' },
  ...{ imageLink: '/a.jpg', skill: 1, intensity: 1, equipmentIds: ['e1'], channelId: 'h1' },
  ...{ scheduleDate: '2026-11-20' },
}
const since = '2026-11-20T08:00:00'

describe('VIDEO-14 BULK-12 what a run makes of a title that is being processed', () => {
  test('waits while it moves', () => {
    expect(toOutcome(title({}), record, true)).toEqual({ kind: 'wait' })
    const waiting = { stored: { file: { file: 'a.mp4' } } } as RowRecord
    const trailer = title({ trailerStuck: { reason: 'stuck.waiting', wayOut: 'retry', since } })
    expect(toOutcome(trailer, waiting, true)).toEqual({ kind: 'wait' })
  })

  test('says of what has stood for too long why, and how to get it out', () => {
    const stuck = title({ stuck: { reason: 'stuck.encoded', wayOut: 'retry', since } })
    expect(toOutcome(stuck, record, true)).toEqual({
      kind: 'stuck',
      queued: false,
      result: {
        state: 'failed',
        problem: 'Processing stopped just before it finished. Try again.',
        next: 'next.retry',
        retry: true,
      },
    })
  })

  test('gives up in time a title that nobody works on', () => {
    expect(toOutcome(title({ videoStatus: null }), record, false)).toEqual({ kind: 'idle' })
  })

  test('says of all that failed why, once neither file moves any more', () => {
    const both = { stored: { file: { file: 'a.mp4' }, trailer: { file: 't.mp4' } } } as RowRecord
    const failed = {
      ...{ status: TitleStatus.Error, videoStatus: VideoStatus.Failed, errorType: 'processing.unreadable' },
      ...{ trailerStatus: TitleStatus.Error, trailerErrorType: 'validation.aspectRatio' },
    }
    const moving = title({ ...failed, trailerStatus: TitleStatus.EncodingQueued })
    expect(toOutcome(moving, both, true)).toEqual({ kind: 'wait' })
    const ofTrailer = `Trailer: ${en['validation.aspectRatio']}`
    expect(toOutcome(title(failed), both, true)).toMatchObject({
      result: { state: 'failed', problem: `${en['processing.unreadable']} ${ofTrailer}` },
    })
    const done = { ...failed, status: TitleStatus.Completed, videoStatus: VideoStatus.Completed }
    expect(toOutcome(title(done), both, true)).toMatchObject({ result: { problem: ofTrailer } })
    const gone = title({ ...failed, errorType: 'processing.failed', fileDigest: null })
    expect(toOutcome(gone, record, true)).toMatchObject({
      result: { problem: en['processing.failedNoFile'] },
    })
  })

  test('a row without a file leaves a title where it is, and publishes one that has its video', () => {
    const kept = { stored: {} } as RowRecord
    const at = (status: TitleStatus, fileName: string | null = 'a.mp4') =>
      toOutcome(title({ status, fileName, videoStatus: null }), kept, false)
    expect(at(TitleStatus.Published)).toMatchObject({ result: { state: 'published', problem: '', next: '' } })
    expect(at(TitleStatus.Completed)).toMatchObject({ result: { state: 'completed', problem: '', next: '' } })
    expect(at(TitleStatus.Error)).toMatchObject({ result: { state: 'saved', problem: '', next: '' } })
    expect(at(TitleStatus.Incomplete, null)).toMatchObject({ result: { state: 'saved', next: 'next.file' } })
    const failed = title({ status: TitleStatus.Error, fileName: 'a.mp4', errorType: 'processing.unreadable' })
    expect(toOutcome(failed, kept, true)).toMatchObject({
      result: { state: 'failed', problem: en['processing.unreadable'] },
    })
    const complete = { ...publishable, fileName: 'a.mp4', status: TitleStatus.Completed }
    expect(toOutcome(title(complete), kept, true)).toEqual({ kind: 'publish' })
    const publishChannel = { name: 'Clubs', clubOnly: true, active: true, foreign: false }
    expect(toOutcome(title({ ...complete, publishChannel }), kept, true)).toMatchObject({
      result: { state: 'completed', problem: expect.stringContaining('Clubs') },
    })
  })
})

describe('BULK-12 once everything is sent, a run says how many titles are processing', () => {
  /** Rows whose titles have no file, and those whose file was sent and is done after the second look at it. */
  async function told(fileless: number, sent: number): Promise<number[]> {
    const rows = Array.from({ length: fileless + sent }, (_, nth) => {
      const stored = nth < fileless ? {} : { file: { file: 'a.mp4' } }
      return [`r${nth}`, { id: `r${nth}`, tag: `T-${nth}`, stored } as unknown as RowRecord] as const
    })
    const said: number[] = []
    let looks = 0
    const incomplete = title({ status: TitleStatus.Incomplete, fileName: null, videoStatus: null })
    const send = async (_: unknown, { titleTags }: { titleTags: string[] }) => {
      const isDone = ++looks > 2
      const done = { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed }
      const known = (tag: string) =>
        Number(tag.slice(2)) < fileless ? incomplete : title(isDone ? done : {})
      return { data: titleTags.map(tag => ({ ...known(tag), tag, processing: null })) }
    }
    const ports = {
      ...{ send, poll: 1, publish: false, signal: new AbortController().signal },
      clock: { now: () => 0, sleep: async () => undefined },
      append: async () => undefined,
      run: { rows: new Map(rows) },
      report: { result: () => undefined, waiting: (count: number) => said.push(count) },
    } as unknown as RunPorts
    const poller = createProcessingPoller(ports, () => undefined)
    for (const [id] of rows) poller.add(id)
    await poller.finished()
    return said
  }
  test('none where no title needs it', async () => expect(await told(3, 0)).toEqual([]))
  test('those alone that wait for it, once', async () => expect(await told(3, 2)).toEqual([2]))
})
