import { describe, expect, test } from 'vitest'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { type BadgeInput, toBadge } from './badge.ts'
import {
  canEncodeTrailerAgain,
  canProcessAgain,
  needsNewFile,
  type PhraseInput,
  phraseTones,
  toFailureKey,
  toStatusKey,
  toTitlePhrase,
  toTrailerFailureKey,
} from './phrase.ts'
import { emptyTitleDraft } from './rules.ts'
import { TitleStatus, VideoStatus } from './status.ts'
import { damageWaysOut, toRetry } from './stuck.ts'

const title = (
  status: number,
  videoStatus: number | null = null,
  streamingLink: string | null = null,
): BadgeInput => ({
  status,
  videoStatus,
  streamingLink,
})
const shown = (input: BadgeInput) => {
  const badge = toBadge(input)
  const progress =
    'percent' in badge.progress ? `${badge.progress.kind} ${badge.progress.percent}` : badge.progress.kind
  return `${badge.kind} | ${badge.text} | ${progress}`
}

describe('TITLE-31, E-5, C-23: the badge of a title, row by row', () => {
  test.each([
    [1, { ...title(8, 6), localUpload: 'uploading' as const }, 'Uploading | badge.upload | marker 80'],
    [2, { ...title(8, 6), localUpload: 'uploaded' as const }, 'Uploaded | badge.uploaded | marker 99'],
    [3, title(5, 7, 'https://x/y'), 'Incomplete | badge.incomplete | none'],
    [4, title(5, 7), 'Error | badge.na | error'],
    [5, title(4, 6), 'Published | badge.published | marker 100'],
    [6, title(7, 6), 'Unpublished | badge.unpublished | none'],
    [7, title(8, 6), 'Completed | badge.complete | marker 100'],
    [8, title(1, 5), 'EncodingQueued | badge.na | indeterminate 99'],
    [9, title(11, 3), 'NormalisationQueued | badge.na | indeterminate 99'],
    [10, title(9, 1), 'Uploading | badge.upload | marker 80'],
    [10, title(6, 1), 'Uploading | badge.upload | marker 80'],
    [10, title(0, 1), 'Uploading | badge.upload | marker 80'],
    [11, title(10, 2), 'Uploaded | badge.uploaded | marker 99'],
    [11, title(6, 2), 'Uploaded | badge.uploaded | marker 99'],
    [12, title(6, 3), 'Normalizing | badge.na | indeterminate 99'],
    [12, title(0, 4), 'Normalizing | badge.na | indeterminate 99'],
    [13, title(2, 5), 'Processing | badge.na | indeterminate 99'],
    [13, title(3, 6), 'Processing | badge.na | indeterminate 99'],
    [13, title(6, 5), 'Processing | badge.na | indeterminate 99'],
    [14, title(6), 'Incomplete | badge.incomplete | none'],
    [14, title(6, 8), 'Incomplete | badge.incomplete | none'],
    [15, title(0), 'Incomplete | badge.na | none'],
    [15, title(42), 'Incomplete | badge.na | none'],
  ])('row %i', (_row, input, expected) => expect(shown(input)).toBe(expected))

  test('each row wins over the ones below it', () => {
    expect(shown({ ...title(5, 7), localUpload: 'uploading' })).toMatch(/^Uploading/)
    expect(shown({ ...title(4, 6), localUpload: 'uploaded' })).toMatch(/^Uploaded/)
    expect(shown(title(5, 1, 'link'))).toBe('Incomplete | badge.incomplete | none')
    expect(shown(title(5, 1))).toMatch(/^Error/)
    expect(shown(title(4, 1))).toMatch(/^Published/)
    expect(shown(title(7, 2))).toMatch(/^Unpublished/)
    expect(shown(title(8, 3))).toMatch(/^Completed/)
    expect(shown(title(1, 1))).toMatch(/^EncodingQueued/)
    expect(shown(title(11, 2))).toMatch(/^NormalisationQueued/)
    expect(shown(title(9, 2))).toMatch(/^Uploading/)
    expect(shown(title(10, 3))).toMatch(/^Uploaded/)
    expect(shown(title(2, 3))).toMatch(/^Processing/)
  })
})

describe('C-143: state and next step of a title, and the act that they name', () => {
  test('a status alone has words too, one that is unknown as well', () => {
    for (const status of Object.values(TitleStatus)) expect(en[toStatusKey(status)]).not.toBe('')
    expect([toStatusKey(TitleStatus.Completed), toStatusKey(99)]).toEqual([
      ...['phrase.status.completed', 'phrase.unknown'],
    ])
  })
  const full = {
    ...emptyTitleDraft,
    ...{ className: 'Flow', classDescription: 'Slow.', imageLink: '/i', classCategoryId: 'c', skill: 3 },
    ...{ classLanguageCode: 'en-GB', equipmentIds: ['e'], intensity: 4, channelId: 'ch' },
    scheduleDate: '2026-11-20T00:00:00',
  }
  const foreignNames = [
    { field: 'classCategoryId' as const, id: 'c' },
    { field: 'equipmentIds' as const, id: 'e' },
  ]
  const clubs = { name: 'Clubs', clubOnly: true, active: true, foreign: false }
  const of = (given: Partial<PhraseInput>): PhraseInput => ({
    ...full,
    ...{
      status: 6,
      videoStatus: null,
      streamingLink: null,
      processing: null,
      stuck: null,
      fileDigest: null,
      publishChannel: null,
      foreignNames: [],
    },
    ...given,
  })
  const messages = createMessages(en)
  const said = (given: Partial<PhraseInput>): string => {
    const { key, params } = toTitlePhrase(of(given))
    return messages.text(key, params)
  }

  test.each<[Partial<PhraseInput>, string]>([
    [{}, 'No file: upload one'],
    [{ localUpload: 'uploading' }, 'Uploading'],
    [{ status: 9, videoStatus: 1 }, 'Uploading'],
    [{ status: 10, videoStatus: 2 }, 'Uploaded, waiting to be processed'],
    [{ status: 11, videoStatus: 3 }, 'Normalizing audio'],
    [{ status: 1, videoStatus: 5 }, 'Waiting to be processed'],
    [{ status: 1, videoStatus: 5, processing: { step: 'encode', fraction: 0.2 } }, 'Encoding'],
    [{ localUpload: 'uploaded', status: 1, processing: { step: 'encode', fraction: 0.2 } }, 'Encoding'],
    [{ status: 2, videoStatus: 5 }, 'Finishing up'],
    [{ status: 3, videoStatus: 6 }, 'Publishing'],
    [{ status: 4, videoStatus: 6 }, 'Published'],
    [{ status: 8, videoStatus: 6 }, 'Ready to publish'],
    [{ status: 8, videoStatus: 6, skill: null, channelId: null }, 'File ready: add 2 details'],
    [{ status: 7, videoStatus: 6 }, 'Unpublished: publish again'],
    [{ status: 7, videoStatus: 6, skill: null }, 'Unpublished: add 1 detail'],
    [{ status: 8, videoStatus: 6, publishChannel: clubs }, 'File ready: change its channel'],
    [{ status: 8, videoStatus: 6, skill: null, publishChannel: clubs }, 'File ready: add 2 details'],
    [{ status: 7, videoStatus: 6, publishChannel: clubs }, 'Unpublished: change its channel'],
    [{ status: 8, videoStatus: 6, foreignNames }, 'File ready: change 2 details'],
    [{ status: 8, videoStatus: 6, foreignNames, classCategoryId: 'own' }, 'File ready: change 1 detail'],
    [{ status: 8, videoStatus: 6, foreignNames, skill: null }, 'File ready: add 3 details'],
    [{ status: 7, videoStatus: 6, foreignNames, publishChannel: clubs }, 'Unpublished: change 3 details'],
    [{ videoStatus: 8 }, 'Cancelled: upload again'],
    [{ videoStatus: 8, fileDigest: 'd' }, 'Cancelled: try again'],
    [{ status: 5, videoStatus: 7 }, 'Failed: upload again'],
    [{ status: 5, videoStatus: 7, fileDigest: 'd' }, 'Failed: try again'],
    [{ status: 5, videoStatus: 7, fileDigest: 'd', streamingLink: '/s' }, 'Failed: try again'],
    [{ status: 2, stuck: { reason: 'stuck.encoded', wayOut: 'retry', since: '' } }, 'Stuck: try again'],
    [{ status: 4, stuck: { ...damageWaysOut.stream, since: '' } }, 'Damaged: encode again'],
    [{ status: 4, stuck: { ...damageWaysOut.captions, since: '' } }, 'Published'],
    [
      { status: 5, videoStatus: 7, fileDigest: 'd', stuck: { ...damageWaysOut.original, since: '' } },
      'Failed: try again',
    ],
    [{ status: 42 }, 'Unknown state: reload the page'],
  ])('%j', (given, expected) => expect(said(given)).toBe(expected))

  test('no state of any title is without words, and "NA" and "incomplete" lead nowhere', () => {
    for (const status of Array(43).keys())
      for (const videoStatus of [null, 1, 2, 3, 4, 5, 6, 7, 8])
        expect(said({ status, videoStatus })).toMatch(/^[A-Z][a-z]+/)
  })

  test('a failure asks to try again where that can be done, else for the file', () => {
    const failed = { status: 5, videoStatus: 7, errorType: 'processing.timeout' }
    const key = (fileDigest: string | null) => toFailureKey({ ...failed, fileDigest })
    expect([key('d'), key(null)]).toEqual(['processing.timeout', 'processing.failedNoFile'])
    expect(toFailureKey({ ...failed, errorType: 'processing.noVideo', fileDigest: null })).toBe(
      'processing.noVideo',
    )
    expect([
      canProcessAgain({ ...failed, fileDigest: 'd' }),
      canProcessAgain({ ...failed, fileDigest: null }),
    ]).toEqual([true, false])
  })

  test('28.5 one that failed without its file, or whose original is damaged, needs another', () => {
    const failed = { status: 5, videoStatus: 7, stuck: null }
    const damaged = { ...damageWaysOut.original, since: '' }
    expect(needsNewFile({ ...failed, fileDigest: null })).toBe(true)
    expect(needsNewFile({ ...failed, fileDigest: 'd' })).toBe(false)
    expect(needsNewFile({ status: 8, videoStatus: 6, fileDigest: 'd', stuck: damaged })).toBe(true)
    expect(needsNewFile({ status: 8, videoStatus: 6, fileDigest: 'd', stuck: null })).toBe(false)
  })

  test('whatever is offered to be tried again is what the server takes up', () => {
    for (const status of Object.values(TitleStatus))
      for (const videoStatus of [null, ...Object.values(VideoStatus)])
        if (canProcessAgain({ status, videoStatus, fileDigest: 'd' }))
          expect([status, videoStatus, toRetry({ status, videoStatus, hasFile: true })?.next]).toEqual([
            ...[status, videoStatus, 'process'],
          ])
    const trailer = { trailerLinkWeb: null, trailerLinkMobile: null }
    const again = (trailerErrorType: string | null, trailerStatus: number | null = 5) =>
      canEncodeTrailerAgain({ ...trailer, trailerStatus, trailerErrorType })
    expect([again(null), again('processing.failed'), again(null, null)]).toEqual([true, true, false])
    expect([again('processing.missing'), again('upload.unreadable')]).toEqual([false, false])
    const why = (trailerErrorType: string | null) =>
      toTrailerFailureKey({ ...trailer, trailerStatus: 5, trailerErrorType })
    expect([why(null), why('processing.timeout'), why('validation.aspectRatio')]).toEqual([
      ...['processing.failed', 'processing.timeout', 'validation.aspectRatio'],
    ])
  })

  test.each([
    ['phrase.ready', 'info'],
    ['phrase.published', 'positive'],
    ['phrase.readyDetails', 'warning'],
    ['phrase.noFile', 'warning'],
    ['phrase.failedRetry', 'negative'],
    ['phrase.stuck.retry', 'warning'],
    ['phrase.stuck.encode', 'negative'],
    ['phrase.unpublishedChannel', 'negative'],
    ['phrase.publishing', 'info'],
  ] as const)('%s is %s wherever it is shown', (key, tone) => expect(phraseTones[key]).toBe(tone))
})
