import { createMessages, emptyTitleDraft, en, type TitleDraft, VideoStatus } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { toOffset, toWallClock } from '../../kernel/use-dates.ts'
import { bothMoments, fromWallClock } from '../../kernel/wall-clock.ts'
import { toServerSteps } from '../../uploads/file-status.ts'
import { bare, completed } from '../testing/fixtures.ts'
import { checkDraft, fromDayInput, nameFromFile, publishProblem, toDraft } from './title-draft.ts'

const draft = toDraft(completed)
const texts = (value: TitleDraft, publishing: boolean, needsProvider = false) =>
  checkDraft(value, { publishing, needsProvider }).map(createMessages(en).issue)

describe('TITLE-03, TITLE-05, C-06 what a draft needs', () => {
  test('saving asks only for a name', () => {
    expect(texts({ ...emptyTitleDraft, className: 'A' }, false)).toEqual([])
    expect(texts(emptyTitleDraft, false)).toEqual(['Required Title'])
  })
  test('publishing asks for everything, each field once', () => {
    expect(texts(emptyTitleDraft, true)).toHaveLength(10)
    expect(texts(draft, true)).toEqual([])
  })
  test('an administrator names the provider', () =>
    expect(texts({ ...emptyTitleDraft, className: 'A' }, false, true)).toEqual(['Required provider']))
  test('VAL-06, VAL-07 the alternate link must be an address, with or without scheme', () => {
    expect(texts({ ...draft, alternateLink: 'studio.test/class' }, false)).toEqual([])
    expect(texts({ ...draft, alternateLink: 'not an address' }, false)).toEqual(['Url is not valid'])
  })
})

describe('TITLE-37 a name from a file', () => {
  test.each([
    ['Morning_Flow-2.mp4', 'Morning Flow 2'],
    [`${'a'.repeat(60)}.mp4`, 'a'.repeat(40)],
    [`${'👨‍👩‍👧‍👦'.repeat(60)}.mp4`, '👨‍👩‍👧‍👦'.repeat(40)],
    ['.mp4', ''],
  ])('%s', (file, name) => expect(nameFromFile(file)).toBe(name))
})

describe('CONST-21, TITLE-38 dates', () => {
  test.each([
    // The hour before and after the clock is put forward, and back.
    ['Europe/Berlin', '2026-03-29T00:30:00', '2026-03-29T01:30'],
    ['Europe/Berlin', '2026-03-29T01:30:00', '2026-03-29T03:30'],
    ['Europe/Berlin', '2026-10-25T00:30:00', '2026-10-25T02:30'],
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T03:30'],
    ['America/New_York', '2026-11-01T05:30:00', '2026-11-01T01:30'],
    ['Asia/Riyadh', '2026-12-31T21:00:00', '2027-01-01T00:00'],
  ])('C-97 in %s the moment %s is entered as %s', (zone, wire, clock) => {
    expect(toWallClock(wire, zone)).toBe(clock)
    expect(fromWallClock(clock, zone)).toBe(wire)
  })
  test('C-97 of an hour that comes twice the offset tells which', () => {
    const [first, second] = ['2026-10-25T00:30:00', '2026-10-25T01:30:00'] as const
    expect(toWallClock(first, 'Europe/Berlin')).toBe(toWallClock(second, 'Europe/Berlin'))
    expect([first, second].map(wire => toOffset(wire, 'Europe/Berlin'))).toEqual(['GMT+02:00', 'GMT+01:00'])
  })
  test('C-97 an hour that the clock skips is the next, and half a date is none', () => {
    expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00')
    expect(fromWallClock('', 'Europe/Berlin')).toBeNull()
    const both = ['2026-10-25T00:30:00', '2026-10-25T01:30:00']
    expect(bothMoments('2026-10-25T02:30', 'Europe/Berlin')).toEqual(both)
    for (const once of ['2026-10-25T03:00', '2026-03-29T02:30', ''])
      expect(bothMoments(once, 'Europe/Berlin')).toBeUndefined()
  })
  test('a day shows from its beginning until its end', () => {
    expect(fromDayInput('2026-12-01', 'start')).toBe('2026-12-01T00:00:00')
    expect(fromDayInput('2026-12-01', 'end')).toBe('2026-12-01T23:59:59')
  })
})

describe('E-1, E-2 the four steps', () => {
  const states = (title: Partial<typeof completed>) =>
    toServerSteps({ ...completed, ...title }, key => key).map(step => step.state)
  test.each([
    [{ ...bare }, 'waiting waiting waiting waiting'],
    [{ videoStatus: VideoStatus.Uploading }, 'active waiting waiting waiting'],
    [{ videoStatus: VideoStatus.Uploaded }, 'done active waiting waiting'],
    [{ videoStatus: VideoStatus.Normalized }, 'done done active waiting'],
    [
      { videoStatus: VideoStatus.Processing, processing: { step: 'cover' as const, fraction: 1 } },
      'done done done active',
    ],
    [{ videoStatus: VideoStatus.Completed }, 'done done done done'],
    [{ videoStatus: VideoStatus.Failed }, 'done done error waiting'],
    [{ videoStatus: VideoStatus.Failed, fileDigest: null }, 'done done error waiting'],
    [{ videoStatus: VideoStatus.Canceled, fileDigest: null }, 'paused waiting waiting waiting'],
    [{ videoStatus: VideoStatus.Canceled }, 'done done paused waiting'],
  ])('%#', (title, expected) => expect(states(title).join(' ')).toBe(expected))
  test('progress is measured while the server tells it', () => {
    const title = { ...completed, videoStatus: VideoStatus.Processing }
    const steps = toServerSteps({ ...title, processing: { step: 'encode', fraction: 0.42 } }, key => key)
    expect(steps[2]).toMatchObject({ state: 'active', progress: 0.42 })
  })
})

describe('TITLE-20 the file of a title that is to be published', () => {
  test('a completed one is no obstacle', () => expect(publishProblem(completed)).toBeUndefined())
  test('none is', () => {
    expect(publishProblem(undefined)).toBe('noFile')
    expect(publishProblem(bare)).toBe('noFile')
  })
  test('one that is being processed is', () =>
    expect(publishProblem({ ...completed, status: 1, videoStatus: VideoStatus.Processing })).toBe('underWay'))
  test('a failed or cancelled one is, for as long as its file is there', () => {
    const failed = { ...completed, status: 5, videoStatus: VideoStatus.Failed, fileDigest: 'd' }
    expect(publishProblem(failed)).toBe('failed')
    expect(publishProblem({ ...failed, videoStatus: VideoStatus.Canceled })).toBe('cancelled')
    expect(publishProblem({ ...failed, fileDigest: null })).toBe('noFile')
  })
})
