import { describe, expect, test } from 'vitest'
import type { Metadata } from '../metadata/schema.ts'
import { emptyTitleDraft } from '../titles/rules.ts'
import type { Title } from '../titles/schema.ts'
import { createSheet, parseTable, type SheetField, toTable } from './sheet.ts'

const named = (id: string, displayName: string) => ({ id, displayName, name: { 'en-GB': displayName } })
const text = (invariantText: string) => ({ invariantText, localTexts: [] })
const metadata = {
  categories: [
    {
      ...{ id: 'yoga', displayName: 'Yoga', name: text('Yoga') },
      subCategories: [{ subCategoryId: 'flow', name: text('Flow') }],
    },
    { id: 'strength', displayName: 'Strength', name: text('Strength'), subCategories: [] },
  ],
  channels: [
    {
      ...{ id: 'own', name: 'Morning', displayName: 'Morning', providerId: 'north', active: true },
      Availability: { inClub: false, appAndweb: true, hotel: false },
    },
    {
      ...{ id: 'other', name: 'Foreign', displayName: 'Foreign', providerId: 'south', active: true },
      Availability: { inClub: false, appAndweb: true, hotel: false },
    },
  ],
  providers: [
    { id: 'north', displayName: 'North', name: 'North' },
    { id: 'south', displayName: 'South', name: 'South' },
  ],
  equipments: [named('mat', 'Mat'), named('bike', 'Bike'), named('band', 'Band'), named('ball', 'Ball')],
  ...{ focusAreas: [], labels: [], isRichTextAllowed: false },
  languages: [{ id: 'en-GB', ietfTag: 'en-GB', name: 'English (UK)' }],
} as unknown as Metadata
const sheet = createSheet({
  metadata,
  readDate: typed => (typed === '1 Dec 2026' ? '2026-12-01T09:00:00' : typed),
  writeDate: () => '1 Dec 2026 09:00',
})
const title = {
  ...emptyTitleDraft,
  ...{ providerId: 'north', classCategoryId: 'yoga', classSubCategoryId: 'flow', status: 6 },
  ...{ publishChannel: null, foreignNames: [] },
} as unknown as Title
const read = (field: SheetField, typed: string) => {
  const reading = sheet.read(field, typed, title)
  return reading.kind === 'value' ? reading.draft : reading.issue.code
}

describe('28.1, decision 0119: what the text of a cell means', () => {
  test.each<[SheetField, string, unknown]>([
    ['className', ' Morning flow ', { className: 'Morning flow' }],
    ['className', '', 'required.title'],
    ['className', 'x'.repeat(41), 'validation.tooLong'],
    ['classCategoryId', 'yoga', { classCategoryId: 'yoga' }],
    ['classCategoryId', 'STRENGTH', { classCategoryId: 'strength', classSubCategoryId: null }],
    ['classCategoryId', '', { classCategoryId: null, classSubCategoryId: null }],
    ['classCategoryId', 'Yogaa', 'validation.reference'],
    ['classSubCategoryId', 'flow', { classSubCategoryId: 'flow' }],
    ['classLanguageCode', 'english (uk)', { classLanguageCode: 'en-GB' }],
    ['channelId', 'Morning', { channelId: 'own' }],
    ['channelId', 'Foreign', 'title.channelForeign'],
    ['scheduleDate', '1 Dec 2026', { scheduleDate: '2026-12-01T09:00:00' }],
    ['scheduleDate', 'soon', 'validation.date'],
    ['scheduleDate', '', { scheduleDate: null }],
    ['skill', '11', 'validation.type'],
    ['skill', '3', { skill: 3 }],
    ['equipmentIds', 'Mat; bike', { equipmentIds: ['mat', 'bike'] }],
    ['equipmentIds', 'Mat; Bike; Band; Ball', 'validation.maxOptions'],
    ['equipmentIds', '', { equipmentIds: [] }],
  ])('%s “%s”', (field, typed, expected) => {
    expect(read(field, typed)).toEqual(expected)
  })

  test('what is written is read back as the same', () => {
    const whole = {
      ...title,
      ...{ className: 'Flow', skill: 3, equipmentIds: ['mat', 'ball'], channelId: 'own' },
      ...{ classLanguageCode: 'en-GB', scheduleDate: '2026-12-01T09:00:00' },
    }
    expect(sheet.write('equipmentIds', whole)).toBe('Mat; Ball')
    expect(sheet.write('scheduleDate', whole)).toBe('1 Dec 2026 09:00')
    for (const field of ['className', 'skill', 'equipmentIds', 'channelId', 'classLanguageCode'] as const)
      expect(sheet.read(field, sheet.write(field, whole), whole)).toEqual({
        kind: 'value',
        draft: { [field]: whole[field] },
      })
    expect(sheet.choices('channelId', whole)).toEqual([{ value: 'Morning' }])
  })

  test('the cover that comes with the video is not asked for, all else that publishing needs is', () => {
    const missing = (given: Partial<Title>) => sheet.check({ ...title, ...given }).map(({ path }) => path)
    expect(missing({})).not.toContain('imageLink')
    expect(missing({ thumbnailType: 'custom' })).toContain('imageLink')
    expect(missing({ status: 8 })).toContain('imageLink')
    expect(missing({})).toEqual(
      expect.arrayContaining(['className', 'skill', 'equipmentIds', 'channelId', 'scheduleDate']),
    )
  })
})

describe('28.1: cells on the clipboard', () => {
  test.each<[string, string[][]]>([
    ['a', [['a']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""word"""\n', [['two\nlines', 'a "word"']]],
    ['5" pipe\tb', [['5" pipe', 'b']]],
  ])('%j', (text, rows) => {
    expect(parseTable(text)).toEqual(rows)
    expect(parseTable(toTable(rows))).toEqual(rows)
  })
})
