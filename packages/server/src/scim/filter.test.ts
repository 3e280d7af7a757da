import { isKinoraError } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { type Filter, isMatch, parseFilter, parseTarget } from './filter.ts'

describe('KEY-07 filters of SCIM (RFC 7644, 3.4.2.2)', () => {
  test.each([
    'userName eq "bjensen"',
    'name.familyName co "O\'Malley"',
    'userName sw "J"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    'title pr',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'meta.lastModified ge "2011-05-13T04:42:34Z"',
    'meta.lastModified lt "2011-05-13T04:42:34Z"',
    'meta.lastModified le "2011-05-13T04:42:34Z"',
    'title pr and userType eq "Employee"',
    'title pr or userType eq "Intern"',
    'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
    'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
    'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
    'userType eq "Employee" and (emails.type eq "work")',
    'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
    'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
  ])('reads the standard’s example %s', text => {
    expect(parseFilter(text).kind).toMatch(/^(and|or|compare|present|some)$/)
  })

  test('binds not before and before or; operators and names have no case', () => {
    expect(parseFilter('a pr OR b Pr and NOT (c EQ true)')).toEqual({
      kind: 'or',
      left: { kind: 'present', path: 'a' },
      right: {
        kind: 'and',
        left: { kind: 'present', path: 'b' },
        right: { kind: 'not', filter: { kind: 'compare', path: 'c', operator: 'eq', value: true } },
      },
    })
    const plain = { kind: 'compare', path: 'username', operator: 'eq', value: 'a "b"' }
    expect(parseFilter(String.raw`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a \"b\""`)).toEqual(
      plain,
    )
  })

  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'a eq "x',
    'a pr b pr',
    '(a pr',
    'a[b pr',
    '1 eq 1',
    'a eq {}',
    'a eq \u0000',
    '__proto__ pr',
  ])('refuses %j by its place', text => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ code: 'scim.filter' })] }),
    )
  })

  test('takes none that is huge or nested without end', () => {
    const tooLong = { issues: [expect.objectContaining({ code: 'scim.filterTooLong' })] }
    const deep = `${'('.repeat(500)}a pr${')'.repeat(500)}`
    for (const text of [`a eq "${'x'.repeat(3000)}"`, deep, `${'not ('.repeat(200)}a pr${')'.repeat(200)}`])
      expect(() => parseFilter(text)).toThrow(expect.objectContaining(tooLong))
    expect(() => parseTarget(`emails[${deep}]`)).toThrow(expect.objectContaining(tooLong))
  })

  const path = fc.constantFrom('username', 'name.givenname', 'emails.value', 'active')
  const value = fc.oneof(fc.string({ maxLength: 20 }), fc.boolean(), fc.constant(null), fc.integer())
  const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le')
  const { filter } = fc.letrec<{ filter: Filter }>(tie => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      fc.record({ kind: fc.constant('present'), path }),
      fc.record({ kind: fc.constant('compare'), path, operator, value }),
      fc.record({ kind: fc.constant('not'), filter: tie('filter') }),
      fc.record({ kind: fc.constantFrom('and', 'or'), left: tie('filter'), right: tie('filter') }),
    ) as fc.Arbitrary<Filter>,
  }))
  const toText = (each: Filter): string => {
    switch (each.kind) {
      case 'present':
        return `${each.path} pr`
      case 'compare':
        return `${each.path} ${each.operator} ${JSON.stringify(each.value)}`
      case 'not':
        return `not (${toText(each.filter)})`
      case 'some':
        return `${each.path}[${toText(each.filter)}]`
      default:
        return `(${toText(each.left)}) ${each.kind} (${toText(each.right)})`
    }
  }

  test('reads every filter as it was written', () => {
    fc.assert(
      fc.property(filter, written => {
        const text = toText(written)
        fc.pre(text.length <= 2000)
        expect(parseFilter(text)).toEqual(written)
      }),
    )
  })

  test('whatever is sent is read or refused in words', () => {
    const pieces = fc.constantFrom(
      'a',
      '"x"',
      ' eq ',
      ' and ',
      ' or ',
      'not',
      '(',
      ')',
      '[',
      ']',
      '.',
      '"',
      '\\',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
        for (const parse of [parseFilter, parseTarget])
          try {
            parse(parts.join(''))
          } catch (error) {
            expect(isKinoraError(error)).toBe(true)
          }
      }),
    )
  })

  test('chooses among several values without regard to case', () => {
    const work = { type: 'work', value: 'Babs@Example.com', primary: true }
    expect(isMatch(parseFilter('TYPE eq "Work" and value ew "example.com"'), work)).toBe(true)
    expect(isMatch(parseFilter('type eq "home" or not (primary eq true)'), work)).toBe(false)
    expect(isMatch(parseFilter('constructor pr'), work)).toBe(false)
  })
})
