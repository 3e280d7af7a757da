import { describe, expect, test } from 'vitest'
import { createMessages, en } from '../messages/index.ts'
import { checkTranslation, pseudoLocales } from './index.ts'

describe('I18N-03 a text that takes another’s place', () => {
  test.each([
    ['ui.account.logout', 'Leave', []],
    ['ui.titles.countByRelevance', { one: 'One title', other: '{{count}} titles' }, []],
    ['error.429', 'Wait {{ seconds }} s', []],
    ['no.such', 'x', ['No text has the key “no.such”.']],
    ['ui.account.logout', ' ', ['A text can’t be empty.']],
    ['error.429', 'Wait', ['This text must keep {{seconds}}.']],
    ['error.429', '{{seconds}} {{name}}', ['This text gets no value for {{name}}. Remove it.']],
    ['ui.titles.count', '{{count}} titles', [expect.stringMatching(/two forms/)]],
    ['ui.titles.count', { one: 'One', other: 'Many' }, ['This text must keep {{count}}.']],
    ['error.429', { one: '{{seconds}}', other: '{{seconds}}' }, [expect.stringMatching(/single form/)]],
  ] as const)('%s: %j', (key, text, sentences) => {
    expect(checkTranslation(key, text).map(createMessages(en).issue)).toEqual(sentences)
  })

  test('every text of the catalogue fits its own key', () => {
    for (const [key, text] of Object.entries(en)) expect([key, ...checkTranslation(key, text)]).toEqual([key])
  })

  test('a pseudo-locale changes the words of every text, never its values, and goes again', () => {
    const messages = createMessages(en)
    messages.setLook(pseudoLocales.long)
    expect(messages.text('ui.account.menu', { name: 'Anna' })).toMatch(/^\[Åççöüñt méñü för Anna( ~)+\]$/)
    expect(messages.text('ui.titles.count', { count: 1 })).toMatch(/^\[1 títlé/)
    messages.setLook(pseudoLocales.rtl)
    expect(messages.text('ui.account.menu', { name: 'Anna' })).toMatch(/\u202eAccount\u202c.* Anna$/)
    messages.setLook(undefined)
    expect(messages.text('ui.account.logout')).toBe('Log out')
  })
})
