import { describe, expect, test } from 'vitest'
import { KinoraError } from '../kernel/errors.ts'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import {
  checkPublish,
  isDisplayComplete,
  isFormComplete,
  missingForComplete,
  missingToPublish,
} from './completeness.ts'
import { needsRefresh, toDeletionResult, toPublishFailure, toPublishWords } from './publishing.ts'
import { checkTitle, emptyTitleDraft } from './rules.ts'
import {
  ContentType,
  durationChoices,
  intensityLabels,
  toFiveScale,
  toIntensityKey,
  toSkillBand,
} from './scales.ts'
import type { TitleDraft } from './schema.ts'

const full: TitleDraft = {
  ...emptyTitleDraft,
  className: 'Morning flow',
  classDescription: 'Wake up slowly.',
  classCategoryId: 'yoga',
  classLanguageCode: 'en-GB',
  imageLink: '/media/images/a.jpg',
  skill: 3,
  intensity: 4,
  equipmentIds: ['mat'],
}
const codes = (issues: { code: string }[]) => issues.map(issue => issue.code)

describe('TITLE-03, TITLE-04: complete form', () => {
  test('all of it makes it complete', () => expect(isFormComplete(full)).toBe(true))
  test('TITLE-07 every missing field has its text', () => {
    const texts = missingForComplete(emptyTitleDraft).map(createMessages(en).issue)
    expect(texts).toEqual([
      'Required Title',
      'Required Description',
      'Required Cover',
      'Required Category',
      'Required Skill Level',
      'Required Video Language',
      'Required Equipment',
      'Required Intensity',
    ])
  })
  test('VAL-08 blanks count as empty', () =>
    expect(isFormComplete({ ...full, classDescription: ' \n ' })).toBe(false))
  test('TITLE-04 audio needs no cover, video does', () => {
    expect(isFormComplete({ ...full, imageLink: null })).toBe(false)
    expect(isFormComplete({ ...full, imageLink: null, contentType: ContentType.Audio })).toBe(true)
  })
})

describe('VAL-04 text that is wrong in form, terminal and server alike', () => {
  test.each([
    [{ className: 'a\0b' }, 'validation.characters'],
    [{ keywords: ['a\0b'] }, 'validation.characters'],
    [{ className: 'a\nb' }, 'validation.lineBreak'],
    [{ instructor: 'a\rb' }, 'validation.lineBreak'],
    [{ keywords: ['a', 'b\u2028c'] }, 'validation.lineBreak'],
    [{ className: 'gpj.\u202eexe' }, 'validation.directionOverride'],
    [{ keywords: ['a', 'b\u202dc'] }, 'validation.directionOverride'],
    [{ scheduleDate: '2026-13-45' }, 'validation.noSuchDate'],
  ])('%o is %s', (draft, code) => expect(codes(checkTitle({ ...full, ...draft }))).toEqual([code]))
  test('marks of direction beside letters are writing', () =>
    expect(checkTitle({ ...full, className: 'יוגה\u200f (\u2068Yoga\u2069)' })).toEqual([]))
  test('a description may have several lines', () =>
    expect(checkTitle({ ...full, classDescription: 'a\nb' })).toEqual([]))
})

describe('TITLE-05, TITLE-06, C-06: three predicates', () => {
  test('publishing also needs channel and release date', () => {
    expect(codes(missingToPublish(full))).toEqual(['required.channel', 'required.releaseDate'])
    expect(missingToPublish({ ...full, channelId: 'c', scheduleDate: '2026-11-20T00:00:00' })).toEqual([])
  })
  test('display asks for provider and channel name, not for skill', () => {
    const shown = {
      ...full,
      skill: null,
      scheduleDate: '2026-11-20T00:00:00',
      provider: 'P',
      channelName: 'C',
    }
    expect(isDisplayComplete(shown)).toBe(true)
    for (const field of [
      ...(['classCategoryId', 'imageLink', 'classDescription', 'classLanguageCode', 'className'] as const),
      ...(['provider', 'channelName', 'scheduleDate'] as const),
    ])
      expect([field, isDisplayComplete({ ...shown, [field]: ' ' })]).toEqual([field, false])
  })
})

describe('TITLE-08, TITLE-39: what is there must be right', () => {
  test.each([
    [{ className: 'x'.repeat(40) }, []],
    [{ className: 'x'.repeat(41) }, ['validation.tooLong']],
    [{ className: '👍'.repeat(25) }, []],
    [{ className: '\u200b\u2066' }, ['required.title']],
    [{ className: '  ' }, ['required.title']],
    [{ classDescription: 'x'.repeat(10_000) }, []],
    [{ classDescription: 'x'.repeat(10_001) }, ['validation.tooLong']],
    [{ equipmentIds: ['a', 'b', 'c', 'd'] }, ['validation.maxOptions']],
    [{ focusAreaIds: ['a', 'b', 'c', 'd'] }, ['validation.maxOptions']],
    [{ labelIds: ['a', 'b', 'c', 'd'] }, ['validation.maxOptions']],
    [{ labelIds: ['a', 'b', 'c'], equipmentIds: ['a', 'b', 'c'], focusAreaIds: ['a', 'b', 'c'] }, []],
    [{ alternateLink: 'not a url' }, ['validation.url']],
    [{ alternateLink: 'example.com/class' }, []],
    [{ startDate: '2026-11-21', endDate: '2026-11-20' }, ['validation.endBeforeStart']],
  ])('%j', (draft, expected) => expect(codes(checkTitle(draft))).toEqual(expected))
  test('VAL-09 text', () => {
    expect(checkTitle({ focusAreaIds: ['a', 'b', 'c', 'd'] }).map(createMessages(en).issue)).toEqual([
      'Only 3 options can be selected',
    ])
  })
})

describe('TITLE-22 to TITLE-25: what a failed publish says', () => {
  test.each([
    [new KinoraError('clubOnly', { detail: 'ignored' }), { key: 'title.checkData' }],
    [new KinoraError('invalid', { detail: 'Server words' }), { words: 'Server words' }],
    [new KinoraError('invalid'), { key: 'title.checkData' }],
    [new KinoraError('server', { detail: 'ignored' }), { key: 'title.checkData' }],
    [new KinoraError('conflict', { detail: 'ignored' }), { key: 'error.500' }],
  ])('%#', (error, expected) => expect(toPublishFailure(error)).toEqual(expected))
})

describe('CHAN-14, TITLE-05: one readiness for form, bulk, CLI and server', () => {
  const channel = { name: 'Club floor', clubOnly: false, active: true, foreign: false }
  const ready = { ...full, channelId: 'c', scheduleDate: '2026-11-20T00:00:00' }
  test.each([
    [channel, []],
    [undefined, []],
    [{ ...channel, clubOnly: true }, ['channelId title.channelClubOnly']],
    [{ ...channel, active: false }, ['channelId channel.inactive']],
    [{ ...channel, foreign: true, clubOnly: true }, ['channelId title.channelForeign']],
  ])('%j', (given, expected) =>
    expect(checkPublish(ready, { publishChannel: given }).map(({ path, code }) => `${path} ${code}`)).toEqual(
      expected,
    ),
  )
  test('C-136 what a stored title names of others, while the draft still names it; each field once, beside what is missing', () => {
    const foreignNames = [
      { field: 'classCategoryId' as const, id: 'theirs' },
      { field: 'labelIds' as const, id: 'l1' },
      { field: 'labelIds' as const, id: 'l2' },
    ]
    const saidOf = (given: Partial<typeof ready>) =>
      checkPublish(
        { ...ready, classCategoryId: 'theirs', labelIds: ['own', 'l1', 'l2'], ...given },
        { foreignNames },
      ).map(createMessages(en).issue)
    const label = 'The title’s label belongs to another tenant. Choose another one.'
    expect(saidOf({})).toEqual([label.replace('label', 'category'), label])
    expect(saidOf({ classCategoryId: 'own', labelIds: ['l2'], skill: null })).toEqual([
      'Required Skill Level',
      label,
    ])
    expect(saidOf({ classCategoryId: 'own', labelIds: [] })).toEqual([])
  })
  test('a refusal has the register’s sentence, its field and the way out beside it', () => {
    const issues = checkPublish(ready, { publishChannel: { ...channel, clubOnly: true } })
    const refused = new KinoraError('clubOnly', { detail: en['error.601'], issues })
    expect(toPublishWords(refused, createMessages(en))).toBe(
      'Please Check You Data. Club floor is shown in clubs only, and no title can be published to it. Choose another channel, or change where this one is available.',
    )
    const said = new KinoraError('invalid', {
      detail: 'Not ready: Required Channel.',
      issues: [{ path: 'channelId', code: 'required.channel' }],
    })
    expect(toPublishWords(said, createMessages(en))).toBe('Not ready: Required Channel.')
  })
})

describe('TITLE-26, ERR-17: results of a delete', () => {
  test('all, mixed, none', () => {
    const { text } = createMessages(en)
    const said = (...statuses: number[]) => {
      const result = toDeletionResult(statuses.map(status => ({ id: 'a', status })))
      return text(result.text, result.kind === 'mixed' ? result.params : undefined)
    }
    expect([said(200), said(200, 200), said(200, 200, 404)]).toEqual([
      'Item deleted',
      'deleted',
      '2 deleted, 1 failed',
    ])
    const none = () => toDeletionResult([{ id: 'a', status: 404 }])
    const issues = [{ path: 'status', code: 'title.deleteFailed' }]
    expect(none).toThrow(expect.objectContaining({ code: 'refused', status: 400, issues }))
    expect(text('title.deleteFailed')).toBe('Delete failed')
  })
})

describe('TITLE-09 to TITLE-11, TITLE-28, TITLE-40', () => {
  test('bands, five scale, durations', () => {
    expect([1, 4, 5, 7, 8, 10].map(toSkillBand)).toEqual([
      'beginner',
      'beginner',
      'intermediate',
      'intermediate',
      'advanced',
      'advanced',
    ])
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(toFiveScale)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(durationChoices).toEqual([
      ...[1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
      ...[65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120],
    ])
  })
  test('the list refreshes only while something is under way', () => {
    const row = { status: 8, trailerLinkWeb: null, trailerLinkMobile: null }
    expect(needsRefresh([row])).toBe(false)
    expect(needsRefresh([row, { ...row, status: 1 }])).toBe(true)
    expect(needsRefresh([{ ...row, status: 11 }])).toBe(true)
    expect(needsRefresh([{ ...row, trailerLinkWeb: 'w' }])).toBe(true)
    expect(needsRefresh([{ ...row, trailerLinkWeb: 'w', trailerLinkMobile: 'm' }])).toBe(false)
  })
})

test('TITLE-10 each intensity is said as it is written in a CSV', () => {
  expect(intensityLabels.map((_, index) => en[toIntensityKey(index + 1)])).toEqual(intensityLabels)
})
