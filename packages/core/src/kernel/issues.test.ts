import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { en } from '../messages/en.ts'
import { isKinoraError } from './errors.ts'
import { parseInput, toIssues } from './issues.ts'
import { createMessages } from './messages.ts'

const issuesOf = (schema: z.ZodType, value: unknown) => {
  try {
    parseInput(schema, value)
    return []
  } catch (error) {
    if (!isKinoraError(error)) throw error
    expect(error.code).toBe('invalid')
    return error.issues
  }
}

describe('PKG-06 zod issues become issues of the catalogue', () => {
  test.each<[string, z.ZodType, unknown, object[]]>([
    ['missing', z.object({ a: z.string() }), {}, [{ path: 'a', code: 'validation.required' }]],
    ['null', z.object({ a: z.string() }), { a: null }, [{ path: 'a', code: 'validation.required' }]],
    ['missing choice', z.object({ a: z.enum(['x', 'y']) }), {}, [{ path: 'a', code: 'validation.required' }]],
    [
      'missing union',
      z.object({ a: z.union([z.string(), z.int()]) }),
      {},
      [{ path: 'a', code: 'validation.required' }],
    ],
    ['nothing at all', z.object({ a: z.string() }), undefined, [{ path: '', code: 'validation.required' }]],
    [
      'wrong type',
      z.object({ a: z.string() }),
      { a: 1 },
      [{ path: 'a', code: 'validation.type', params: { expected: 'text' } }],
    ],
    [
      'fraction',
      z.int(),
      1.5,
      [{ path: '', code: 'validation.type', params: { expected: 'a whole number' } }],
    ],
    [
      'NaN',
      z.number(),
      Number.NaN,
      [{ path: '', code: 'validation.type', params: { expected: 'a number' } }],
    ],
    ['enum', z.enum(['x', 'y']), 'z', [{ path: '', code: 'validation.oneOf', params: { values: 'x, y' } }]],
    ['literal', z.literal([1, 2]), 3, [{ path: '', code: 'validation.oneOf', params: { values: '1, 2' } }]],
    ['long text', z.string().max(3), 'four', [{ path: '', code: 'validation.tooLong', params: { max: 3 } }]],
    [
      'long list',
      z.array(z.int()).max(1),
      [1, 2],
      [{ path: '', code: 'validation.maxOptions', params: { max: 1 } }],
    ],
    ['big number', z.int().max(5), 6, [{ path: '', code: 'validation.tooBig', params: { max: 5 } }]],
    ['small number', z.int().min(1), 0, [{ path: '', code: 'validation.tooSmall', params: { min: 1 } }]],
    ['short text', z.string().min(5), 'abc', [{ path: '', code: 'validation.tooShort', params: { min: 5 } }]],
    ['empty text', z.string().min(1), '', [{ path: '', code: 'validation.required' }]],
    ['empty list', z.array(z.int()).min(1), [], [{ path: '', code: 'validation.required' }]],
    ['format', z.email(), 'a', [{ path: '', code: 'validation.email' }]],
    ['a date in words', z.iso.date(), '30 February', [{ path: '', code: 'validation.date' }]],
    [
      '30 February',
      z.iso.date('validation.date'),
      '2026-02-30',
      [{ path: '', code: 'validation.noSuchDate' }],
    ],
    [
      'an hour that isn’t',
      z.iso.datetime({ offset: true, error: 'event.instant' }),
      '2026-02-03T25:00:00Z',
      [{ path: '', code: 'validation.noSuchDate' }],
    ],
    [
      'no offset',
      z.iso.datetime({ offset: true, error: 'event.instant' }),
      '2026-02-03T05:00:00',
      [{ path: '', code: 'event.instant' }],
    ],
    ['pattern', z.string().regex(/^a$/), 'b', [{ path: '', code: 'validation.invalid' }]],
    [
      'own key',
      z.string().max(2, 'validation.fileNameLength'),
      'abc',
      [{ path: '', code: 'validation.fileNameLength', params: { max: 2 } }],
    ],
    [
      'custom key',
      z.string().refine(() => false, { error: 'validation.tooSmall', params: { min: 9 } }),
      '',
      [{ path: '', code: 'validation.tooSmall', params: { min: 9 } }],
    ],
    ['custom without key', z.string().refine(() => false), '', [{ path: '', code: 'validation.invalid' }]],
    [
      'key of a record',
      z.record(z.string().min(3), z.int()),
      { a: 1 },
      [{ path: 'a', code: 'validation.tooShort', params: { min: 3 } }],
    ],
    [
      'union by depth',
      z.union([z.int(), z.array(z.int())]),
      [1, 'x'],
      [{ path: '1', code: 'validation.type', params: { expected: 'a number' } }],
    ],
    [
      'union by type',
      z.union([z.int(), z.array(z.int())]),
      'x',
      [{ path: '', code: 'validation.type', params: { expected: 'a number / a list' } }],
    ],
    [
      'union by value',
      z.union([z.int().min(1), z.enum(['all'])]),
      0,
      [{ path: '', code: 'validation.tooSmall', params: { min: 1 } }],
    ],
    [
      'union by type, too long',
      z.union([z.string().max(2), z.array(z.string()).max(3)]),
      ['a', 'b', 'c', 'd'],
      [{ path: '', code: 'validation.maxOptions', params: { max: 3 } }],
    ],
    [
      'beyond exactness and its own limit',
      z.int().max(5),
      1e308,
      [{ path: '', code: 'validation.tooBig', params: { max: 5 } }],
    ],
    [
      'below exactness and its own limit',
      z.int().min(-5),
      -1e308,
      [{ path: '', code: 'validation.tooSmall', params: { min: -5 } }],
    ],
  ])('%s', (_, schema, value, expected) => expect(issuesOf(schema, value)).toEqual(expected))

  test('names each unknown field as it was written', () =>
    expect(issuesOf(z.strictObject({}), { fooBar: 1, b: 2 })).toEqual([
      { path: 'fooBar', code: 'validation.unknownField', params: { field: 'fooBar' } },
      { path: 'b', code: 'validation.unknownField', params: { field: 'b' } },
    ]))

  test('tells a missing discriminator from a wrong one', () => {
    const schema = z.object({
      d: z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
    })
    expect(issuesOf(schema, { d: {} })).toEqual([{ path: 'd.k', code: 'validation.required' }])
    expect(issuesOf(schema, { d: { k: 'z' } })).toEqual([
      { path: 'd.k', code: 'validation.oneOf', params: { values: 'a, b' } },
    ])
  })

  test('joins the path with dots and finds everything at once', () => {
    const schema = z.object({ rows: z.array(z.object({ name: z.string().max(1), age: z.int() })) })
    expect(
      issuesOf(schema, { rows: [{ name: 'a', age: 1 }, { name: 'ab' }] }).map(issue => issue.path),
    ).toEqual(['rows.1.name', 'rows.1.age'])
  })

  test('knows missing from wrong without the input', () => {
    const error = z.object({ a: z.string(), b: z.string() }).safeParse({ b: 1 }).error
    expect(toIssues(error!).map(issue => issue.code)).toEqual(['validation.required', 'validation.type'])
  })

  test('names a hundred at most', () => {
    expect(
      issuesOf(
        z.array(z.int()),
        Array.from({ length: 5000 }, () => 'x'),
      ),
    ).toHaveLength(100)
    expect(
      issuesOf(
        z.array(z.string()),
        Array.from({ length: 5000 }, () => '\0'),
      ),
    ).toHaveLength(100)
  })

  test('makes sentences', () => {
    const messages = createMessages(en)
    expect(
      issuesOf(z.object({ startDate: z.string(), skill: z.int() }), { skill: 'x' }).map(messages.issue),
    ).toEqual(['Required Visible from', 'Skill level must be a number'])
  })

  test('does not carry the input', () => {
    try {
      parseInput(z.object({ password: z.string().min(99) }), { password: 'secret-words' })
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('secret-words')
      expect((error as Error).cause).toBeUndefined()
    }
  })
})
