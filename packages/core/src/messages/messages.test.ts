import { describe, expect, test } from 'vitest'
import { createMessages } from './index.ts'

describe('I18N-03 texts by key', () => {
  test('values stand in the place of their names, as they are', () => {
    const { text } = createMessages()
    expect(text('error.429', { seconds: 7 })).toContain('wait 7 seconds')
    expect(text('ui.account.menu', { name: '<b>$& {{x}}</b>' })).toBe('Account of <b>$& {{x}}</b>')
    expect(text('ui.account.menu')).toBe('Account of ')
  })

  test('a count chooses its form where there is one', () => {
    const { text } = createMessages()
    expect([0, 1, 2].map(count => text('ui.titles.count', { count }))).toEqual([
      '0 titles',
      '1 title',
      '2 titles',
    ])
  })

  test('a text can be replaced from the start and while it runs; whoever listens is told', () => {
    const messages = createMessages({ 'ui.account.logout': 'Bye' })
    let told = 0
    const leave = messages.subscribe(() => {
      told += 1
    })
    expect(messages.text('ui.account.logout')).toBe('Bye')
    messages.setTranslation('ui.account.logout', 'Leave')
    leave()
    messages.setTranslation('ui.account.logout', 'Go')
    expect([messages.text('ui.account.logout'), told]).toEqual(['Go', 1])
    expect(createMessages().text('ui.account.logout')).toBe('Log out')
  })
})
