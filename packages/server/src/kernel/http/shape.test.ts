import { OneOrMore } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { coerceText, fieldOf, normaliseKeys } from './shape.ts'

describe('a text of the query or a form as the JSON type of its schema', () => {
  const cases: [string, z.ZodType, string[], unknown][] = [
    ['a number', z.int().min(1).default(1), ['7'], 7],
    ['a number below zero', z.int().default(1), ['-1'], -1],
    ['a number that is none', z.int(), ['seven'], 'seven'],
    ['an empty number', z.int(), [' '], undefined],
    ['a boolean', z.boolean().default(true), ['false'], false],
    ['a boolean as a digit', z.boolean().optional(), ['1'], true],
    ['a boolean that is none', z.boolean(), ['yes'], 'yes'],
    ['a text of digits stays text', z.string(), ['0042'], '0042'],
    ['a literal number', z.literal([0, 1]), ['1'], 1],
    ['a list with commas', z.array(z.string()), ['a,b'], ['a', 'b']],
    ['a list repeated', z.array(z.int()).default([]), ['1', '2,3'], [1, 2, 3]],
    ['one or more with commas', OneOrMore(z.int()), ['1,2'], [1, 2]],
    ['one or more repeated', OneOrMore(z.string()), ['a', 'b'], ['a', 'b']],
    ['one of one or more', OneOrMore(z.string()), ['a'], ['a']],
    ['an empty list', z.array(z.string()), [''], []],
    ['the last of several', z.string().nullable(), ['a', 'b'], 'b'],
    ['a union', z.union([z.int(), z.string()]), ['12'], 12],
    ['an object as JSON', z.object({ a: z.int() }), ['{"a":1}'], { a: 1 }],
    ['behind a transform', z.string().transform(Number), ['5'], '5'],
  ]
  test.each(cases)('%s', (_, schema, texts, expected) => {
    expect(coerceText(schema, texts)).toEqual(expected)
  })
})

describe('API-104, C-49 property names in any case', () => {
  const schema = z.object({
    tenantId: z.string(),
    Availability: z.object({ appAndweb: z.boolean() }).optional(),
    rows: z.array(z.object({ titleTag: z.string() })).default([]),
    names: z.record(z.string(), z.string()).optional(),
  })

  test('gives every property the spelling of the schema, at any depth', () => {
    const given = {
      TENANTID: 'a',
      availability: { AppAndWeb: true },
      Rows: [{ TITLETAG: 't' }],
      names: { 'en-US': 'x' },
    }
    expect(normaliseKeys(schema, given)).toEqual({
      tenantId: 'a',
      Availability: { appAndweb: true },
      rows: [{ titleTag: 't' }],
      names: { 'en-US': 'x' },
    })
  })

  test('prefers the exact spelling and keeps what it does not know', () => {
    expect(normaliseKeys(schema, { tenantid: 'other', tenantId: 'exact', extra: 1 })).toEqual({
      tenantId: 'exact',
      extra: 1,
    })
  })

  test('never reaches the prototype', () => {
    const spelt = normaliseKeys(schema, JSON.parse('{"__proto__":{"admin":true},"tenantId":"a"}')) as object
    expect(Object.getPrototypeOf(spelt)).toBe(Object.prototype)
    expect('admin' in spelt).toBe(false)
  })

  test('finds a field by a name of any case', () => {
    expect(fieldOf(schema, 'TenantID')?.name).toBe('tenantId')
    expect(fieldOf(schema, 'constructor')).toBeUndefined()
  })
})
