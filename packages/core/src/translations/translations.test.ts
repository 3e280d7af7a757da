import { describe, expect, test } from 'vitest'
import { KinoraError } from '../kernel/errors.ts'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { pseudoLocales } from './pseudo.ts'
import { checkTranslation, planTranslations, readTranslations, writeTranslations } from './rules.ts'

describe('I18N-03 a text that takes another’s place', () => {
  test.each([
    ['ui.account.logout', 'Leave', []],
    ['ui.titles.countByRelevance', { one: 'One title', other: '{{count}} titles' }, []],
    ['error.429', 'Wait {{ seconds }} s', []],
    ['constructor', 'x', ['No text has the key “constructor”.']],
    ['ui.account.logout', 'x'.repeat(1001), ['A text can have 1000 characters.']],
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

describe('I18N-03 texts that the server keeps', () => {
  test('replace the catalogue’s and what was kept before; the host’s own and the window hook’s stay', () => {
    const messages = createMessages(en, { 'ui.close': 'Shut' })
    messages.keep({ 'ui.account.logout': 'Leave', 'ui.close': 'Kept' })
    expect([messages.text('ui.account.logout'), messages.text('ui.close')]).toEqual(['Leave', 'Shut'])
    messages.setTranslation('ui.account.logout', 'Go')
    messages.keep({ 'ui.cancel': 'Back' })
    expect([messages.text('ui.account.logout'), messages.text('ui.cancel')]).toEqual(['Go', 'Back'])
    messages.keep({})
    expect(messages.text('ui.cancel')).toBe('Cancel')
  })

  test('what the server says in the original’s words is said in the new ones, with its values', () => {
    const messages = createMessages(en)
    messages.keep({ 'error.403': 'Ask your lead.', 'validation.tooLong': '{{field}}: {{max}} at most' })
    const issue = { path: 'title', code: 'validation.tooLong', params: { max: 40 } } as const
    const said = createMessages(en)
    for (const [error, sentence] of [
      [new KinoraError('forbidden', { detail: said.error(new KinoraError('forbidden')) }), 'Ask your lead.'],
      [new KinoraError('invalid', { issues: [issue], detail: said.issue(issue) }), 'Title: 40 at most'],
      [new KinoraError('refused', { detail: 'Its own words.' }), 'Its own words.'],
    ] as const)
      expect(messages.error(error)).toBe(sentence)
  })

  test('a file says what it would change; one that is exported and imported changes nothing', () => {
    const kept = [
      { key: 'ui.close', text: 'Shut' },
      { key: 'ui.titles.count', text: { one: '{{count}} class', other: '{{count}} classes' } },
    ]
    const file = readTranslations(writeTranslations(kept))!
    expect(Object.keys(file)).toEqual(['ui.close', 'ui.titles.count'])
    expect(planTranslations(file, kept)).toEqual({ changes: [], unchanged: 2, problems: [] })
    const changed = { ...file, 'ui.close': 'Fold', 'ui.cancel': 'Back', 'no.such': 'x', 'ui.retry': 7 }
    expect(planTranslations(changed, kept)).toMatchObject({
      changes: [
        { key: 'ui.close', text: 'Fold', before: 'Shut' },
        { key: 'ui.cancel', text: 'Back', before: undefined },
      ],
      unchanged: 1,
      problems: [
        { key: 'no.such', issue: { code: 'translation.unknownKey' } },
        { key: 'ui.retry', issue: { code: 'translation.noText' } },
      ],
    })
    for (const broken of ['', '[]', '"x"', '{']) expect(readTranslations(broken)).toBeUndefined()
  })
})
