import { ALL_ROWS, createMessages, en } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { fromListParams, toListParams } from '../../kernel/list-state.ts'
import { choices } from '../testing/testing.tsx'
import {
  filterIds,
  nextSort,
  optionsOf,
  shownSort,
  type TitleListState,
  titleRules,
  toFilter,
  toSorting,
} from './filters.ts'

const startState = titleRules.start
const toParams = (state: TitleListState) => toListParams(state, titleRules)
const fromParams = (params: URLSearchParams) => fromListParams(params, titleRules)

const rows: [string, Partial<TitleListState>][] = [
  ['', {}],
  ['q=yoga+%26+flow', { query: 'yoga & flow' }],
  ['status=4%2C6', { filters: { status: ['4', '6'] } }],
  ['categoryId=yoga&skill=beginner', { filters: { categoryId: ['yoga'], skill: ['beginner'] } }],
  ['duration=0-600%2C601-1200', { filters: { duration: ['0-600', '601-1200'] } }],
  ['sort=name-asc', { sort: { id: 'name', descending: false } }],
  ['sort=name-desc', { sort: { id: 'name', descending: true } }],
  ['sort=createdDate-asc', { sort: { id: 'createdDate', descending: false } }],
  ['q=yoga&sort=createdDate-desc', { query: 'yoga', sort: { id: 'createdDate', descending: true } }],
  ['page=3&take=25', { page: 2, take: 25 }],
  ['take=99999', { take: ALL_ROWS }],
]

describe('SESS-16 the list’s state in the address', () => {
  test.each(rows)('%j', (address, part) => {
    const state = { ...startState, ...part }
    expect(toParams(state).toString()).toBe(address)
    expect(fromParams(new URLSearchParams(address))).toEqual(state)
  })

  test('what a filter can’t be is passed over: no chip names it, and nothing else is asked for', () => {
    const rules = { ...titleRules, values: { ...titleRules.values, skill: ['beginner', 'advanced'] } }
    const { filters } = fromListParams(new URLSearchParams('skill=beginner,nobody,%00&status=4'), rules)
    expect(filters).toEqual({ skill: ['beginner'], status: ['4'] })
    expect(fromListParams(new URLSearchParams('skill=nobody'), rules)).toEqual(startState)
  })

  test('keeps what the register names, beside the search for a title', () => {
    const named = [
      'categoryId',
      'classSubCategoryId',
      'labelId',
      'duration',
      'skill',
      'focusAreaId',
      'equipmentId',
    ]
    const more = ['intensity', 'classLanguageName', 'channelId', 'providerId', 'contentType']
    expect(filterIds).toEqual(expect.arrayContaining([...named, ...more]))
  })

  test.each(filterIds)('the filter %s comes back', id => {
    const state = { ...startState, filters: { [id]: ['one', 'other'] } }
    expect(fromParams(toParams(state))).toEqual(state)
  })

  test.each([
    ['page=0'],
    ['page=-2'],
    ['page=one'],
    ['page=1.5'],
    ['take=0'],
    ['take=-5'],
    ['take=many'],
    ['status='],
    ['sort=evil-desc'],
    ['what=ever'],
  ])('%s cannot be read and falls back to the start', address => {
    expect(fromParams(new URLSearchParams(address))).toEqual(startState)
  })
})

describe('C-08 CONST-01 CONST-02 CONST-03 page sizes', () => {
  test('the start shows 100, all is 99999', () => {
    expect([startState.take, ALL_ROWS]).toEqual([100, 99_999])
  })
  test.each([
    ['7', 7],
    ['500', 500],
    ['501', 500],
    ['100000', 500],
    ['99999', 99_999],
    ['0', 100],
    ['-1', 100],
    ['many', 100],
  ])('C-08 CONST-05 take=%s, typed into the address, is %i', (take, rows) =>
    expect(fromParams(new URLSearchParams({ take })).take).toBe(rows),
  )
})

describe('TITLE-14 the search body', () => {
  test('codes are numbers, ids are texts, blank words ask for nothing', () => {
    expect(toFilter(startState)).toEqual({})
    expect(toFilter({ ...startState, query: '  ' })).toEqual({})
    expect(
      toFilter({
        ...startState,
        query: ' flow ',
        filters: { status: ['4'], intensity: ['10'], contentType: ['1'], channelId: ['7'] },
      }),
    ).toEqual({ query: 'flow', status: [4], intensity: [10], contentType: [1], channelId: ['7'] })
  })
})

describe('the order of the list', () => {
  test('words come by relevance, anything else by the newest; a chosen order wins', () => {
    const chosen = { id: 'name', descending: false } as const
    expect(toSorting(startState)).toEqual({ sort: 'createdDate', dir: 'desc' })
    expect(toSorting({ ...startState, query: 'yoga' })).toEqual({ sort: 'relevance' })
    expect(toSorting({ ...startState, query: 'yoga', sort: chosen })).toEqual({ sort: 'name', dir: 'asc' })
    expect(shownSort({ ...startState, query: 'yoga' })).toBeNull()
  })
})

describe('NAV-75 pressing the head of a column', () => {
  const press = (state: typeof startState, id: 'name' | 'createdDate') =>
    nextSort(state, { id, descending: !(state.sort?.descending ?? true) })
  test('goes through both directions, and in a search by words on to relevance', () => {
    for (const id of ['name', 'createdDate'] as const) {
      const seen = []
      let state: typeof startState = { ...startState, query: 'yoga' }
      for (let presses = 0; presses < 4; presses += 1) {
        state = { ...state, sort: press(state, id) }
        seen.push(state.sort?.descending)
      }
      expect(seen).toEqual(id === 'name' ? [false, true, undefined, false] : [true, false, undefined, true])
    }
    const byName = { ...startState, sort: { id: 'name', descending: true } as const }
    expect(press(byName, 'name')).toEqual({ id: 'name', descending: false })
  })
})

describe('TITLE-14 the choices of the filters', () => {
  const { text } = createMessages(en)
  test.each(filterIds)('%s offers choices with a name and a value each', id => {
    const options = optionsOf(id, choices, text)
    expect(options.length).toBeGreaterThan(0)
    expect(options.filter(option => option.label === '' || option.value === '')).toEqual([])
    expect(new Set(options.map(option => option.value)).size).toBe(options.length)
  })

  test('TITLE-10, TITLE-16, TITLE-40 the length by its ranges, the intensity by its words', () => {
    const labels = (id: 'duration' | 'intensity') =>
      optionsOf(id, choices, text).map(({ value, label }) => `${value}: ${label}`)
    expect(labels('duration')).toEqual([
      ...['0-600: Up to 10 min', '601-1200: 10 to 20 min', '1201-1800: 20 to 30 min'],
      '1801-18000: Over 30 min',
    ])
    expect(labels('intensity')).toEqual([
      ...['1: 1 Very Slight', '2: 2 Slight', '3: 3 Light', '4: 4 Moderate', '5: 5 Somewhat Hard'],
      ...['6: 6 Hard', '7: 7 Harder', '8: 8 Very Hard', '9: 9 Very Very Hard', '10: 10 Maximum effort'],
    ])
  })

  test('C-143 a status is said in words, without the register’s “NA” and “incomplete”, and no two alike', () => {
    const options = optionsOf('status', choices, text)
    for (const { label } of options) expect(label).toMatch(/^[A-Z][a-z]+/)
    expect(new Set(options.map(({ label }) => label)).size).toBe(options.length)
  })

  test('what comes from the server is empty until it is there', () => {
    expect(optionsOf('channelId', undefined, text)).toEqual([])
  })
})
