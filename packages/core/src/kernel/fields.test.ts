import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { TitleDraft } from '../titles/schema.ts'
import { countGraphemes } from './characters.ts'
import { isKinoraError } from './errors.ts'
import * as rules from './field-rules.ts'
import * as fields from './fields.ts'
import { checkWith, parseInput } from './issues.ts'
import { SearchInput } from './pages.ts'

const codes = (schema: z.ZodType, value: unknown): string[] => {
  try {
    parseInput(schema, value)
    return []
  } catch (error) {
    return isKinoraError(error) ? error.issues.map(issue => issue.code) : ['thrown']
  }
}

describe('VAL-01 e-mail', () => {
  test.each([
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@example.ie",
    'zoë@müller.de',
    'x@пример.рф',
    'a@b.xn--p1ai',
  ])('accepts %s', email => {
    expect(rules.isEmail(email)).toBe(true)
    expect(codes(fields.Email, ` ${email} `)).toEqual([])
  })
  test.each([
    'a@b',
    'a@.co',
    '@b.co',
    'a@b.c',
    'a b@c.co',
    'a@@b.co',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a@-b.co',
    '',
    `${'a'.repeat(250)}@b.co`,
  ])('refuses %s', email => expect(codes(fields.Email, email)).toContain('validation.email'))
})

describe('VAL-02, VAL-03 passwords', () => {
  test.each(['Abcdefg1', 'ÜNDERBAR1x', 'Ünderbar1', 'Pass word 1'])('accepts %s of a tenant', password =>
    expect(codes(fields.TenantPassword, password)).toEqual([]),
  )
  test.each(['abcdefg1', 'Abcdefgh', 'Abcdef1', ''])('refuses %j of a tenant', password =>
    expect(codes(fields.TenantPassword, password)).toEqual(['validation.passwordTenant']),
  )
  test('asks five characters of a provider', () => {
    expect(codes(fields.ProviderPassword, '1234')).toEqual(['validation.passwordProvider'])
    expect(codes(fields.ProviderPassword, '12345')).toEqual([])
  })
})

describe('VAL-04 generic text (C-09)', () => {
  test.each([
    ['', false],
    ['  ', false],
    ['-', false],
    ['a', true],
    ['7', true],
    ['é', true],
    ['--', true],
  ])('%j -> %s', (text, ok) => expect(rules.isText(text)).toBe(ok))
  test('passes the length check from five characters', () => {
    expect(rules.isLongText('abcd')).toBe(false)
    expect(rules.isLongText('abcde')).toBe(true)
  })
})

describe('VAL-05 phone', () => {
  test.each(['+49 30 1234-56', '(030) 12 34', '0123', '(1)2)3'])('accepts %s', phone => {
    expect(rules.isPhone(phone)).toBe(true)
    expect(codes(fields.Phone, phone)).toEqual([])
  })
  test.each(['', '1', 'abc', '+', '12-', '-12', '12a3'])('refuses %j', phone =>
    expect(codes(fields.Phone, phone)).toEqual(['validation.phone']),
  )
})

describe('VAL-06, VAL-07 URL', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
    ['http://localhost:4700', 'http://localhost:4700'],
    ['localhost:4700/x', 'https://localhost:4700/x'],
    ['//cdn.example.com/x.js', 'https://cdn.example.com/x.js'],
    ['HTTPS://Example.com', 'HTTPS://Example.com'],
    ['127.0.0.1:80', 'https://127.0.0.1:80'],
    ['bücher.example', 'https://bücher.example'],
  ])('%j becomes %s', (given, url) => expect(parseInput(fields.Url, given)).toBe(url))
  test.each([
    '',
    ' ',
    'example',
    'ftp://example.com',
    'javascript:alert(1)',
    'http://',
    'https://a b.com',
    'https://a.com:99999',
    'https://-a.com',
  ])('refuses %j', url => expect(codes(fields.Url, url)).toEqual(['validation.url']))
  test('leaves blank text empty', () => expect(rules.toUrl('  ')).toBe(''))
})

describe('VAL-08 blank text', () => {
  test.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    [' \t\n\u00a0', ''],
    [' a ', ' a '],
  ])('%j -> %j', (text, kept) => {
    expect(rules.blankToEmpty(text)).toBe(kept)
    expect(rules.isBlank(text)).toBe(kept === '')
  })
  test('is no required text', () => {
    expect(codes(fields.RequiredText('required.name', 40), '  ')).toEqual(['required.name'])
    expect(codes(fields.RequiredText('required.name', 40), undefined)).toEqual(['required.name'])
    expect(codes(fields.RequiredText('required.name', 3), 'four')).toEqual(['validation.tooLong'])
  })
})

test.each([
  ['a search', SearchInput.shape.query, rules.limits.text],
  ['the name of a trailer', TitleDraft.shape.trailerName, rules.limits.fileName],
])('VAL-28 %s is as long as its signs, as what it is compared with', (_, schema, max) => {
  expect(codes(schema, '👩‍👩‍👧'.repeat(max))).toEqual([])
  expect(codes(schema, '👩‍👩‍👧'.repeat(max + 1))).toEqual(['validation.tooLong'])
})

describe('VAL-09 choices', () => {
  test('allows three unless told otherwise', () => {
    expect(codes(fields.Choices(z.string()), ['a', 'b', 'c'])).toEqual([])
    expect(codes(fields.Choices(z.string()), ['a', 'b', 'c', 'd'])).toEqual(['validation.maxOptions'])
    expect(codes(fields.Choices(z.string(), 5), ['a', 'b', 'c', 'd'])).toEqual([])
  })
})

describe('VAL-10, VAL-11 file names', () => {
  test.each([...'/\\?%*:|"<>,!@#$^()~&', '\0', '\n'])('refuses %j in a name', character =>
    expect(rules.checkFileName(`a${character}b.mp4`)).toMatchObject([
      { path: 'file', code: 'validation.fileNameCharacters', params: { clean: 'a b.mp4' } },
    ]),
  )
  test.each([
    ['Yoga & Core!.mp4', 255, '& !', 'Yoga Core.mp4'],
    ['#1 / #2?.v2.mp4', 255, '# / ?', '1 2.v2.mp4'],
    ['photo\u202egpj.mp4', 255, 'U+202E', 'photo gpj.mp4'],
    ['???.mp4', 255, '?', 'File.mp4'],
    ['???', 255, '?', 'File'],
    [`${'🧘'.repeat(50)}?.mp4`, 40, '?', `${'🧘'.repeat(36)}.mp4`],
  ])('names what is wrong with %s and a name that is allowed', (name, limit, found, clean) => {
    expect(rules.checkFileName(name, limit)[0]?.params).toEqual({ found, clean })
    expect(rules.checkFileName(clean, limit)).toEqual([])
  })
  test.each(['Yoga flow [1] - été.v2.mp4', 'ヨガ.mp4', "it's_ok;+=.mp4"])('accepts %s', name => {
    expect(rules.checkFileName(name)).toEqual([])
    expect(codes(fields.FileName(), name)).toEqual([])
  })
  test('counts 255 characters with the extension, 40 for events (C-01)', () => {
    expect(rules.checkFileName(`${'a'.repeat(251)}.mp4`)).toEqual([])
    expect(rules.checkFileName(`${'a'.repeat(252)}.mp4`)).toEqual([
      {
        path: 'file',
        code: 'validation.fileNameLength',
        params: { max: 255, length: 256, clean: `${'a'.repeat(251)}.mp4` },
      },
    ])
    expect(rules.checkFileName(`${'a'.repeat(37)}.mp4`, 40)[0]).toMatchObject({ params: { max: 40 } })
    expect(checkWith(fields.FileName(40), `${'a'.repeat(37)}.mp4`)).toEqual([
      { path: '', code: 'validation.fileNameLength', params: { max: 40 } },
    ])
    expect(codes(fields.FileName(40), `${'🧘'.repeat(36)}.mp4`)).toEqual([])
  })
  test('asks for a name', () => expect(codes(fields.FileName(), '')).toEqual(['required.file']))
})

describe('VAL-29, VAL-30', () => {
  test('counts more than three characters', () => {
    expect(['abc', ' abc ', 'abcd'].map(rules.hasAtLeast4)).toEqual([false, false, true])
  })
  test('looks for one alphanumeric', () => {
    expect(codes(fields.AtLeast1, '-- !')).toEqual(['validation.atLeast1'])
    expect(codes(fields.AtLeast1, '- ж -')).toEqual([])
  })
})

describe('VAL-08, VAL-28 what a person sees', () => {
  const family = '👨‍👩‍👧‍👦'
  test.each([
    '',
    ' ',
    '\u200b',
    '\u200b\n\u2066',
    '\u00ad\ufeff',
    '\u2800',
    '\u3164',
    '\u115f\ufe0f',
    '\u2028\u0085',
  ])('%j is blank', text => {
    expect(rules.isBlank(text)).toBe(true)
    expect(codes(fields.RequiredText(), text)).toEqual(['validation.required'])
  })
  test.each(['\u200bx', 'ا\u200c', '-', '👍', '\u0301'])('%j is not', text =>
    expect(rules.isBlank(text)).toBe(false),
  )
  test.each([
    ['x'.repeat(25), 25],
    ['👍'.repeat(25), 25],
    [family.repeat(25), 25],
    ['🇩🇪🇫🇷', 2],
    ['e\u0301'.repeat(25), 25],
    ['नमस्ते', 3],
    ['한국', 2],
  ])('%s has %i signs', (text, signs) => {
    expect(countGraphemes(text)).toBe(signs)
    expect(codes(fields.LimitedText(signs), text)).toEqual([])
    expect(codes(fields.LimitedText(signs - 1), text)).toEqual(['validation.tooLong'])
  })
  test('a sign that never ends is too long all the same', () =>
    expect(codes(fields.LimitedText(40), `x${'\u0301'.repeat(1000)}`)).toEqual(['validation.tooLong']))
})

describe('CONST-21, VAL-28 moments', () => {
  test.each([
    ['2026-11-20T09:30:00Z', []],
    ['2026-11-20T09:30:00.123+23:59', []],
    // What a program sends that has none of its own.
    ['0001-01-01T00:00:00Z', []],
    ['9999-12-31T23:59:59Z', []],
    ['0000-01-01T00:00:00Z', ['validation.date']],
    ['0001-01-01T00:00:00+01:00', ['validation.date']],
    ['9999-12-31T23:59:59-01:00', ['validation.date']],
    ['2026-11-20T09:30:00', ['validation.date']],
    ['2026-02-30T09:30:00Z', ['validation.noSuchDate']],
  ])('%s: %j', (text, found) => expect(codes(fields.Moment, text)).toEqual(found))
})

describe('house: an OpenAPI schema can be made from every field', () => {
  const { Email, Phone, Url, TenantPassword, ProviderPassword, AtLeast1, LocalisedText } = fields
  const all = { Email, Phone, Url, TenantPassword, ProviderPassword, AtLeast1, LocalisedText }
  test.each(Object.entries(all))('%s', (_, field) =>
    expect(z.toJSONSchema(field, { io: 'input' })).toHaveProperty('type'),
  )
})
