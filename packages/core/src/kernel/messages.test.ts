import { describe, expect, test } from 'vitest'
import { KinoraError } from '../kernel/errors.ts'
import { sessionTexts, titleTexts, validationTexts, wordTexts } from '../messages/catalogues.ts'
import { en } from '../messages/en.ts'
import { checkPeriod } from './formats.ts'
import { createMessages } from './messages.ts'

describe('I18N-03 texts by key', () => {
  test('values stand in the place of their names, as they are', () => {
    const { text } = createMessages(en)
    expect(text('error.429', { seconds: 7 })).toContain('in 7 seconds')
    expect(text('ui.account.menu', { name: '<b>$& {{x}}</b>' })).toBe('Account menu for <b>$& {{x}}</b>')
    expect(text('ui.account.menu')).toBe('Account menu for ')
  })

  test('a key from the wire that this client does not know is said in the words of its fallback', () => {
    const { textOf } = createMessages(titleTexts)
    expect(textOf('stuck.encoded', 'stuck.other')).toBe(titleTexts['stuck.encoded'])
    expect(textOf('stuck.of-a-newer-server', 'stuck.other')).toBe(titleTexts['stuck.other'])
  })

  test('a count chooses its form where there is one', () => {
    const { text } = createMessages(en)
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
    expect(createMessages(en).text('ui.account.logout')).toBe('Log out')
  })

  test('replaced texts win over a catalogue that is added later, again and again', () => {
    const messages = createMessages(sessionTexts, { 'ui.titles.add': 'New class' })
    messages.setTranslation('ui.export', 'Download')
    messages.setTranslation('ui.titles.count', { one: 'one class', other: '{{count}} classes' })
    for (const each of [titleTexts, wordTexts, titleTexts, wordTexts]) messages.add(each)
    expect([
      messages.text('ui.titles.add'),
      messages.text('ui.export'),
      messages.text('ui.titles.count', { count: 1 }),
      messages.text('ui.titles.count', { count: 3 }),
      messages.text('ui.edit'),
    ]).toEqual(['New class', 'Download', 'one class', '3 classes', 'Edit'])
  })
})

describe('CONST-21 where dates are typed as they are shown, a wrong one is told so', () => {
  const wire = createMessages(en)
  const page = createMessages(en, {}, { isTyped: true })

  test.each([
    ['scheduleDate', 'validation.date', 'Release date must be a date like 26 Nov 2026 or 26 Nov 2026 18:30'],
    ['schedule_time', 'event.instant', 'Takes place at must be a date and time like 26 Nov 2026 18:30'],
    ['startDate', 'report.startDay', 'Give the first day like 26 Nov 2026.'],
  ] as const)('%s %s', (path, code, words) => {
    expect(page.issue({ path, code })).toBe(words)
    expect(page.advise([{ path, code }])).toBe(words)
    expect(page.error(new KinoraError('invalid', { issues: [{ path, code }] }))).toBe(words)
    expect(wire.issue({ path, code })).toMatch(/like 2026-11-20/)
  })

  test.each([
    [{ 'validation.date': 'No date' }, 'No date'],
    [{ 'validation.date': 'No date', 'validation.date.typed': 'Not typed so' }, 'Not typed so'],
  ])('a text that its host replaced stays: %o', (texts, words) => {
    const own = createMessages(en, texts, { isTyped: true })
    expect(own.issue({ path: 'scheduleDate', code: 'validation.date' })).toBe(words)
  })

  test('a period names both of its fields', () => {
    const [issue] = checkPeriod({ startDate: '2026-11-21', endDate: '2026-11-20' }, ['startDate', 'endDate'])
    expect(page.issue(issue!)).toBe('Visible until must not be before Visible from')
  })

  test('a part of a field is called as its own label, where it has one', () => {
    const issue = { path: 'schedule.daily_time', code: 'event.dailyTime' } as const
    expect([wire, page].map(each => each.issue(issue))).toEqual(
      Array(2).fill('Starts at must be a time like 18:30'),
    )
  })
})

describe('ERR-19 texts that a page has not loaded', () => {
  const messages = createMessages(sessionTexts)

  test('an issue of another noun is said in general words', () => {
    expect(messages.issue({ path: 'skill', code: 'required.skill' })).toBe('Please check the data')
    messages.add(validationTexts)
    expect(messages.issue({ path: 'skill', code: 'required.skill' })).toBe('Required Skill Level')
  })

  test('of a failure the words of the server come first', () => {
    const issues = [{ path: 'file', code: 'bulk.csvEmpty' }] as const
    expect(messages.error(new KinoraError('invalid', { issues, detail: 'The catalogue is empty.' }))).toBe(
      'The catalogue is empty.',
    )
    expect(messages.error(new KinoraError('invalid', { issues }))).toBe('Please check the data')
  })

  test('I18N-06 calls one language of a text by its name', () => {
    const issue = { path: 'name.de-CH', code: 'validation.tooLong', params: { max: 255 } } as const
    expect(createMessages(en).issue(issue)).toBe(
      'German (Switzerland) should not be longer than 255 characters',
    )
  })
})
