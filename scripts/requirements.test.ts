import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idsOf, open, page } from './requirements.mjs'

test('docs/requirements.md names the tests of every id (npm run requirements renews it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8')).toBe(page())
})

test('every id of the register is named by a test', () => expect(open()).toEqual([]))

test('ids come from the names of tests, ranges included', () => {
  expect([...idsOf("describe('AUTH-03 to AUTH-05, VAL-01: x', () => {})\n// TITLE-99 in a comment")]).toEqual(
    ['AUTH-03', 'AUTH-04', 'AUTH-05', 'VAL-01'],
  )
})

test('and those of the tables of fields, decisions, states and roles', () => {
  const source =
    "describe('E-1 to E-3, B-24, B-15a, C-08: x', () => {})\n  ['C-102 a row', 1],\n  ['F-2 another', 2],"
  expect([...idsOf(source)]).toEqual(['E-1', 'E-2', 'E-3', 'B-24', 'B-15a', 'C-08', 'C-102', 'F-2'])
})
