import { emptyTitleDraft, en, type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { failureText, stateText, wayOn } from './format.ts'
import { unprocessedText } from './wait-for-processing.ts'

const [retried, sent] = [
  'Retry processing with: kinora titles retry T-1',
  'Upload the file again: kinora titles upload FILE --tag T-1',
]
const since = '2026-11-20T08:00:00'
const waiting = { reason: 'stuck.waiting', wayOut: 'retry', since } as const
const damaged = { reason: 'damaged.original', wayOut: 'upload', since } as const
const title = (given: Partial<Title> = {}): Title =>
  ({
    ...{
      ...emptyTitleDraft,
      className: 'Yoga',
      tag: 'T-1',
      fileName: 'a.mp4',
      fileDigest: 'd',
      errorType: null,
    },
    ...{ status: TitleStatus.Completed, videoStatus: VideoStatus.Completed, processing: null, stuck: null },
    ...{ trailerStatus: null, trailerLinkWeb: null, trailerLinkMobile: null, trailerErrorType: null },
    ...{ trailerStuck: null, publishChannel: null, streamingLink: null },
    ...given,
  }) as Title
const failed = { status: TitleStatus.Error, videoStatus: VideoStatus.Failed }
const encoding = { status: TitleStatus.EncodingQueued, videoStatus: VideoStatus.Processing }
const cancelled = { status: TitleStatus.Incomplete, videoStatus: VideoStatus.Canceled }
const noTrailer = { trailerStatus: TitleStatus.Error, trailerErrorType: 'validation.aspectRatio' }

describe('VIDEO-14 what keeps a file that was sent from being processed, and the command that gets it on', () => {
  test.each<[string, Partial<Title>, string | undefined, boolean]>([
    ['one that is done', {}, undefined, false],
    ['one that is in work', encoding, undefined, false],
    ['a failure', { ...failed, errorType: 'processing.timeout' }, en['processing.timeout'], true],
    ['a failure without a file', { ...failed, fileDigest: null }, en['processing.failedNoFile'], false],
    [
      'a file that was refused',
      { ...failed, errorType: 'validation.aspectRatio', fileDigest: null },
      en['validation.aspectRatio'],
      false,
    ],
    [
      'a failure beside another status',
      { ...failed, status: TitleStatus.Incomplete },
      en['processing.failed'],
      true,
    ],
    ['a cancelled one', cancelled, en['upload.cancelled'], true],
    ['a cancelled one without a file', { ...cancelled, fileDigest: null }, en['upload.cancelled'], false],
    ['one that stands still', { ...encoding, stuck: waiting }, en['stuck.waiting'], true],
    ['a damaged one', { stuck: damaged }, undefined, false],
    ['a failed trailer beside it', noTrailer, undefined, false],
  ])('of a video: %s', (_, given, said, again) => {
    expect(unprocessedText(title(given), 'video')).toBe(said)
    expect(wayOn(title(given), 'video', ' --profile studio')).toBe(
      `${again ? retried : sent} --profile studio`,
    )
  })

  test.each<[string, Partial<Title>, string | undefined, boolean]>([
    [
      'one that is done',
      { trailerStatus: TitleStatus.Completed, trailerLinkWeb: 'w', trailerLinkMobile: 'm' },
      undefined,
      false,
    ],
    ['one that was refused', noTrailer, en['validation.aspectRatio'], false],
    [
      'one that failed',
      { ...noTrailer, trailerErrorType: 'processing.stalled' },
      en['processing.stalled'],
      true,
    ],
    ['one that is gone', {}, en['upload.cancelled'], false],
    [
      'one that stands still',
      { trailerStatus: TitleStatus.EncodingQueued, trailerStuck: waiting },
      en['stuck.waiting'],
      true,
    ],
    ['one beside a failed video', { ...failed, ...noTrailer }, en['validation.aspectRatio'], false],
  ])('of a trailer: %s', (_, given, said, again) => {
    expect(unprocessedText(title(given), 'trailer')).toBe(said)
    expect(wayOn(title(given), 'trailer')).toBe(`${again ? retried : sent} --trailer`)
  })
})

describe('C-143 the state of a title in a line', () => {
  const busy = { ...encoding, processing: { step: 'encode', fraction: 0.439 } } as const
  test.each<[Partial<Title>, string]>([
    [busy, 'Encoding 43%'],
    // What stands still says so, not how far it once was.
    [{ ...busy, stuck: waiting }, en['phrase.stuck.retry']],
    // A trailer beside it has its own line.
    [{ ...busy, trailerStuck: waiting }, 'Encoding 43%'],
    [{ ...failed, fileDigest: null }, en['phrase.failed']],
    [{ stuck: damaged }, en['phrase.stuck.upload']],
    [{ status: TitleStatus.Published }, en['phrase.published']],
  ])('%o', (given, said) => expect(stateText(title(given))).toBe(said))

  test('a title that has not failed has no failure', () => expect(failureText(title())).toBeUndefined())
})
