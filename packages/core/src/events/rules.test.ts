import { describe, expect, test } from 'vitest'
import { checkWith } from '../kernel/issues.ts'
import {
  type ClassOfEvent,
  filledBy,
  isExternal,
  lostByType,
  newEvent,
  settled,
  toEventOrder,
  toEventState,
  toSortIndex,
  withType,
} from './draft.ts'
import { activatesItself, becomesIncomplete, checkEvent, checkEventForm, missingToActivate } from './rules.ts'
import { type EventDraft, EventType, Instant } from './schema.ts'

const schedule = { type: 1, weekdays: [1], daily_time: '18:00' } as const
const saved: EventDraft = { ...newEvent, title: 'Spin', schedule: { ...schedule, weekdays: [1] } }
const whole: EventDraft = {
  ...{ ...saved, description: 'Legs', durationSecond: 1800, imageUrl: '/media/images/c.jpg' },
  ...{ classCategoryId: 'c', classSubCategoryId: 's', classLanguageCode: 'en-GB', skill: 3, intensity: 7 },
  equipmentIds: ['bike'],
  contentId: 'hills',
}
const codes = (issues: { path: string; code: string }[]) => issues.map(({ path, code }) => `${path} ${code}`)

describe('the moments that an event may have', () => {
  test.each([
    ['2026-11-20T18:30:00Z', []],
    ['2199-12-31T23:59:59Z', []],
    ['2199-12-31T23:59:59-01:00', [' event.years']],
    ['1999-12-31T23:59:59Z', [' event.years']],
    ['9999-12-31T23:59:59-23:59', [' event.years']],
    ['soon', [' event.instant']],
  ])('%s', (text, issues) => expect(codes(checkWith(Instant, text))).toEqual(issues))
})

test('EVENT-07 the class of an event fills what nobody has said, and nothing else', () => {
  const title: ClassOfEvent = {
    ...{ tag: 't', durationSecond: 600, classCategoryId: 'yoga', classSubCategoryId: null, skill: 2 },
    ...{ classLanguageCode: 'de-DE', intensity: 4, equipmentIds: ['mat'], focusAreaIds: [], labelIds: ['l'] },
    instructor: 'Mia',
  }
  expect(filledBy(title, { ...newEvent, skill: 9, instructor: 'Jo', equipmentIds: ['bike'] })).toEqual({
    ...{ contentId: 't', durationSecond: 600, classCategoryId: 'yoga', classSubCategoryId: null },
    ...{ classLanguageCode: 'de-DE', intensity: 4, focusAreaIds: [], labelIds: ['l'] },
  })
  expect(filledBy(title, { ...whole, contentId: 'other' })).toMatchObject({
    contentId: 't',
    instructor: 'Mia',
  })
})

describe('EVENT-18 C-109 what an event needs', () => {
  test.each([
    ['to be saved', checkEvent(saved), []],
    ['a title', checkEvent({ ...saved, title: ' ' }), ['title required.title']],
    [
      'VAL-09 CONST-28 at most three of a kind',
      checkEvent({ ...saved, equipmentIds: ['a', 'b', 'c', 'd'], labelIds: ['a', 'b', 'c'] }),
      ['equipmentIds validation.maxOptions'],
    ],
    ['a schedule', checkEvent({ ...saved, schedule: null }), ['schedule event.weekdays']],
    ['C-109 unless it is live', checkEvent({ ...saved, type: EventType.Live, schedule: null }), []],
    ['EVENT-22 to be active', missingToActivate(whole, false), []],
    [
      'EVENT-18 each missing field',
      checkEventForm({ ...saved, active: true }, false),
      [
        ...[
          'active event.incomplete',
          'description required.description',
          'durationSecond required.duration',
          'imageUrl required.cover',
        ],
        ...['classCategoryId required.category', 'classSubCategoryId required.subCategory'],
        ...['skill required.skill', 'classLanguageCode required.language', 'equipmentIds required.equipment'],
        ...['intensity required.intensity', 'contentId event.noClass'],
      ],
    ],
    [
      'EVENT-17 C-123 the link of an external live class',
      missingToActivate({ ...whole, type: EventType.Live, eventSource: 'external' }, false),
      ['liveStreamingLink required.streamingLink'],
    ],
    [
      'C-110 a time',
      checkEvent({ ...saved, schedule: { ...schedule, weekdays: [1], daily_time: '24:00' } }),
      ['schedule.daily_time event.dailyTime'],
    ],
  ])('%s', (_, issues, expected) => expect(codes(issues)).toEqual(expected))
})

describe('B-15 allowAutoPublish an event that becomes active by itself', () => {
  const wished: EventDraft = { ...whole, allowAutoPublish: true }
  test.each([
    ['a new one that is complete', undefined, wished, true],
    ['one that becomes complete', { ...wished, skill: null }, wished, true],
    ['when it is wished for', whole, wished, true],
    ['not unless it is wished for', undefined, whole, false],
    ['EVENT-22 not while something is missing', undefined, { ...wished, skill: null }, false],
    ['not again once somebody has switched it off', wished, { ...wished, title: 'Spin hard' }, false],
  ])('%s', (_, before, after, does) => expect(activatesItself(before, after, false)).toBe(does))

  test('C-138 a simulated one once its own video is there', () => {
    const simulated = { ...wished, type: EventType.Simulated, contentId: null }
    expect([false, true].map(has => activatesItself(undefined, simulated, has))).toEqual([false, true])
  })
})

describe('LIVE-04 C-138 something to play', () => {
  const { Simulated, Live, Scheduled } = EventType
  const external = { type: Live, eventSource: 'external' } as const
  test.each([
    ['a scheduled class', { type: Scheduled, contentId: null }, false, ['contentId event.noClass']],
    ['of which no video plays', { type: Scheduled, contentId: null }, true, ['contentId event.noClass']],
    ['with its class', { type: Scheduled }, false, []],
    ['a simulated one', { type: Simulated, contentId: null }, false, ['contentId event.noClassOrVideo']],
    ['with its own video', { type: Simulated, contentId: null }, true, []],
    ['with a class', { type: Simulated }, false, []],
    ['a live one has its stream key', { type: Live, eventSource: 'platform', contentId: null }, false, []],
    ['or its link', { ...external, contentId: null, liveStreamingLink: 'https://a.example' }, false, []],
    ['which it needs', { ...external, contentId: null }, false, ['liveStreamingLink required.streamingLink']],
  ] as const)('%s', (_, more, hasVideo, expected) =>
    expect(codes(missingToActivate({ ...whole, ...more }, hasVideo))).toEqual(expected),
  )

  test('C-109 an active event that loses it is inactive; one that never had it stays as it is', () => {
    const active = { ...whole, active: true }
    const without = { ...active, contentId: null }
    const none = { videoBefore: false, videoAfter: false }
    expect(becomesIncomplete(active, without, none)).toBe(true)
    expect(becomesIncomplete(without, { ...without, title: 'Spin hard' }, none)).toBe(false)
    expect(becomesIncomplete(without, { ...without, skill: null }, none)).toBe(true)
    expect(codes(checkEventForm({ ...without, title: 'Spin hard' }, false, without))).toEqual([])
    expect(codes(checkEventForm(without, false, active))).toContain('contentId event.noClass')
    expect(codes(checkEventForm(without, false, { ...without, active: false }))).toContain(
      'contentId event.noClass',
    )
  })
})

describe('EVENT-17 EVENT-19 to EVENT-21 types', () => {
  test.each([
    ['EVENT-19', EventType.Live, EventType.Scheduled, ['eventKey', 'metadata']],
    ['EVENT-20', EventType.Simulated, EventType.Live, ['video', 'metadata']],
    ['EVENT-21', EventType.Scheduled, EventType.Simulated, ['metadata']],
    ['the same', EventType.Live, EventType.Live, []],
  ])('%s what is lost', (_, before, after, lost) => expect(lostByType(before, after)).toEqual(lost))

  test('what is gone is gone, the rest stays', () => {
    const after = withType({ ...whole, contentId: 'title' }, EventType.Live)
    expect(after).toMatchObject({
      contentId: null,
      skill: null,
      equipmentIds: [],
      description: 'Legs',
      eventSource: 'platform',
    })
    expect(withType(after, EventType.Scheduled).eventSource).toBeNull()
  })

  test('EVENT-06 EVENT-17 external live', () => {
    const external = settled({
      ...whole,
      type: EventType.Live,
      eventSource: 'external',
      allowAutoPublish: true,
      contentId: 't',
    })
    expect(external).toMatchObject({ allowAutoPublish: false, contentId: null })
    expect([isExternal(external), isExternal({ ...external, type: EventType.Scheduled })]).toEqual([
      true,
      false,
    ])
    expect(
      settled({ ...whole, eventSource: 'external', liveStreamingLink: 'https://a.example' }),
    ).toMatchObject({ eventSource: null })
    expect(withType(external, EventType.Scheduled).liveStreamingLink).toBe('')
  })
})

describe('EVENT-23 EVENT-24 E-7 state and order', () => {
  test('C-78 Saved until it was active once', () => {
    expect(toEventState({ active: false, activatedOnce: false })).toBe('Saved')
    expect(toEventState({ active: false, activatedOnce: true })).toBe('Inactive')
    for (const activatedOnce of [false, true])
      expect(toEventState({ active: true, activatedOnce })).toBe('Active')
  })
  test.each([
    ['no column', undefined, undefined, 'next_occurrence_time desc'],
    ['the stored direction', undefined, 'asc', 'next_occurrence_time asc'],
    ['0', 0, 'desc', 'created_date asc'],
    ['1', 1, 'asc', 'created_date desc'],
    ['2', 2, undefined, 'created_date asc'],
    ['3', 3, undefined, 'next_occurrence_time desc'],
    ['4', 4, undefined, 'next_occurrence_time asc'],
  ] as const)('C-39 %s', (_, sort, dir, order) => {
    const { key, dir: direction } = toEventOrder(sort, dir)
    expect(`${key} ${direction}`).toBe(order)
    if (sort !== undefined && sort !== 2)
      expect(toEventOrder(toSortIndex({ key, dir: direction }))).toEqual({ key, dir: direction })
  })
})
