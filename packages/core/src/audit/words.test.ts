import { expect, test } from 'vitest'
import { fillText } from '../messages/catalogue.ts'
import { en } from '../messages/en.ts'
import { type AuditKey, actionWords, changeWords, nounWords } from './words.ts'

const text = (key: AuditKey) => fillText(en[key])

test('acts, nouns and fields without words of their own are told by their names', () => {
  expect(actionWords({ verb: 'publish' }, text)).toBe('Published')
  expect(actionWords({ verb: 'moveHome' }, text)).toBe('Move home')
  expect(nounWords('focus-areas', text)).toBe('Focus area')
  expect(nounWords('site-links', text)).toBe('Site links')
})

test.each([
  [{ path: 'className', before: null, after: 'Flow' }, 'Class name: (empty) → Flow'],
  [{ path: 'name.de-DE', before: 'Alt', after: '' }, 'Name (de-DE): Alt → (empty)'],
  [{ path: 'isActive', before: false, after: true }, 'Is active: No → Yes'],
  [{ path: 'tags', before: [], after: ['a', 'b'] }, 'Tags: (empty) → a, b'],
  [{ path: 'points', before: [{ x: 1 }], after: 2 }, 'Points: [{"x":1}] → 2'],
])('a change in words: %j', (change, words) => {
  expect(changeWords(change, text)).toBe(words)
})
