import { describe, expect, test } from 'vitest'
import { Role } from '../access.ts'
import { toLocalised, toTexts } from '../kernel/field-rules.ts'
import { categoryLanguages, checkCategory, checkSubCategory, mayChangeCategory, moved } from './rules.ts'

const text = (invariantText: string, local: Record<string, string> = {}) => ({
  invariantText,
  localTexts: Object.entries(local).map(([ietfTag, text]) => ({ ietfTag, text })),
})
const tags = ['en-GB', 'de-DE']
const found = (draft: Parameters<typeof checkCategory>[0]) =>
  checkCategory(draft, tags).map(({ path, code }) => `${path} ${code}`)

describe('CAT-09, I18N-06 texts of a category', () => {
  test.each([
    ['a name alone', { name: text('Strength') }, []],
    ['nothing to check', { isPromoted: true }, []],
    [
      'no invariant name',
      { name: text(' ', { 'de-DE': 'Kraft' }) },
      ['name.invariantText validation.required'],
    ],
    ['an empty description', { description: text('') }, []],
    ['a language of somebody else', { name: text('A', { 'fr-FR': 'B' }) }, ['name.fr-FR category.language']],
    [
      'of the description',
      { description: text('', { 'xx-XX': 'B' }) },
      ['description.xx-XX category.language'],
    ],
    ['too long', { name: text('A', { 'de-DE': 'x'.repeat(256) }) }, ['name.de-DE validation.tooLong']],
    [
      'too long a description',
      { description: text('x'.repeat(501)) },
      ['description.invariantText validation.tooLong'],
    ],
    ['two lines', { name: text('A\nB') }, ['name.invariantText validation.lineBreak']],
    ['two lines of description', { description: text('A\nB') }, []],
    [
      'CAT-08 a sub category without a name',
      {
        subCategories: [
          { name: text('A'), isPromoted: false },
          { name: text(''), isPromoted: false },
        ],
      },
      ['subCategories.1.name.invariantText validation.required'],
    ],
  ])('%s', (_, draft, issues) => expect(found(draft)).toEqual(issues))

  test('a language that is given twice', () => {
    const local = { ietfTag: 'de-DE', text: 'A' }
    const issues = checkSubCategory({ name: { invariantText: 'A', localTexts: [local, local] } }, tags)
    expect(issues).toEqual([{ path: 'name.de-DE', code: 'category.languageTwice', params: { tag: 'de-DE' } }])
  })

  test('the platform’s may be in every content language, a tenant’s in its own and those that are stored', () => {
    expect(categoryLanguages(undefined)).toHaveLength(28)
    expect(categoryLanguages({ languageCodes: tags })).toEqual(tags)
    const stored = {
      name: text('A', { 'fr-FR': 'B' }),
      description: text('', { 'he-IL': 'C', 'de-DE': 'D' }),
    }
    expect(categoryLanguages({ languageCodes: tags }, [stored])).toEqual([...tags, 'fr-FR', 'he-IL'])
  })

  test('as texts by language and back, without blank ones', () => {
    const texts = toTexts(text('A', { 'de-DE': 'B' }))
    expect(texts).toEqual({ invariantText: 'A', 'de-DE': 'B' })
    expect(toLocalised({ ...texts, 'de-DE': ' ', 'fr-FR': ' C ' })).toEqual(text('A', { 'fr-FR': 'C' }))
  })
})

test.each([
  [Role.Admin, [true, false, false]],
  [Role.Provider, [false, false, false]],
  [Role.Tenant, [false, true, false]],
  [Role.Support, [false, true, false]],
])('C-84 who changes the platform’s, one’s own tenant’s, another tenant’s: role %i', (role, expected) => {
  const by = { role, tenantId: role === Role.Tenant || role === Role.Support ? 'own' : undefined }
  expect([null, 'own', 'other'].map(tenantId => mayChangeCategory({ tenantId }, by))).toEqual(expected)
  const hidden = mayChangeCategory({ tenantId: 'own' }, { ...by, hidesOwn: true })
  expect(hidden).toBe(false)
})

test('CAT-06 a row at another place', () => {
  const rows = ['a', 'b', 'c', 'd']
  expect(moved(rows, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(rows, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(rows, 1, 1)).toEqual(rows)
})
