import { describe, expect, test } from 'vitest'
import { toActiveState } from '../kernel/field-rules.ts'
import {
  changedPart,
  checkClasses,
  checkCollection,
  checkDeactivation,
  checkHighlight,
  checkOnce,
  collectionStatus,
  reordered,
  toCollectionStatus,
} from './rules.ts'

const found = (draft: Parameters<typeof checkCollection>[0]) =>
  checkCollection(draft).map(({ path, code, params }) =>
    [path, code, ...Object.values(params ?? {})].join(' '),
  )

describe('COLL-02, COLL-03, CONST-16 the texts of a collection', () => {
  test.each([
    ['nothing to check', {}, []],
    ['three characters', { name: 'Abs', description: 'Abs' }, []],
    ['forty and five hundred', { name: 'a'.repeat(40), description: 'a'.repeat(500) }, []],
    ['two', { name: 'Ab' }, ['name validation.tooShort 3']],
    ['blanks don’t count', { description: '  Ab ' }, ['description validation.tooShort 3']],
    ['forty-one', { name: 'a'.repeat(41) }, ['name validation.tooLong 40']],
    ['501', { description: 'a'.repeat(501) }, ['description validation.tooLong 500']],
    ['none', { name: ' ', description: '' }, ['name required.name', 'description required.description']],
  ])('%s', (_, draft, issues) => expect(found(draft)).toEqual(issues))
})

describe('COLL-04, COLL-05, COLL-06, C-112 what may be active', () => {
  test.each([
    ['an active one without classes', true, 0, ['collectionItems collection.minimum']],
    ['an inactive one without', false, 0, []],
    ['an active one with one', true, 1, []],
  ])('%s', (_, active, classes, issues) =>
    expect(checkClasses({ active, classes }).map(({ path, code }) => `${path} ${code}`)).toEqual(issues),
  )

  test('a featured one stays active; the class of the day does not hold it back', () => {
    const featured = { active: true, isFeaturedCollection: true }
    expect(checkDeactivation(featured, false)).toMatchObject([{ code: 'collection.featuredStays' }])
    expect(checkDeactivation(featured, true)).toEqual([])
    expect(checkDeactivation({ active: true, isFeaturedCollection: false }, false)).toEqual([])
  })

  test('an inactive one is not highlighted', () => {
    expect(checkHighlight({ active: false }, 'isClassOfDayCollection')).toMatchObject([
      { path: 'isClassOfDayCollection', code: 'collection.highlightInactive' },
    ])
    expect(checkHighlight({ active: true }, 'isFeaturedCollection')).toEqual([])
  })
})

test.each([
  ['inactive', ['activate']],
  ['active', ['deactivate', 'feature']],
  ['featured', ['unfeature']],
] as const)('E-11 %s: %j', (status, events) => {
  expect(collectionStatus.events(status)).toEqual(events)
  const flags = { active: status !== 'inactive', isFeaturedCollection: status === 'featured' }
  expect(toCollectionStatus(flags)).toBe(status)
})

test.each([
  [false, false, 'Saved'],
  [false, true, 'Inactive'],
  [true, true, 'Active'],
])('C-78, SESS-19 active %s, once %s: %s', (active, activatedOnce, word) =>
  expect(toActiveState({ active, activatedOnce })).toBe(word),
)

describe('COLL-10, COLL-11 orders', () => {
  test('named ones share their places; what is gone meanwhile moves nothing', () => {
    expect(reordered(['a', 'b', 'c', 'd'], ['d', 'b'])).toEqual(['a', 'd', 'c', 'b'])
    expect(reordered(['a', 'b', 'c'], ['c', 'x', 'a'])).toEqual(['c', 'b', 'a'])
    expect(reordered(['a', 'b'], [])).toEqual(['a', 'b'])
  })
  test('what a move has changed, and no more, is sent', () => {
    expect(changedPart(['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'd'])).toEqual(['c', 'b'])
    expect(changedPart(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([])
    const after = ['d', 'a', 'b', 'c']
    expect(reordered(['a', 'b', 'c', 'd'], changedPart(['a', 'b', 'c', 'd'], after))).toEqual(after)
  })
  test('each once', () => {
    expect(checkOnce(['a', 'b', 'a'], 'titleTags')).toEqual([
      { path: 'titleTags.2', code: 'collection.twice', params: { id: 'a' } },
    ])
  })
})
