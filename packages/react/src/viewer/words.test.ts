import { expect, test } from 'vitest'
import { languages, sayIn, type ViewerText } from './words.ts'

const formsOf = (text: string | object): string[] => (typeof text === 'string' ? [text] : Object.values(text))

const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g) ?? []

test('EMBED-05 every language asks for the values that English has', () => {
  const { en = {} as never, ...others } = languages
  for (const [locale, words] of Object.entries(others))
    for (const [key, text] of Object.entries(words)) {
      const wanted = placeholders(formsOf(en[key as ViewerText]).at(-1)!)
      expect([locale, key, placeholders(formsOf(text).at(-1)!)]).toEqual([locale, key, wanted])
    }
})

test('words of a host go before; a language that has none is said in English, with its own numbers', () => {
  expect(sayIn('de-AT')('play')).toBe('Abspielen')
  expect(sayIn('de-AT', { play: 'Los' })('play')).toBe('Los')
  expect(sayIn('ar')('found', { count: 2 })).toBe('حصتان')
  expect(sayIn('it')('found', { count: 1 })).toBe('1 class')
})
