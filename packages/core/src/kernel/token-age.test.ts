import { describe, expect, test } from 'vitest'
import { createTokenAge } from './token-age.ts'

const MINUTE = 60_000

/** As a server issues it whose clock shows `at`. */
const token = (at: number, minutes = 15): string =>
  `head.${btoa(JSON.stringify({ iat: at / 1000, exp: (at + minutes * MINUTE) / 1000 }))}.sign`

function setUp(clock = 1_800_000_000_000) {
  const here = { now: clock }
  return { here, age: createTokenAge(() => here.now) }
}

describe('AUTH-13 whether a token ends before a file sent with it is read', () => {
  test('in its last five seconds, and after them', () => {
    const { here, age } = setUp()
    const given = token(here.now)
    age.issued(given)
    expect(age.isEnding(given)).toBe(false)
    here.now += 15 * MINUTE - 5001
    expect(age.isEnding(given)).toBe(false)
    here.now += 2
    expect(age.isEnding(given)).toBe(true)
    here.now += MINUTE
    expect(age.isEnding(given)).toBe(true)
  })

  test('a short one in its last quarter', () => {
    const { here, age } = setUp()
    const given = token(here.now, 0.1)
    age.issued(given)
    here.now += 4400
    expect(age.isEnding(given)).toBe(false)
    here.now += 200
    expect(age.isEnding(given)).toBe(true)
  })

  test.each([-300, 300])('a clock that is %i minutes off is found out by the next token', minutes => {
    const { here, age } = setUp()
    const given = token(here.now + minutes * MINUTE)
    age.issued(given)
    expect(age.isEnding(given)).toBe(false)
    here.now += 15 * MINUTE
    expect(age.isEnding(given)).toBe(true)
  })

  test('a clock that jumps forth asks for one token too many, and not for one with every file', () => {
    const { here, age } = setUp()
    const server = here.now
    const given = token(server)
    age.issued(given)
    here.now += 300 * MINUTE
    expect(age.isEnding(given)).toBe(true)
    const next = token(server)
    age.issued(next)
    expect(age.isEnding(next)).toBe(false)
  })

  test.each(['opaque', 'a.b.c', `a.${btoa('{"exp":1}')}.c`, `a.${btoa('null')}.c`])(
    'of “%s” nothing is known',
    given => {
      const { age } = setUp()
      age.issued(given)
      expect(age.isEnding(given)).toBe(false)
    },
  )
})
