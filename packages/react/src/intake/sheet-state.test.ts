import type { Title } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { completed } from '../titles/testing/fixtures.ts'
import {
  based,
  type CellText,
  changesOf,
  choose,
  enter,
  leave,
  merge,
  put,
  rebased,
  type SheetState,
  settle,
  undo,
} from './sheet-state.ts'

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
const start: SheetState = { edits: {}, unread: {}, versions: {}, undo: [] }
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

  test('what was before stays as it was, however many cells are changed', () => {
    const before = type(start, ['one', 'skill', 'high'], ['one', 'instructor', 'Ada'])
    const copy = structuredClone(before)
    const after = type(before, ['one', 'skill', '7'], ['two', 'skill', 'low'], ['two', 'instructor', 'Ben'])
    expect(before).toEqual(copy)
    expect([after.edits, Object.keys(after.unread)]).toEqual([
      { one: { instructor: 'Ada', skill: 7 }, two: { instructor: 'Ben' } },
      ['two'],
    ])
    const kept = structuredClone(after)
    undo(after)
    expect(after).toEqual(kept)
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

  test('edits keep the version on which the first was made, until they are stored or refused', () => {
    const at = (version: number) => [{ tag: 'one', version }]
    const typed = based(type(start, ['one', 'skill', '5']), at(3))
    const later = based(type(typed, ['one', 'instructor', 'Ada']), at(4))
    expect(later.versions).toEqual({ one: 3 })
    expect(rebased(later, { ...completed, tag: 'one', version: 4 }).versions).toEqual({ one: 4 })
    expect(based(settle(later, 'one', { skill: 5 }), at(5)).versions).toEqual({ one: 5 })
    expect(based(settle(later, 'one', { skill: 5, instructor: 'Ada' }), at(5)).versions).toEqual({})
  })

  test('other titles come into the sheet beside those with unsaved changes', () => {
    const typed = type(start, ['one', 'skill', 'high'], ['two', 'skill', '5'])
    const chosen = choose({ ...typed, tags: ['zero', 'one', 'two'] }, ['three', 'two'])
    expect(chosen).toMatchObject({
      ...{ tags: ['one', 'two', 'three'], edits: { two: { skill: 5 } } },
      unread: { one: { skill: { text: 'high' } } },
    })
  })

  test('what another tab puts into the sheet and takes out of it is taken over, save unsaved changes', () => {
    const of = (...tags: string[]) => ({ ...start, tags })
    const ours = { ...type(start, ['two', 'skill', '5']), tags: ['one', 'two', 'ours'] }
    const merged = merge(ours, of('one', 'two'), of('theirs'))
    expect(merged).toMatchObject({ tags: ['two', 'ours', 'theirs'], edits: { two: { skill: 5 } } })
    expect(merge(merged, of(), of('two'))).toBe(merged)
  })

  test('28.5 what another tab enters comes by cell: the newest edit of each wins, and what is stored there is stored here', () => {
    const of = (state: SheetState) => ({ ...state, tags: ['one', 'two'] })
    const shared = of(type(start, ['one', 'skill', '5'], ['two', 'skill', 'high']))
    const ours = of(type(shared, ['one', 'instructor', 'Ada'], ['two', 'intensity', '3']))
    const theirs = of(type(shared, ['one', 'skill', '6'], ['two', 'skill', '7']))
    expect(merge(ours, shared, theirs)).toMatchObject({
      edits: { one: { skill: 6, instructor: 'Ada' }, two: { skill: 7, intensity: '3' } },
      unread: {},
    })
    const both = of(type(shared, ['one', 'skill', '8']))
    expect(merge(both, shared, theirs).edits.one).toEqual({ skill: 8 })
    expect(merge(shared, shared, of(settle(shared, 'one', { skill: 5 }))).edits).toEqual({})
    // An edit outlives that an older one was stored.
    expect(merge(of(settle(shared, 'one', { skill: 5 })), shared, theirs).edits.one).toEqual({ skill: 6 })
    expect(merge(both, shared, of(settle(shared, 'one', { skill: 5 }))).edits.one).toEqual({ skill: 8 })
    expect(merge(shared, shared, { ...start, tags: [] })).toMatchObject({ tags: [], edits: {}, unread: {} })
  })

  test('a cover is taken back like a text; titles that are gone take none', () => {
    const covered = put(start, titles.get('one')!, { imageLink: '/images/own.jpg' })
    expect(undo(covered).edits.one).toEqual({ imageLink: completed.imageLink })
    expect(type(start, ['gone', 'skill', '5'])).toBe(start)
  })
})
