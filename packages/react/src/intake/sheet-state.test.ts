import type { Title } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { completed } from '../titles/testing/fixtures.ts'
import { type CellText, changesOf, enter, leave, put, type SheetState, settle, undo } from './sheet-state.ts'

const titles = new Map<string, Title>(
  ['one', 'two'].map(tag => [tag, { ...completed, tag, skill: 3, instructor: 'Nina' }]),
)
/** Numbers are numbers, and nothing else is. */
const sheet = {
  read: (field: string, text: string) =>
    field === 'skill' && !/^\d+$/.test(text)
      ? ({ kind: 'problem', issue: { path: field, code: 'validation.type' } } as const)
      : ({ kind: 'value', draft: { [field]: field === 'skill' ? Number(text) : text } } as const),
}
const start: SheetState = { edits: {}, unread: {}, undo: [] }
const type = (state: SheetState, ...texts: [tag: string, field: CellText['field'], text: string][]) =>
  enter(
    state,
    texts.map(([tag, field, text]) => ({ tag, field, text })),
    { sheet, titles },
  )

describe('28.1, decision 0119: what was entered into a sheet', () => {
  test('one act changes many cells and is taken back as one', () => {
    const typed = type(start, ['one', 'skill', '5'], ['one', 'instructor', 'Ada'], ['two', 'skill', '5'])
    expect(typed.edits).toEqual({ one: { skill: 5, instructor: 'Ada' }, two: { skill: 5 } })
    const back = undo(typed)
    expect(changesOf(titles.get('one')!, back.edits.one)).toEqual({})
    expect(changesOf(titles.get('two')!, back.edits.two)).toEqual({})
    expect([back.undo, undo(back)]).toEqual([[], back])
  })

  test('a text that means nothing stays in its cell until one that does', () => {
    const wrong = type(start, ['one', 'skill', 'high'])
    expect(wrong).toMatchObject({ edits: {}, unread: { one: { skill: { text: 'high' } } } })
    const right = type(wrong, ['one', 'skill', '7'])
    expect([right.unread, right.edits]).toEqual([{}, { one: { skill: 7 } }])
    expect(undo(right)).toMatchObject({ unread: { one: { skill: { text: 'high' } } } })
    expect(undo(undo(right)).unread).toEqual({})
  })

  test('what was sent is stored; what was entered meanwhile is still to be', () => {
    const sent = { skill: 5 }
    const typed = type(start, ['one', 'skill', '5'], ['one', 'instructor', 'Ada'])
    expect(settle(typed, 'one', sent).edits).toEqual({ one: { instructor: 'Ada' } })
    const again = type(typed, ['one', 'skill', '6'])
    expect(settle(again, 'one', sent).edits.one).toMatchObject({ skill: 6 })
  })

  test('a title that leaves the sheet takes what was entered with it', () => {
    const typed = type(start, ['one', 'skill', 'high'], ['two', 'skill', '5'])
    expect(leave({ ...typed, tags: ['one', 'two'] }, ['one'])).toMatchObject({
      ...{ tags: ['two'], edits: { two: { skill: 5 } }, unread: {} },
      undo: [[{ tag: 'two' }]],
    })
  })

  test('a cover is taken back like a text; titles that are gone take none', () => {
    const covered = put(start, titles.get('one')!, { imageLink: '/images/own.jpg' })
    expect(undo(covered).edits.one).toEqual({ imageLink: completed.imageLink })
    expect(type(start, ['gone', 'skill', '5'])).toBe(start)
  })
})
