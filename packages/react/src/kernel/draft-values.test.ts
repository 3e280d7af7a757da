import { describe, expect, test } from 'vitest'
import {
  changedFields,
  changedPaths,
  fieldOf,
  findConflicts,
  formerValues,
  patch,
  rebase,
} from './draft-values.ts'

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

describe('28.5, decision 0125 what a form held before an act', () => {
  const start = { name: {} as Record<string, string>, note: '', link: null, tags: [], schedule: null }
  const values = {
    ...{ name: { en: 'Three', de: 'Drei' }, note: 'c', link: null, tags: [] },
    schedule: null as object | null,
  }
  const acts = [
    { changes: [{ path: 'name.en', before: 'Two' }] },
    {
      changes: [
        { path: 'name.en', before: 'One' },
        { path: 'name.de', before: null },
        { path: 'note', before: null },
        { path: 'status', before: 4 },
      ],
    },
  ]
  const former = (of: typeof acts, path?: string) =>
    formerValues<typeof values>(of, { start: start as typeof values, values, path })

  test.each([
    ['all fields, from the first change of each on', acts, undefined, { name: { en: 'One' }, note: '' }],
    [
      'one language, with the others as they are',
      acts.slice(1),
      'name.en',
      { name: { en: 'One', de: 'Drei' } },
    ],
    ['a text that was none', acts.slice(1), 'note', { note: '' }],
    ['nothing of what the form lacks', acts.slice(1), 'status', {}],
  ])('%s', (_, of, path, found) => expect(former(of, path)).toEqual(found))

  test('a field that can be empty as a whole goes back as a whole', () => {
    const schedule = { weekdays: [1], at: '18:00' }
    const removed = Object.entries(schedule).map(([part, before]) => ({ path: `schedule.${part}`, before }))
    const of = [{ changes: removed as { path: string; before: never }[] }]
    expect(former(of, 'schedule.at')).toEqual({ schedule })
    const added = [{ changes: removed.map(({ path }) => ({ path, before: null })) }]
    expect(
      formerValues(added, {
        start,
        values: { ...values, schedule } as unknown as typeof start,
        path: 'schedule.at',
      }),
    ).toEqual({ schedule: null })
  })
})
