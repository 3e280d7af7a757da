import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toPacked, withoutReferences } from './hover-texts.ts'

/** A comment right above what is exported, or above a member of it. */
const exported = /^(?: {2})?\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?: {2}\w|export )/gm

describe('PKG-08 what a host reads of us in its editor', () => {
  test.each([
    ['The badge of a title (TITLE-31, C-143).', 'The badge of a title.'],
    ['NAV-17, EVENT-29: the schedule as a list.', 'The schedule as a list.'],
    ['VAL-19 to VAL-25: nothing, or one issue.', 'Nothing, or one issue.'],
    ['TITLE-22 to 25, C-27: what a publish says.', 'What a publish says.'],
    ['† LIVE-09, C-139, decision 0149: what there is.', 'What there is.'],
    ['Decision 0137: what comes.', 'What comes.'],
    ['28.4: 12 or 24 hours.', '12 or 24 hours.'],
    ['CONST-09, milliseconds', 'Milliseconds'],
    ['B-10 as those see it who manage tenants.', 'As those see it who manage tenants.'],
    ['AUTH-05, C-10: e-mail, not blank.', 'E-mail, not blank.'],
    ['First this. VAL-09: at most three. Last.', 'First this. At most three. Last.'],
    ['Texts as I18N-06 has them; VAL-08: trimmed.', 'Texts; trimmed.'],
    ['Who signed in (decision 0056), and how (†).', 'Who signed in, and how.'],
    ['One issue a field (see C-90; the first counts).', 'One issue a field (the first counts).'],
    ['Runs the machine of E-4 and its effects.', 'Runs the machine of the specification and its effects.'],
    ['One .html file, in UTF-8 (ISO-8601, SHA-256).', 'One .html file, in UTF-8 (ISO-8601, SHA-256).'],
    ['`kinora-3` and 0.5 of v-1.', '`kinora-3` and 0.5 of v-1.'],
    ['TERMS-03', ''],
  ])('%s', (said, read) => expect(withoutReferences(said)).toBe(read))

  test('a comment that is nothing else goes; lists and tags stay lines; a literal type that is an id is a string', () => {
    const declared = `export interface One {
    /** SESS-18, E-10 */
    state: string;
    /**
     * C-120,
     * C-132: judges the entries of a list:
     * - one by one (C-07);
     * - all of them.
     *
     * @see what they are called (KEY-08).
     */
    ids: 'TENANT-07';
    /** Stays. */
    name: 'TITLE';
}
`
    // Each declaration stays in its line.
    expect(toPacked(declared)).toBe(`export interface One {

    state: string;

    /**
     * Judges the entries of a list:
     * - one by one;
     * - all of them.
     *
     * @see what they are called.
     */
    ids: string;
    /** Stays. */
    name: 'TITLE';
}
`)
  })

  test('what is left of the comments of exported things speaks of the thing, not of our register', () => {
    const root = join(import.meta.dirname, '..')
    const sources = globSync('packages/{core,react}/src/**/*.{ts,tsx}', { cwd: root }).filter(
      path => !/\.(test|stories)\.|fixtures|\/testing\//.test(path),
    )
    const told = sources.flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(exported)]
        .map(([, comment = '']) => withoutReferences(comment.replace(/\s*\n[ \t]*\*? ?/g, ' ').trim()))
        .filter(words => /the specification|\bthe register/.test(words))
        .map(words => `${path}: ${words}`),
    )
    expect(told).toEqual([])
    expect(sources.length).toBeGreaterThan(400)
  })
})
