import { createMessages, en, KinoraError } from '@kinora/core'
import type { EngineState, UploadItem, UploadProgress } from '@kinora/core/uploads'
import { describe, expect, test } from 'vitest'
import { toDuration, toFileStatus, toSteps, toUploadStatus, uploadStatusText } from './file-status.ts'

const messages = createMessages(en)
const position = { nextChunk: 2, total: 4, sentBytes: 5_000_000 }
const chunk = { at: 'chunk', position } as const
const processing = { at: 'processing', phase: 'encoding', digest: 'd', encoded: true } as const
const offline = new KinoraError('offline')
const damaged = new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.unreadable' }] })
const still: UploadProgress = {
  ...{ percent: 25, sentBytes: 5_000_000, totalBytes: 20_000_000, groups: { done: 0, total: 1 } },
  ...{ speed: undefined, secondsLeft: undefined, marker: 80 },
}

const item = (state: EngineState, progress: Partial<UploadProgress> = {}): UploadItem => ({
  ...{ id: 'video:kn-1', tag: 'kn-1', role: 'video', tenantId: undefined },
  ...{ fileName: 'a.mp4', totalSize: 20_000_000, state, progress: { ...still, ...progress }, kept: true },
})

/** Each state with its words and its four steps: w waiting, a active, p paused, d done, e error. */
const rows: [string, EngineState, string | RegExp, string][] = [
  ['waiting', { kind: 'waiting', replace: false }, 'Waiting to upload', 'wwww'],
  ['starting', { kind: 'starting', replace: false, faults: 0 }, 'Checking the file', 'awww'],
  ['uploading', { kind: 'uploading', ...position, faults: 0 }, '25% of 19.07 MB', 'awww'],
  [
    'paused',
    { kind: 'paused', reason: 'user', from: chunk },
    'Paused at 25%. What was sent is kept.',
    'pwww',
  ],
  [
    'UPLOAD-09 offline',
    { kind: 'paused', reason: 'offline', from: chunk },
    'Waiting for the network',
    'pwww',
  ],
  ['paused later', { kind: 'paused', reason: 'user', from: processing }, /^Paused/, 'ddpw'],
  [
    'retrying',
    { kind: 'retrying', attempt: 1, dueAt: 0, error: offline, from: chunk },
    /^Connection error/,
    'awww',
  ],
  [
    'retrying later',
    { kind: 'retrying', attempt: 1, dueAt: 0, error: offline, from: processing },
    /^Connection error/,
    'ddaw',
  ],
  [
    'normalising',
    { kind: 'processing', phase: 'normalising', digest: 'd', encoded: true, faults: 0 },
    'Normalizing audio',
    'daww',
  ],
  [
    'encoding',
    { kind: 'processing', phase: 'encoding', digest: 'd', encoded: true, faults: 0 },
    'Encoding',
    'ddaw',
  ],
  ['complete', { kind: 'complete', digest: 'd' }, 'File ready', 'dddd'],
  [
    'a known file',
    { kind: 'processing', phase: 'encoding', digest: 'd', encoded: true, faults: 0, reused: true },
    'Already on the platform. Nothing to send. Encoding',
    'ddaw',
  ],
  [
    'a known file, complete',
    { kind: 'complete', digest: 'd', reused: true },
    'Already on the platform. Nothing to send. File ready',
    'dddd',
  ],
  [
    'UPLOAD-20 failed',
    { kind: 'failed', error: damaged, phase: 'upload' },
    'Upload failed: The file couldn’t be read from disk. Check it, then resume. What was sent is kept.',
    'ewww',
  ],
  [
    'UPLOAD-20 failed later',
    { kind: 'failed', error: damaged, phase: 'processing' },
    'Processing failed: The file couldn’t be read from disk. Check it, then resume.',
    'ddew',
  ],
  ['UPLOAD-20 cancelled', { kind: 'cancelled', reason: 'user' }, 'Upload cancelled', 'wwww'],
  [
    'UPLOAD-24 another user',
    { kind: 'cancelled', reason: 'otherUser' },
    'The upload was cancelled because another user signed in.',
    'wwww',
  ],
  [
    'UPLOAD-25 broken',
    { kind: 'broken' },
    'The browser no longer has the file. Choose a.mp4 (19.07 MB) again. What was sent is kept.',
    'pwww',
  ],
  [
    'SESS-11 locked',
    { kind: 'locked' },
    'Your browser needs permission to read a.mp4 (19.07 MB) again. What was sent is kept.',
    'pwww',
  ],
  [
    'AUTH-20 signed out',
    { kind: 'paused', reason: 'signedOut', from: chunk },
    'Sign in again to continue the upload.',
    'pwww',
  ],
]

describe('UPLOAD-20 how an upload stands, in words', () => {
  test.each(rows)('%s', (_, state, words) => {
    const said = uploadStatusText(item(state), messages)
    if (typeof words === 'string') expect(said).toBe(words)
    else expect(said).toMatch(words)
  })

  test.each(rows.filter(([name]) => !name.includes('complete')))(
    'UPLOAD-11, UPLOAD-12 the video of an event says the same: %s',
    (_, state) => {
      const ofEvent: UploadItem = { ...item(state), role: 'event' }
      expect(uploadStatusText(ofEvent, messages)).toBe(uploadStatusText(item(state), messages))
    },
  )

  test('EVENT-32 what is ready at the end: a title to publish, a trailer, the video of an event', () => {
    const said = (role: UploadItem['role']) =>
      uploadStatusText({ ...item({ kind: 'complete', digest: 'd' }), role }, messages)
    expect([said('video'), said('trailer'), said('event')]).toEqual([
      'File ready',
      'Trailer ready',
      'Event video ready',
    ])
  })

  test.each([
    [0, 'part 1 of 60'],
    [1, 'part 1 of 60'],
    [2, 'part 2 of 60'],
    [60, 'part 60 of 60'],
  ])('UPLOAD-05, C-60 %i groups of four chunks: %s', (done, words) => {
    const state = { kind: 'uploading', ...position, faults: 0 } as const
    const said = (groups: UploadProgress['groups']) => uploadStatusText(item(state, { groups }), messages)
    expect(said({ done, total: 60 })).toBe(`25% of 19.07 MB · ${words}`)
    expect(said({ done: 1, total: 1 })).toBe('25% of 19.07 MB')
  })

  test('speed and time left while it moves', () => {
    const moving = item({ kind: 'uploading', ...position, faults: 0 }, { speed: 2_097_152, secondsLeft: 90 })
    expect(uploadStatusText(moving, messages)).toBe('25% of 19.07 MB · 2.00 MB/s, 2 min left')
  })

  test('SESS-11 a file that the browser has no room for: what the end of the page would cost', () => {
    const unkept = (state: EngineState) => uploadStatusText({ ...item(state), kept: false }, messages)
    expect(unkept({ kind: 'uploading', ...position, faults: 0 })).toBe(
      '25% of 19.07 MB. This browser has no room to keep the file. Leave this page open, or choose the file again later.',
    )
    expect(unkept({ kind: 'complete', digest: 'd' })).toBe('File ready')
  })

  test('nothing was sent: nothing was kept', () => {
    const failed = item({ kind: 'failed', error: damaged, phase: 'upload' }, { sentBytes: 0 })
    expect(uploadStatusText(failed, messages)).not.toMatch(/kept/)
  })
})

describe('the four steps of an upload', () => {
  test.each(rows)('%s', (_, state, _words, letters) => {
    const steps = toSteps(item(state), messages.text)
    expect(steps.map(step => step.state[0]).join('')).toBe(letters)
    expect(steps.map(step => step.label)).toEqual(['Upload', 'Normalize', 'Encode', 'Ready'])
  })

  test('the bytes are measured while they move and while they rest', () => {
    const measure = (state: EngineState) => toSteps(item(state), messages.text).map(step => step.progress)
    expect(measure({ kind: 'uploading', ...position, faults: 0 })).toEqual([
      0.25,
      undefined,
      undefined,
      undefined,
    ])
    expect(measure({ kind: 'paused', reason: 'user', from: chunk })[0]).toBe(0.25)
    expect(measure({ kind: 'complete', digest: 'd' })[0]).toBeUndefined()
  })
})

describe('one truth about a file: form, badge, tray and list', () => {
  const file = {
    ...{ status: 6, videoStatus: 5, fileDigest: 'd', errorType: null, streamingLink: null },
    processing: { step: 'encode', fraction: 0.42 } as const,
  }
  const working: EngineState = {
    kind: 'processing',
    phase: 'encoding',
    digest: 'd',
    encoded: true,
    faults: 0,
  }

  test.each(rows)('%s: badge and list say what the tray says', (_, state) => {
    const over = state.kind === 'complete' || state.kind === 'cancelled'
    const tray = toUploadStatus(item(state), file, messages)
    const badge = toFileStatus(item(state), file, messages)
    expect(badge).toEqual(over ? toFileStatus(undefined, file, messages) : tray)
  })

  test('processing is what the server says, with its percent, whether the upload is of this browser or not', () => {
    const here = toFileStatus(item(working), file, messages)
    const there = toFileStatus(undefined, file, messages)
    expect([here.words, here.fraction, here.steps]).toEqual([there.words, there.fraction, there.steps])
    expect([here.words, here.steps[2]?.stateText]).toEqual(['Encoding, 42%', 'in progress 42%'])
  })

  test('E-5 a waiting upload counts as one; a failed one as what the server says', () => {
    const local = (state: EngineState) => toFileStatus(item(state), file, messages).localUpload
    expect(local({ kind: 'waiting', replace: false })).toBe('uploading')
    expect(local({ kind: 'failed', error: damaged, phase: 'upload' })).toBeUndefined()
    expect(local(working)).toBe('uploaded')
  })
})

describe('time left', () => {
  test.each([
    [0, '1 s'],
    [45, '45 s'],
    [59.6, '1 min'],
    [60, '1 min'],
    [179, '3 min'],
    [3599, '1 h 0 min'],
    [7500, '2 h 5 min'],
  ])('%s s is %s', (seconds, words) => {
    expect(toDuration(seconds)).toBe(words)
  })
})

test.each([
  ['ui.uploads.complete.video', 'phrase.status.completed'],
  ['ui.uploads.normalising', 'phrase.normalising'],
  ['ui.uploads.processing', 'phrase.encoding'],
] as const)('C-143 the tray’s %s and a title’s %s are one wording', (here, everywhere) =>
  expect(en[here]).toBe(en[everywhere]),
)
