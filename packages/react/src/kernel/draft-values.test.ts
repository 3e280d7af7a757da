import { describe, expect, test } from 'vitest'
import { changedFields, changedPaths, fieldOf, findConflicts, patch, rebase } from './draft-values.ts'

const label = {
  name: { 'en-GB': 'Sled', 'de-DE': 'Schlitten' } as Record<string, string>,
  isActive: true,
  tags: ['a'],
}
const named = (names: Record<string, string>) => ({ ...label, name: { ...label.name, ...names } })

describe('TITLE-19, PKG-06 what of a draft was changed', () => {
  test.each([
    ['nothing', label, { ...label, tags: ['a'] }, []],
    ['a language', label, named({ 'de-DE': 'Rodel' }), ['name.de-DE']],
    ['a list as one value', label, { ...label, tags: ['a', 'b'] }, ['tags']],
    ['an empty text where there was none', label, named({ 'fr-FR': '' }), []],
    ['null for a text', { link: '' }, { link: null }, ['link']],
  ])('%s', (_, before, after, paths) => expect(changedPaths(before, after)).toEqual(paths))

  test('whole fields travel', () =>
    expect(changedFields(label, named({ 'de-DE': 'Rodel' }))).toEqual({
      name: { 'en-GB': 'Sled', 'de-DE': 'Rodel' },
    }))
})

describe('a newer version', () => {
  test('reaches only what nobody is changing, language by language', () => {
    const theirs = { ...named({ 'de-DE': 'Rodel' }), isActive: false }
    expect(rebase(named({ 'en-GB': 'Sledge' }), label, theirs)).toEqual({
      ...theirs,
      name: { 'en-GB': 'Sledge', 'de-DE': 'Rodel' },
    })
  })
  test('conflicts where both changed the same to something else', () => {
    const mine = { ...named({ 'en-GB': 'Sledge' }), isActive: false }
    const theirs = { ...named({ 'en-GB': 'Toboggan', 'de-DE': 'Rodel' }), isActive: false }
    expect(findConflicts(mine, label, theirs)).toEqual([
      { path: 'name.en-GB', mine: 'Sledge', theirs: 'Toboggan' },
    ])
  })
  test('a copy is patched, never the draft itself', () => {
    expect(patch(label, [['name.en-GB', 'X']]).name['en-GB']).toBe('X')
    expect(label.name['en-GB']).toBe('Sled')
  })
})

test.each([
  ['tags.0', 'tags'],
  ['name.fr-FR', 'name.fr-FR'],
  ['status', undefined],
])('a path that the server names: %s', (path, field) => expect(fieldOf(label, path)).toBe(field))
