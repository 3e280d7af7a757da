import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { KinoraError } from '../kernel/errors.ts'
import { datesIn, toMonth, toNumber, toShare } from '../kernel/formats.ts'
import { createMessages } from '../kernel/messages.ts'
import { checkTranslation } from '../translations/rules.ts'
import { fillText, type LocaleTexts } from './catalogue.ts'
import { en } from './en.ts'

const folder = new URL('../../locales/', import.meta.url)
const files = readdirSync(folder)
const textsOf = (locale: string): LocaleTexts =>
  JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'))
describe('EMBED-05 the languages that come with Kinora', () => {
  test('are German, Spanish, French, Arabic and Chinese', () => {
    expect(files.sort()).toEqual(['ar.json', 'de.json', 'es.json', 'fr.json', 'zh.json'])
  })

  test.each(files)('%s has the values and forms of each text, and none that English lacks', file => {
    const locale = file.replace('.json', '')
    const problems = Object.entries(textsOf(locale)).flatMap(([key, text]) =>
      checkTranslation(key, text, locale).map(({ path, code, params }) => ({ key, path, code, ...params })),
    )
    expect(problems).toEqual([])
  })

  test.each(files)(
    '%s has at least 19 texts of 20; what is new is said in English until it is translated',
    file => {
      const texts = textsOf(file.replace('.json', ''))
      const missing = Object.keys(en).filter(key => !Object.hasOwn(texts, key))
      expect(missing.length).toBeLessThan(Object.keys(en).length / 20)
    },
  )
})

describe('EMBED-05 what doesn’t fit a language is found', () => {
  const key = 'ui.more'
  test.each([
    ['a form that it lacks', 'de', { few: '{{count}} weitere', other: '{{count}} weitere' }, 'twoForms'],
    ['no forms', 'de', 'mehr', 'twoForms'],
    ['a value that is dropped', 'ar', { one: 'واحد', few: 'أكثر', other: 'أكثر' }, 'dropped'],
    ['a value that never comes', 'zh', { other: '还有 {{count}} 个，{{size}}' }, 'unknownValue'],
    ['nothing', 'fr', { one: ' ', other: 'et {{count}} autres' }, 'empty'],
  ] as const)('%s', (_, locale, text, code) => {
    expect(checkTranslation(key, text, locale).map(issue => issue.code)).toEqual([`translation.${code}`])
  })
})

describe('EMBED-05 a page that speaks another language', () => {
  const plurals = {
    ...{ zero: 'لا شيء', one: 'واحد', two: 'اثنان', few: '{{count}} أصناف', many: '{{count}} صنفًا' },
    other: '{{count}} صنف',
  }

  test('says numbers by the forms of the language, and what it lacks in English', () => {
    const messages = createMessages({ 'ui.count': { one: '{{count}} class', other: '{{count}} classes' } })
    const key = 'ui.count' as 'ui.close'
    expect([0, 1, 1234].map(count => messages.text(key, { count }))).toEqual([
      ...['0 classes', '1 class', '1,234 classes'],
    ])
    messages.speak('ar', { 'ui.count': plurals })
    expect([0, 1, 2, 3, 11, 100].map(count => messages.text(key, { count }))).toEqual([
      ...['لا شيء', 'واحد', 'اثنان'],
      ...[3, 11].map((count, at) => `${new Intl.NumberFormat('ar').format(count)} ${at ? 'صنفًا' : 'أصناف'}`),
      `${new Intl.NumberFormat('ar').format(100)} صنف`,
    ])
    expect(messages.text('ui.close')).toBe('Close')
    messages.speak('de', { 'ui.count': { one: '{{count}} Kurs', other: '{{count}} Kurse' } })
    expect([messages.locale, messages.text(key, { count: 1234 })]).toEqual(['de', '1.234 Kurse'])
  })

  test('what the page replaces goes before the language, what the server keeps behind it; the server’s words are said in it', () => {
    const messages = createMessages(en, { 'ui.close': 'Shut' })
    messages.keep({ 'ui.retry': 'Once more', 'ui.cancel': 'Never mind' })
    const { 'ui.retry': retry, ...texts } = { ...textsOf('de') }
    expect(retry).toBeTypeOf('string')
    messages.speak('de', texts)
    expect(messages.text('ui.close')).toBe('Shut')
    expect(messages.text('ui.retry')).toBe('Once more')
    expect(messages.text('ui.cancel')).toBe(texts['ui.cancel'])
    const failure = new KinoraError('forbidden', { detail: en['error.403'] })
    expect(messages.error(failure)).toBe(texts['error.403'])
  })

  test('in a language that runs right to left every text does, and a name in it in its own direction', () => {
    const names = { title: 'Morning flow', when: '\u200f29\u200f/11\u200f/2030' }
    const said = (text: string, locale?: string) => fillText(text, { ...names, count: 3 }, locale)
    expect(said('{{title}}: {{when}}', 'ar')).toBe(
      '\u200f\u2068Morning flow\u2069: \u2068\u200f29\u200f/11\u200f/2030\u2069',
    )
    expect(said('MP4 أو {{title}}', 'ar')).toBe('\u200fMP4 أو \u2068Morning flow\u2069')
    expect(said('{{title}} أو MP4', 'ar')).toBe('\u2068Morning flow\u2069 أو MP4')
    expect([said('{{count}} x {{none}}', 'ar'), said('+{{count}}', 'ar')]).toEqual(['3 x ', '+3'])
    expect(said('{{title}}، \u2066{{count}} x {{count}}\u2069', 'ar')).toMatch(/^\u200f/)
    expect(said('{{title}}: {{words}}', 'ar')).toBe('\u200f\u2068Morning flow\u2069: ')
    expect(fillText('نص: {{words}}', { words: 'kin_secret' }, 'ar')).toBe('نص: kin_secret')
    expect(said('MP4 or {{title}}')).toBe('MP4 or Morning flow')
  })

  test('writes dates and numbers as people do there; English as the register has them', () => {
    const moment = new Date('2026-03-05T07:08:00Z')
    expect(datesIn('UTC').dayAndTime(moment)).toBe('05 Mar 2026 07:08')
    expect(datesIn('UTC', 'en-GB').dayAndTime(moment)).toBe('05 Mar 2026 07:08')
    expect(datesIn('Asia/Tokyo', 'de').dayAndTime(moment)).toBe('05.03.2026, 16:08')
    expect(datesIn('UTC', 'zh').day(moment)).toBe('2026年3月5日')
    expect([toMonth('2026-11'), toMonth('2026-11', 'fr')]).toEqual(['Nov 2026', 'nov. 2026'])
    expect([toNumber(1234.5, 'de', 1), toShare(0.42), toShare(null, 'de')]).toEqual(['1.234,5', '42%', '—'])
  })
})
