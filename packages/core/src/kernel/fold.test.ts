import { describe, expect, test } from 'vitest'
import { compareNames, fold, foldedWords, indexNames, matches } from './fold.ts'

describe('TITLE-14 one form in which texts are compared', () => {
  test.each([
    ['İstanbul Yoga', 'istanbul yoga'],
    ['ISPARTA ısı', 'isparta isi'],
    ['γιόγκα ΜΥΣ', 'γιογκα μυσ'],
    ['Ὀδυσσεύς', 'οδυσσευσ'],
    ['Café Ëlan', 'cafe elan'],
    ['Cafe\u0301', 'cafe'],
    ['Łódź', 'lodz'],
    ['Straße, GROẞ', 'strasse, gross'],
    ['Smørrebrød Ærø þing', 'smorrebrod aero thing'],
    ['Йога ещё', 'иога еще'],
    ['ﬁt Ｙｏｇａ Ⅳ ①', 'fit yoga iv 1'],
    ['Women’s – “core”', 'women\'s - "core"'],
    ['soft\u00adhyphen zero\u200bwidth \u2066left\u2069 ❤\ufe0f', 'softhyphen zerowidth left ❤'],
    ['هَاتِف أحمد', 'هاتف احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['योग हिन्दी', 'योग हिन्दी'],
    ['ガ ｶﾞ', 'ガ ガ'],
    ['한국', '한국'],
  ])('%s: %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(fold(folded)).toBe(folded)
    expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
  })

  test('every letter that Unicode knows stays as it is when it is folded again', () => {
    const odd: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const folded = fold(`x${String.fromCodePoint(point)}y`)
      if (fold(folded) !== folded) odd.push(point.toString(16))
    }
    expect(odd).toEqual([])
  })

  test.each([
    ['leger equip', 'Équipement léger', true],
    ['', 'Focus areas', true],
    ['focus title', 'Focus areas', false],
    ['izmir', 'İzmir', true],
    ['iyengar', 'IYENGAR', true],
    [' \u200b ', 'anything', true],
  ])('“%s” in %s: %s', (query, text, found) => {
    expect(matches(query, text)).toBe(found)
  })

  test('words of a search may stand in several texts, and a missing one has none', () => {
    expect(matches('ada mail', 'Ada', null, undefined, 'ada@mail.test')).toBe(true)
    expect(foldedWords('  Café\tau\u00a0lait ')).toEqual(['cafe', 'au', 'lait'])
    expect(foldedWords(undefined)).toEqual([])
  })

  test('a name as it is written comes before one that only reads alike', () => {
    const find = indexNames([
      ['Élan', 1],
      ['Elan', 2],
      ['Strength', 3],
      [' ', 4],
    ])
    expect([...find('E\u0301lan')]).toEqual([1])
    expect([...find('Elan ')]).toEqual([2])
    expect([...find('ELAN')]).toEqual([1, 2])
    expect([...find('  strength')]).toEqual([3])
    expect([...find('')]).toEqual([])
  })

  test('names stand in the order of a dictionary, numbers by their value', () => {
    expect(['Day 10', 'Zoë', 'Day 2', 'Émile', 'day 1', 'Eva'].sort(compareNames)).toEqual([
      ...['day 1', 'Day 2', 'Day 10', 'Émile', 'Eva', 'Zoë'],
    ])
  })
})
