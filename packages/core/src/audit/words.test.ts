import { expect, test } from 'vitest'
import { fillText, type MessageParams } from '../messages/catalogue.ts'
import { en } from '../messages/en.ts'
import { type AuditKey, actionWords, changeWords, entryWords, nounWords } from './words.ts'

const text = (key: AuditKey, params?: MessageParams) => fillText(en[key], params)

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

const channel = { kind: 'change', noun: 'channels', row: 'c1', name: 'Lumen Flow', sites: [] } as const

test.each([
  [
    { ...channel, verb: 'publish', sites: ['Oasis Wellness'] },
    'Channel Lumen Flow published to Oasis Wellness',
  ],
  [{ ...channel, verb: 'unpublish', sites: ['A', 'B'] }, 'Channel Lumen Flow unpublished from A, B'],
  [{ ...channel, verb: 'publish' }, 'Channel Lumen Flow published'],
  [{ ...channel, verb: 'remove', name: null }, 'Channel deleted'],
  [{ ...channel, noun: 'titles', verb: 'beginUpload' }, 'Title Lumen Flow: Started an upload'],
  [{ ...channel, kind: 'signIn', noun: 'session', verb: 'login', name: null }, 'Signed in'],
  [
    { ...channel, kind: 'refusal', noun: 'session', verb: 'refused', row: 'titles.publish', name: null },
    'Refused: titles.publish',
  ],
] as const)('0122 an entry in a sentence: %j', (entry, words) => {
  expect(entryWords(entry, text)).toBe(words)
})
